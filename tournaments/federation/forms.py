from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.federation.services import name_club
from tournaments.web.forms import ServiceForm


class ClubForm(ServiceForm):
    """The address of a club that a federation names as its own."""

    needs = ("by",)

    address = forms.CharField(
        label=_("Address of the club"),
        max_length=253,
        help_text=_("As its members type it, such as herz7.example."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "inputmode": "url"}
        ),
    )

    def act(self):
        return name_club(address=self.cleaned_data["address"], by=self.by)
