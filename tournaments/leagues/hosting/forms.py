"""The form for the code of a host."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.leagues.hosting.services import valid_code


class HostCodeForm(forms.Form):
    """The code on the paper of the match; all wrong codes get the same answer."""

    code = forms.CharField(
        label=_("Code of the match"),
        max_length=20,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "none",
                "autocorrect": "off",
                "spellcheck": "false",
                "autofocus": True,
            }
        ),
    )

    def clean_code(self):
        self.host_code = valid_code(self.cleaned_data["code"])
        if self.host_code is None:
            raise ValidationError(
                _("This code opens no match. Please compare it with the paper."),
                code="code",
            )
        return self.cleaned_data["code"]
