"""Forms about the course of an event: clock, closed series, adjustments."""

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.events.adjustments import services as adjustments_services
from tournaments.events.flow import services as flow_services
from tournaments.events.models import Adjustment
from tournaments.people.models import Player
from tournaments.web.forms import READ_BY_ALL, ServiceForm, ServiceModelForm

MOST_REASON = 300


class ClockForm(ServiceForm):
    """The buttons of the clock."""

    action = forms.ChoiceField(
        choices=[("start", "start"), ("stop", "stop")], required=False
    )
    minutes = forms.IntegerField(
        min_value=-flow_services.MOST_EXTRA,
        max_value=flow_services.MOST_EXTRA,
        required=False,
    )

    def __init__(self, *args, series, by, **kwargs):
        super().__init__(*args, **kwargs)
        self.series, self.by = series, by

    def act(self):
        match self.cleaned_data["action"]:
            case "start":
                return flow_services.start_clock(series=self.series, by=self.by)
            case "stop":
                return flow_services.stop_clock(series=self.series, by=self.by)
        minutes = self.cleaned_data["minutes"] or 0
        return flow_services.add_minutes(series=self.series, minutes=minutes)


class CloseSeriesForm(ServiceForm):
    """One button: close the series."""

    def __init__(self, *args, series, by, **kwargs):
        super().__init__(*args, **kwargs)
        self.series, self.by = series, by
        self.reopening = None

    def act(self):
        self.reopening = flow_services.close_series(series=self.series, by=self.by)
        return True


class ReopenSeriesForm(ServiceForm):
    """Why a closed series is opened again."""

    reason = forms.CharField(
        label=_("Why is the series opened again?"), max_length=MOST_REASON
    )

    def __init__(self, *args, series, by, **kwargs):
        super().__init__(*args, **kwargs)
        self.series, self.by = series, by

    def act(self):
        return flow_services.reopen_series(
            series=self.series, by=self.by, reason=self.cleaned_data["reason"]
        )


class AdjustmentForm(ServiceModelForm):
    """What the referee decided about one result."""

    class Meta:
        model = Adjustment
        fields = ["series", "player", "points", "won", "lost", "reason", "decided_by"]
        labels = {"series": _("Series"), "player": _("Player")}
        widgets = {"player": forms.Select(attrs={"data-combobox": True})}
        help_texts = {
            "points": _("Added to the total; −50 takes fifty points away."),
            "won": _("Added to the number of games won."),
            "lost": _("Added to the number of games lost."),
            "reason": READ_BY_ALL,
        }

    def __init__(self, *args, event, by, **kwargs):
        super().__init__(*args, **kwargs)
        self.by = by
        series = self.fields["series"]
        series.queryset = event.series.all()
        series.label_from_instance = lambda each: str(each.number)
        own = Q(seats__series__event=event) | Q(
            substitutions__sheet__series__event=event
        )
        self.fields["player"].queryset = (
            Player.objects.filter(own).distinct().order_by("name_key", "pk")
        )

    def _post_clean(self):
        """Leave checking the whole decision to the service."""

    def act(self):
        return adjustments_services.adjust(by=self.by, **self.cleaned_data)


class TakeBackForm(ServiceForm):
    """Why a decision is taken back, and who says so."""

    reason = forms.CharField(
        label=_("Why"), max_length=MOST_REASON, help_text=READ_BY_ALL
    )
    decided_by = forms.CharField(label=_("Decided by"), max_length=120)

    def __init__(self, *args, adjustment, by, **kwargs):
        super().__init__(*args, **kwargs)
        self.adjustment, self.by = adjustment, by

    def act(self):
        return adjustments_services.take_back_adjustment(
            adjustment=self.adjustment, by=self.by, **self.cleaned_data
        )
