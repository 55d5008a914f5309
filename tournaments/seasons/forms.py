"""The rule of a season as form fields, for the page that saves it and for the lab."""

from itertools import count, takewhile

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.seasons.rules import Bonus, RuleProblem, SeasonRule, Unit, rule_problems
from tournaments.events.models import MOST_ROUNDS, MOST_SERIES
from tournaments.seasons import services
from tournaments.seasons.evenings import choosable_events, season_events
from tournaments.seasons.models import MOST_UNITS, Season, rule_columns
from tournaments.seasons.words import PROBLEM_TEXT
from tournaments.web.fields.day import DayField, lacks_year, ordered_days
from tournaments.web.fields.lines import TiesField
from tournaments.web.fields.number import MoneyField, WholeNumberField
from tournaments.web.forms import AsksLittle, NeedsMixin, RowsField, ServiceForm
from tournaments.words.choices import (
    GuestsChoice,
    MeasureChoice,
    MissingUpToChoice,
    UnitChoice,
)
from tournaments.words.formats import short_date

NOTHING, ZERO, POINTS = "nothing", "zero", "points"
MISSING_CHOICES = [
    (NOTHING, _("nothing; it is left out")),
    (ZERO, _("zero points")),
    (POINTS, _("a fixed number of points")),
]
FEWEST_BONUSES = 2
ENDS = ("from", "points")
MOST_POINTS = 20_000
UNIT_OR_NONE = [("", pgettext_lazy("unit", "nothing")), *UnitChoice.choices]
PROBLEM_FIELDS = {
    RuleProblem.BEST_BELOW_ONE: "best",
    RuleProblem.BEST_ABOVE_PLANNED: "best",
    RuleProblem.MINIMUM_ABOVE_PLANNED: "planned",
    RuleProblem.MISSING_WITHOUT_MINIMUM: "missing_up_to",
    RuleProblem.BONUS_WITHOUT_POINTS: "bonus_points_1",
    RuleProblem.ROUNDS_BELOW_ONE: "rounds",
}
RULE_GROUPS = [
    (_("What counts"), [["measure", "unit", "best", "planned", "series"]]),
    (_("Length of the lists"), [["rounds", "threes_as_fours"]]),
    (
        _("Minimum and missing results"),
        [
            ["minimum_lists", "minimum_series", "minimum_evenings"],
            ["missing", "missing_points", "missing_up_to"],
        ],
    ),
    (_("Bonus"), []),  # as many rows as needed
    (_("Absence"), [["absence_unit", "absence_points", "absence_fee", "absence_free"]]),
    (_("Guests and equal results"), [["guests"], ["ties"]]),
]


def count_field(label, *, least=1, most=MOST_UNITS, help_text=""):
    return WholeNumberField(
        label=label,
        required=False,
        min_value=least,
        max_value=most,
        help_text=help_text,
    )


def bonus_field_names(number):
    return [f"bonus_from_{number}", f"bonus_unit_{number}", f"bonus_points_{number}"]


def bonus_rows(values):
    """Return the numbers of the bonus rows for ``values``, with an empty last row."""

    def is_there(number):
        return not values.keys().isdisjoint(bonus_field_names(number))

    numbers = list(takewhile(is_there, count(1)))
    wants_more = "another" in values or any(
        values.get(f"bonus_{name}_{number}") for number in numbers[-1:] for name in ENDS
    )
    return range(1, max(FEWEST_BONUSES, len(numbers) + wants_more) + 1)


class RuleForm(NeedsMixin, forms.Form):
    """All settings of a rule; ``rule`` returns them as one value."""

    measure = forms.ChoiceField(label=_("What ranks"), choices=MeasureChoice)
    unit = forms.ChoiceField(label=pgettext_lazy("season", "of"), choices=UnitChoice)
    best = count_field(
        _("Only the best"), help_text=_("Left empty, everything counts.")
    )
    planned = count_field(
        _("Planned in all"),
        help_text=_("While the season runs, minimums grow up to this number."),
    )
    series = forms.CharField(
        label=_("Only these series of an evening"),
        required=False,
        max_length=40,
        help_text=_("For example 1 or 1, 2; left empty, all."),
    )
    rounds = count_field(
        _("Convert lists to so many rounds"),
        most=MOST_ROUNDS,
        help_text=_("12 makes 48 games of 36; left empty, lists count as played."),
    )
    threes_as_fours = forms.BooleanField(
        label=_("Tables of three: count 36 games as 48"),
        required=False,
        help_text=_("Times 4/3; no rule of the federation."),
    )
    minimum_lists = count_field(_("At least so many lists"))
    minimum_series = count_field(_("At least so many series"))
    minimum_evenings = count_field(_("At least so many evenings"))
    missing = forms.ChoiceField(
        label=_("A missing result counts"), choices=MISSING_CHOICES
    )
    missing_points = count_field(
        _("Points of a missing result"), least=-MOST_POINTS, most=MOST_POINTS
    )
    missing_up_to = forms.ChoiceField(
        label=_("How many missing results count"), choices=MissingUpToChoice
    )
    absence_unit = forms.ChoiceField(
        label=_("Absence costs for missed"), choices=UNIT_OR_NONE, required=False
    )
    absence_points = count_field(_("Points off each"), least=0, most=MOST_POINTS)
    absence_fee = MoneyField(label=_("Fee each"), required=False)
    absence_free = count_field(_("The first are free"), least=0)
    guests = forms.ChoiceField(label=_("Guests are"), choices=GuestsChoice)
    ties = TiesField(label=_("Equal results"))

    def set_up(self):
        self.bonus_rows = bonus_rows(self.data if self.is_bound else self.initial)
        for number in self.bonus_rows:
            words = {"number": number}
            self.fields[f"bonus_from_{number}"] = count_field(
                _("Bonus %(number)s from") % words
            )
            self.fields[f"bonus_unit_{number}"] = forms.ChoiceField(
                label=_("Unit of bonus %(number)s") % words,
                choices=UnitChoice,
                required=False,
            )
            self.fields[f"bonus_points_{number}"] = count_field(
                _("Points of bonus %(number)s") % words,
                least=-MOST_POINTS,
                most=MOST_POINTS,
            )

    def groups(self):
        """Return rows of fields under the headings of the page."""
        bonuses = [bonus_field_names(number) for number in self.bonus_rows]
        return [
            (title, [[self[name] for name in row] for row in rows or bonuses])
            for title, rows in RULE_GROUPS
        ]

    def clean_series(self):
        words = self.cleaned_data["series"].replace(",", " ").split()
        valid = {str(number) for number in range(1, MOST_SERIES + 1)}
        if not set(words) <= valid:
            raise ValidationError(
                _("Write numbers of series, like 1, 2."), code="series"
            )
        return tuple(sorted({int(word) for word in words}))

    def clean(self):
        super().clean()
        values = self.cleaned_data
        needs_points = values.get("missing") == POINTS
        if needs_points and values.get("missing_points", 0) is None:
            self.add_error("missing_points", _("How many points?"))
        if self.errors:
            return
        for problem in rule_problems(self.rule()):
            self.add_error(PROBLEM_FIELDS.get(problem), PROBLEM_TEXT[problem])

    def rule(self):
        """Return the rule, made by a season with what is typed in its columns."""
        values = self.cleaned_data
        fixed = {NOTHING: None, ZERO: 0}
        columns = {name: values.get(name) for name in rule_columns(SeasonRule())}
        columns |= {
            "missing": fixed.get(values["missing"], values["missing_points"]),
            "series": ",".join(map(str, values["series"])),
            "absence_points": values["absence_points"] or 0,
            "absence_cents": values["absence_fee"] or 0,
            "absence_free": values["absence_free"] or 0,
        }
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
    missing = {None: NOTHING, 0: ZERO}.get(rule.missing, POINTS)
    fields |= {
        "series": ", ".join(map(str, rule.series)),
        "missing": missing,
        "missing_points": rule.missing if missing == POINTS else None,
        "absence_points": fields["absence_points"] or None,
        "absence_fee": fields.pop("absence_cents") or None,
        "absence_free": fields["absence_free"] or None,
    }
    for number, bonus in enumerate(rule.bonuses, 1):
        fields[f"bonus_from_{number}"] = bonus.at_least
        fields[f"bonus_unit_{number}"] = bonus.unit.value
        fields[f"bonus_points_{number}"] = bonus.points
    return fields


LONGEST_NAME = 120
DAYS = ("first_date", "last_date")
SAVED_WITH_RULE = ("name", *DAYS, "takes_evenings")


class SeasonForm(RuleForm, AsksLittle, ServiceForm):
    """A season with its rule: one form for a new one and for a change."""

    needs = ("season",)
    changes = "season"
    first = ("name", *DAYS)

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True}),
    )
    first_date = DayField(label=_("First day"))
    last_date = DayField(label=_("Last day"))
    takes_evenings = forms.BooleanField(
        label=_("Every club evening of this time belongs to it"),
        help_text=_("Evenings under house rules only if you choose them."),
        required=False,
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
            self.add_error("last_date", _("The last day lies before the first."))

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
