"""Forms for decisions of the referee."""

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.events.adjustments import services
from tournaments.events.flow.forms import MOST_REASON
from tournaments.events.models import Adjustment
from tournaments.people.models import Player
from tournaments.web.forms import READ_BY_ALL, ServiceForm, ServiceModelForm


class AdjustmentForm(ServiceModelForm):
    """A decision of the referee about one result."""

    needs = ("event", "by")

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

    def act(self):
        return services.adjust(by=self.by, **self.cleaned_data)


class TakeBackForm(ServiceForm):
    """The reason for taking a decision back, and the person who decides that."""

    needs = ("adjustment", "by")

    reason = forms.CharField(
        label=_("Why"), max_length=MOST_REASON, help_text=READ_BY_ALL
    )
    decided_by = forms.CharField(label=_("Decided by"), max_length=120)

    def act(self):
        return services.take_back_adjustment(
            adjustment=self.adjustment, by=self.by, **self.cleaned_data
        )
