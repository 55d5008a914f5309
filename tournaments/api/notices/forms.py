from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.api.notices.services import subscribe
from tournaments.api.services import create_key
from tournaments.notices.models import LONGEST_ADDRESS
from tournaments.web.forms import ServiceForm
from tournaments.words.notices import CHOOSABLE


class KeyForm(ServiceForm):
    """A key for another program."""

    name = forms.CharField(
        label=_("What the key is for"),
        max_length=60,
        help_text=_("Such as “Hall display”."),
    )
    writes = forms.BooleanField(
        label=_("The program may write lists, too"), required=False
    )

    def act(self):
        rights = {"read", "write"} if self.cleaned_data["writes"] else {"read"}
        return create_key(name=self.cleaned_data["name"], rights=frozenset(rights))


class SubscriptionForm(ServiceForm):
    """The address of a program that gets notices."""

    address = forms.CharField(
        label=_("Address of the program"),
        max_length=LONGEST_ADDRESS,
        help_text=_("The maker of the program knows it; it begins with https://."),
        widget=forms.URLInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    kinds = forms.MultipleChoiceField(
        label=_("What it is told"),
        choices=[(kind.value, kind.label) for kind in CHOOSABLE],
        initial=[kind.value for kind in CHOOSABLE],
        widget=forms.CheckboxSelectMultiple,
    )

    def act(self):
        return subscribe(**self.cleaned_data)
