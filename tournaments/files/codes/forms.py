"""The form for an event in codes from paper."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.files.codes.codes import content_of_codes
from tournaments.files.event_store.forms import EventFileForm


class EventCodesForm(EventFileForm):
    """A complete event as codes that were scanned, typed or pasted."""

    codes = forms.CharField(
        label=_("Codes"),
        help_text=_("In any order; blanks and line ends do not matter."),
        required=False,
        max_length=2_000_000,
        widget=forms.Textarea(
            attrs={"rows": 14, "spellcheck": "false", "autocapitalize": "characters"}
        ),
    )

    def set_up(self):
        super().set_up()
        self.fields["file"].required = False

    def clean_codes(self):
        text = self.cleaned_data["codes"]
        if not self.is_confirmed:
            self.found = content_of_codes(text)
        return text

    def new_content(self):
        return self.found

    def add_error(self, field, error):
        super().add_error("codes" if field == "file" else field, error)
