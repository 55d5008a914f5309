from dataclasses import replace

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.game.games import ImpossibleGame
from scoring.game.problems import is_impossible_null
from scoring.game.written_games import (
    TICKS,
    Contract,
    HouseMarks,
    Kontra,
    Ramsch,
    WrittenGame,
    playing_in,
)
from scoring.house.bylaws import MarkKind, has_bidding, marks_under, playable_contracts
from scoring.notation.reading import NotedLine
from scoring.playing.examples import calculate
from tournaments.sheets.ledger import names_by_place, place_columns
from tournaments.sheets.typing import services
from tournaments.web.forms import ServiceFormMixin, WholeNumberField, tick
from tournaments.web.numbers import MOST_LINES, whole_number
from tournaments.words.choices import ContractChoice
from tournaments.words.problems import kontra_text, refusal_text


def radio_field(label, choices):
    details = {"required": False, "initial": "", "widget": forms.RadioSelect}
    return forms.ChoiceField(label=label, choices=choices, **details)


class GameChoices(forms.Form):
    """Contract, matadors, levels and bid of one game; nothing is required here."""

    contract = forms.ChoiceField(
        required=False,
        label=_("Game"),
        choices=ContractChoice.choices[::-1],
        widget=forms.RadioSelect,
    )
    without = radio_field(_("Matadors"), [("", _("with")), ("yes", _("without"))])
    matadors = forms.TypedChoiceField(
        required=False,
        label=_("how many"),
        coerce=int,
        empty_value=None,
        choices=[(count, str(count)) for count in range(1, 12)],
        widget=forms.RadioSelect,
    )
    bid = WholeNumberField(_("Bid (if known)"), 18, 264, required=False)
    hand = tick(_("Hand"))
    schneider = tick(_("Schneider"))
    schneider_announced = tick(_("Schneider announced"))
    schwarz = tick(_("Schwarz"))
    schwarz_announced = tick(_("Schwarz announced"))
    ouvert = tick(_("ouvert"))

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
            raise ValidationError(_("please choose"), code="empty")
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


ALL_CARD_POINTS = 120
NO_MARKS = HouseMarks()
BOCKS = [("", _("as proposed")), ("0", _("no Bock")), ("1", _("once"))]


def card_points_field(label):
    return WholeNumberField(label, 0, ALL_CARD_POINTS, required=False)


class MarkFields:
    """The fields that house rules add to the buttons, and the marks in them."""

    def __init__(self, rules, columns, deal):
        self.rules = rules
        self.known = marks_under(rules)
        names = names_by_place(columns)
        self.playing = {place: names[place] for place in playing_in(deal, len(names))}

    @property
    def plays_ramsch(self):
        return MarkKind.RAMSCH in self.known

    def game_fields(self):
        return {
            name: field
            for mark, name, field in (
                (MarkKind.KONTRA, "kontra", radio_field(_("Kontra"), self.kontras())),
                (MarkKind.BOCK, "bock", radio_field(_("Bock"), BOCKS)),
                (
                    MarkKind.CARD_POINTS,
                    "card_points",
                    card_points_field(_("Card points")),
                ),
                (
                    MarkKind.BOCK,
                    "remark",
                    forms.CharField(required=False, max_length=200, label=_("Remark")),
                ),
            )
            if mark in self.known
        }

    def ramsch_fields(self):
        if not self.plays_ramsch:
            return {}
        places = list(self.playing.items())
        nobody = [("", _("nobody"))]
        pushes = [("", _("never")), ("1", "1"), ("2", "2"), ("3", "3")]
        points = {
            f"ramsch_{place}": card_points_field(
                _("Card points of %(name)s") % {"name": name}
            )
            for place, name in places
        }
        return points | {
            name: field
            for mark, name, field in (
                (MarkKind.PUSHES, "ramsch_pushes", radio_field(_("Pushed"), pushes)),
                (
                    MarkKind.VIRGIN,
                    "ramsch_virgins",
                    forms.TypedMultipleChoiceField(
                        required=False,
                        label=_("Virgin"),
                        coerce=int,
                        choices=places,
                        widget=forms.CheckboxSelectMultiple,
                    ),
                ),
                (
                    MarkKind.MARCH,
                    "ramsch_march",
                    radio_field(pgettext_lazy("ramsch", "March"), [*nobody, *places]),
                ),
            )
            if mark in self.known
        }

    def kontras(self):
        choices = [
            (str(int(kontra)), kontra_text(kontra)) for kontra in list(Kontra)[1:]
        ]
        return [("", pgettext_lazy("kontra", "nothing said")), *choices]

    def game_marks(self, data):
        """Return the marks of a game; None if there are none."""
        marks = HouseMarks(
            kontra=Kontra(int(data.get("kontra") or 0)),
            bock=int(data["bock"]) if data.get("bock") else None,
        )
        return None if marks == NO_MARKS else marks

    def ramsch_marks(self, data):
        marks = self.game_marks(data) or NO_MARKS
        return replace(
            marks,
            ramsch=Ramsch(
                points=self.card_points(data),
                virgins=tuple(data.get("ramsch_virgins") or ()),
                march=int(data["ramsch_march"]) if data.get("ramsch_march") else None,
                pushes=int(data.get("ramsch_pushes") or 0),
            ),
        )

    def card_points(self, data):
        """Return the card points of the three players; one missing is computed."""
        points = [data.get(f"ramsch_{place}") for place in self.playing]
        typed = [number for number in points if number is not None]
        if len(typed) == 2 and sum(typed) <= ALL_CARD_POINTS:
            points[points.index(None)] = ALL_CARD_POINTS - sum(typed)
        return tuple(points)


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
                self.add_error(name, ValidationError(_("please choose"), code="empty"))

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
