"""The forms of a list."""

from tournaments.sheets.forms.buttons import ButtonsForm
from tournaments.sheets.forms.foot import AcceptForm, FinishForm, FootForm, ReasonForm
from tournaments.sheets.forms.game import CalculatorForm
from tournaments.sheets.forms.lines import LineForm, PasteForm, RevertForm
from tournaments.sheets.forms.practice import PracticeForm
from tournaments.sheets.forms.proof import (
    AnswerForm,
    CorrectionForm,
    SecondListForm,
    VerdictForm,
)
from tournaments.sheets.forms.rule_sets import CopyRuleSetForm, RuleSetForm

__all__ = [
    "AcceptForm",
    "AnswerForm",
    "ButtonsForm",
    "CalculatorForm",
    "CopyRuleSetForm",
    "CorrectionForm",
    "FinishForm",
    "FootForm",
    "LineForm",
    "PasteForm",
    "PracticeForm",
    "ReasonForm",
    "RevertForm",
    "RuleSetForm",
    "SecondListForm",
    "VerdictForm",
]
