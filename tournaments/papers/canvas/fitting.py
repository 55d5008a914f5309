"""Text that fits its cell whatever somebody typed.

Widths and sizes are points (1/72 inch).
"""

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from reportlab.pdfbase import pdfmetrics
from reportlab.platypus import Flowable

from tournaments.papers.canvas.faces import FONT, REGULAR_FACE

MISSING_GLYPH = "□"
ELLIPSIS = "…"
LONGEST_TEXT = 400


@lru_cache(maxsize=8192)
def printable(text: str) -> str:
    """Return ``text`` with a visible box for what no embedded font can show.

    Accents are composed; direction marks, joiners and line breaks go away.

    >>> printable("Bjo\u0308rn \U0001f600\u200f")
    'Björn □'
    """
    known = REGULAR_FACE.known
    composed = unicodedata.normalize("NFC", " ".join(text[:LONGEST_TEXT].split()))
    return "".join(
        character if ord(character) in known else MISSING_GLYPH
        for character in composed
        if unicodedata.category(character) not in ("Cf", "Mn", "Cc")
    )


@lru_cache(maxsize=65536)
def _width_at_one(text: str, font: str) -> float:
    return float(pdfmetrics.stringWidth(text, font, 1000)) / 1000


def width_of(text: str, size: float, font: str = FONT) -> float:
    """Return how wide ``text`` is drawn, in points."""
    return _width_at_one(text, font) * size


@lru_cache(maxsize=8192)
def fitted(text: str, width: float, size: float, font: str = FONT) -> str:
    """Return ``text`` printable and shortened with … to fit ``width`` points.

    >>> fitted("Anna", 100, 10), fitted("Anna" * 9, 30, 10)
    ('Anna', 'Ann…')
    """
    text = printable(text)
    if width_of(text, size, font) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width_of(text[:middle].rstrip() + ELLIPSIS, size, font) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS


@lru_cache(maxsize=8192)
def wrapped(
    text: str, width: float, size: float, font: str = FONT, lines: int = 2
) -> tuple[str, ...]:
    """Return ``text`` in at most ``lines`` fitted lines, broken at spaces, hyphens.

    >>> wrapped("Schmidt-Weber", 50, 10)
    ('Schmidt-', 'Weber')
    """
    words = printable(text).replace("-", "-\n").split()
    done: list[str] = []
    while words and len(done) < lines - 1:
        count = 1
        while count < len(words) and (
            width_of(_joined(words[: count + 1]), size, font) <= width
        ):
            count += 1
        done.append(fitted(_joined(words[:count]), width, size, font))
        words = words[count:]
    if words:
        done.append(fitted(_joined(words), width, size, font))
    return tuple(done)


def _joined(words: Sequence[str]) -> str:
    return " ".join(words).replace("- ", "-")


@lru_cache(maxsize=8192)
def shrunk(
    text: str, width: float, sizes: tuple[float, ...], font: str = FONT
) -> tuple[str, float]:
    """Return ``text`` and the first of ``sizes`` it fits in, shortened if in none."""
    for size in sizes:
        if width_of(printable(text), size, font) <= width:
            return printable(text), size
    return fitted(text, width, sizes[-1], font), sizes[-1]


def story_on_one_page(
    story: Callable[[float], list[Flowable]],
    sizes: Iterable[float],
    *,
    width: float,
    height: float,
) -> list[Flowable]:
    """Return flowing parts in the largest of ``sizes`` that fits one page.

    ``sizes`` fall; where none fits, the smallest is left.
    """
    parts: list[Flowable] = []
    for size in sizes:
        parts = story(size)
        if height_of(parts, width=width, height=height) <= height:
            break
    return parts


def height_of(story: Iterable[Flowable], *, width: float, height: float) -> float:
    """Return how high the parts stand on a page."""
    return sum(
        part.wrap(width, height)[1] + part.getSpaceBefore() + part.getSpaceAfter()
        for part in story
    )
