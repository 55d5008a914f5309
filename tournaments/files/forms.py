"""The form for importing a file."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.files import uploads
from tournaments.files.event.reading import require_size
from tournaments.web.forms import ServiceForm


class FileForm(ServiceForm):
    """A file: uploaded and previewed first, then imported by its token."""

    needs: tuple[str, ...] = ("owner",)

    file = forms.FileField(
        label=_("File"),
        allow_empty_file=True,
        error_messages={"required": _("Please choose a file.")},
    )
    token = forms.CharField(widget=forms.HiddenInput, required=False)

    accepts = ""
    carriers = frozenset({"file", "token"})  # without these there is nothing to read
    content: bytes = b""
    preview: Any = None

    def set_up(self):
        self.fields["file"].required = not self.is_kept
        self.fields["file"].widget.attrs["accept"] = self.accepts

    @property
    def is_confirmed(self):
        return "confirm" in self.data

    @property
    def is_kept(self):
        """Whether the file was uploaded before and is kept here."""
        return self.is_confirmed

    def clean(self):
        cleaned = super().clean()
        if self.carriers & self.errors.keys():
            return cleaned
        self.content = self.kept_content() if self.is_kept else self.new_content()
        try:
            self.preview = self.read(self.content)
        except ValidationError as refusal:
            self.add_error("file", refusal)
        return cleaned

    def new_content(self):
        file = self.cleaned_data["file"]
        require_size(file.size)
        return file.read()

    def kept_content(self):
        content = uploads.upload_content(
            self.cleaned_data["token"], owner=self.owner.pk
        )
        if content is None:
            raise ValidationError(
                _("The file is no longer there. Please choose it again."), code="gone"
            )
        return content

    def keep(self):
        """Keep the file until its owner confirms the import; return its token."""
        if self.is_kept:
            return self.cleaned_data["token"]
        return uploads.keep_content(self.content, owner=self.owner.pk)

    def act(self):
        result = self.store()
        uploads.drop_file(self.cleaned_data["token"], owner=self.owner.pk)
        return result

    def read(self, content):
        raise NotImplementedError

    def store(self):
        raise NotImplementedError
