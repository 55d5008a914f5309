"""A list that is brought in, and what somebody decides about it."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.proof.arrivals import Side
from tournaments.files.lists import services
from tournaments.files.lists.documents import MOST_BYTES
from tournaments.files.lists.taking import sides_of
from tournaments.web.forms import ServiceForm
from tournaments.words.choices import ArrivalDecision, ArrivalRoute


class ArriveForm(ServiceForm):
    """A whole list: its file, or the text that its QR code holds."""

    needs = ("event", "by")

    file = forms.FileField(
        label=_("List as a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,.txt"}),
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
        if not self.errors and not (cleaned["file"] or cleaned["text"].strip()):
            raise ValidationError(_("Please choose a file, or paste the text."))
        return cleaned

    def act(self):
        file = self.cleaned_data["file"]
        return services.arrive(
            event=self.event,
            content=(
                file.read(MOST_BYTES + 1)
                if file
                else self.cleaned_data["text"].encode()
            ),
            route=ArrivalRoute.FILE if file else ArrivalRoute.TEXT,
            by=self.by,
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
            name.removeprefix("side-"): Side(value)
            for name, value in self.data.items()
            if name.startswith("side-") and value in list(Side)
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
