"""One request to a machine we know nothing of: it cannot keep us, or lead us on."""

import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPResponse
from io import BufferedReader, RawIOBase
from threading import Event, Timer
from typing import Any
from urllib.parse import urlsplit

from django.utils.encoding import iri_to_uri

from tournaments.api.notices.places import (
    PORTS,
    Place,
    PrivatePlace,
    UnknownPlace,
    look_up_place,
    port_of,
)
from tournaments.words.notices import NoticeFault

TIME_LIMIT = 10.0
"""Seconds for everything after the name was looked up."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a request; without ``fault`` it was taken."""

    fault: NoticeFault | None = None
    status: int | None = None


def post(
    address: str, headers: Mapping[str, str], body: str, limit: float = TIME_LIMIT
) -> Outcome:
    """Send ``body`` and say what became of it; of the answer only the status is read.

    The name is looked up once, and what was checked is what is connected to.
    """
    try:
        place = look_up_place(address)
        with open_connection(address, place, limit) as (connection, is_over):
            return send_request(connection, is_over, address, headers, body)
    except UnknownPlace:
        return Outcome(NoticeFault.UNKNOWN)
    except PrivatePlace:
        return Outcome(NoticeFault.PRIVATE)
    except TimeoutError:
        return Outcome(NoticeFault.SILENT)
    except ssl.SSLError:
        return Outcome(NoticeFault.INSECURE)
    except OSError:
        return Outcome(NoticeFault.UNREACHABLE)
    except (HTTPException, ValueError):
        return Outcome(NoticeFault.GARBLED)


@contextmanager
def open_connection(
    address: str, place: Place, limit: float
) -> Iterator[tuple[socket.socket, Event]]:
    """Give a connection to a place, and what is set when its time is over.

    Whatever the other side does, it ends in time.
    """
    parts = urlsplit(address)
    connection = connect_to_any(place, limit)
    if parts.scheme == "https":
        context = ssl.create_default_context()
        connection = context.wrap_socket(
            connection, server_hostname=parts.hostname, do_handshake_on_connect=False
        )
    is_over = Event()

    def end() -> None:
        is_over.set()
        shut_down(connection)

    timer = Timer(limit, end)
    timer.daemon = True
    timer.start()
    try:
        if isinstance(connection, ssl.SSLSocket):
            connection.do_handshake()
        yield connection, is_over
    except (OSError, HTTPException) as error:
        if is_over.is_set():
            raise TimeoutError from error
        raise
    finally:
        timer.cancel()
        connection.close()


def connect_to_any(place: Place, limit: float) -> socket.socket:
    """Connect to the first number that takes it. Raises ``OSError``."""
    problem: OSError = TimeoutError()
    # Together they take no longer than one may.
    each = limit / len(place.numbers)
    for number in place.numbers:
        try:
            connection = socket.create_connection((number, place.port), each)
        except OSError as error:
            problem = error
        else:
            connection.settimeout(limit)
            return connection
    raise problem


def shut_down(connection: socket.socket) -> None:
    """End a connection on which somebody waits."""
    with suppress(OSError):
        # Not as TLS would end it: somebody reads from it at this moment.
        socket.socket.shutdown(connection, socket.SHUT_RDWR)


class TimedReader(RawIOBase):
    """What the other side says, as long as there is time.

    A connection that was shut still gives what has arrived, and what arrives.
    """

    def __init__(self, connection: socket.socket, is_over: Event) -> None:
        self.connection, self.is_over = connection, is_over

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self.is_over.is_set():
            raise TimeoutError
        return self.connection.recv_into(buffer)


def send_request(
    connection: socket.socket,
    is_over: Event,
    address: str,
    headers: Mapping[str, str],
    body: str,
) -> Outcome:
    """Send the request over an open connection and read the first line."""
    parts = urlsplit(address)
    # All that may stand in a request is ASCII.
    host = (parts.hostname or "").encode("idna").decode()
    http = HTTPConnection(host)
    http.sock = connection
    http.auto_open = 0
    query = f"?{parts.query}" if parts.query else ""
    target = iri_to_uri((parts.path or "/") + query)
    named = f"[{host}]" if ":" in host else host
    port = port_of(parts)
    shown = named if port == PORTS[parts.scheme] else f"{named}:{port}"
    http.request(
        "POST",
        target,
        body=body.encode(),
        headers={"Host": shown, "Connection": "close", **headers},
    )
    # A receiver that dribbles is cut off by the clock; its text is not read at all.
    with HTTPResponse(connection, method="POST") as response:
        response.fp.close()
        response.fp = BufferedReader(TimedReader(connection, is_over))
        response.begin()
        status = response.status
    return Outcome(fault_of(status), status)


def fault_of(status: int) -> NoticeFault | None:
    """Return what a status means for a notice; None: it was taken."""
    if 200 <= status < 300:
        return None
    if status == HTTPStatus.GONE:
        return NoticeFault.GONE
    return NoticeFault.ELSEWHERE if 300 <= status < 400 else NoticeFault.REFUSED
