"""The form for what visitors see of each series, and from what time on."""

from collections.abc import Iterator
from datetime import timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.events.visibility.services import withhold
from tournaments.scope.withheld import DRAW, RESULTS, UNTIL_RELEASED
from tournaments.web.fields.number import WholeNumberField
from tournaments.web.forms import ServiceForm
from tournaments.words.formats import clock_time

AT_ONCE, LATER, HELD, KEPT = "at-once", "later", "held", "kept"
LONGEST_DELAY = 24 * 60


class VisibilityForm(ServiceForm):
    """One choice for the draw and one for the results of each series."""

    needs = ("event",)
    changes = "event"

    minutes = WholeNumberField(
        label=gettext_lazy("Later means: so many minutes from now"),
        min_value=1,
        max_value=LONGEST_DELAY,
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
        wants_minutes = LATER in choices.values()
        if (
            wants_minutes
            and not choices.get("minutes")
            and "minutes" not in self.errors
        ):
            self.add_error("minutes", _("In how many minutes?"))
        return choices

    def act(self):
        return withhold(
            event=self.event,
            moments={
                series.number: {
                    name: self.release_time(name, series) for name in (DRAW, RESULTS)
                }
                for series in self.series
            },
        )

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
    """Return the choice for the draw or the results, now shown from ``moment`` on."""
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
