"""A web space reached by FTP with encryption."""

import ftplib
import io
import posixpath
import socket
import ssl

from tournaments.public.upload.places import (
    TIMEOUT,
    Place,
    forbidden_text,
    refused_text,
    unreachable_text,
)
from tournaments.public.upload.targets import PORTS, Kind, Target

NOT_LOGGED_IN, NOT_THERE = "530", "550"
BLOCK = 8192


class FtpsConnection(ftplib.FTP_TLS):
    """FTP whose data connections reuse the TLS session of the control connection.

    Many servers require that, so that nobody can hijack the data connection.
    """

    def ntransfercmd(
        self, cmd: str, rest: int | str | None = None
    ) -> tuple[socket.socket, int | None]:
        connection, size = ftplib.FTP.ntransfercmd(self, cmd, rest)
        session = self.sock.session if isinstance(self.sock, ssl.SSLSocket) else None
        return (
            self.context.wrap_socket(
                connection, server_hostname=self.host, session=session
            ),
            size,
        )


class FtpsPlace(Place):
    """A folder on an FTP server; nothing is sent without encryption."""

    faults = ftplib.all_errors

    def __init__(self, target: Target):
        super().__init__(target)
        self.connection = FtpsConnection(
            context=ssl.create_default_context(), timeout=TIMEOUT
        )
        self.root = "/"

    def open(self) -> None:
        target = self.target
        self.connection.connect(target.where, target.port or PORTS[Kind.FTPS])
        self.connection.login(target.user, target.password)
        self.connection.prot_p()
        self.root = posixpath.join(self.connection.pwd(), target.folder.strip("/"))
        for name in self.new_folders(f"{target.folder.strip('/')}/x"):
            self.make(posixpath.join(self.connection.pwd(), name))
        self.folders.clear()

    def path(self, name: str) -> str:
        return posixpath.join(self.root, name)

    def make(self, folder: str) -> None:
        """Create a folder; servers refuse to create one that exists."""
        try:
            self.connection.mkd(folder)
        except ftplib.error_perm as refusal:
            if not str(refusal).startswith(("550", "521")):
                raise

    def read(self, name: str) -> bytes | None:
        content = io.BytesIO()
        try:
            self.connection.retrbinary(f"RETR {self.path(name)}", content.write)
        except ftplib.error_perm as refusal:
            if not str(refusal).startswith(NOT_THERE):
                raise
            return None
        return content.getvalue()

    def is_empty(self) -> bool:
        try:
            names = self.connection.nlst(self.root)
        except ftplib.error_perm as refusal:
            if not str(refusal).startswith(NOT_THERE):
                raise
            return True  # some servers answer this for an empty folder
        return {posixpath.basename(name) for name in names} <= {".", ".."}

    def put(self, name: str, content: bytes) -> None:
        for folder in self.new_folders(name):
            self.make(self.path(folder))
        path = self.path(name)
        self.connection.storbinary(f"STOR {path}.part", io.BytesIO(content), BLOCK)
        try:
            self.connection.rename(f"{path}.part", path)
        except ftplib.error_perm:
            self.connection.delete(path)  # this server does not overwrite when renaming
            self.connection.rename(f"{path}.part", path)

    def remove(self, name: str) -> None:
        try:
            self.connection.delete(self.path(name))
        except ftplib.error_perm as refusal:
            if not str(refusal).startswith(NOT_THERE):
                raise

    def close(self) -> None:
        self.connection.close()

    @staticmethod
    def problem(target: Target, fault: Exception) -> str:
        if isinstance(fault, ftplib.error_perm):
            if str(fault).startswith(NOT_LOGGED_IN):
                return refused_text(target)
            return forbidden_text(target)
        return unreachable_text(target, fault)
