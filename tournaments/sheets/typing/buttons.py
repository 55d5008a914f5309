from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.game.written_games import WrittenGame
from scoring.house.bylaws import has_bidding, playable_contracts
from scoring.notation.reading import NotedLine
from tournaments.sheets.calculator.forms import GameChoices
from tournaments.sheets.ledger import place_columns
from tournaments.sheets.typing import services
from tournaments.sheets.typing.marks import MarkFields
from tournaments.web.fields.number import WholeNumberField
from tournaments.web.forms import ServiceFormMixin
from tournaments.web.numbers import MOST_LINES, whole_number

PASSED = "passed-in"


class ButtonsForm(ServiceFormMixin, GameChoices):
    """A line for people who would rather press buttons than type."""

    needs = ("ledger", "by")

    ENDINGS = (("won", _("won")), ("lost", _("lost")), (PASSED, _("passed in")))

    number = WholeNumberField(min_value=1, max_value=500, widget=forms.HiddenInput)
    before = forms.CharField(required=False, max_length=400, widget=forms.HiddenInput)
    declarer = forms.ChoiceField(
        required=False, label=_("Declarer"), widget=forms.RadioSelect
    )
    ending = forms.ChoiceField(choices=ENDINGS)

    def set_up(self):
        columns = place_columns(self.ledger)
        self.fields["declarer"].choices = [
            (column.place, f"{column.place} {column.name}") for column in columns
        ]
        number = whole_number(self["number"].value(), most=MOST_LINES)
        deal = number or 1
        self.marks = MarkFields(self.ledger.rules, columns, deal)
        self.fields |= self.marks.game_fields() | self.marks.ramsch_fields()
        rules = self.ledger.rules
        self.may_pass = has_bidding(rules)
        if not self.may_pass:
            del self.fields["bid"]
            self.fields["hand"].initial = True  # its only game is a Grand Hand
        self.may_declare = bool(playable_contracts(rules))
        self.fields["contract"].choices = [
            (value, label)
            for value, label in self.fields["contract"].choices
            if value in playable_contracts(rules)
        ]
        endings = [each for each in self.ENDINGS if self.may_pass or each[0] != PASSED]
        if self.marks.plays_ramsch:
            endings.append(("ramsch", _("Ramsch")))
        self.fields["ending"].choices = endings

    def game_marks(self):
        return [self[name] for name in self.marks.game_fields()]

    def ramsch_fields(self):
        return [self[name] for name in self.marks.ramsch_fields()]

    def clean(self):
        super().clean()
        if self.errors or self.cleaned_data["ending"] == PASSED:
            return
        if self.cleaned_data["ending"] == "ramsch":
            if None in self.marks.card_points(self.cleaned_data):
                message = _("Please give the card points of two players at least.")
                self.add_error(None, ValidationError(message, code="card-points"))
            return
        for name in ("declarer", "contract"):
            if not self.cleaned_data[name]:
                self.add_error(name, ValidationError(_("Please choose."), code="empty"))

    def entry(self):
        data = self.cleaned_data
        if data["ending"] == PASSED:
            return WrittenGame()
        if data["ending"] == "ramsch":
            return WrittenGame(house=self.marks.ramsch_marks(data))
        return WrittenGame(
            declarer=int(data["declarer"]),
            won=data["ending"] == "won",
            card_points=data.get("card_points"),
            house=self.marks.game_marks(data),
            **self.game(),
        )

    def act(self):
        return services.record_line(
            sheet=self.ledger.sheet,
            number=self.cleaned_data["number"],
            noted=NotedLine(
                entry=self.entry(), remark=self.cleaned_data.get("remark", "")
            ),
            by=self.by,
            before=self.cleaned_data["before"],
        )
