"""The form for importing an event."""

from django import forms
from django.utils.translation import gettext_lazy as _

from skatclub.backups.losses import back_up_before_loss
from tournaments.files.event.reading import read_event
from tournaments.files.event_store.selectors import preview_of
from tournaments.files.event_store.services import import_event
from tournaments.files.forms import FileForm


class EventFileForm(FileForm):
    """A complete event."""

    accepts = ".json"

    replace = forms.BooleanField(
        label=_("Put the event of the file in the place of the one here"),
        required=False,
    )

    def read(self, content):
        return preview_of(read_event(content))

    def store(self):
        if self.cleaned_data["replace"]:
            back_up_before_loss()
        return import_event(
            event=self.preview.event, replace=self.cleaned_data["replace"]
        )
