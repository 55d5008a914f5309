"""Forms for evenings, tournaments and their settings."""

from django import forms
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.text import capfirst, format_lazy
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.events.models import MOST_SERIES, Event
from tournaments.events.planning import services
from tournaments.events.teams import services as teams_services
from tournaments.people.selectors import has_second_writer
from tournaments.sheets.models.programme import RuleSet
from tournaments.sheets.selectors import current_rules, rule_sets
from tournaments.web.fields import DayField, DayInput, TiesField
from tournaments.web.forms import (
    ActionModelForm,
    AsksLittle,
    MakesOnce,
    TitledFields,
    WholeNumberField,
    names_of,
    tick,
)
from tournaments.words.choices import EventKind
from tournaments.words.formats import long_date

PAIR = 2
TEAM_SIZES = [
    (0, _("No teams")),
    *((size, format_lazy(_("teams of {}"), size)) for size in (2, 3, 4, 5, 6, 8)),
]
SYSTEMS = _(
    "Plain points: nothing is added. Seeger: 50 more for each game won, 50 less for "
    "each lost. Seeger-Fabian: as Seeger, and 30 at tables of four or 40 at tables of "
    "three for each game somebody else loses."
)
AGES = ("senior_age", "junior_age", "youth_age", "pupil_age", "age_date")
LABELS = {"place": pgettext_lazy("location", "Place")}
HELP_TEXTS = {
    "rounds": _("12 rounds: 48 games at a table of four, 36 at one of three."),
    "same_games": _(
        "ISPA: 9 rounds are 36 games of four; a table of three plays 12 rounds."
    ),
    "system": SYSTEMS,
}


EVENING_FIRST: tuple[str, ...] = ("date", "series", "place")
EVENING_TITLED: TitledFields = (
    (
        _("Name, rounds and scoring"),
        ("name", "rounds", "same_games", "system", "rule_set", "second_person"),
    ),
)
SETTINGS_FIRST = ("name", "date", "series")
SETTINGS_TITLED: TitledFields = (
    (_("The event"), ("place", "organiser")),
    (
        _("Lists"),
        (
            *("rounds", "same_games", "system", "rule_set", "time_limit"),
            "second_person",
        ),
    ),
    (_("Tables"), ("table_rule", "meetings_first")),
    (_("Teams and classes"), ("team_size", *AGES, "guests_apart")),
    (_("Ranking and rules"), ("tie_chain", "least_lists", "remarks")),
)


class EventForm(MakesOnce, AsksLittle, ActionModelForm):
    """A form of an event, which may ask for a second person at every list."""

    series = WholeNumberField(_("Number of series"), 1, MOST_SERIES, initial=2)

    def set_up(self):
        super().set_up()
        set_rule_choices(self.fields["rule_set"], self.instance.rule_set)
        if not self.instance.pk:
            return
        help_text = gettext("The season of an evening goes by its day.")
        if self.instance.is_published:
            text = gettext("The address of this page keeps the day %(day)s.")
            day = long_date(self.instance.date)
            help_text = f"{help_text} {text % {'day': day}}"
        self.fields["date"].help_text = help_text

    def act(self):
        values = self.cleaned_data
        if self.instance.pk:
            moves = {"series": values["series"], "confirmed": "confirmed" in self.data}
            return services.update_event(event=self.instance, **moves)
        if event := self.made_already(values["date"], values["name"]):
            return event
        return self.create(public_id=self.instance.public_id, **values)

    def refuse(self, refusal):
        super().refuse(refusal)
        if self.has_error("date", services.RESULTS_MOVE):
            self.fields["confirmed"] = tick(_("Yes, to this day"))
            self.first = (*self.first, "confirmed")

    def warnings(self, _event):
        if self.cleaned_data["second_person"] and not has_second_writer():
            yield _(
                "A second person checks every list, but only one account may write. "
                "Add another account, or no list can be finished."
            )


class EveningForm(EventForm):
    """A short form to create or change a club evening."""

    first = EVENING_FIRST
    titled = EVENING_TITLED

    class Meta:
        model = Event
        fields = names_of(EVENING_FIRST, EVENING_TITLED)
        field_classes = {"date": DayField}
        widgets = {
            "date": DayInput({"autofocus": True}),
            "name": forms.TextInput(attrs={"autocomplete": "off"}),
        }
        labels = LABELS
        help_texts = HELP_TEXTS

    def set_up(self):
        super().set_up()
        name = self.fields["name"]
        name.help_text = _("Left empty, it is called a club evening; the date follows.")
        name.widget.attrs["placeholder"] = capfirst(EventKind.EVENING.label)

    def create(self, **values):
        return services.create_event(**values)

    def said(self, evening):
        if self.is_change:
            return super().said(evening)
        if "by_hand" in self.data:
            return _("The evening is ready; now seat the tables.")
        return _("The evening is ready. Who is here?")


class CopyEveningForm(EveningForm):
    """A new event as a copy of an earlier one, with another date."""

    first = (*EVENING_FIRST, "with_people")

    with_people = tick(
        _("Register the members of the last evening"),
        help_text=_("They keep their start numbers; at the door they are ticked off."),
        initial=True,
    )

    def set_up(self):
        super().set_up()
        rules = current_rules(self.source.rule_set)
        if rules:
            # A club may play them on Fridays only.
            self.first = (*self.first, "rule_set")
        self.initial |= {"rule_set": rules, "series": self.source.series.count()}
        for name in ("place", "rounds", "same_games", "system", "second_person"):
            self.initial[name] = getattr(self.source, name)
        set_rule_choices(self.fields["rule_set"], rules, is_new=True)
        if self.source.kind != EventKind.EVENING:
            name = self.copied_name(timezone.localdate())
            self.fields["name"].widget.attrs["placeholder"] = name

    def clean(self):
        super().clean()
        date = self.cleaned_data.get("date")
        is_evening = self.source.kind == EventKind.EVENING
        if date and not is_evening and not self.cleaned_data.get("name"):
            self.cleaned_data["name"] = self.copied_name(date)

    def copied_name(self, date):
        return copy_name(self.source.name, self.source.date, date)

    def create(self, **values):
        return services.copy_event(source=self.source, **values)


def set_rule_choices(field, rule_set, *, is_new=False):
    """Let a field choose among the rules of the club and the present ``rule_set``."""
    field.empty_label = _("official Skat (ISkO)")
    field.help_text = format_html(
        '<a href="{}">{}</a>', reverse("sheets:rules"), _("House rules of the club")
    )
    field.label_from_instance = rule_set_label
    field.queryset = rule_sets() | RuleSet.objects.filter(pk=rule_set and rule_set.pk)
    # Games have been written under frozen rules.
    field.disabled = bool(rule_set and rule_set.is_frozen and not is_new)


def rule_set_label(rule_set):
    if not rule_set.as_rules().has_no_bonus:
        return str(rule_set)
    return gettext("%(name)s (only game points count)") % {"name": rule_set}


def copy_name(name, old_date, new_date):
    """Return the name of an event that is held again: with the new year or date.

    >>> import datetime
    >>> before, date = datetime.date(2025, 3, 1), datetime.date(2026, 3, 7)
    >>> copy_name("Cup 2025", before, date), copy_name("Cup", before, date)
    ('Cup 2026', 'Cup 2026')
    """
    stem = name
    for old_time in (long_date(old_date), str(old_date.year)):
        stem = stem.replace(old_time, "").strip()
    is_same_year = old_date.year == new_date.year
    return f"{stem} {long_date(new_date) if is_same_year else new_date.year}"


class SettingsForm(EventForm):
    """Everything that is decided about an event before its first game."""

    first = SETTINGS_FIRST
    titled = SETTINGS_TITLED

    team_size = forms.TypedChoiceField(
        label=_("Team ranking"), choices=TEAM_SIZES, coerce=int, required=False
    )

    tie_chain = TiesField(label=_("Equal results"))

    class Meta:
        model = Event
        fields = names_of(SETTINGS_FIRST, SETTINGS_TITLED)
        field_classes = {"date": DayField, "age_date": DayField}
        widgets = {
            "name": forms.TextInput(attrs={"autocomplete": "off", "autofocus": True}),
            "remarks": forms.Textarea(attrs={"rows": 4}),
        }
        labels = LABELS
        help_texts = HELP_TEXTS | {
            "least_lists": _("0: everybody with a list is ranked."),
            "time_limit": _("Left empty, there is no limit."),
            "age_date": _(
                "Left empty, seniors and juniors are as old as on 1 January of the "
                "year, youth and pupils as on the day of the event."
            ),
        }

    def set_up(self):
        super().set_up()
        self.fields["series"].initial = 3
        if self.instance.pk:
            del self.fields["team_size"]
        is_evening = self.instance.pk and self.instance.kind == EventKind.EVENING
        self.fields["name"].required = not is_evening

    @transaction.atomic
    def create(self, *, series, team_size, **_values):
        self.instance.kind = EventKind.TOURNAMENT
        event = services.set_up_event(event=self.instance, series=series)
        if team_size:
            name = gettext("Tandem") if team_size == PAIR else gettext("Teams")
            teams_services.add_contest(event=event, name=name, size=team_size)
        return event

    def said(self, event):
        if self.is_change:
            return super().said(event)
        return _("The tournament is set up. Who takes part?")
