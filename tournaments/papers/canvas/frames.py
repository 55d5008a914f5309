"""The frame of every printed page: the club, and when it was printed.

It is not part of a document, which gives the same bytes for the same values.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

FELT = "#0b3d2c"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFrame:
    """The club with its colour and logo, the house rules, and the time of printing.

    ``logo`` is the content of a PNG, empty for none.
    """

    club: str = ""
    colour: str = FELT
    logo: bytes = b""
    rules: str = ""
    printed: str = ""


PLAIN_FRAME = PageFrame()
current_frame: ContextVar[PageFrame] = ContextVar("page_frame", default=PLAIN_FRAME)


def page_frame() -> PageFrame:
    """Return the frame of the pages being drawn."""
    return current_frame.get()


@contextmanager
def drawing_inside(frame: PageFrame) -> Iterator[None]:
    """Put ``frame`` around every page drawn inside the block."""
    token = current_frame.set(frame)
    try:
        yield
    finally:
        current_frame.reset(token)
