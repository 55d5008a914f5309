"""Where a copy of the public pages goes, and what opens the door there."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.db import models
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """How files get there; the order is that of the page."""

    FOLDER = "folder", _("Folder or stick")
    SFTP = "sftp", "SFTP"
    FTPS = "ftps", "FTPS"
    WEBDAV = "webdav", "WebDAV"


PORTS = {Kind.SFTP: 22, Kind.FTPS: 21}


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Where the copy goes; ``where`` is a folder, the name of a server or an address.

    ``host_key`` is what an SFTP server has shown, ``is_trusted`` whether the owner has
    said that this is the server.
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
        """How pages and messages name it, without what opens it.

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
        """The name of the server; "" for a folder.

        >>> Target(kind="webdav", where="https://cloud.example/anna").host
        'cloud.example'
        """
        if self.kind == Kind.FOLDER:
            return ""
        address = self.where if self.kind == Kind.WEBDAV else f"//{self.where}"
        return urlsplit(address).hostname or ""

    @property
    def is_ready(self) -> bool:
        """Whether something may be sent there."""
        return self.kind != Kind.SFTP or self.is_trusted
