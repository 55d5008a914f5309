"""waitress with habits of our own: the desk goes first, phones stay connected."""

import gc
from collections import deque
from threading import Lock
from typing import Any

import waitress
from django.conf import settings
from django.db import connection, connections
from django.http import parse_cookie
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer
from waitress.task import WSGITask

from skatclub.middleware import is_known

# Seconds that a write waits for the other threads, and again for other programs, before
# the answer is 503. The desk asks again after twenty without an answer, a phone after
# fifteen; and who waits keeps a thread from those who read.
MOST_WAITING = 7

# Of eight threads. Python computes in one of them at a time: a hall of readers in all
# of them would leave an eighth of the machine to the game that is being saved.
VISITORS_AT_ONCE = 4


class KeptTask(WSGITask):
    """An answer that leaves the connection open, also when it has no body.

    waitress closes after each 204 and 304, whatever header or setting it is given: it
    takes a missing Content-Length for a body that only closing ends. These two end
    with their headers (RFC 9112, section 6.3).
    """

    def set_close_on_finish(self) -> None:
        wants_close = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or wants_close or self.version != "1.1":
            super().set_close_on_finish()


class KeptChannel(HTTPChannel):
    """A connection whose answers are ``KeptTask``."""

    task_class = KeptTask


class Visit:
    """The request of a visitor in a thread; tells ``desk`` when it is over."""

    def __init__(self, channel: Any, desk: "DeskFirst"):
        self.channel = channel
        self.desk = desk

    def service(self) -> None:
        try:
            self.channel.service()
        finally:
            self.desk.visit_is_over()

    def cancel(self) -> None:
        self.channel.cancel()


class DeskFirst:
    """The requests that wait for a thread: whoever is signed in goes before visitors.

    Stands where waitress has one queue for all. A game must not wait behind 500 phones
    that all want to see the standings, and never finds every thread busy with them.
    """

    def __init__(self) -> None:
        self.desk: deque[Any] = deque()
        self.visitors: deque[Any] = deque()
        self.visits = 0
        self.lock = Lock()

    def append(self, channel: Any) -> None:
        (self.desk if is_signed_in(channel) else self.visitors).append(channel)

    def popleft(self) -> Any:
        if self.desk:
            return self.desk.popleft()
        channel = self.visitors.popleft()
        with self.lock:
            self.visits += 1
        return Visit(channel, self)

    def visit_is_over(self) -> None:
        with self.lock:
            self.visits -= 1

    def __len__(self) -> int:
        """Return how many may go into a thread now."""
        with self.lock:
            room = VISITORS_AT_ONCE - self.visits
        return len(self.desk) + min(len(self.visitors), room)


def is_signed_in(channel: Any) -> bool:
    """Tell whether a request brings a session that was found before."""
    cookies = parse_cookie(channel.requests[0].headers.get("COOKIE", ""))
    return is_known(cookies.get(settings.SESSION_COOKIE_NAME))


def roomy(application: Any) -> Any:
    """Return ``application``, with all its calls in one piece of memory.

    CPython (3.11 to 3.14) keeps the frames of calls in pieces of 16 kB. It gets another
    when one is full, and gives it back with the call that needed it: a loop that calls
    across an end does so thousands of times. A line was saved in 9 to 16 ms, by the
    depth alone at which it was called. A frame that claims 160 kB begins a piece of
    256 kB, of which only what is used costs memory.
    """

    def answer(environ: dict[str, Any], start_response: Any) -> Any:
        return application(environ, start_response)

    answer.__code__ = answer.__code__.replace(co_stacksize=20_000)
    return answer


def create_server(application: Any, **options: Any) -> Any:
    """Return waitress, ready to run, with the habits of this file."""
    sockets: dict[int, Any] = {}
    server = waitress.create_server(roomy(application), map=sockets, **options)
    server.task_dispatcher.queue = DeskFirst()
    for each in sockets.values():
        if isinstance(each, BaseWSGIServer):
            each.channel_class = KeptChannel
    if connection.vendor == "sqlite":
        connections.settings["default"]["OPTIONS"]["timeout"] = MOST_WAITING
    # What the program has loaded stays. Looking through it for rubbish, every hundred
    # lines or so, let everybody wait for a fifth of a second.
    gc.freeze()
    return server
