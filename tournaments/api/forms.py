"""The form with which a key for another program is made."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.api.services import create_key
from tournaments.web.forms import ServiceForm


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
