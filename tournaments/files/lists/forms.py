"""The forms for receiving lists and for deciding about one."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.files.lists import services
from tournaments.files.lists.documents import MOST_BYTES
from tournaments.web.fields.number import WholeNumberField
from tournaments.web.forms import ActionForm, ServiceForm
from tournaments.words.choices import ArrivalDecision, ArrivalRoute


class FilesInput(forms.FileInput):
    """Any number of files in one field."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Any number of files; empty ones are refused later, when they are read."""

    widget = FilesInput

    def clean(self, data, initial=None):
        return [super(FilesField, self).clean(file, initial) for file in data or ()]


class ArriveForm(ServiceForm):
    """Whole lists as files, pictures of their codes, or the text of a code."""

    needs = ("event", "by")

    file = FilesField(
        label=_("Lists as files"),
        required=False,
        allow_empty_file=True,
        widget=FilesInput(attrs={"accept": ".json,.txt"}),
    )
    photo = FilesField(
        label=_("Or photos of their QR codes"),
        help_text=_("A phone opens its camera for it."),
        required=False,
        allow_empty_file=True,
        widget=FilesInput(
            attrs={"accept": "image/jpeg,image/png", "capture": "environment"}
        ),
    )
    text = forms.CharField(
        label=_("Or the text of its code"),
        help_text=_("Scan the QR code with a phone and paste what it says."),
        required=False,
        max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )

    def clean(self):
        cleaned = super().clean()
        if not (self.errors or self.files_sent or cleaned["text"].strip()):
            raise ValidationError(_("Please choose a file, or paste the text."))
        return cleaned

    @property
    def files_sent(self):
        return self.cleaned_data["file"] + self.cleaned_data["photo"]

    def act(self):
        """Receive the lists that were sent; if there are none, say why."""
        known = {"event": self.event, "by": self.by}
        typed = []
        if text := self.cleaned_data["text"].strip():
            content, route = text.encode(), ArrivalRoute.TEXT
            typed = [services.receive_list(content=content, route=route, **known)]
        lists, refusals = services.receive_files(files=self.files_sent, **known)
        if not typed + lists:
            raise ValidationError(refusals)
        return typed + lists, refusals


class DecideForm(ActionForm):
    """The version to keep, and why."""

    service = services.decide_about_list
    marks_required = True

    decision = forms.TypedChoiceField(choices=ArrivalDecision, coerce=ArrivalDecision)
    reason = forms.CharField(max_length=300, label=_("Reason"))
    revision = WholeNumberField(required=False, min_value=0, widget=forms.HiddenInput)
