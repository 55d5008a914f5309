"""The forms for importing a file, kept until it is confirmed, and for a ranking."""

import os
import re
import secrets
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.files.event.reading import MOST_BYTES, require_size
from tournaments.files.qualifying import (
    enter_qualified,
    qualifiers,
    ranked_people,
    rankings_for,
)
from tournaments.web.forms import ActionForm, ServiceForm, WholeNumberField
from tournaments.web.requests import refuse_above


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
        path = upload_path(self.cleaned_data["token"], owner=self.owner.pk)
        with suppress(FileNotFoundError):
            if path:
                return path.read_bytes()
        raise ValidationError(
            _("The file is no longer there. Please choose it again."), code="gone"
        )

    def keep(self):
        """Keep the file until its owner confirms the import; return its token."""
        if self.is_kept:
            return self.cleaned_data["token"]
        return keep_pieces([self.content], owner=self.owner.pk)

    def act(self):
        result = self.store()
        drop_file(self.cleaned_data["token"], owner=self.owner.pk)
        return result

    def read(self, content):
        raise NotImplementedError

    def store(self):
        raise NotImplementedError


DAY = 24 * 60 * 60
TOKEN = re.compile(r"[\w-]{20,40}")
refuse_large_files = refuse_above(MOST_BYTES)


def keep_pieces(pieces: Iterable[bytes], *, owner: int) -> str:
    """Keep a file for a day; return the token under which its owner finds it.

    Those whose owners have not come back within a day are deleted.
    """
    folder = upload_folder()
    for path in folder.iterdir():
        if path.stat().st_mtime < time.time() - DAY:
            path.unlink(missing_ok=True)
    token = secrets.token_urlsafe(24)
    handle = os.open(
        folder / f"{owner}-{token}", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600
    )
    with os.fdopen(handle, "wb") as file:
        file.writelines(pieces)
    return token


def upload_path(token: str, *, owner: int) -> Path | None:
    """Return the path of a file of ``owner``; None for what cannot be a token."""
    if not TOKEN.fullmatch(token):
        return None
    return upload_folder() / f"{owner}-{token}"


def drop_file(token: str, *, owner: int) -> None:
    if path := upload_path(token, owner=owner):
        path.unlink(missing_ok=True)


def upload_folder() -> Path:
    """Return the folder of uploads, readable by the site's own user only."""
    folder = Path(settings.UPLOADS)
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


MOST_QUALIFIED = 300


class QualifyForm(ActionForm):
    """Asks for a ranking and how many of it; what was shown is entered, or nothing."""

    service = enter_qualified

    ranking = forms.ChoiceField(label=_("Ranking"))
    best = WholeNumberField(_("The best"), 1, MOST_QUALIFIED)
    substitutes = WholeNumberField(_("Substitutes"), 0, MOST_QUALIFIED)

    def set_up(self):
        groups = rankings_for(self.event, self.user)
        self.fields["ranking"].choices = [each for each in groups if each[1]]

    def clean(self):
        super().clean()
        if self.errors:
            return
        values, word = self.cleaned_data, self.cleaned_data["ranking"]
        values["people"] = qualifiers(
            self.event,
            ranked_people(word, self.user),
            best=values["best"],
            substitutes=values["substitutes"],
        )
        groups = self.fields["ranking"].choices
        values["name"] = next(
            name for _title, group in groups for key, name in group if key == word
        )
        if all(person.entry for person in values["people"]):
            self.add_error(None, _("Nobody of this ranking is missing on the list."))
        elif self.data.get("seen", self.seen()) != self.seen():
            text = _("The list has changed meanwhile. Please look at it once more.")
            self.add_error(None, text)

    def people(self):
        return self.cleaned_data.get("people", ()) if self.is_bound else ()

    def seen(self):
        return " ".join(str(person.player.pk) for person in self.people())

    def said(self, entries):
        text = ngettext(
            "%(count)d person is registered.",
            "%(count)d people are registered.",
            len(entries),
        )
        return text % {"count": len(entries)}
