"""A web space or network drive reached by WebDAV."""

import base64
import http.client
import re
from collections.abc import Mapping
from http import HTTPStatus
from urllib.parse import quote, urlsplit

from tournaments.public.upload.places import (
    TIMEOUT,
    Place,
    forbidden_text,
    refused_text,
    unreachable_text,
)
from tournaments.public.upload.targets import Target

STORED = {HTTPStatus.CREATED, HTTPStatus.NO_CONTENT, HTTPStatus.OK}
FOLDER_EXISTS = {*STORED, HTTPStatus.METHOD_NOT_ALLOWED, HTTPStatus.MOVED_PERMANENTLY}
RESPONSE = re.compile(rb"<(?:\w+:)?response[\s>]", re.IGNORECASE)
ONE_LEVEL = {"Depth": "1", "Content-Type": "application/xml"}
NO_HEADERS: Mapping[str, str] = {}
PROPFIND_BODY = b'<propfind xmlns="DAV:"><prop><resourcetype/></prop></propfind>'


class UnexpectedStatus(OSError):
    """The server answered with an unexpected status."""

    def __init__(self, status: int, reason: str):
        super().__init__(status, f"{status} {reason}")
        self.status = status


class WebdavPlace(Place):
    """A folder with a web address."""

    faults = (OSError, http.client.HTTPException)

    def __init__(self, target: Target):
        super().__init__(target)
        where = urlsplit(target.where)
        assert where.hostname is not None
        self.root = where.path.rstrip("/")
        self.base = f"{where.scheme}://{where.netloc}"
        is_encrypted = where.scheme == "https"
        client = (
            http.client.HTTPSConnection if is_encrypted else http.client.HTTPConnection
        )
        self.connection = client(where.hostname, where.port, timeout=TIMEOUT)
        pair = f"{target.user}:{target.password}".encode()
        credentials = base64.b64encode(pair).decode()
        self.authorization = {"Authorization": f"Basic {credentials}"}

    def open(self) -> None:
        if self.root:
            self.request("MKCOL", "", FOLDER_EXISTS)

    def request(
        self,
        method: str,
        name: str,
        expected: set[HTTPStatus],
        body: bytes | None = None,
        headers: Mapping[str, str] = NO_HEADERS,
    ) -> tuple[int, bytes]:
        """Return the status and content of an expected answer, or raise an error."""
        path = self.path(name)
        self.connection.request(method, path, body, {**self.authorization, **headers})
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status not in expected:
            raise UnexpectedStatus(answer.status, answer.reason)
        return answer.status, content

    def path(self, name: str) -> str:
        return quote(f"{self.root}/{name}")

    def read(self, name: str) -> bytes | None:
        expected = {HTTPStatus.OK, HTTPStatus.NOT_FOUND}
        status, content = self.request("GET", name, expected)
        return content if status == HTTPStatus.OK else None

    def is_empty(self) -> bool:
        expected = {HTTPStatus.MULTI_STATUS, HTTPStatus.NOT_FOUND}
        status, content = self.request(
            "PROPFIND", "", expected, PROPFIND_BODY, ONE_LEVEL
        )
        # The first response is about the folder itself.
        return status == HTTPStatus.NOT_FOUND or len(RESPONSE.findall(content)) <= 1

    def put(self, name: str, content: bytes) -> None:
        for folder in self.new_folders(name):
            self.request("MKCOL", f"{folder}/", FOLDER_EXISTS)
        half = f"{name}.part"
        self.request("PUT", half, STORED, content)
        destination = {"Destination": self.base + self.path(name), "Overwrite": "T"}
        self.request("MOVE", half, STORED, headers=destination)

    def remove(self, name: str) -> None:
        self.request("DELETE", name, {*STORED, HTTPStatus.NOT_FOUND})

    def close(self) -> None:
        self.connection.close()

    @staticmethod
    def problem(target: Target, fault: Exception) -> str:
        if (
            isinstance(fault, UnexpectedStatus)
            and fault.status == HTTPStatus.UNAUTHORIZED
        ):
            return refused_text(target)
        if isinstance(fault, UnexpectedStatus) and fault.status == HTTPStatus.FORBIDDEN:
            return forbidden_text(target)
        return unreachable_text(target, fault)
