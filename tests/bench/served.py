"""Visiting the site over HTTP, as phones and the desk do, in a process of its own."""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from time import perf_counter
from urllib.parse import urlencode

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connection, connections

from skatclub.machine.serving import create_server
from tests.bench.database import own_settings
from tests.bench.visits import browser
from tournaments.management.commands.up import serving_options
from tournaments.people.models import User

START = "import django; django.setup(); from tests.bench.served import run; run()"
TIMEOUT = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came back, and after how many seconds."""

    status: int
    headers: Message  # finds a name however it is written
    body: bytes
    seconds: float

    @property
    def text(self) -> str:
        packed = self.headers.get("Content-Encoding") == "gzip"
        return (gzip.decompress(self.body) if packed else self.body).decode()


@dataclass(slots=True)
class Phone:
    """A browser: it keeps its connection and its cookies."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    line: HTTPConnection | None = None

    def get(self, path: str, **headers: str) -> Answer:
        """Ask for a page."""
        return self.ask("GET", path, headers)

    def post(self, path: str, fields: Mapping[str, str], **headers: str) -> Answer:
        """Send a form, with the token that belongs to the cookie."""
        token = self.cookies.get(settings.CSRF_COOKIE_NAME, "")
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        more = {"X-CSRFToken": token, **form, **headers}
        return self.ask("POST", path, more, urlencode(fields))

    def ask(
        self, verb: str, path: str, headers: Mapping[str, str], body: str | None = None
    ) -> Answer:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {"Accept-Encoding": "gzip", "Cookie": cookie, **headers}
        start = perf_counter()
        if self.line is None:
            self.line = HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        self.line.request(verb, path, body, sent)
        reply = self.line.getresponse()
        content = reply.read()
        seconds = perf_counter() - start
        for set_cookie in reply.headers.get_all("Set-Cookie", []):
            found = SimpleCookie(set_cookie)
            self.cookies |= {name: each.value for name, each in found.items()}
        return Answer(
            status=reply.status, headers=reply.headers, body=content, seconds=seconds
        )

    def hang_up(self) -> None:
        """Close the connection."""
        if self.line is not None:
            self.line.close()


def phone(port: int, user: User | None = None) -> Phone:
    """Return a browser, signed in as ``user``."""
    cookies = {}
    if user is not None:
        name = settings.SESSION_COOKIE_NAME
        cookies[name] = browser(user).cookies[name].value
    return Phone(port, cookies)


@contextmanager
def site() -> Iterator[int]:
    """Serve the site by a process of its own; yield its port."""
    server = started()
    try:
        yield told(server)
    finally:
        server.kill()
        server.communicate()


def started() -> subprocess.Popen[str]:
    """Start the server, on the measured database."""
    return subprocess.Popen(
        [sys.executable, "-c", START],
        cwd=settings.BASE_DIR,
        env={
            **os.environ,
            # Its log goes where that of the measurement goes.
            "SKATCLUB_DATA": str(settings.DATA_DIR),
            "SKATCLUB_SECRET_KEY": settings.SECRET_KEY,
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def told(server: subprocess.Popen[str]) -> int:
    """Tell a server its database and return the port that it says."""
    assert server.stdin is not None
    assert server.stdout is not None
    task = {"database": str(connection.settings_dict["NAME"])}
    server.stdin.write(f"{json.dumps(task)}\n")
    server.stdin.flush()
    line = server.stdout.readline()
    if not line:
        raise RuntimeError("the site has ended before it answered")
    return int(line)


def run() -> None:
    """Serve as ``up`` does, on the database that standard input names, until killed."""
    task = json.loads(sys.stdin.readline())
    connections.settings["default"]["NAME"] = task["database"]
    with own_settings(settings.DATA_DIR):
        server = create_server(
            get_wsgi_application(), host="127.0.0.1", port=0, **serving_options()
        )
        sys.stdout.write(f"{server.effective_port}\n")
        sys.stdout.flush()
        server.run()
