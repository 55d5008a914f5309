"""The forms that save a season and its events."""

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.seasons import services
from tournaments.seasons.evenings import choosable_events, season_events
from tournaments.seasons.rule.forms import RuleForm
from tournaments.web.fields.day import DayField, lacks_year, ordered_days
from tournaments.web.forms import AsksLittle, RowsField, ServiceForm
from tournaments.words.formats import short_date

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
