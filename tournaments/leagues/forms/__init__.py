"""Forms of seasons and leagues."""

from tournaments.leagues.forms.leagues import (
    DivisionForm,
    LeagueForm,
    LeagueTeamForm,
    NewLeagueForm,
    WithdrawForm,
)
from tournaments.leagues.forms.line_ups import AddPeopleForm, LineUpForm, TeamsForm
from tournaments.leagues.forms.match_days import GroupForm, MatchDayForm
from tournaments.leagues.forms.rules import LabForm, RuleForm, fields_of
from tournaments.leagues.forms.seasons import MembersForm, SeasonForm

__all__ = [
    "AddPeopleForm",
    "DivisionForm",
    "GroupForm",
    "LabForm",
    "LeagueForm",
    "LeagueTeamForm",
    "LineUpForm",
    "MatchDayForm",
    "MembersForm",
    "NewLeagueForm",
    "RuleForm",
    "SeasonForm",
    "TeamsForm",
    "WithdrawForm",
    "fields_of",
]
