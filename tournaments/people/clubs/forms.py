"""The form of a club: its name and its number."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.people.models import Club
from tournaments.people.names.names import tidy
from tournaments.people.names.numbers import read_club_number
from tournaments.people.services import save_club
from tournaments.web.forms import ServiceModelForm


class ClubForm(ServiceModelForm):
    number = forms.CharField(
        label=_("Club number"),
        required=False,
        max_length=12,
        help_text=_("Seven digits, with dots or without: 04.43.006."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "decimal"}),
    )

    class Meta:
        model = Club
        fields = ["name", "number"]

    def set_up(self):
        self.initial["number"] = self.instance.dotted_number

    def clean_name(self):
        return tidy(self.cleaned_data["name"])

    def clean_number(self):
        return read_club_number(self.cleaned_data["number"])

    def act(self):
        return save_club(club=self.instance)
