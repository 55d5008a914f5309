from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.playing.line_checks import problems_in
from scoring.proof.detective.case import wanted_from
from tournaments.sheets.finishing import services as finishing_services
from tournaments.sheets.proof import services as proof_services
from tournaments.sheets.proof.evidence import suspects_of
from tournaments.sheets.typing.forms import PasteForm
from tournaments.sheets.writing import ListHasChanged
from tournaments.web.forms import ActionForm, ServiceForm, WholeNumberField
from tournaments.words.problems import refusal_text
from tournaments.words.slips import reason_text

NO_CELL = "-"


class AnswerForm(forms.Form):
    """One running total of the paper; earlier answers are in a hidden field."""

    known = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)
    asked = WholeNumberField(min_value=1, max_value=500, widget=forms.HiddenInput)
    paper = WholeNumberField(
        _("Running total on the paper"),
        -20_000,
        20_000,
        required=False,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autofocus": True, "size": 8}
        ),
    )
    nothing = forms.BooleanField(required=False)

    def clean_known(self):
        """Return the answers by line; None if the paper has no number."""
        answers = {}
        for part in filter(None, self.cleaned_data["known"].split(",")):
            line, _colon, paper = part.partition(":")
            try:
                answers[int(line)] = None if paper == NO_CELL else int(paper)
            except ValueError:
                raise ValidationError(_("Please start anew."), code="known") from None
        return answers

    def clean(self):
        super().clean()
        if self.errors or self.cleaned_data["nothing"]:
            return
        if self.cleaned_data["paper"] is None:
            self.add_error(
                "paper",
                ValidationError(_("Please type the running total."), code="empty"),
            )

    def answers(self):
        known, asked = self.cleaned_data["known"], self.cleaned_data["asked"]
        nothing = self.cleaned_data["nothing"]
        return known | {asked: None if nothing else self.cleaned_data["paper"]}

    @staticmethod
    def packed(answers):
        return ",".join(
            f"{line}:{NO_CELL if paper is None else paper}"
            for line, paper in answers.items()
        )


class NumbersField(forms.CharField):
    """Numbers read from the paper, as ``12.running:120,p2.won:13``."""

    widget = forms.HiddenInput

    def __init__(self):
        super().__init__(required=False, max_length=400)

    def to_python(self, value):
        try:
            parts = [part.split(":") for part in filter(None, (value or "").split(","))]
            return {wanted_from(key): int(number) for key, number in parts}
        except ValueError:
            raise ValidationError(_("Please start anew."), code="known") from None

    def prepare_value(self, value):
        if not isinstance(value, dict):
            return value
        return ",".join(f"{wanted.key}:{number}" for wanted, number in value.items())

    def run_validators(self, value):
        """Check nothing: the value was parsed."""


class NumberForm(forms.Form):
    """The one number of the paper that would decide most; it is not stored."""

    known = NumbersField()
    wanted = forms.CharField(max_length=40, widget=forms.HiddenInput)
    number = WholeNumberField(
        _("Number on the paper"),
        -20_000,
        20_000,
        widget=forms.TextInput(attrs={"autocomplete": "off", "size": 8}),
    )

    def clean_wanted(self):
        try:
            return wanted_from(self.cleaned_data["wanted"])
        except ValueError:
            raise ValidationError(_("Please start anew."), code="wanted") from None

    def numbers(self):
        data = self.cleaned_data
        return data["known"] | {data["wanted"]: data["number"]}


class CorrectionForm(ServiceForm):
    """An explanation of the detective that is to be applied."""

    needs = ("ledger", "names", "by")

    known = NumbersField()
    suspect = WholeNumberField(min_value=0, max_value=99)
    reading = WholeNumberField(min_value=0, max_value=999, required=False)
    revision = WholeNumberField(min_value=0)

    def act(self):
        suspects = suspects_of(self.ledger, self.cleaned_data["known"])
        try:
            suspect = suspects[self.cleaned_data["suspect"]]
            readings = (suspect.corrections, *suspect.alternatives)
            corrections = readings[self.cleaned_data["reading"] or 0]
        except IndexError:
            raise ListHasChanged from None
        self.is_of_paper = proof_services.is_of_paper(corrections)
        return proof_services.apply_corrections(
            sheet=self.ledger.sheet,
            by=self.by,
            corrections=corrections,
            revision=self.cleaned_data["revision"],
            reason=reason_text(corrections, self.names),
        )


class SecondListForm(PasteForm):
    """The second list of a table; it is compared and changes nothing."""

    service = proof_services.write_second_list

    def clean_text(self):
        text = super().clean_text()
        errors = [
            ValidationError(
                _("Line %(number)s: %(message)s"),
                params={
                    "number": number,
                    "message": refusal_text(problem, noted.entry),
                },
                code=problem.value,
            )
            for number, noted in enumerate(self.cleaned_data["lines"], 1)
            for problem in problems_in(
                noted.entry,
                players=self.sheet.table_size,
                games=self.sheet.games_planned,
            )
        ]
        if errors:
            raise ValidationError(errors[:20])
        return text


class VerdictForm(ActionForm):
    """The verdict of a second person: the list is right, or look again."""

    service = finishing_services.give_verdict
    word = forms.ChoiceField(choices=[("right", ""), ("again", "")])
    revision = WholeNumberField(min_value=0, widget=forms.HiddenInput)
    line = WholeNumberField(
        _("Look again at line"),
        1,
        500,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "size": 4}),
    )
    remark = forms.CharField(required=False, max_length=300, label=_("Remark"))

    def clean(self):
        super().clean()
        if self.errors:
            return
        data = self.cleaned_data
        data["is_right"] = data["word"] == "right"
        if data["is_right"]:
            data["line"] = None
        elif data["line"] is None and not data["remark"]:
            self.add_error(
                "line", ValidationError(_("Which line, or what is it?"), code="empty")
            )
