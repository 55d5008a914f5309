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


PLAIN_FRAME = PageFrame()
current_frame: ContextVar[PageFrame] = ContextVar("page_frame", default=PLAIN_FRAME)


def page_frame() -> PageFrame:
    """Return what stands around the sheets that are drawn now."""
    return current_frame.get()


@contextmanager
def drawing_inside(frame: PageFrame) -> Iterator[None]:
    """Put ``frame`` around every page that is drawn meanwhile."""
    token = current_frame.set(frame)
    try:
        yield
    finally:
        current_frame.reset(token)
