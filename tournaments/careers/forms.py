"""What the all-time table shows."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

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
    """Every field may be missing or wrong; then the usual choice holds."""

    by = forms.ChoiceField(label=_("Ranked by"), choices=RANKINGS)
    year = forms.TypedChoiceField(label=_("Year"), coerce=int)
    least = forms.IntegerField(
        label=_("From how many lists on"), min_value=0, max_value=9999, required=False
    )
    guests = forms.BooleanField(label=_("Guests, too"), required=False)

    def __init__(self, asked, *, years):
        usual = {"by": "total", "year": EVERY_YEAR}
        known = {**usual, **asked}
        if known["by"] not in RANKINGS:
            known["by"] = usual["by"]
        super().__init__(known, use_required_attribute=False)
        every = (EVERY_YEAR, pgettext_lazy("years", "all"))
        self.fields["year"].choices = [every, *((year, year) for year in years)]

    def choice(self):
        """Return what is asked, as the selector takes it."""
        self.full_clean()
        asked = self.cleaned_data
        return {
            "by": asked.get("by", "total"),
            "year": asked.get("year") or None,
            "least": asked.get("least"),
            "guests": asked.get("guests", False),
        }
