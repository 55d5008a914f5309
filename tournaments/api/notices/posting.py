"""One request to an unknown machine, which can neither hold nor redirect us."""

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
"""Seconds for everything after the name has been looked up."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a request, which was accepted unless there is a ``fault``."""

    fault: NoticeFault | None = None
    status: int | None = None


def post(
    address: str, headers: Mapping[str, str], body: str, limit: float = TIME_LIMIT
) -> Outcome:
    """Send ``body`` and return the outcome; only the status of the answer is read.

    The name is looked up once, so that the connection leads to the checked place.
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
    """Give a connection to a place, and the event that is set when its time is over.

    Whatever the other side does, the connection ends in time.
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
    """Connect to the first number that answers. Raises ``OSError``."""
    last_error: OSError = TimeoutError()
    # All attempts together take no longer than the limit.
    seconds = limit / len(place.numbers)
    for number in place.numbers:
        try:
            connection = socket.create_connection((number, place.port), seconds)
        except OSError as error:
            last_error = error
        else:
            connection.settimeout(limit)
            return connection
    raise last_error


def shut_down(connection: socket.socket) -> None:
    """End a connection from which another thread reads."""
    with suppress(OSError):
        # Not by TLS, as the other thread is reading from it.
        socket.socket.shutdown(connection, socket.SHUT_RDWR)


class TimedReader(RawIOBase):
    """The answer of the other side, as long as there is time.

    It needs to check the time, as a connection that was shut down still delivers data.
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
    # A request may hold nothing but ASCII.
    host = (parts.hostname or "").encode("idna").decode()
    http = HTTPConnection(host)
    http.sock = connection
    http.auto_open = 0
    query = f"?{parts.query}" if parts.query else ""
    target = iri_to_uri((parts.path or "/") + query)
    bracketed = f"[{host}]" if ":" in host else host
    port = port_of(parts)
    host_header = bracketed if port == PORTS[parts.scheme] else f"{bracketed}:{port}"
    http.request(
        "POST",
        target,
        body=body.encode(),
        headers={"Host": host_header, "Connection": "close", **headers},
    )
    # The timer cuts off a receiver that answers bit by bit; its text is not read.
    with HTTPResponse(connection, method="POST") as response:
        response.fp.close()
        response.fp = BufferedReader(TimedReader(connection, is_over))
        response.begin()
        status = response.status
    return Outcome(fault_of(status), status)


def fault_of(status: int) -> NoticeFault | None:
    """Return the fault that a status stands for; None if the notice was accepted."""
    if 200 <= status < 300:
        return None
    if status == HTTPStatus.GONE:
        return NoticeFault.GONE
    return NoticeFault.ELSEWHERE if 300 <= status < 400 else NoticeFault.REFUSED
