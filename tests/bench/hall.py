"""Hundreds of phones at once: plain HTTP on kept connections, in one thread."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any, TypeVar

Done = TypeVar("Done")
PATIENCE = 60


@dataclass(slots=True)
class HallPhone:
    """A phone that looks at one page again and again, as its browser would."""

    port: int
    path: str
    tag: str = ""
    cookie: str = ""
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None

    async def look(self) -> tuple[int, float]:
        """Return the status of the answer and the seconds it took."""
        start = perf_counter()
        status = await asyncio.wait_for(self.answered(), PATIENCE)
        return status, perf_counter() - start

    async def answered(self) -> int:
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(
                "127.0.0.1", self.port
            )
        assert self.reader is not None
        known = [f"If-None-Match: {self.tag}"] if self.tag else []
        cookie = [f"Cookie: {self.cookie}"] if self.cookie else []
        lines = [
            f"GET {self.path} HTTP/1.1",
            "Host: 127.0.0.1",
            "Accept-Encoding: gzip",
            *known,
            *cookie,
        ]
        self.writer.write("\r\n".join([*lines, "", ""]).encode())
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        fields = [line.partition(": ") for line in head.split("\r\n")[1:]]
        headers = {name.lower(): value for name, _, value in fields}
        await self.reader.readexactly(int(headers.get("content-length", 0)))
        self.tag = headers.get("etag", self.tag)
        self.cookie = headers.get("set-cookie", self.cookie).partition(";")[0]
        if headers.get("connection") == "close":
            self.hang_up()
        return int(head.split(" ", 2)[1])

    def hang_up(self) -> None:
        """Close the connection; the next look opens another."""
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


@dataclass(slots=True)
class Seen:
    """What the phones of a hall were answered, and when."""

    times: list[float] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    failed: int = 0

    async def look(self, phone: HallPhone) -> None:
        """Let one phone look, and note what came."""
        try:
            status, seconds = await phone.look()
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            self.failed += 1
            phone.hang_up()
            return
        self.statuses.append(status)
        self.times.append(seconds)


async def arriving(phones: list[HallPhone], seconds: float, chance: Random) -> Seen:
    """Let everybody open the page for the first time within ``seconds``."""
    seen = Seen()

    async def arrive(phone: HallPhone) -> None:
        await asyncio.sleep(chance.uniform(0, seconds))
        await seen.look(phone)

    await asyncio.gather(*map(arrive, phones))
    return seen


async def steady(
    phones: list[HallPhone], seconds: float, every: float, chance: Random
) -> Seen:
    """Let everybody look at the page ``every`` so many seconds."""
    seen = Seen()
    end = perf_counter() + seconds

    async def stay(phone: HallPhone) -> None:
        await asyncio.sleep(chance.uniform(0, every))
        while perf_counter() < end:
            await seen.look(phone)
            await asyncio.sleep(every)

    await asyncio.gather(*map(stay, phones))
    return seen


def run_apart(coroutine: Coroutine[Any, Any, Done]) -> Done:
    """Run a coroutine to its end in a thread of its own.

    A browser that was opened before has a loop that runs in this one.
    """
    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(asyncio.run, coroutine).result()
