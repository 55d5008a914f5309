"""Forms of seasons."""

from tournaments.leagues.forms.rules import LabForm, RuleForm, fields_of
from tournaments.leagues.forms.seasons import MembersForm, SeasonForm

__all__ = ["LabForm", "MembersForm", "RuleForm", "SeasonForm", "fields_of"]
