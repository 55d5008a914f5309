"""Where the copy goes: one form for each way to get there."""

import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.public.upload import store
from tournaments.public.upload.sending import host_key_of, require_public
from tournaments.public.upload.targets import PORTS, Kind, Target
from tournaments.web.forms import ServiceForm

LONGEST = 300
NAME = re.compile(r"[\w.-]+")
PLAIN = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
NEAR = {"localhost", "127.0.0.1", "::1"}
STAYS = gettext_lazy("Empty: it stays as it is.")


def line(label, help_text="", **options):
    """Return a field for an address or a name."""
    return forms.CharField(
        label=label,
        help_text=help_text,
        max_length=LONGEST,
        widget=forms.TextInput(attrs=PLAIN),
        **options,
    )


def secret():
    """Return a field whose content no page shows again."""
    hidden = {"autocomplete": "new-password"}
    return forms.CharField(
        label=gettext_lazy("Password"),
        required=False,
        strip=False,
        max_length=LONGEST,
        widget=forms.PasswordInput(attrs=hidden),
    )


class TargetForm(ServiceForm):
    """What all ways have in common: it becomes a ``Target``."""

    kind: Kind

    def set_up(self):
        known = store.target()
        self.known = known if known and known.kind == self.kind else None
        if self.known is None:
            return
        for name in ("where", "port", "user", "folder"):
            if name in self.fields:
                self.initial[name] = getattr(self.known, name) or ""
        for name in ("password", "key"):
            if name in self.fields and getattr(self.known, name):
                self.fields[name].help_text = STAYS

    def clean(self):
        cleaned = super().clean()
        # What opens one server is not sent to another.
        if self.known and self.known.where == cleaned.get("where"):
            for name in ("password", "key"):
                if name in self.fields and not cleaned.get(name):
                    cleaned[name] = getattr(self.known, name)
        return cleaned

    def act(self):
        given = {name: value or "" for name, value in self.cleaned_data.items()}
        if "port" in given:
            given["port"] = given["port"] or PORTS[self.kind]
        target = self.settled(Target(kind=self.kind, **given))
        require_public(target)
        store.keep_target(target)
        return target

    def settled(self, target):
        """Return the target with what is asked of the server itself."""
        return target


class FolderForm(TargetForm):
    kind = Kind.FOLDER

    where = line(
        gettext_lazy("Folder"),
        gettext_lazy("Such as E:\\Ergebnisse for a stick, or a network drive."),
    )

    def clean_where(self):
        path = Path(self.cleaned_data["where"])
        if not path.is_absolute():
            raise ValidationError(
                _("Please write the whole path, such as E:\\Ergebnisse.")
            )
        own = Path(settings.DATA_DIR).resolve()
        resolved = path.resolve()
        if resolved == own or own in resolved.parents:
            raise ValidationError(_("This is the folder of the program's own data."))
        return str(path)


class ServerForm(TargetForm):
    """A server with an account on it."""

    where = line(
        gettext_lazy("Server"),
        gettext_lazy("As the provider writes it, such as ssh.example.de."),
    )
    port = forms.IntegerField(
        label=gettext_lazy("Port"), required=False, min_value=1, max_value=65535
    )
    user = line(gettext_lazy("User name"))
    password = secret()
    folder = line(
        gettext_lazy("Folder on the server"),
        gettext_lazy("An empty one, such as html/skat."),
        required=False,
    )

    def clean_where(self):
        name = self.cleaned_data["where"].strip()
        if not NAME.fullmatch(name):
            raise ValidationError(_("Please write the name of the server only."))
        return name

    def clean_folder(self):
        folder = self.cleaned_data["folder"]
        if "\n" in folder or "\r" in folder or ".." in folder.split("/"):
            raise ValidationError(_("This is no folder."))
        return folder


class FtpsForm(ServerForm):
    kind = Kind.FTPS


class SftpForm(ServerForm):
    kind = Kind.SFTP

    key = forms.CharField(
        label=gettext_lazy("Key instead of a password"),
        help_text=gettext_lazy("The private key as text; its password goes above."),
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={**PLAIN, "rows": 3}),
    )

    def settled(self, target):
        """Ask the server for its key, unless it was trusted before."""
        known = self.known
        if known and (known.where, known.port) == (target.where, target.port):
            target = replace(
                target,
                host_key=known.host_key,
                host_print=known.host_print,
                is_trusted=known.is_trusted,
            )
        if target.is_trusted and not self.data.get("new_key"):
            return target
        key, fingerprint = host_key_of(target)
        same = key == target.host_key
        return replace(
            target,
            host_key=key,
            host_print=fingerprint,
            is_trusted=target.is_trusted and same,
        )


class WebdavForm(TargetForm):
    kind = Kind.WEBDAV

    where = line(
        gettext_lazy("Address of the folder"),
        gettext_lazy("It begins with https://; the provider names it."),
    )
    user = line(gettext_lazy("User name"))
    password = secret()

    def clean_where(self):
        address = self.cleaned_data["where"].strip()
        if not is_address(address):
            raise ValidationError(_("Please write an address like https://…"))
        found = urlsplit(address)
        if found.scheme != "https" and found.hostname not in NEAR:
            raise ValidationError(
                _("Only an address with https:// keeps the password to itself.")
            )
        return address


def is_address(text):
    """Tell whether this is an address of the web, without user name and question.

    >>> [is_address(each) for each in ("https://a.de/b", "ftp://a.de", "https://a.de:x")]
    [True, False, False]
    """
    try:
        found = urlsplit(text)
        port = found.port
    except ValueError:
        return False
    apart = found.username, found.query, found.fragment
    is_whole = bool(found.hostname) and port != 0 and not any(apart)
    return is_whole and found.scheme in ("http", "https")


FORMS = {form.kind: form for form in (FolderForm, SftpForm, FtpsForm, WebdavForm)}
