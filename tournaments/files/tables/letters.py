"""The letters of a file: from bytes to text, with a look at the names in the result.

Umlauts tell the code pages apart: read wrongly they become signs, or capitals inside a
word. Where two readings look equally good, the user sees some names in each.
"""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

from charset_normalizer import from_bytes
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

COPY = gettext_lazy("Mark the table there, copy it and paste it here.")
NO_TABLES = {
    b"%PDF": gettext_lazy("This is a PDF, a picture of a table."),
    b"\x89PNG": gettext_lazy("This is a picture."),
    b"\xff\xd8\xff": gettext_lazy("This is a picture."),
    b"{\\rtf": gettext_lazy("This is a letter, not a table."),
}
MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
# Windows, DOS, Mac; then Windows and DOS for central Europe, Windows for Turkish.
CODE_PAGES = ("cp1252", "cp850", "mac_roman", "cp1250", "cp852", "cp1254")
DECLARED = re.compile(rb"(?:charset|encoding) *= *[\"']?([A-Za-z0-9_-]{3,20})")
HEAD_BYTES = 2000
WORD = re.compile(r"[^\W\d_]*[^\x00-\x7f](?:[^\s,;:/()\"<>]|[^\W\d_])*")
GERMAN = frozenset("äöüÄÖÜß")
USUAL = frozenset("éèêëáàâçñóòôøåæúíîïÉłŁńśŚżźćęąčČšŠžŽřýůőűğışİŞ")
SIGNS = frozenset("–—„“”‚‘’€§°·•…«»\u00a0−½¼¾²³×´±")
DOUBLY = re.compile(
    r"[ÂÃÄÅÐ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€[\u0080-\u00ff“”œ˜™¦¢]"
)
SHOWN = 3


class TableRefused(ValidationError):
    """A file that cannot be read as a table."""


@dataclass(frozen=True, slots=True)
class Letters:
    """A decoded text; ``rivals`` are the names of it in other code pages, if equal."""

    text: str
    encoding: str
    rivals: tuple[tuple[str, tuple[str, ...]], ...] = ()


def text_of(content: bytes, encoding: str) -> Letters:
    """Return the letters of a file; refuse what is no text, saying what it is."""
    for start, what in NO_TABLES.items():
        if content.lstrip()[:8].startswith(start):
            raise TableRefused(f"{what} {COPY}", code="kind")
    letters = decoded(content, encoding)
    if letters is None:
        raise TableRefused(
            _("This is no file of text and no spreadsheet."), code="binary"
        )
    return letters


def decoded(content: bytes, encoding: str = "") -> Letters | None:
    """Return the text of a file, in ``encoding`` if one was chosen; None for binary.

    >>> [decoded("Müller".encode(page)).text for page in ("cp1252", "cp850", "utf-8")]
    ['Müller', 'Müller', 'Müller']
    >>> decoded("MÃ¼ller".encode()).text
    'Müller'
    """
    if encoding in CODE_PAGES:
        chosen = content.decode(encoding, errors="replace")
        return Letters(chosen, encoding, rivals_of(content, encoding))
    marked = marked_encoding(content)
    tries = [(marked, "replace")]
    if not marked:
        tries = [("utf-8", "strict"), (declared_encoding(content), "strict")]
        tries += [("utf-8", "windows")] * mostly_utf8(content)
    for name, errors in tries:
        try:
            text = content.decode(name, errors)
        except (UnicodeDecodeError, LookupError):
            continue
        return None if "\0" in text else Letters(DOUBLY.sub(once, text), name)
    return None if b"\0" in content else in_code_page(content)


def once(match: re.Match[str]) -> str:
    """Return the letter that was coded twice; the signs themselves if it was not."""
    for page in ("cp1252", "latin-1"):
        try:
            return match[0].encode(page).decode("utf-8")
        except UnicodeError:
            continue
    return match[0]


def windows_letter(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    byte = error.object[error.start : error.start + 1]
    return byte.decode("cp1252", errors="replace"), error.start + 1


codecs.register_error("windows", windows_letter)


def marked_encoding(content: bytes) -> str:
    """Return the encoding that a mark or zeros in every other byte tell, or nothing."""
    for mark, name in MARKS.items():
        if content.startswith(mark):
            return name
    start = content[:HEAD_BYTES]
    for name, zeros in (("utf-16-le", start[1::2]), ("utf-16-be", start[0::2])):
        if len(zeros) > 2 and zeros.count(0) > len(zeros) * 0.8:
            return name
    return ""


def declared_encoding(content: bytes) -> str:
    """Return the encoding that a web page or an XML file declares for itself."""
    start = content[:HEAD_BYTES]
    match = DECLARED.search(start) if b"<" in start else None
    return match[1].decode("ascii") if match else ""


def mostly_utf8(content: bytes) -> bool:
    """Tell whether a text is UTF-8 but for a few bytes of another program."""
    good = re.findall(rb"[\xc3-\xc5][\x80-\xbf]|\xe2\x80[\x80-\xbf]", content)
    high = sum(byte > 0x7F for byte in content)
    return bool(good) and high - sum(map(len, good)) <= len(good)


def in_code_page(content: bytes) -> Letters:
    best = next(iter(rival_pages(content)))
    text = content.decode(best, errors="replace")
    if score(text) < 0 and (guess := from_bytes(content).best()):
        return Letters(str(guess), guess.encoding)
    return Letters(text, best, rivals_of(content, best))


def rival_pages(content: bytes) -> list[str]:
    """Return the code pages that give the best words, the most usual one first."""
    high_lines = b"\n".join(
        line for line in content.splitlines() if max(line, default=0) > 0x7F
    )[:20_000]
    scores = {page: score(high_lines.decode(page, "replace")) for page in CODE_PAGES}
    most = max(scores.values())
    return [page for page in CODE_PAGES if scores[page] >= most]


def rivals_of(content: bytes, best: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return code pages that read the names differently, with some names in each."""
    pages = [best, *(page for page in rival_pages(content) if page != best)]
    texts = {page: content.decode(page, errors="replace") for page in pages}
    different: dict[str, str] = {}
    for page, text in texts.items():
        different.setdefault(text, page)
    if len(different) < 2:
        return ()
    names = zip(*(text.split("\n") for text in different), strict=False)
    telling = [lines for lines in names if len(set(lines)) > 1][:SHOWN]
    return tuple(
        (page, tuple(" ".join(lines[at].split())[:60] for lines in telling))
        for at, page in enumerate(different.values())
    )


def score(text: str) -> int:
    """Rate the words with letters beyond ASCII; words with signs inside count least."""
    return sum(points for word in WORD.findall(text) for points in letter_points(word))


def letter_points(word: str) -> Iterator[int]:
    """Yield the points of each letter beyond ASCII in a word."""
    letters = [letter for letter in word if letter.isalpha() and letter != "ß"]
    is_upper = sum(map(str.isupper, letters)) > len(letters) / 2
    is_foreign = sum(letter > "\x7f" for letter in letters) > max(2, len(word) / 2)
    for at, letter in enumerate(word):
        if letter < "\x80":
            continue
        if not letter.isalpha():
            is_inside = any(near.isalpha() for near in word[max(at - 1, 0) : at + 2])
            yield -3 if is_inside or letter not in SIGNS else 1
        elif is_foreign or (
            letter != "ß" and letter.isupper() != is_upper and (at or is_upper)
        ):
            yield -2
        else:
            points = 2 if letter in GERMAN else 1 if letter in USUAL else 0
            yield points - (at == 0 and letter.islower())
