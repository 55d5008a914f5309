"""A web space or a network drive that takes files by WebDAV."""

import base64
import http.client
import re
import ssl
from collections.abc import Mapping
from http import HTTPStatus
from urllib.parse import quote, urlsplit

from tournaments.public.upload.places import PATIENCE, Place, gone, no_room, refused
from tournaments.public.upload.targets import Target

MADE = {HTTPStatus.CREATED, HTTPStatus.NO_CONTENT, HTTPStatus.OK}
THERE_ALREADY = {*MADE, HTTPStatus.METHOD_NOT_ALLOWED, HTTPStatus.MOVED_PERMANENTLY}
RESPONSE = re.compile(rb"<(?:\w+:)?response[\s>]", re.IGNORECASE)
ONE_LEVEL = {"Depth": "1", "Content-Type": "application/xml"}
NOTHING: Mapping[str, str] = {}
WHAT = b'<propfind xmlns="DAV:"><prop><resourcetype/></prop></propfind>'


class Refused(OSError):
    """The server answered with a status that says no."""

    def __init__(self, status: int, reason: str):
        super().__init__(status, f"{status} {reason}")
        self.status = status


class WebdavPlace(Place):
    """A folder behind an address of the web."""

    faults = (OSError, http.client.HTTPException)

    def __init__(self, target: Target):
        super().__init__(target)
        where = urlsplit(target.where)
        assert where.hostname is not None
        self.root = where.path.rstrip("/")
        self.base = f"{where.scheme}://{where.netloc}"
        self.line: http.client.HTTPConnection
        if where.scheme == "https":
            self.line = http.client.HTTPSConnection(
                where.hostname,
                where.port,
                timeout=PATIENCE,
                context=ssl.create_default_context(),
            )
        else:
            self.line = http.client.HTTPConnection(
                where.hostname, where.port, timeout=PATIENCE
            )
        pair = f"{target.user}:{target.password}".encode()
        word = base64.b64encode(pair).decode()
        self.head = {"Authorization": f"Basic {word}"}

    def open(self) -> None:
        if self.root:
            self.ask("MKCOL", "", THERE_ALREADY)

    def ask(
        self,
        method: str,
        name: str,
        expected: set[HTTPStatus],
        body: bytes | None = None,
        more: Mapping[str, str] = NOTHING,
    ) -> tuple[int, bytes]:
        """Return status and content of an answer; raise ``Refused`` for any other."""
        path = self.path(name)
        self.line.request(method, path, body, {**self.head, **more})
        answer = self.line.getresponse()
        content = answer.read()
        if answer.status not in expected:
            raise Refused(answer.status, answer.reason)
        return answer.status, content

    def path(self, name: str) -> str:
        return quote(f"{self.root}/{name}")

    def read(self, name: str) -> bytes | None:
        expected = {HTTPStatus.OK, HTTPStatus.NOT_FOUND}
        status, content = self.ask("GET", name, expected)
        return content if status == HTTPStatus.OK else None

    def is_empty(self) -> bool:
        expected = {HTTPStatus.MULTI_STATUS, HTTPStatus.NOT_FOUND}
        status, content = self.ask("PROPFIND", "", expected, WHAT, ONE_LEVEL)
        # The first answer is about the folder itself.
        return status == HTTPStatus.NOT_FOUND or len(RESPONSE.findall(content)) <= 1

    def put(self, name: str, content: bytes) -> None:
        for folder in self.new_folders(name):
            self.ask("MKCOL", f"{folder}/", THERE_ALREADY)
        half = f"{name}.part"
        self.ask("PUT", half, MADE, content)
        there = {"Destination": self.base + self.path(name), "Overwrite": "T"}
        self.ask("MOVE", half, MADE, more=there)

    def remove(self, name: str) -> None:
        self.ask("DELETE", name, {*MADE, HTTPStatus.NOT_FOUND})

    def close(self) -> None:
        self.line.close()

    @staticmethod
    def problem(target: Target, fault: Exception) -> str:
        if isinstance(fault, Refused) and fault.status == HTTPStatus.UNAUTHORIZED:
            return refused(target)
        if isinstance(fault, Refused) and fault.status == HTTPStatus.FORBIDDEN:
            return no_room(target)
        return gone(target, fault)
