"""Forms about evenings."""

import datetime

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.competitions import services
from tournaments.competitions.models import MOST_SERIES, Competition
from tournaments.formats import long_date
from tournaments.forms import ServiceModelForm

# Skat rules were first agreed upon in 1886; nobody plans further ahead than this.
FIRST_DAY, LAST_DAY = datetime.date(1886, 1, 1), datetime.date(2199, 12, 31)


class EveningForm(ServiceModelForm):
    """A club evening: one short form for a new one and for a change."""

    series = forms.IntegerField(
        label=_("Number of series"), min_value=1, max_value=MOST_SERIES, initial=2
    )

    class Meta:
        model = Competition
        fields = [
            "date",
            "name",
            "place",
            "series",
            "rounds",
            "system",
            "second_person",
        ]
        widgets = {
            "date": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "name": forms.TextInput(attrs={"autocomplete": "off"}),
        }
        labels = {"place": pgettext_lazy("location", "Place")}
        help_texts = {
            "rounds": _("12 rounds: 48 games at a table of four, 36 at one of three."),
        }

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        name = self.fields["name"]
        name.required = False
        name.help_text = _("Left empty, the evening is called after its date.")
        if not self.instance.pk:
            name.widget.attrs["placeholder"] = usual_name(timezone.localdate())

    def clean_date(self):
        date = self.cleaned_data["date"]
        if not FIRST_DAY <= date <= LAST_DAY:
            raise ValidationError(_("Please check the year."), code="year")
        return date

    def clean(self):
        super().clean()
        date = self.cleaned_data.get("date")
        if date and not self.cleaned_data.get("name"):
            self.cleaned_data["name"] = usual_name(date)

    def act(self):
        values = self.cleaned_data
        if self.instance.pk:
            return services.update_competition(
                competition=self.instance, series=values["series"]
            )
        return services.create_competition(**values)


def usual_name(date):
    """Return what an evening is called when nobody says otherwise."""
    return gettext("Club evening %(date)s") % {"date": long_date(date)}
