"""The target of a copy of the public pages, with its credentials."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.db import models
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """The kinds of target, in the order of the page."""

    FOLDER = "folder", _("Folder or stick")
    SFTP = "sftp", "SFTP"
    FTPS = "ftps", "FTPS"
    WEBDAV = "webdav", "WebDAV"


PORTS = {Kind.SFTP: 22, Kind.FTPS: 21}


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The target of the copy; ``where`` is a folder, a server or an address.

    ``host_key`` is the key of an SFTP server, ``is_trusted`` whether the owner has
    confirmed it.
    """

    kind: str
    where: str
    port: int = 0
    user: str = ""
    folder: str = ""
    password: str = field(default="", repr=False)
    key: str = field(default="", repr=False)
    host_key: str = ""
    host_print: str = ""
    is_trusted: bool = False

    @property
    def label(self) -> str:
        """The name on pages and in messages, without credentials.

        >>> Target(kind="sftp", where="web.example", user="anna", folder="html").label
        'sftp://anna@web.example/html'
        """
        if self.kind in (Kind.FOLDER, Kind.WEBDAV):
            return self.where
        port = "" if self.port in (0, PORTS[Kind(self.kind)]) else f":{self.port}"
        folder = self.folder.strip("/")
        return f"{self.kind}://{self.user}@{self.where}{port}/{folder}"

    @property
    def host(self) -> str:
        """The name of the server, "" for a folder.

        >>> Target(kind="webdav", where="https://cloud.example/anna").host
        'cloud.example'
        """
        if self.kind == Kind.FOLDER:
            return ""
        address = self.where if self.kind == Kind.WEBDAV else f"//{self.where}"
        return urlsplit(address).hostname or ""

    @property
    def is_ready(self) -> bool:
        """Whether files may be sent there."""
        return self.kind != Kind.SFTP or self.is_trusted
