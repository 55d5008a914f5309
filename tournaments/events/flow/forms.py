"""Forms about the course of an event: the clock, reopening a series."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.events.flow import services
from tournaments.web.fields.number import WholeNumberField
from tournaments.web.forms import ServiceForm

MOST_REASON = 300


class ClockForm(ServiceForm):
    """The buttons of the clock."""

    needs = ("series", "by")

    action = forms.ChoiceField(
        choices=[("start", "start"), ("stop", "stop")], required=False
    )
    minutes = WholeNumberField(
        min_value=-services.MOST_EXTRA,
        max_value=services.MOST_EXTRA,
        required=False,
    )

    def act(self):
        match self.cleaned_data["action"]:
            case "start":
                return services.start_clock(series=self.series, by=self.by)
            case "stop":
                return services.stop_clock(series=self.series, by=self.by)
        minutes = self.cleaned_data["minutes"] or 0
        return services.add_minutes(series=self.series, minutes=minutes)


class ReopenSeriesForm(ServiceForm):
    """The reason for reopening a closed series."""

    needs = ("series", "by")

    reason = forms.CharField(
        label=_("Why is the series opened again?"), max_length=MOST_REASON
    )

    def act(self):
        return services.reopen_series(
            series=self.series, by=self.by, reason=self.cleaned_data["reason"]
        )
