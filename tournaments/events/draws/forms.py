"""Forms that draw tables and let two people change places."""

import secrets

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Max
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.events.draws.drawing import BY_RANKING, DrawWish, question_from
from tournaments.events.draws.reports import five_text
from tournaments.events.draws.selectors import (
    waste_text,
)
from tournaments.events.draws.services import draw_tables, swap_players
from tournaments.events.entrants import labels_of
from tournaments.web.forms import READ_BY_ALL, ActionForm, WholeNumberField, tick
from tournaments.words.choices import DrawMode, EventKind, TableRuleChoice

NOT_OFFERED = (DrawMode.HAND, DrawMode.LEAGUE)
MODES = [choice for choice in DrawMode.choices if choice[0] not in NOT_OFFERED]
MOST_GROUPS = 50
COMBOBOX = forms.Select(attrs={"data-combobox": True})
SOFTNESS = [
    (1, _("one table away from the own rank, for new opponents")),
    (2, _("two tables away from the own rank, for new opponents")),
    (0, _("strictly by rank")),
]


class DrawForm(ActionForm):
    first = forms.TypedChoiceField(label=_("From series"), coerce=int)
    last = forms.TypedChoiceField(label=_("until series"), coerce=int)
    mode = forms.ChoiceField(label=_("How"), choices=MODES, widget=forms.RadioSelect)
    tables = forms.ChoiceField(
        label=_("Tables"),
        choices=TableRuleChoice.choices,
        help_text=_("Five share a table only where exactly five people play."),
    )
    soft = forms.TypedChoiceField(
        label=_("By standing: at most"), choices=SOFTNESS, coerce=int, required=False
    )
    groups = WholeNumberField(_("Strength groups"), 1, MOST_GROUPS, required=False)
    clubs_apart = tick(_("Club mates apart"))
    teams_apart = tick(_("Team mates apart"))
    with_registered = tick(_("Include people who are registered and not here yet"))
    replace = tick(_("Tables at which nobody has played may be drawn anew"))
    seen_draw = WholeNumberField("", 0, required=False, widget=forms.HiddenInput)

    def set_up(self):
        self.last_draw = self.event.draws.aggregate(last=Max("number"))["last"] or 0
        self.initial["seen_draw"] = self.last_draw
        numbers = [(row.number, row.number) for row in self.series]
        self.fields["first"].choices = self.fields["last"].choices = numbers

    def clean_soft(self):
        soft = self.cleaned_data["soft"]
        return 1 if soft == "" else soft

    def clean_groups(self):
        return self.cleaned_data["groups"] or 2

    def clean(self):
        super().clean()
        values = self.cleaned_data
        if values.get("mode") in BY_RANKING and values.get("first"):
            values["last"] = values["first"]
        elif values.get("first", 0) > values.get("last", 0) > 0:
            raise ValidationError(_("The end lies before the beginning."))
        seen = values.pop("seen_draw", None)
        if values.get("replace") and seen != self.last_draw:
            self.ask_again()

    def ask_again(self):
        """Take back a tick that was set before the tables of now were drawn."""
        text = _("Draw %(number)s came meanwhile. Tick again to replace its tables.")
        self.add_error("replace", text % {"number": self.last_draw})
        self.data = self.data.copy()
        self.data["seen_draw"] = self.last_draw
        del self.data["replace"]

    def act(self):
        wish = DrawWish(
            **self.cleaned_data,
            meetings_first=self.event.meetings_first,
            seed=str(secrets.randbelow(900_000) + 100_000),
        )
        return draw_tables(event=self.event, wish=wish, by=self.by)

    def said(self, _draw):
        return _("The tables are drawn.")

    def warnings(self, draw):
        five = five_text(question_from(draw.question))
        yield from filter(None, [five, waste_text(self.event)])


def initial_draw(event, series):
    """Return the first values of the form: the series that have no tables yet."""
    empty = [row for row in series if not row.tables]
    usable = [row for row in series if not (row.begun or row.closed_at)]
    rows = empty or usable or series
    return {
        "first": rows[0].number if rows else None,
        "last": rows[-1].number if rows else None,
        "mode": DrawMode.WISHES,
        "tables": event.table_rule,
        "soft": 1,
        "groups": 2,
        "clubs_apart": event.kind != EventKind.EVENING,
        "teams_apart": True,
    }


class SwapForm(ActionForm):
    first = forms.ChoiceField(label=_("This person"), widget=COMBOBOX)
    second = forms.ChoiceField(label=_("changes places with"), widget=COMBOBOX)
    reason = forms.CharField(
        label=_("Reason"),
        help_text=format_lazy(
            "{} {}",
            _("Needed once games are typed; they stay with the places."),
            READ_BY_ALL,
        ),
        max_length=200,
        required=False,
        widget=forms.TextInput,
    )

    def set_up(self):
        self.seats = {str(seat.player_id): seat for seat in self.seated.movable}
        choices = []
        # In few letters, because typed text is sought in all of them.
        labels = labels_of(seat.player for seat in self.seats.values())
        for label, player in labels.items():
            pk, seat = str(player.pk), self.seats[str(player.pk)]
            number = "" if seat.start_number is None else f"{seat.start_number} "
            name, table = number + label, seat.sheet.table_number
            text = _("%(name)s, T%(table)s") % {"name": name, "table": table}
            choices.append((pk, text))
        for name in ("first", "second"):
            self.fields[name].choices = [("", ""), *choices]

    def clean(self):
        values = super().clean()
        first, second = (values.get(name) for name in ("first", "second"))
        if first and first == second:
            raise ValidationError(_("Nobody changes places with themselves."))
        played = [] if not (first and second) else self.played_tables()
        if played and not values.get("reason"):
            self.add_error("reason", _("Please say why."))

    @property
    def pair(self):
        return tuple(
            self.seats[self.cleaned_data[name]] for name in ("first", "second")
        )

    def played_tables(self):
        return [seat.sheet.table_number for seat in self.pair if not seat.is_untouched]

    def act(self):
        first, second = self.pair
        return swap_players(
            series=self.seated.series,
            first=first.player,
            second=second.player,
            by=self.by,
            revision=self.data.get("seen", ""),
            reason=self.cleaned_data["reason"],
        )

    def warnings(self, swap):
        yield from filter(None, [waste_text(swap.series.event)])

    def said(self, swap):
        text = _("%(first)s and %(second)s have changed places.")
        return text % {"first": swap.first, "second": swap.second}
