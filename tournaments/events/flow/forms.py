"""Forms about the course of an event: clock, reopening, decisions, what is shown."""

from collections.abc import Iterator
from datetime import timedelta

from django import forms
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.events.flow import services
from tournaments.events.models import Adjustment
from tournaments.people.models import Player
from tournaments.scope.scope import DRAW, RESULTS, UNTIL_RELEASED
from tournaments.web.forms import (
    READ_BY_ALL,
    ActionForm,
    ActionModelForm,
    WholeNumberField,
)
from tournaments.words.formats import clock_time

MOST_REASON = 300


class ClockForm(ActionForm):
    action = forms.ChoiceField(
        choices=[("start", "start"), ("stop", "stop")], required=False
    )
    minutes = WholeNumberField(
        min_value=-services.MOST_EXTRA, max_value=services.MOST_EXTRA, required=False
    )

    def act(self):
        match self.cleaned_data["action"]:
            case "start":
                return services.start_clock(series=self.series, by=self.by)
            case "stop":
                return services.stop_clock(series=self.series, by=self.by)
        minutes = self.cleaned_data["minutes"] or 0
        return services.add_minutes(series=self.series, minutes=minutes)


class ReopenListForm(ActionForm):
    service = services.reopen_list

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=MOST_REASON,
        widget=forms.TextInput(attrs={"autofocus": True}),
    )

    def said(self, _update):
        return _("The list is open again.")


class ReopenSeriesForm(ActionForm):
    service = services.reopen_series

    reason = forms.CharField(
        label=gettext_lazy("Why is the series opened again?"), max_length=MOST_REASON
    )

    def said(self, _reopening):
        text = _("Series %(number)s is open again; later series stay.")
        return text % {"number": self.series.number}


class AdjustmentForm(ActionModelForm):
    service = services.adjust

    class Meta:
        model = Adjustment
        fields = ["series", "player", "points", "won", "lost", "reason", "decided_by"]
        labels = {"series": gettext_lazy("Series"), "player": gettext_lazy("Player")}
        widgets = {"player": forms.Select(attrs={"data-combobox": True})}
        help_texts = {
            "points": gettext_lazy("Added to the total; −50 takes fifty points away."),
            "reason": READ_BY_ALL,
        }

    def set_up(self):
        series = self.fields["series"]
        series.queryset = self.event.series.all()
        series.empty_label = _("please choose")
        series.label_from_instance = lambda row: str(row.number)
        has_seat = Q(seats__series__event=self.event) | Q(
            substitutions__sheet__series__event=self.event
        )
        self.fields["player"].queryset = (
            Player.objects.filter(has_seat).distinct().order_by("name_key", "pk")
        )

    def _post_clean(self):
        """Leave the check of the whole decision to the service."""

    def said(self, _adjustment):
        return _("The decision counts in the standings now.")

    def warnings(self, _adjustment):
        if self.event.is_released:
            yield _("The results are provisional again.")


class TakeBackForm(ActionForm):
    service = services.take_back_adjustment

    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=MOST_REASON, help_text=READ_BY_ALL
    )
    decided_by = forms.CharField(label=gettext_lazy("Decided by"), max_length=120)

    def said(self, _adjustment):
        return _("The decision is taken back.")


AT_ONCE, LATER, HELD, KEPT = "at-once", "later", "held", "kept"
LONGEST_DELAY = 24 * 60


class VisibilityForm(ActionForm):
    changes = "event"

    minutes = WholeNumberField(
        gettext_lazy("Later means: so many minutes from now"),
        1,
        LONGEST_DELAY,
        initial=30,
        required=False,
    )

    def set_up(self):
        self.series = list(self.event.series.order_by("number"))
        for series in self.series:
            for name, label in (
                (DRAW, _("Tables of series %(number)s")),
                (RESULTS, _("Results of series %(number)s")),
            ):
                self.fields[f"{name}_{series.number}"] = release_field(
                    label % {"number": series.number}, getattr(series, name)
                )

    def rows(self) -> Iterator[tuple[object, object, object]]:
        for series in self.series:
            yield (
                series,
                self[f"{DRAW}_{series.number}"],
                self[f"{RESULTS}_{series.number}"],
            )

    def clean(self):
        choices = super().clean()
        has_minutes = choices.get("minutes") or "minutes" in self.errors
        if LATER in choices.values() and not has_minutes:
            self.add_error("minutes", _("In how many minutes?"))
        return choices

    def act(self):
        return services.withhold(
            event=self.event,
            moments={
                series.number: {
                    name: self.release_time(name, series) for name in (DRAW, RESULTS)
                }
                for series in self.series
            },
        )

    def said(self, _event):
        return _("Visitors see it like this from now on.")

    def release_time(self, name, series):
        """Return the time from which on a series is shown; None means at once."""
        choice = self.cleaned_data[f"{name}_{series.number}"]
        if choice == LATER:
            minutes = self.cleaned_data["minutes"]
            return timezone.now() + timedelta(minutes=minutes)
        if choice == HELD:
            return UNTIL_RELEASED
        return getattr(series, name) if choice == KEPT else None


def release_field(label, moment):
    choices = [
        (AT_ONCE, _("shown at once")),
        (LATER, _("later")),
        (HELD, _("hidden until released")),
    ]
    initial = AT_ONCE
    if moment == UNTIL_RELEASED:
        initial = HELD
    elif moment is not None and moment > timezone.now():
        initial = KEPT
        words = _("from %(time)s") % {"time": clock_time(moment)}
        choices.insert(1, (KEPT, words))
    return forms.ChoiceField(label=label, choices=choices, initial=initial)
