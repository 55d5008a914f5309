"""Forms about draws."""

import secrets

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.events.draws.drawing import BY_RANKING, DrawWish
from tournaments.events.draws.services import draw_tables
from tournaments.web.fields.number import WholeNumberField
from tournaments.web.forms import ServiceForm
from tournaments.words.choices import DrawMode, EventKind, TableRuleChoice

NOT_OFFERED = (DrawMode.HAND, DrawMode.LEAGUE)
MODES = [choice for choice in DrawMode.choices if choice[0] not in NOT_OFFERED]
MOST_GROUPS = 50
SOFTNESS = [
    (1, _("one table away from the own rank, for new opponents")),
    (2, _("two tables away from the own rank, for new opponents")),
    (0, _("strictly by rank")),
]


class DrawForm(ServiceForm):
    """Which series are drawn, and how."""

    needs = ("event", "by", "series")

    first = forms.TypedChoiceField(label=_("From series"), coerce=int)
    last = forms.TypedChoiceField(label=_("to series"), coerce=int)
    mode = forms.ChoiceField(label=_("How"), choices=MODES, widget=forms.RadioSelect)
    tables = forms.ChoiceField(
        label=_("Tables"),
        choices=TableRuleChoice.choices,
        help_text=_("Five share a table only where exactly five people play."),
    )
    soft = forms.TypedChoiceField(
        label=_("By standing: at most"),
        choices=SOFTNESS,
        coerce=int,
        required=False,
    )
    groups = WholeNumberField(
        label=_("Strength groups"),
        min_value=1,
        max_value=MOST_GROUPS,
        required=False,
        help_text=_("Where people have a strength group, those count."),
    )
    clubs_apart = forms.BooleanField(label=_("Club mates apart"), required=False)
    teams_apart = forms.BooleanField(label=_("Team mates apart"), required=False)
    with_registered = forms.BooleanField(
        label=_("Include people who are registered and not here yet"), required=False
    )
    replace = forms.BooleanField(
        label=_("Tables at which nobody has played may be drawn anew"), required=False
    )

    def set_up(self):
        numbers = [(row.series.number, row.series.number) for row in self.series]
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
            raise ValidationError(
                _("The last series is before the first."), code="order"
            )

    def act(self):
        wish = DrawWish(
            **self.cleaned_data,
            meetings_first=self.event.meetings_first,
            seed=str(secrets.randbelow(900_000) + 100_000),
        )
        return draw_tables(event=self.event, wish=wish, by=self.by)


def initial_draw(event, series):
    """Return the first values of the form: the series that have no tables yet."""
    empty = [row.series.number for row in series if not row.tables]
    usable = [row.series.number for row in series if row.is_open]
    numbers = empty or usable or [row.series.number for row in series]
    return {
        "first": numbers[0] if numbers else None,
        "last": numbers[-1] if numbers else None,
        "mode": DrawMode.WISHES,
        "tables": event.table_rule,
        "soft": 1,
        "groups": 2,
        "clubs_apart": event.kind != EventKind.EVENING,
        "teams_apart": True,
    }
