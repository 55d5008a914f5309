"""What stands around every sheet, whatever it is about: whose it is, when it was made.

It is passed around documents, which stay the same bytes for the same values.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

FELT = "#0b3d2c"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFrame:
    """The club, its colour and logo; the house rules played by; the time of print.

    ``logo`` is the content of a PNG, empty for none.
    """

    club: str = ""
    colour: str = FELT
    logo: bytes = b""
    rules: str = ""
    printed: str = ""


PLAIN = PageFrame()
in_use: ContextVar[PageFrame] = ContextVar("page_frame", default=PLAIN)


def page_frame() -> PageFrame:
    """Return what stands around the sheets that are drawn now."""
    return in_use.get()


@contextmanager
def framed(frame: PageFrame) -> Iterator[None]:
    """Put ``frame`` around every page that is drawn meanwhile."""
    token = in_use.set(frame)
    try:
        yield
    finally:
        in_use.reset(token)
