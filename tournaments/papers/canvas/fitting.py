"""Text that fits its cell, whatever was typed.

Widths and sizes are points (1/72 inch).
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from reportlab.pdfbase import pdfmetrics
from reportlab.platypus import Flowable

from tournaments.web.drawing.faces import FONT, printable_text

PIECES = re.compile(r"[^\s-]*-+|[^\s-]+\s?|\s")
ELLIPSIS = "…"


@lru_cache(maxsize=65536)
def _width_at_one(text: str, font: str) -> float:
    return float(pdfmetrics.stringWidth(text, font, 1000)) / 1000


def width_of(text: str, size: float, font: str = FONT) -> float:
    return _width_at_one(text, font) * size


@lru_cache(maxsize=8192)
def fitted_text(text: str, width: float, size: float, font: str = FONT) -> str:
    """Return printable ``text``, shortened with … to fit ``width`` points.

    >>> fitted_text("Anna", 100, 10), fitted_text("Anna" * 9, 30, 10)
    ('Anna', 'Ann…')
    """
    text = printable_text(text)
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
def text_lines(
    text: str, width: float, size: float, font: str = FONT
) -> tuple[str, ...]:
    """Return all of ``text`` in lines that fit, broken at spaces and hyphens.

    Its own line breaks stay. A word wider than a line is broken where the line ends.

    >>> text_lines("Schmidt-Weber", 50, 10)
    ('Schmidt-', 'Weber')
    """
    if "\n" in text:
        parts = (text_lines(part, width, size, font) for part in text.split("\n"))
        return tuple(line for lines in parts for line in lines or ("",))
    lines: list[str] = []
    line = ""
    for word in PIECES.findall(printable_text(text)):
        if width_of((line + word).rstrip(), size, font) <= width:
            line += word
            continue
        if line:
            lines.append(line.rstrip())
        *full, line = word_pieces(word, width, size, font)
        lines += full
    return (*lines, line.rstrip()) if line.strip() else tuple(lines)


def word_pieces(word: str, width: float, size: float, font: str) -> list[str]:
    """Return a word in pieces that fit the width, of at least one letter each."""
    pieces = [""]
    for letter in word:
        if pieces[-1] and width_of(pieces[-1] + letter.rstrip(), size, font) > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def lines_that_fit(
    text: str,
    width: float,
    sizes: Iterable[float],
    font: str = FONT,
    *,
    most: int | Callable[[float], int] = 1,
) -> tuple[tuple[str, ...], float]:
    """Return ``text`` in lines and their size, the first of ``sizes`` that fits.

    It has ``most`` lines, or as many as that says of a size, and breaks no word. Where
    even the last size is too large, the end is shortened with ….

    >>> lines_that_fit("Anna-Maria Schmidt-Weber", 60, [10], most=2)
    (('Anna-Maria', 'Schmidt-W…'), 10)
    """
    lines: tuple[str, ...] = ()
    words = [word.rstrip() for word in PIECES.findall(printable_text(text))]
    widest = max((width_of(word, 1, font) for word in words), default=0)
    for size in sizes:
        lines = text_lines(text, width, size, font)
        count = most if isinstance(most, int) else most(size)
        if len(lines) <= count and widest * size <= width:
            return lines, size
    if len(lines) > count:
        rest = " ".join(lines[count - 1 :]).replace("- ", "-")
        lines = (*lines[: count - 1], fitted_text(rest, width, size, font))
    return lines, size


@lru_cache(maxsize=8192)
def shrunk_text(
    text: str, width: float, sizes: tuple[float, ...], font: str = FONT
) -> tuple[str, float]:
    """Return ``text`` on a line in the first of ``sizes`` that fits, and its size."""
    lines, size = lines_that_fit(text, width, sizes, font)
    return "".join(lines), size


def largest_size(
    story: Callable[[float], list[Flowable]],
    sizes: Iterable[float],
    *,
    width: float,
    height: float,
) -> float | None:
    """Return the first of ``sizes`` in which a story fits on one page, if any."""
    for size in sizes:
        if story_height(story(size), width=width, height=height) <= height:
            return size
    return None


def story_height(story: Iterable[Flowable], *, width: float, height: float) -> float:
    return sum(
        part.wrap(width, height)[1] + part.getSpaceBefore() + part.getSpaceAfter()
        for part in story
    )
