"""The form that chooses what the all-time table shows."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.web.fields.number import WholeNumberField

RANKINGS = {
    "total": _("Points in all"),
    "average": _("Points per list"),
    "best": _("Best list"),
    "won": _("Games won"),
    "success": _("Share of games won"),
    "lists": _("Lists"),
}


EVERY_YEAR = 0


class AllTimeForm(forms.Form):
    """A field that is missing or invalid takes its default."""

    by = forms.ChoiceField(label=_("Ranked by"), choices=RANKINGS)
    year = forms.TypedChoiceField(label=_("Year"), coerce=int)
    least = WholeNumberField(
        label=_("From how many lists on"), min_value=0, max_value=9999, required=False
    )
    guests = forms.BooleanField(label=_("Guests, too"), required=False)

    def __init__(self, query, *, years):
        defaults = {"by": "total", "year": EVERY_YEAR}
        data = {**defaults, **query}
        if data["by"] not in RANKINGS:
            data["by"] = defaults["by"]
        super().__init__(data, use_required_attribute=False)
        all_years = (EVERY_YEAR, pgettext_lazy("years", "all"))
        self.fields["year"].choices = [all_years, *((year, year) for year in years)]

    def options(self):
        """Return the choices as arguments of ``all_time_ranking``."""
        self.full_clean()
        values = self.cleaned_data
        return {
            "by": values.get("by", "total"),
            "year": values.get("year") or None,
            "least": values.get("least"),
            "guests": values.get("guests", False),
        }
