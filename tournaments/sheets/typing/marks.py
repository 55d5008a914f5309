from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.game.marks import HouseMarks, Kontra, Ramsch
from scoring.game.seats import playing_in
from scoring.house.bylaws import MarkKind, marks_under
from tournaments.sheets.ledger import names_by_place
from tournaments.web.fields.number import WholeNumberField
from tournaments.words.games import kontra_text

ALL_CARD_POINTS = 120
NO_MARKS = HouseMarks()


def radio_field(label, choices):
    return forms.ChoiceField(
        required=False,
        label=label,
        choices=choices,
        initial="",
        widget=forms.RadioSelect,
    )


def checkbox_field(label, choices):
    return forms.TypedMultipleChoiceField(
        required=False,
        label=label,
        coerce=int,
        choices=choices,
        widget=forms.CheckboxSelectMultiple,
    )


def card_points_field(label):
    return WholeNumberField(
        required=False, min_value=0, max_value=ALL_CARD_POINTS, label=label
    )


def remark_field():
    return forms.CharField(required=False, max_length=200, label=_("Remark"))


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
        """Return the fields of marks beside a game, by name."""
        return {
            name: field
            for mark, name, field in (
                (MarkKind.KONTRA, "kontra", radio_field(_("Kontra"), self.kontras())),
                (MarkKind.BOCK, "bock", radio_field(_("Bock"), self.bocks())),
                (
                    MarkKind.CARD_POINTS,
                    "card_points",
                    card_points_field(_("Card points")),
                ),
                (MarkKind.BOCK, "remark", remark_field()),
            )
            if mark in self.known
        }

    def ramsch_fields(self):
        """Return the fields of a Ramsch, by name."""
        if not self.plays_ramsch:
            return {}
        places = list(self.playing.items())
        nobody = [("", pgettext_lazy("ramsch", "nobody"))]
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
                    checkbox_field(_("Virgin"), places),
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

    def bocks(self):
        return [
            ("", _("as proposed")),
            ("0", _("no Bock")),
            ("1", _("once")),
        ]

    def game_marks(self, data):
        """Return the marks of a game; None if there are none."""
        marks = HouseMarks(
            kontra=Kontra(int(data.get("kontra") or 0)),
            bock=int(data["bock"]) if data.get("bock") else None,
        )
        return None if marks == NO_MARKS else marks

    def ramsch_marks(self, data):
        """Return the marks of a Ramsch."""
        marks = self.game_marks(data) or NO_MARKS
        return HouseMarks(
            kontra=marks.kontra,
            bock=marks.bock,
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
