"""The forms of a list."""

from tournaments.sheets.forms.foot import FootForm, ReasonForm
from tournaments.sheets.forms.lines import ButtonsForm, LineForm, PasteForm
from tournaments.sheets.forms.practice import PracticeForm
from tournaments.sheets.forms.proof import (
    AnswerForm,
    CorrectionForm,
    SecondListForm,
    VerdictForm,
)

__all__ = [
    "AnswerForm",
    "ButtonsForm",
    "CorrectionForm",
    "FootForm",
    "LineForm",
    "PasteForm",
    "PracticeForm",
    "ReasonForm",
    "SecondListForm",
    "VerdictForm",
]
