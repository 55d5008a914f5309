"""The rule of a season as form fields, for the page that saves it and for the lab."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from scoring.seasons.rules import Bonus, RuleProblem, Unit, rule_problems
from tournaments.events.models import MOST_SERIES
from tournaments.seasons import services
from tournaments.seasons.evenings import choosable_events, season_events
from tournaments.seasons.models import (
    MOST_POINTS,
    MOST_UNITS,
    RULE_COLUMNS,
    Season,
    rule_columns,
)
from tournaments.seasons.words import PROBLEM_TEXT
from tournaments.web.fields import DayField, TiesField, lacks_year, ordered_days
from tournaments.web.forms import (
    AsksLittle,
    MoneyField,
    NeedsMixin,
    RowsField,
    ServiceForm,
    WholeNumberField,
    form_field,
    tick,
)
from tournaments.words.choices import UnitChoice
from tournaments.words.formats import short_date

FURTHER_BONUSES = 3  # each behind the one before
UNIT_OR_NONE = [("", _("nothing")), *UnitChoice.choices]
PROBLEM_FIELDS = {
    RuleProblem.BEST_BELOW_ONE: "best",
    RuleProblem.BEST_ABOVE_PLANNED: "best",
    RuleProblem.MINIMUM_ABOVE_PLANNED: "planned",
    RuleProblem.MISSING_WITHOUT_MINIMUM: "missing_up_to",
    RuleProblem.BONUS_WITHOUT_POINTS: "bonus_points_1",
    RuleProblem.ROUNDS_BELOW_ONE: "rounds",
    RuleProblem.PER_GAME_AS_PLAYED: "measure",
}
BONUS = _("Bonus")
RULE_GROUPS: tuple[tuple[object, list[list[str]]], ...] = (
    (_("What counts"), [["measure", "unit", "best", "planned", "series"]]),
    (_("Length of the lists"), [["rounds", "threes_as_fours"]]),
    (
        _("Minimum and missing results"),
        [
            ["minimum_lists", "minimum_series", "minimum_evenings", "minimum_games"],
            ["missing", "missing_up_to"],
        ],
    ),
    (BONUS, []),  # as many rows as needed
    (
        _("Absence"),
        [["absence_unit", "absence_points", "absence_cents", "absence_free"]],
    ),
    (_("Guests and equal results"), [["guests"], ["ties"]]),
)


class RuleForm(AsksLittle, NeedsMixin, forms.Form):
    """All settings of a rule; ``rule`` returns them as one value."""

    def set_up(self):
        sent, stored = (
            sum(f"bonus_from_{number}" in values for number in range(1, MOST_UNITS))
            for values in (self.data, self.initial)
        )
        self.shown_bonuses = max(1, stored)
        most = sent or self.shown_bonuses + FURTHER_BONUSES
        self.bonus_rows = range(1, most + 1)
        for number in self.bonus_rows:
            bonus = f"{_('Bonus')} {number}"
            self.fields[f"bonus_from_{number}"] = WholeNumberField(
                f"{bonus}: {_('at least')}", 1, MOST_UNITS, required=False
            )
            self.fields[f"bonus_unit_{number}"] = forms.ChoiceField(
                label=f"{bonus}: {_('unit')}",
                choices=UnitChoice,
                required=False,
            )
            self.fields[f"bonus_points_{number}"] = WholeNumberField(
                f"{bonus}: {_('Points')}",
                -MOST_POINTS,
                MOST_POINTS,
                required=False,
            )

    def groups(self):
        bonuses = [
            [self[f"bonus_{word}_{number}"] for word in ("from", "unit", "points")]
            for number in self.bonus_rows
        ]
        shown = self.shown_bonuses
        for title, rows in RULE_GROUPS:
            if title is BONUS:
                yield self.group(title, bonuses[:shown], bonuses[shown:])
            else:
                yield self.group(title, [[self[name] for name in row] for row in rows])

    def clean_series(self):
        words = self.cleaned_data["series"].replace(",", " ").split()
        valid = {str(number) for number in range(1, MOST_SERIES + 1)}
        if not set(words) <= valid:
            raise ValidationError(_("Write numbers of series, like 1, 2."))
        return ",".join(sorted({*words}, key=int))

    def clean(self):
        super().clean()
        if self.errors:
            return
        for problem in rule_problems(self.rule()):
            self.add_error(PROBLEM_FIELDS.get(problem), PROBLEM_TEXT[problem])

    def rule(self):
        """Return the rule, made by a season with what is typed in its columns."""
        typed = {name: self.cleaned_data[name] for name in RULE_COLUMNS}
        columns = {name: typed[name] for name in typed if typed[name] not in (None, "")}
        return Season(**columns).rule_with(self.bonuses())

    def bonuses(self):
        values = self.cleaned_data
        return tuple(
            Bonus(
                unit=Unit(values[f"bonus_unit_{number}"] or values["unit"]),
                at_least=values[f"bonus_from_{number}"] or 0,
                points=values[f"bonus_points_{number}"] or 0,
            )
            for number in self.bonus_rows
            if values[f"bonus_from_{number}"] or values[f"bonus_points_{number}"]
        )


# The columns of the rule are fields of the forms below, too.
RuleForm.base_fields |= forms.fields_for_model(
    Season, RULE_COLUMNS, formfield_callback=form_field
) | {
    "absence_unit": forms.ChoiceField(
        label=capfirst(_("absence is counted in")), choices=UNIT_OR_NONE, required=False
    ),
    "absence_cents": MoneyField(label=capfirst(_("Absence fee")), required=False),
    "ties": TiesField(label=_("Equal results")),
}


class LabForm(RuleForm):
    """A rule to try out on the results of this season or another."""

    needs = ("seasons",)

    of = forms.ModelChoiceField(
        label=_("Results of"), queryset=Season.objects.none(), required=False
    )

    def set_up(self):
        super().set_up()
        self.fields["of"].queryset = self.seasons
        self.fields["of"].empty_label = None


def rule_fields(rule):
    fields = rule_columns(rule)
    for number, bonus in enumerate(rule.bonuses, 1):
        fields[f"bonus_from_{number}"] = bonus.at_least
        fields[f"bonus_unit_{number}"] = bonus.unit.value
        fields[f"bonus_points_{number}"] = bonus.points
    return fields


LONGEST_NAME = 120
DAYS = ("first_date", "last_date")
SAVED_WITH_RULE = ("name", *DAYS, "takes_evenings")


class SeasonForm(RuleForm, ServiceForm):
    """A season with its rule: one form for a new one and for a change."""

    needs = ("season",)
    changes = "season"
    first = SAVED_WITH_RULE

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True}),
    )
    first_date = DayField(label=_("First day"))
    last_date = DayField(label=_("Last day"))
    takes_evenings = tick(
        _("Every club evening of this time belongs to it"),
        help_text=_("Evenings under house rules only if you choose them."),
    )

    def clean(self):
        super().clean()
        first, last = map(self.cleaned_data.get, DAYS)
        if not (first and last):
            return
        if all(lacks_year(str(self[name].data)) for name in DAYS):
            first, last = ordered_days(first, last, today=timezone.localdate())
            self.cleaned_data |= {"first_date": first, "last_date": last}
        if last < first:
            self.add_error("last_date", _("The end lies before the beginning."))

    def act(self):
        values = {name: self.cleaned_data[name] for name in SAVED_WITH_RULE}
        if self.season is None:
            return services.create_season(rule=self.rule(), **values)
        for name, value in values.items():
            setattr(self.season, name, value)
        return services.save_season(season=self.season, rule=self.rule())


class EveningChoice(RowsField):
    def label_from_instance(self, event):
        kind = event.get_kind_display()
        return f"{short_date(event.date)} · {event.name} ({kind})"


class MembersForm(ServiceForm):
    """The events that belong to a season; none at all is valid, too."""

    needs = ("season",)
    changes = "season"

    events = EveningChoice(
        label=_("These belong to the season"),
        queryset=None,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def set_up(self):
        self.initial = {"events": season_events(self.season)}
        self.fields["events"].queryset = choosable_events(self.season)

    def act(self):
        events = self.cleaned_data["events"]
        return services.choose_events(season=self.season, chosen=events)
