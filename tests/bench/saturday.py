"""A league Saturday: a thousand tables save their games over HTTP, as they come."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from urllib.parse import urlencode

from tests.bench.rows import Spent
from tests.bench.saving import line_fields

PATIENCE = 30
NOBODY = {502, 503, 504}
TOKEN = "saturday" * 4  # as long as Django's own


@dataclass(slots=True, kw_only=True)
class Desk:
    """The one who types at a table: where, as whom, and how far they are."""

    host: str
    session: str
    path: str
    port: int
    saved: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None

    async def save(self, text: str) -> int:
        """Send the next line; return the status of the answer."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(
                "127.0.0.1", self.port
            )
        assert self.reader is not None
        body = urlencode(line_fields(self.saved + 1, text)).encode()
        head = [
            f"POST {self.path} HTTP/1.1",
            f"Host: {self.host}",
            f"Cookie: sessionid={self.session}; csrftoken={TOKEN}",
            f"X-CSRFToken: {TOKEN}",
            "HX-Request: true",
            "Accept-Encoding: gzip",
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
        ]
        self.writer.write("\r\n".join([*head, "", ""]).encode() + body)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        fields = [line.partition(": ") for line in answer.split("\r\n")[1:]]
        headers = {name.lower(): value for name, _, value in fields}
        await self.reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            self.hang_up()
        return int(answer.split(" ", 2)[1])

    def hang_up(self) -> None:
        """Close the connection; the next line opens another."""
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


@dataclass(slots=True)
class Typed:
    """What came of the lines of a Saturday."""

    times: list[float] = field(default_factory=list)
    repeated: int = 0
    errors: list[str] = field(default_factory=list)

    @property
    def spent(self) -> Spent:
        return Spent(tuple(self.times))


async def saturday(
    desks: Sequence[Desk],
    texts: Sequence[str],
    *,
    a_second: float,
    seconds: float,
    halfway: Callable[[], None],
) -> Typed:
    """Let the desks type in turns; ``halfway`` something happens.

    A line that should have been sent is late from that moment, whatever the site does:
    people at a thousand tables do not wait for each other.
    """
    typed = Typed()
    start = perf_counter()
    lines = int(a_second * seconds)
    waiting = []
    for number in range(lines):
        due = start + number / a_second
        await asyncio.sleep(max(0.0, due - perf_counter()))
        if number == lines // 2:
            halfway()
        desk = desks[number % len(desks)]
        waiting.append(asyncio.create_task(typed_line(desk, texts, due, typed)))
    await asyncio.gather(*waiting)
    return typed


async def typed_line(
    desk: Desk, texts: Sequence[str], due: float, typed: Typed
) -> None:
    """Save a line; where the connection broke, once more, as the page does."""
    async with desk.turn:
        try:
            status = await once(desk, texts[desk.saved])
            if status is None:
                typed.repeated += 1
                status = await once(desk, texts[desk.saved])
        except TimeoutError:
            status = None
        if status != 200:
            typed.errors.append(str(status))
            return
        desk.saved += 1
        typed.times.append(perf_counter() - due)


async def once(desk: Desk, text: str) -> int | None:
    """Send a line; None where nobody answered, or only the proxy did."""
    try:
        status = await asyncio.wait_for(desk.save(text), PATIENCE)
    except (OSError, asyncio.IncompleteReadError):
        desk.hang_up()
        return None
    return None if status in NOBODY else status
