"""A web space that takes files by FTP with encryption."""

import ftplib
import io
import posixpath
import socket
import ssl

from tournaments.public.upload.places import PATIENCE, Place, gone, no_room, refused
from tournaments.public.upload.targets import PORTS, Kind, Target

NOT_LOGGED_IN, NOT_THERE = "530", "550"
BLOCK = 8192


class Line(ftplib.FTP_TLS):
    """FTP whose lines for files go on with the encryption of the first one.

    Many servers ask for that, so that nobody else takes the second line.
    """

    def ntransfercmd(
        self, cmd: str, rest: int | str | None = None
    ) -> tuple[socket.socket, int | None]:
        line, size = ftplib.FTP.ntransfercmd(self, cmd, rest)
        session = self.sock.session if isinstance(self.sock, ssl.SSLSocket) else None
        return (
            self.context.wrap_socket(line, server_hostname=self.host, session=session),
            size,
        )


class FtpsPlace(Place):
    """A folder behind an FTP server; without encryption nothing is said to it."""

    faults = ftplib.all_errors

    def __init__(self, target: Target):
        super().__init__(target)
        self.line = Line(context=ssl.create_default_context(), timeout=PATIENCE)
        self.root = "/"

    def open(self) -> None:
        target = self.target
        self.line.connect(target.where, target.port or PORTS[Kind.FTPS])
        self.line.login(target.user, target.password)
        self.line.prot_p()
        self.root = posixpath.join(self.line.pwd(), target.folder.strip("/"))
        for name in self.new_folders(f"{target.folder.strip('/')}/x"):
            self.make(posixpath.join(self.line.pwd(), name))
        self.folders.clear()

    def path(self, name: str) -> str:
        return posixpath.join(self.root, name)

    def make(self, folder: str) -> None:
        """Make a folder; servers say "no" of one that is there."""
        try:
            self.line.mkd(folder)
        except ftplib.error_perm as refusal:
            if not str(refusal).startswith(("550", "521")):
                raise

    def read(self, name: str) -> bytes | None:
        found = io.BytesIO()
        try:
            self.line.retrbinary(f"RETR {self.path(name)}", found.write)
        except ftplib.error_perm as refusal:
            if not str(refusal).startswith(NOT_THERE):
                raise
            return None
        return found.getvalue()

    def is_empty(self) -> bool:
        try:
            found = self.line.nlst(self.root)
        except ftplib.error_perm as refusal:
            if not str(refusal).startswith(NOT_THERE):
                raise
            return True  # some servers say so of an empty folder
        return {posixpath.basename(each) for each in found} <= {".", ".."}

    def put(self, name: str, content: bytes) -> None:
        for folder in self.new_folders(name):
            self.make(self.path(folder))
        path = self.path(name)
        self.line.storbinary(f"STOR {path}.part", io.BytesIO(content), BLOCK)
        try:
            self.line.rename(f"{path}.part", path)
        except ftplib.error_perm:
            self.line.delete(path)  # this one renames to new names only
            self.line.rename(f"{path}.part", path)

    def remove(self, name: str) -> None:
        try:
            self.line.delete(self.path(name))
        except ftplib.error_perm as refusal:
            if not str(refusal).startswith(NOT_THERE):
                raise

    def close(self) -> None:
        self.line.close()

    @staticmethod
    def problem(target: Target, fault: Exception) -> str:
        if isinstance(fault, ftplib.error_perm):
            if str(fault).startswith(NOT_LOGGED_IN):
                return refused(target)
            return no_room(target)
        return gone(target, fault)
