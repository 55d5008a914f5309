from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.sheets.table.selectors import key_with_code

MOST_TYPED = 20


class CodeForm(forms.Form):
    """The code that lies on the table; all wrong codes get the same answer."""

    code = forms.CharField(
        label=_("Code of the table"),
        max_length=MOST_TYPED,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "characters",
                "autocorrect": "off",
                "spellcheck": "false",
                "autofocus": True,
            }
        ),
    )

    def clean_code(self):
        self.key = key_with_code(self.cleaned_data["code"])
        if self.key is None:
            raise ValidationError(
                _("This code opens no list. Please compare it with the paper."),
                code="code",
            )
        return self.cleaned_data["code"]
