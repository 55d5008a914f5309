"""The target of the copy: one form for each kind of target."""

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
from tournaments.public.upload.sending import require_public, shown_host_key
from tournaments.public.upload.targets import PORTS, Kind, Target
from tournaments.web.forms import ServiceForm

LONGEST = 300
NAME = re.compile(r"[\w.-]+")
UNCORRECTED = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
LOCAL_HOSTS = {"localhost", "127.0.0.1", "::1"}
KEEPS_VALUE = gettext_lazy("Empty: it stays as it is.")


def text_field(label, help_text="", **options):
    """Return a field for an address or a name."""
    return forms.CharField(
        label=label,
        help_text=help_text,
        max_length=LONGEST,
        widget=forms.TextInput(attrs=UNCORRECTED),
        **options,
    )


def password_field():
    """Return a field whose value is never shown again."""
    hidden = {"autocomplete": "new-password"}
    return forms.CharField(
        label=gettext_lazy("Password"),
        required=False,
        strip=False,
        max_length=LONGEST,
        widget=forms.PasswordInput(attrs=hidden),
    )


class TargetForm(ServiceForm):
    """The fields shared by all kinds; saving returns a ``Target``."""

    kind: Kind

    def set_up(self):
        stored = store.target()
        self.stored = stored if stored and stored.kind == self.kind else None
        if self.stored is None:
            return
        for name in ("where", "port", "user", "folder"):
            if name in self.fields:
                self.initial[name] = getattr(self.stored, name) or ""
        for name in ("password", "key"):
            if name in self.fields and getattr(self.stored, name):
                self.fields[name].help_text = KEEPS_VALUE

    def clean(self):
        cleaned = super().clean()
        # The password of one server is not sent to another.
        if self.stored and self.stored.where == cleaned.get("where"):
            for name in ("password", "key"):
                if name in self.fields and not cleaned.get(name):
                    cleaned[name] = getattr(self.stored, name)
        return cleaned

    def act(self):
        fields = {name: value or "" for name, value in self.cleaned_data.items()}
        if "port" in fields:
            fields["port"] = fields["port"] or PORTS[self.kind]
        target = self.completed(Target(kind=self.kind, **fields))
        require_public(target)
        store.save_target(target)
        return target

    def completed(self, target):
        """Return the target with the data that comes from the server."""
        return target


class FolderForm(TargetForm):
    kind = Kind.FOLDER

    where = text_field(
        gettext_lazy("Folder"),
        gettext_lazy("Such as E:\\Ergebnisse for a stick, or a network drive."),
    )

    def clean_where(self):
        path = Path(self.cleaned_data["where"])
        if not path.is_absolute():
            raise ValidationError(
                _("Please write the whole path, such as E:\\Ergebnisse.")
            )
        data_folder = Path(settings.DATA_DIR).resolve()
        resolved = path.resolve()
        if resolved == data_folder or data_folder in resolved.parents:
            raise ValidationError(_("This is the folder of the program's own data."))
        return str(path)


class ServerForm(TargetForm):
    """A server with an account."""

    where = text_field(
        gettext_lazy("Server"),
        gettext_lazy("As the provider writes it, such as ssh.example.de."),
    )
    port = forms.IntegerField(
        label=gettext_lazy("Port"), required=False, min_value=1, max_value=65535
    )
    user = text_field(gettext_lazy("User name"))
    password = password_field()
    folder = text_field(
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
        widget=forms.Textarea(attrs={**UNCORRECTED, "rows": 3}),
    )

    def completed(self, target):
        """Add the server's key, asking the server unless its key is trusted."""
        stored = self.stored
        if stored and (stored.where, stored.port) == (target.where, target.port):
            target = replace(
                target,
                host_key=stored.host_key,
                host_print=stored.host_print,
                is_trusted=stored.is_trusted,
            )
        if target.is_trusted and not self.data.get("new_key"):
            return target
        key, fingerprint = shown_host_key(target)
        same = key == target.host_key
        return replace(
            target,
            host_key=key,
            host_print=fingerprint,
            is_trusted=target.is_trusted and same,
        )


class WebdavForm(TargetForm):
    kind = Kind.WEBDAV

    where = text_field(
        gettext_lazy("Address of the folder"),
        gettext_lazy("It begins with https://; the provider names it."),
    )
    user = text_field(gettext_lazy("User name"))
    password = password_field()

    def clean_where(self):
        address = self.cleaned_data["where"].strip()
        if not is_web_address(address):
            raise ValidationError(_("Please write an address like https://…"))
        parts = urlsplit(address)
        if parts.scheme != "https" and parts.hostname not in LOCAL_HOSTS:
            raise ValidationError(
                _("Only an address with https:// keeps the password to itself.")
            )
        return address


def is_web_address(text):
    """Return whether a text is a web address without user name and query.

    >>> addresses = ("https://a.de/b", "ftp://a.de", "https://a.de:x")
    >>> [is_web_address(address) for address in addresses]
    [True, False, False]
    """
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    unwanted = parts.username, parts.query, parts.fragment
    is_whole = bool(parts.hostname) and port != 0 and not any(unwanted)
    return is_whole and parts.scheme in ("http", "https")


FORMS = {form.kind: form for form in (FolderForm, SftpForm, FtpsForm, WebdavForm)}
