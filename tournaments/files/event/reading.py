"""Reading a file: an event that can be stored, or a sentence that says why not."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, NoReturn

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.files.event.checking import (
    FileFault,
    faults_in,
    rule_set_in,
    shortened_value,
)
from tournaments.files.event.faults import meaning_faults
from tournaments.files.event.lines import canonical_game
from tournaments.files.event.sections import (
    Json,
    Row,
    file_row,
    moment_text,
    read_moment,
    without_empty,
)
from tournaments.files.event.shape import FORMAT, SEAL, VERSION, Schema, event_schema
from tournaments.files.event.writing import sorted_section
from tournaments.scope.models import EXTENSIONS, canonical_json

MOST_BYTES = 32 * 1024 * 1024
# An event of 32 MB has some 1.7 million; as brackets they would fill the memory.
MOST_VALUES = 2_000_000
MOST_FAULTS = 10


class FileRefused(ValidationError):
    """A file that cannot be imported; its messages say why and where."""


@dataclass(frozen=True, slots=True)
class EventFile:
    """An event read from a file: checked, and in its canonical form."""

    document: Row


def read_event(content: bytes) -> EventFile:
    """Read and check the content of an event file. No query.

    Raises ``FileRefused`` with a sentence for each of the first faults and its place.
    """
    require_size(len(content))
    document = parse_json(content)
    require_version(document, FORMAT, VERSION)
    # Files may be changed by hand; whether one was is the business of `verify`.
    document.pop(SEAL, None)
    require_shape(document, event_schema())
    refuse_faults(meaning_faults(document))
    return EventFile(canonical_document(document))


def require_size(size: int) -> None:
    """Refuse a file that is too large, before it is read."""
    if size > MOST_BYTES:
        raise FileRefused(
            _("This file has %(size)s MB; event files have at most %(most)s MB.")
            % {"size": size // 1024**2, "most": MOST_BYTES // 1024**2},
            code="size",
        )


def parse_json(content: bytes) -> Json:
    """Return the JSON document in a file. Raises ``FileRefused``."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileRefused(
            _("This is no file of Skatclub, or it is damaged."), code="encoding"
        ) from None
    if not text.strip():
        raise FileRefused(_("This file is empty."), code="empty")
    if sum(map(text.count, "[{,")) > MOST_VALUES:
        refuse_nonsense()
    try:
        return json.loads(
            text,
            object_pairs_hook=object_without_duplicates,
            parse_constant=refuse_constant,
        )
    except json.JSONDecodeError as error:
        raise FileRefused(damage_text(text, error), code="damaged") from None
    except (ValueError, RecursionError):
        refuse_nonsense()


def refuse_nonsense() -> NoReturn:
    """Refuse a file that no program and no person writes."""
    raise FileRefused(
        _("This is no file of Skatclub: nobody writes such numbers or brackets."),
        code="nonsense",
    )


def damage_text(text: str, error: json.JSONDecodeError) -> str:
    """Return a sentence on where a file is damaged or that it breaks off."""
    breaks_off = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
    if not text.lstrip().startswith(("{", "[")):
        return _("This is no file of Skatclub: it begins like another kind of file.")
    if breaks_off:
        return _("This file is not complete: it breaks off in line %(line)s.") % {
            "line": text.count("\n") + 1
        }
    return _("This file is damaged in line %(line)s, character %(column)s.") % {
        "line": error.lineno,
        "column": error.colno,
    }


def object_without_duplicates(pairs: list[tuple[str, Any]]) -> Row:
    """Return an object; refuse one with the same key twice."""
    item = dict(pairs)
    if len(item) < len(pairs):
        counts = Counter(key for key, _value in pairs)
        ((key, _count),) = counts.most_common(1)
        raise FileRefused(
            _("“%(key)s” is in one object twice.") % {"key": shortened_value(key)},
            code="twice",
        )
    return item


def refuse_constant(word: str) -> NoReturn:
    """Refuse NaN and Infinity, which are not JSON."""
    raise ValueError(word)


def require_version(document: Json, wanted: str, newest: int) -> None:
    """Refuse a file of another format than ``wanted``, or of a newer program."""
    if not isinstance(document, dict) or document.get("format") != wanted:
        raise FileRefused(
            _("This is no such file of Skatclub: “format” must be “%(format)s”.")
            % {"format": wanted},
            code="format",
        )
    version = document.get("version")
    if type(version) is int and version > newest:
        raise FileRefused(
            _(
                "A newer program wrote this file, in version %(version)s of the "
                "format; this one reads up to version %(known)s."
            )
            % {"version": shortened_value(version), "known": newest},
            code="newer",
        )


def require_shape(document: Json, schema: Schema) -> None:
    """Refuse a document that does not fit its schema."""
    refuse_faults(faults_in(document, schema, schema["$defs"]))


def refuse_faults(faults: Iterable[FileFault]) -> None:
    """Raise ``FileRefused`` with the first ``faults``, if there are any."""
    if sentences := first_sentences(map(str, faults), MOST_FAULTS):
        raise FileRefused(sentences, code="faults")


def first_sentences(sentences: Iterable[str], most: int) -> list[str]:
    """Return the first sentences, and one that says so if there are more."""
    first = list(islice(sentences, most + 1))
    if len(first) > most:
        first[most:] = [_("There is more; these are the first ones.")]
    return first


def canonical_document(document: Row) -> Row:
    """Return a checked document as this program would have written it."""
    row = {key: canonical_value(key, value) for key, value in document.items()}
    return without_empty(row)


def canonical_value(key: str, value: Json) -> Json:
    """Return the value under ``key`` as this program would have written it."""
    if key in CANONICAL:
        return CANONICAL[key](value)
    if isinstance(value, dict):
        return canonical_document(value)
    if key == "at" or key.endswith("_at"):
        return moment_text(read_moment(value))
    if isinstance(value, list) and all(isinstance(item, dict) for item in value):
        return sorted_section(key, [canonical_document(item) for item in value])
    return value


def canonical_rules(row: Row) -> Row:
    """Return house rules without the options of the ISkO, in the usual order."""
    return file_row(rule_set_in(row), club=row.get("club"))


CANONICAL: Mapping[str, Callable[[Json], Json]] = {
    "house_rules": canonical_rules,
    "rule_sets": lambda rows: sorted_section("rule_sets", map(canonical_rules, rows)),
    "games": lambda games: [canonical_game(item) for item in games],
    "apart": lambda pairs: sorted(sorted(pair) for pair in pairs),
    # Text from here on, so that searches for names do not look into extensions.
    EXTENSIONS: canonical_json,
}
