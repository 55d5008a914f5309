"""A list that is brought in, and what somebody decides about it."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.proof.arrivals import ListSide
from tournaments.files.lists import services
from tournaments.files.lists.bringing import Brought, bring_files
from tournaments.files.lists.documents import MOST_BYTES
from tournaments.files.lists.pictures import reads_pictures
from tournaments.files.lists.taking import sides_of
from tournaments.web.forms import ServiceForm
from tournaments.words.choices import ArrivalDecision, ArrivalRoute


class FilesInput(forms.FileInput):
    """Any number of files in one field."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Any number of files; an empty one is refused by whoever reads it."""

    widget = FilesInput

    def clean(self, data, initial=None):
        return [super(FilesField, self).clean(each, initial) for each in data or ()]


class ArriveForm(ServiceForm):
    """Whole lists: files, pictures of their codes, or the text that a code holds."""

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

    def set_up(self):
        if not reads_pictures():
            del self.fields["photo"]

    def clean(self):
        cleaned = super().clean()
        if not (self.errors or self.files_sent or cleaned["text"].strip()):
            raise ValidationError(_("Please choose a file, or paste the text."))
        return cleaned

    @property
    def files_sent(self):
        return self.cleaned_data["file"] + self.cleaned_data.get("photo", [])

    def act(self):
        """Bring in what was sent; where nothing of it is a list, say why."""
        text = self.cleaned_data["text"].strip()
        typed = [self.arrive_typed(text)] if text else []
        brought = bring_files(event=self.event, files=self.files_sent, by=self.by)
        if not (typed or brought.arrived):
            raise ValidationError(list(brought.refused))
        return Brought((*typed, *brought.arrived), brought.refused)

    def arrive_typed(self, text):
        return services.arrive(
            event=self.event, content=text.encode(), route=ArrivalRoute.TEXT, by=self.by
        )


class DecideForm(ServiceForm):
    """Which version stays, why, and for a mix which line of which."""

    needs = ("waiting", "by")
    marks_required = True

    decision = forms.ChoiceField(choices=ArrivalDecision)
    reason = forms.CharField(max_length=300, label=_("Reason"))
    revision = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    @property
    def chosen(self):
        """Return whose line, foot and end was chosen, by name."""
        if not self.is_bound:
            return {}
        return {
            name.removeprefix("side-"): ListSide(value)
            for name, value in self.data.items()
            if name.startswith("side-") and value in list(ListSide)
        }

    def clean(self):
        cleaned = super().clean()
        mixes = cleaned.get("decision") == ArrivalDecision.MIX
        if mixes and self.waiting.can_be_taken:
            # Also where the reason lacks: all that is open is said at once.
            compared = self.waiting.compared
            sides_of(compared, ArrivalDecision.MIX, self.chosen)
        return cleaned

    def act(self):
        return services.decide(
            arrived=self.waiting.arrived,
            by=self.by,
            decision=ArrivalDecision(self.cleaned_data["decision"]),
            reason=self.cleaned_data["reason"],
            chosen=self.chosen,
            revision=self.cleaned_data["revision"],
        )
