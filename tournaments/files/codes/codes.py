"""A file as numbered codes that are scanned from paper with a phone, or typed.

The file is packed with gzip and cut into codes of letters and digits. Each holds its
number, the number of codes, the checksum of the file and one of its own:

    SKAT1:2:17:MZXW6YTB:<lines of 49 letters and a check letter>:<checksum>

The letters are those of base32 (RFC 4648): no case, no 0, 1, 8 or 9. Blanks and
line breaks are ignored, so codes can be pasted or typed as they are printed.
"""

import gzip
import re
import zlib
from base64 import b32decode, b32encode
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.models import Event
from tournaments.files.event.reading.reading import MOST_BYTES
from tournaments.files.event.writing import event_text

MAGIC = "SKAT1"
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
# Characters that are misread or mistyped for a letter; none is in the alphabet.
ALIKE = str.maketrans({"0": "O", "1": "I", "8": "B", "9": "P"})
LINE = 49
LINES = 28
MOST_NUMBERS_NAMED = 12
CODE = re.compile(
    r"(?P<index>[0-9]{1,4}):(?P<count>[0-9]{1,4}):(?P<file_sum>[A-Z2-7]{8}):"
    r"(?P<text>[A-Z2-7]+):(?P<code_sum>[A-Z2-7]{7})"
)
HEAD = re.compile(r"(?P<index>[0-9IO]{1,4}):(?P<count>[0-9IO]{1,4}):")


class CodesRefused(ValidationError):
    """Codes that do not make a file; the messages say which is missing or wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """One code that has been read and checked."""

    index: int
    count: int
    file_sum: str
    content: str


def codes_of(content: bytes) -> tuple[str, ...]:
    """Return ``content`` as codes; the same content gives the same codes.

    >>> codes_of(b"Skat")[0][:10], content_of_codes(" ".join(codes_of(b"Skat")))
    ('SKAT1:1:1:', b'Skat')
    """
    packed = gzip.compress(content, 9, mtime=0)
    file_sum = checksum(packed, 8)
    letters = b32encode(packed).decode().rstrip("=")
    share = LINE * LINES
    parts = [letters[start : start + share] for start in range(0, len(letters), share)]
    codes = []
    for index, part in enumerate(parts, start=1):
        lines = [part[start : start + LINE] for start in range(0, len(part), LINE)]
        text = "".join(line + check_letter(line) for line in lines)
        head = f"{index}:{len(parts)}:{file_sum}:{text}"
        codes.append(f"{MAGIC}:{head}:{checksum(head.encode(), 7)}")
    return tuple(codes)


def event_codes(event: Event) -> tuple[str, ...]:
    """Return a whole event as codes. As many queries as its file needs."""
    return codes_of(event_text(event).encode())


def checksum(content: bytes, letters: int) -> str:
    """Return a checksum of ``content`` as the given number of letters."""
    return b32encode(sha256(content).digest()).decode()[:letters]


def check_letter(line: str) -> str:
    """Return the check letter at the end of a line (Luhn, modulo 32).

    It reveals every single wrong letter and nearly every swap of neighbours.

    >>> check_letter("SKAT") != check_letter("SKTA")
    True
    """
    total = 0
    for position, letter in enumerate(reversed(line)):
        value = ALPHABET.index(letter)
        if position % 2 == 0:
            value = value * 2 // 32 + value * 2 % 32
        total += value
    return ALPHABET[-total % 32]


def content_of_codes(text: str) -> bytes:
    """Return the file whose codes are in ``text``, in any order, some perhaps twice.

    Raises ``CodesRefused`` with a sentence for each damaged code and one for the
    missing ones.
    """
    letters = "".join(text.split()).upper()
    preamble, *pieces = letters.split(f"{MAGIC}:")
    codes: dict[int, Code] = {}
    problems = [_("This is not a code: “%(text)s”.") % {"text": preamble[:40]}] * bool(
        preamble
    )
    for piece in pieces:
        try:
            code = code_in(piece)
        except CodesRefused as refusal:
            problems += refusal.messages
        else:
            codes.setdefault(code.index, code)
            if (code.count, code.file_sum) != first_file(codes):
                problems.append(foreign_code_text(code))
    problems += missing_code_texts(codes)
    if problems:
        raise CodesRefused(list(dict.fromkeys(problems)))
    return joined_content(
        "".join(codes[index].content for index in sorted(codes)), codes
    )


def first_file(codes: dict[int, Code]) -> tuple[int, str]:
    """Return the number of codes and the checksum that the first code names."""
    first = next(iter(codes.values()))
    return first.count, first.file_sum


def foreign_code_text(code: Code) -> str:
    """Say that a code belongs to a different printout than the first one."""
    return _("Code %(number)s is from another print; leave it out.") % {
        "number": code.index
    }


def code_in(piece: str) -> Code:
    """Return the code in ``piece``, without its prefix. Raises ``CodesRefused``."""
    # Mistyped letters are replaced in the text only: the numbers may hold those digits.
    head, *texts = piece.split(":", 3)
    piece = ":".join((head, *texts[:1], *(text.translate(ALIKE) for text in texts[1:])))
    match = CODE.fullmatch(piece)
    if match is None:
        raise CodesRefused(illegible_text(piece))
    content, wrong_line = without_checks(match["text"])
    head = piece.rpartition(":")[0]
    if wrong_line or checksum(head.encode(), 7) != match["code_sum"]:
        raise CodesRefused(damage_text(int(match["index"]), wrong_line))
    return Code(
        index=int(match["index"]),
        count=int(match["count"]),
        file_sum=match["file_sum"],
        content=content,
    )


def without_checks(text: str) -> tuple[str, int]:
    """Return the text without its check letters, and the first wrong line or 0."""
    lines = [text[start : start + LINE + 1] for start in range(0, len(text), LINE + 1)]
    wrong_lines = (
        number
        for number, line in enumerate(lines, start=1)
        if check_letter(line[:-1]) != line[-1]
    )
    return "".join(line[:-1] for line in lines), next(wrong_lines, 0)


def damage_text(number: int, line: int) -> str:
    """Say which code has an error, and in which line if that is known."""
    if line:
        return _("Code %(number)s has an error in line %(line)s.") % {
            "number": number,
            "line": line,
        }
    return _("Code %(number)s has an error.") % {"number": number}


def illegible_text(piece: str) -> str:
    """Say that a code cannot be read, with its number if that is legible."""
    head = HEAD.match(piece)
    if head and head["index"].isdecimal():
        return _("Code %(number)s is not complete or has letters that no code has.") % {
            "number": int(head["index"])
        }
    return _("This is not a code: “%(text)s”.") % {"text": f"{MAGIC}:{piece}"[:40]}


def missing_code_texts(codes: dict[int, Code]) -> Iterator[str]:
    """Yield a sentence that names the missing codes, if there are any."""
    if not codes:
        yield _("There is no complete code yet.")
        return
    count, _file_sum = first_file(codes)
    absent = sorted(set(range(1, count + 1)) - codes.keys())
    if absent:
        numbers = ", ".join(map(str, absent[:MOST_NUMBERS_NAMED]))
        ellipsis = " …" if len(absent) > MOST_NUMBERS_NAMED else ""
        text = ngettext(
            "Code %(numbers)s of %(count)s is missing.",
            "Codes %(numbers)s of %(count)s are missing.",
            len(absent),
        )
        yield text % {"numbers": numbers + ellipsis, "count": count}


def joined_content(letters: str, codes: dict[int, Code]) -> bytes:
    """Return the file that all codes make together. Raises ``CodesRefused``."""
    try:
        packed = b32decode(letters + "=" * (-len(letters) % 8))
        if checksum(packed, 8) != first_file(codes)[1]:
            raise ValueError(letters)
        # A few codes can unpack to more than fits in memory.
        unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        content = unpacker.decompress(packed, MOST_BYTES)
    except (ValueError, zlib.error):
        content = b""
    if not content or not unpacker.eof:
        raise CodesRefused(_("The codes do not belong together."))
    return content
