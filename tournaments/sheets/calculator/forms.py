"""A game that is chosen instead of typed."""

from dataclasses import replace

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.game.contracts import Contract
from scoring.game.games import ImpossibleGame
from scoring.game.nulls import is_impossible_null
from scoring.game.written_games import WrittenGame
from scoring.playing.calculator import calculate
from tournaments.web.fields.number import WholeNumberField
from tournaments.words.choices import ContractChoice
from tournaments.words.games import refusal_text

TICKS = (
    "hand",
    "schneider",
    "schneider_announced",
    "schwarz",
    "schwarz_announced",
    "ouvert",
)


class GameChoices(forms.Form):
    """Contract, matadors, levels and bid of one game; nothing is required here."""

    contract = forms.ChoiceField(
        required=False,
        label=_("Game"),
        choices=ContractChoice.choices[::-1],
        widget=forms.RadioSelect,
    )
    without = forms.ChoiceField(
        required=False,
        label=_("Matadors"),
        choices=[("", _("with")), ("yes", _("without"))],
        initial="",
        widget=forms.RadioSelect,
    )
    matadors = forms.TypedChoiceField(
        required=False,
        label=_("how many"),
        coerce=int,
        empty_value=None,
        choices=[(count, str(count)) for count in range(1, 12)],
        widget=forms.RadioSelect,
    )
    bid = WholeNumberField(
        required=False, min_value=18, max_value=264, label=_("Bid (if known)")
    )
    hand = forms.BooleanField(required=False, label=_("Hand"))
    schneider = forms.BooleanField(required=False, label=_("Schneider"))
    schneider_announced = forms.BooleanField(
        required=False, label=_("Schneider announced")
    )
    schwarz = forms.BooleanField(required=False, label=_("Schwarz"))
    schwarz_announced = forms.BooleanField(required=False, label=_("Schwarz announced"))
    ouvert = forms.BooleanField(required=False, label=_("ouvert"))

    def ticks(self):
        return [self[name] for name in TICKS]

    def game(self):
        """Return the chosen game as fields of an entry."""
        data = self.cleaned_data
        return {
            "contract": Contract(data["contract"]),
            "without": bool(data["without"]),
            "matadors": data["matadors"],
            "bid": data.get("bid"),
            **{name: data[name] for name in TICKS},
        }


class CalculatorForm(GameChoices):
    """The value of a game, for everybody; the fields are part of the address."""

    def clean_contract(self):
        if not self.cleaned_data["contract"]:
            raise ValidationError(_("Please choose."), code="empty")
        return self.cleaned_data["contract"]

    def clean(self):
        super().clean()
        if self.errors:
            return
        entry = WrittenGame(**self.game())
        if entry.contract is Contract.NULL and not is_impossible_null(entry):
            entry = replace(entry, matadors=None, without=False)
        try:
            self.calculation = calculate(entry)
        except ImpossibleGame as impossible:
            raise ValidationError(
                [refusal_text(problem, entry) for problem in impossible.problems]
            ) from None
