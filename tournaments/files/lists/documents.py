"""One list as a document: a file in the shape of the event file, or a short text.

Both have the same content and are read the same way. The text fits into a QR code, and
a phone can write it without a server; the file also has the ids of the players and the
check codes.
"""

import json
from dataclasses import dataclass
from functools import cache

import zxingcpp
from django.utils.translation import gettext as _
from PIL import Image

from scoring.notation.documents import (
    ListText,
    NoDocument,
    PlaceTwice,
    is_document,
    read_document,
    write_document,
    write_line,
)
from scoring.notation.grammar import NotationError, Spelling
from scoring.notation.reading import NotedLine
from scoring.proof.alignment import ListState
from tournaments.files.event.reading import (
    FileRefused,
    duplicate_faults,
    parse_json,
    refuse_faults,
    require_version,
)
from tournaments.files.event.schema import (
    FileFault,
    Schema,
    array_schema,
    faults_in,
    integer_schema,
    object_schema,
    read_game,
    ref,
    sheet_schema,
)
from tournaments.files.event.sections import MOST_SERIES, Row, without_empty
from tournaments.files.event.writing import file_text, list_document
from tournaments.scope.models import EXTENSIONS
from tournaments.sheets.finishing.services import (
    SEAT_FIELDS,
    SHEET_FIELDS,
    foot_text,
    numbers_text,
)
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import ScoreSheet
from tournaments.web.pictures import MOST_PIXELS, NoPicture, TooManyPixels, read_picture
from tournaments.words.problems import notation_error_text

FORMAT = "skatclub-list"
VERSION = 1
MOST_BYTES = 64 * 1024
WHOLE_LIST = 0  # the "place" of the numbers that belong to no player
# What was done with the list at the desk, by which accounts, and extensions.
NOT_IN_FILE = (
    "changes",
    "verdicts",
    "second_list",
    "typed_by",
    "finished_by",
    EXTENSIONS,
)


@cache
def list_file_schema() -> Schema:
    """Return the schema of a single list: that of the event file, with less required.

    Programs that write at a table know no ids and nothing but the places.
    """
    parts = {
        name: shape
        for name, shape in sheet_schema()["properties"].items()
        if name not in NOT_IN_FILE
    }
    seat = parts["seats"]["items"]
    parts["seats"] = array_schema(object_schema(seat["properties"], ["place"]), 5)
    return object_schema(
        {
            "format": {"const": FORMAT},
            "version": {"const": VERSION},
            "event": ref("id"),
            "rules": {"type": "string", "maxLength": 2000, "pattern": r"^[^\u0000]*$"},
            "series": integer_schema(1, MOST_SERIES),
            "list": object_schema(parts, ["code", "table_number"]),
        },
        ["format", "version", "series", "list"],
    )


@dataclass(frozen=True, slots=True)
class ListDocument:
    """A list that was read and has the right shape; ``row`` is the file's content."""

    row: Row

    @property
    def list_row(self) -> Row:
        """The list itself, without its event and series."""
        list_row: Row = self.row["list"]
        return list_row

    @property
    def games(self) -> list[NotedLine]:
        return [read_game(item) for item in self.list_row.get("games", ())]

    @property
    def foot(self) -> dict[int, str]:
        """The numbers of the foot as text, by place; the whole list has place 0."""
        rows = {WHOLE_LIST: self.list_row} | {
            seat["place"]: seat for seat in self.list_row.get("seats", ())
        }
        texts = {
            place: numbers_text(*map(row.get, fields_at(place)))
            for place, row in sorted(rows.items())
        }
        return {place: text for place, text in texts.items() if text}

    @property
    def people(self) -> dict[int, str]:
        """The ids of the players by place, as far as the document has them."""
        return {
            seat["place"]: seat["person"]
            for seat in self.list_row.get("seats", ())
            if "person" in seat
        }

    @property
    def confirmation_count(self) -> int:
        """How many places have confirmed the list, according to the document."""
        is_right_by_place = {
            confirmation["place"]: confirmation["is_right"]
            for confirmation in self.list_row.get("confirmations", ())
        }
        return sum(is_right_by_place.values())

    @property
    def state(self) -> ListState:
        return ListState(
            games=tuple(game.entry for game in self.games),
            foot=self.foot,
            is_struck=self.list_row.get("cut_short", False),
        )


def ledger_state(ledger: Ledger) -> ListState:
    """Return the state of a stored list, to be compared with a document. No query."""
    foot = {seat.place: foot_text(seat) for seat in ledger.seats}
    foot[WHOLE_LIST] = foot_text(ledger.sheet)
    return ListState(
        games=tuple(game.as_entry() for game in ledger.games),
        foot=foot,
        is_struck=ledger.sheet.cut_short,
    )


def fields_at(place: int) -> tuple[str, ...]:
    """Return the columns of the foot at a place, or of the whole list."""
    return SHEET_FIELDS if place == WHOLE_LIST else SEAT_FIELDS


def read_list_document(content: bytes) -> ListDocument:
    """Read a list from a file or a text. No query.

    Raises ``FileRefused`` with a sentence that says where and why.
    """
    if len(content) > MOST_BYTES:
        raise FileRefused(_("This is no list of this program."), code="size")
    text = content.decode("utf-8", "replace")
    return document_of_row(
        row_of_text(text) if is_document(text) else row_of_file(content)
    )


def row_of_file(content: bytes) -> Row:
    """Return the content of the file of a list. Raises ``FileRefused``."""
    if not content.decode("utf-8", "replace").lstrip("\ufeff \r\n\t").startswith("{"):
        raise FileRefused(_("This is no list of this program."), code="format")
    row: Row = parse_json(content)
    require_version(row, FORMAT, VERSION)
    return row


def document_of_row(row: Row) -> ListDocument:
    """Return a document after checking its shape and lines. Raises ``FileRefused``."""
    refuse_faults(faults_in(row, list_file_schema()))
    refuse_faults(unreadable_lines(row))
    places = (seat["place"] for seat in row["list"].get("seats", ()))
    refuse_faults(duplicate_faults(places, ("list", "seats")))
    return ListDocument(row)


def unreadable_lines(row: Row) -> list[FileFault]:
    faults = []
    for number, item in enumerate(row["list"].get("games", ()), 1):
        try:
            read_game(item)
        except NotationError as error:
            game = _("Game %(number)s") % {"number": number}
            faults.append(FileFault((), f"{game}: {notation_error_text(error)}"))
    return faults


def row_of_text(text: str) -> Row:
    """Return the content of a text in the shape of the file. Raises ``FileRefused``."""
    try:
        list_text = read_document(text)
    except NoDocument as fault:
        message = _("Line %(line)s of the text cannot be read: “%(text)s”.")
        if isinstance(fault, PlaceTwice):
            message = _("Line %(line)s of the text names a place again: “%(text)s”.")
        words = {"line": fault.line, "text": fault.text[:40]}
        raise FileRefused(message % words, code="line") from None
    feet = {
        place: dict(zip(fields_at(place), numbers, strict=True))
        for place, numbers in sorted(list_text.foot.items())
    }
    counts = feet.pop(WHOLE_LIST, {})
    seats = [without_empty({"place": place, **foot}) for place, foot in feet.items()]
    list_row = {
        "code": list_text.code,
        "table_number": list_text.table,
        "cut_short": list_text.is_struck,
        **counts,
        "seats": seats,
        "games": list(list_text.lines),
    }
    return {
        "format": FORMAT,
        "version": VERSION,
        "series": list_text.series,
        "list": without_empty(list_row),
    }


def ledger_text(ledger: Ledger) -> str:
    """Return a list as the text in its QR code. No query."""
    sheet = ledger.sheet
    rows = {WHOLE_LIST: sheet} | {seat.place: seat for seat in ledger.seats}
    return write_document(
        ListText(
            code=sheet.code,
            series=sheet.series.number,
            table=sheet.table_number,
            lines=tuple(
                write_line(game.as_noted(), Spelling.LETTERS) for game in ledger.games
            ),
            is_struck=sheet.cut_short,
            foot={
                place: tuple(getattr(row, name) for name in fields_at(place))
                for place, row in rows.items()
            },
        )
    )


def list_file_text(sheet: ScoreSheet) -> str:
    """Return a list as a file for another laptop. About fourteen queries."""
    (series,) = list_document(sheet)["series"]
    (list_row,) = series["tables"]
    event = sheet.series.event
    row = {
        "format": FORMAT,
        "version": VERSION,
        "event": str(event.public_id),
        "rules": event.rule_set.options if event.rule_set else "",
        "series": series["number"],
        "list": {key: part for key, part in list_row.items() if key not in NOT_IN_FILE},
    }
    return file_text(without_empty(row))


def document_text(document: ListDocument) -> str:
    return json.dumps(document.row, ensure_ascii=False, sort_keys=True)


def stored_document(text: str) -> ListDocument:
    """Return a stored document, which was checked before."""
    return ListDocument(json.loads(text))


def checked_document(text: str) -> ListDocument:
    """Return a document that was stored elsewhere. Raises ``FileRefused``."""
    return document_of_row(row_of_file(text.encode()))


# The first bytes of picture files, including those that cannot be read here.
BEGINNINGS = (b"\xff\xd8", b"\x89PNG", b"RIFF", b"GIF8", b"BM", b"II*\0", b"MM\0*")
SIDE = 2400  # pixels, enough for the code of a whole list
CODES = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
TURNS = (0, 45)  # degrees; the reader copes with those near a right angle by itself
NO_CODE = "no-code"


def is_picture(content: bytes) -> bool:
    """Tell whether a file is a picture, by its first bytes.

    >>> is_picture(b"\\x89PNG"), is_picture(b"skat 1 K7M2PQ 1/3")
    (True, False)
    """
    return content.startswith(BEGINNINGS) or content[4:8] == b"ftyp"


def list_in_picture(content: bytes) -> str:
    """Return the text of the list whose code is in a picture.

    Raises ``FileRefused`` if there is none or more than one, or it is no picture.
    """
    picture = open_picture(content)
    texts: set[str] = set()
    for turn in TURNS:
        grey = Image.Resampling.BICUBIC
        turned = picture.rotate(turn, grey, expand=True, fillcolor=128)
        texts |= {code.text for code in zxingcpp.read_barcodes(turned, formats=CODES)}
        lists = {text.strip() for text in texts if is_document(text)}
        if len(lists) > 1:  # they would easily be mixed up
            raise FileRefused(
                _("Several lists are in this picture. Please take one picture of each.")
            )
        if lists:
            return lists.pop()
    if texts:
        raise FileRefused(_("The QR code in this picture is no list."))
    text = _(
        "There is no QR code in this picture that can be read. Take it from closer, "
        "with the whole code and good light."
    )
    raise FileRefused(text, code=NO_CODE)


def open_picture(content: bytes) -> Image.Image:
    """Return a picture in grey, no larger than needed. Raises ``FileRefused``."""
    try:
        grey = read_picture(content, mode="L", most_pixels=MOST_PIXELS, side=SIDE)
    except (NoPicture, TooManyPixels) as refusal:
        raise FileRefused(refusal.messages) from None
    grey.thumbnail((SIDE, SIDE))
    return grey
