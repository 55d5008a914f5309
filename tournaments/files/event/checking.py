"""Checking a file against its schema, with sentences that a secretary understands.

It knows only as much of JSON Schema as ``shape`` uses and is stricter than the
standard in two ways: a whole number has no decimal point, and ``$`` matches only at
the very end of a text.
"""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.game.written_games import with_implied_levels
from scoring.house.bylaws import contradictions
from scoring.house.rules import HouseRules, UnknownOption, read_options
from scoring.notation.documents import write_line
from scoring.notation.grammar import NotationError, Spelling
from scoring.notation.reading import NotedLine, read_line
from scoring.playing.line_checks import problems_in
from scoring.playing.play import play
from tournaments.files.event.sections import Json, Row, read_columns, read_moment
from tournaments.files.event.shape import (
    DAY,
    ID,
    MOMENT,
    NAMESPACE,
    RELEASE,
    Schema,
    definitions,
)
from tournaments.scope.models import (
    MOST_BYTES,
    MOST_LEVELS,
    canonical_json,
    nesting_depth,
)
from tournaments.sheets.models import Game
from tournaments.sheets.models.programme import RuleSet
from tournaments.words.house_options import contradiction_text
from tournaments.words.problems import notation_error_text, refusal_text

Path = tuple[str | int, ...]
MOST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class FileFault:
    """Something wrong in a file: its place, and a sentence."""

    path: Path
    sentence: str

    def __str__(self) -> str:
        where = path_text(self.path)
        return f"{where}: {self.sentence}" if where else self.sentence


def path_text(path: Path) -> str:
    """Return a place inside a file, counted from one.

    >>> path_text(("series", 0, "tables", 2))
    'series › 1 › tables › 3'
    """
    steps = (str(step + 1) if isinstance(step, int) else step for step in path)
    return " › ".join(steps)


def faults_in(value: Any, schema: Schema, path: Path = ()) -> Iterator[FileFault]:
    """Give everything about ``value`` that the schema does not allow."""
    schema = schema_for(value, schema)
    if "const" in schema:
        if value != schema["const"] or type(value) is not type(schema["const"]):
            yield FileFault(path, expectation_text(shortened_value(schema["const"])))
        return
    kind, thing = KINDS[schema["type"]]
    if type(value) is not kind:
        yield FileFault(path, expectation_text(thing))
    elif kind is dict:
        yield from object_faults(value, schema, path)
    elif kind is list:
        yield from array_faults(value, schema, path)
    elif kind is not bool:
        fault = number_fault if kind is int else text_fault
        if sentence := fault(value, schema):
            yield FileFault(path, sentence)


def schema_for(value: Any, schema: Schema) -> Schema:
    """Return the schema to check ``value`` by, behind ``$ref`` and ``anyOf``."""
    if "$ref" in schema:
        schema = definitions()[schema["$ref"].removeprefix("#/$defs/")]
    if "anyOf" not in schema:
        return schema
    fitting = (s for s in schema["anyOf"] if type(value) is KINDS[s["type"]][0])
    return next(fitting, schema["anyOf"][0])


KINDS: Mapping[str, tuple[Any, Promise]] = {
    "object": (dict, gettext_lazy("an object in braces")),
    "array": (list, gettext_lazy("a list in brackets")),
    "string": (str, gettext_lazy("a text")),
    "integer": (int, gettext_lazy("a whole number")),
    "boolean": (bool, gettext_lazy("true or false")),
}
PATTERN_TEXTS: Mapping[str, Promise] = {
    DAY: gettext_lazy("a day such as 2026-11-06"),
    **dict.fromkeys(
        (MOMENT, RELEASE), gettext_lazy("a moment such as 2026-11-06T18:30:00Z")
    ),
    ID: gettext_lazy("an id of 32 small hexadecimal digits in five groups"),
}


def object_faults(
    value: dict[str, Any], schema: Schema, path: Path
) -> Iterator[FileFault]:
    """Give the missing and unknown fields of an object, and the faults inside it."""
    if "propertyNames" in schema:
        yield from extension_faults(value, path)
        return
    properties = schema["properties"]
    for key in schema["required"]:
        if key not in value:
            yield FileFault(path, _("“%(key)s” is missing.") % {"key": key})
    for key, inner in value.items():
        if key in properties:
            yield from faults_in(inner, properties[key], (*path, key))
        else:
            sentence = _(
                "“%(key)s” is unknown here. A newer program may have written it; this "
                "one would lose it."
            )
            yield FileFault(path, sentence % {"key": shortened_value(key)})


def extension_faults(value: dict[str, Any], path: Path) -> Iterator[FileFault]:
    """Give the extensions that cannot be kept: no namespace, no object, too large."""
    if not value:
        yield FileFault(path, _("This must not be empty."))
    for name, inner in value.items():
        if not compiled_pattern(NAMESPACE).search(name):
            sentence = _("“%(key)s” is no namespace such as org.example.program.")
            yield FileFault(path, sentence % {"key": shortened_value(name)})
        elif type(inner) is not dict:
            yield FileFault((*path, name), expectation_text(KINDS["object"][1]))
    if sentence := size_fault(value):
        yield FileFault(path, sentence)


def size_fault(value: dict[str, Any]) -> str:
    """Return why extensions cannot be written again; empty if they can."""
    try:
        levels, size = nesting_depth(value), len(canonical_json(value).encode())
    except RecursionError:
        levels, size = sys.maxsize, 0
    except ValueError:
        return _("This is a number or a character that no program can write.")
    if levels > MOST_LEVELS:
        sentence = _("Extensions have at most %(most)s brackets inside each other.")
        return sentence % {"most": MOST_LEVELS}
    if size > MOST_BYTES:
        sentence = _("Extensions have at most %(most)s bytes here, not %(size)s.")
        return sentence % {"most": MOST_BYTES, "size": size}
    return ""


def array_faults(value: list[Any], schema: Schema, path: Path) -> Iterator[FileFault]:
    """Give the faults of the length of an array and inside it."""
    least, most = schema.get("minItems", 0), schema["maxItems"]
    if not least <= len(value) <= most:
        yield FileFault(
            path,
            _("%(least)s to %(most)s items belong here, not %(count)s.")
            % {"least": least, "most": most, "count": len(value)},
        )
        return
    for index, item in enumerate(value):
        yield from faults_in(item, schema["items"], (*path, index))


def number_fault(value: int, schema: Schema) -> str:
    """Return the fault of a number; empty if there is none."""
    least, most = schema["minimum"], schema["maximum"]
    if least <= value <= most:
        return ""
    return _("%(value)s is not between %(least)s and %(most)s.") % {
        "value": shortened_value(value),
        "least": least,
        "most": most,
    }


def text_fault(value: str, schema: Schema) -> str:
    """Return the fault of a text; empty if there is none."""
    if "enum" in schema:
        if value in schema["enum"]:
            return ""
        return _("“%(value)s” is not one of: %(known)s.") % {
            "value": shortened_value(value),
            "known": ", ".join(schema["enum"]),
        }
    if len(value) < schema.get("minLength", 0):
        return _("This must not be empty.")
    most = schema.get("maxLength")
    if most is not None and len(value) > most:
        return _("At most %(most)s characters belong here.") % {"most": most}
    pattern = schema["pattern"]
    if compiled_pattern(pattern).search(value) and is_storable(value, pattern):
        return ""
    if pattern in PATTERN_TEXTS:
        return expectation_text(PATTERN_TEXTS[pattern])
    return _("“%(value)s” has characters that do not belong here.") % {
        "value": shortened_value(value)
    }


def is_storable(text: str, pattern: str) -> bool:
    """Return whether a day or moment exists, or a text has no half character pair."""
    if pattern not in (DAY, MOMENT, RELEASE):
        return text.isascii() or not HALF_PAIR.search(text)
    try:
        read_moment(text)
    except ValueError:
        return False
    return True


HALF_PAIR = re.compile("[\ud800-\udfff]")


@lru_cache
def compiled_pattern(pattern: str) -> re.Pattern[str]:
    """Return ``pattern`` compiled, with ``$`` for the very end of a text."""
    if pattern.endswith("$"):
        pattern = pattern[:-1] + r"\Z"
    return re.compile(pattern)


def expectation_text(thing: str | Promise) -> str:
    """Return the sentence that says what belongs in this place."""
    return _("%(what)s belongs here.") % {"what": thing}


def shortened_value(value: Any) -> str:
    """Return a value of the file, shortened and encodable."""
    text = str(value).encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"


def rule_set_in(row: Row) -> RuleSet:
    """Return house rules, unsaved, with the options in this program's spelling."""
    rule_set = RuleSet(**read_columns(RuleSet, row))
    rule_set.set_rules(rule_set.as_rules())
    return rule_set


def house_rules_in(document: Row) -> RuleSet | None:
    """Return the house rules of the event, unsaved; None where the ISkO is played."""
    row = document.get("house_rules")
    return None if row is None else rule_set_in(row)


def option_faults(row: Row, path: Path) -> Iterator[FileFault]:
    """Give the first unknown option of house rules, or those that contradict others.

    A form refuses them with the same sentences.
    """
    path = (*path, "options")
    try:
        rules = read_options(row.get("options", ""))
    except UnknownOption as error:
        sentence = _("House rules know no option “%(option)s”.")
        yield FileFault(path, sentence % {"option": error.option})
    else:
        for contradiction in contradictions(rules):
            yield FileFault(path, contradiction_text(contradiction))


@lru_cache(maxsize=1 << 14)
def read_shorthand(text: str) -> NotedLine:
    """Read one line of shorthand with the levels it implies. Raises NotationError."""
    noted = read_line(text)
    return replace(noted, entry=with_implied_levels(noted.entry))


@lru_cache(maxsize=1 << 14)
def canonical_line(text: str) -> str:
    """Return a line in the spelling of this program. Raises NotationError."""
    return write_line(read_shorthand(text), Spelling.LETTERS)


def shorthand_of(item: Json) -> str:
    """Return the shorthand of a game of the file: a text, or a row with marks."""
    return item if isinstance(item, str) else item["line"]


def read_game(item: Json) -> NotedLine:
    """Return a game of the file without its marks. Raises NotationError."""
    return read_shorthand(shorthand_of(item))


def game_item(game: Game) -> Json:
    """Return a stored game as the file has it: a text unless it has marks."""
    text = write_line(game.as_noted(), Spelling.LETTERS)
    if not game.paper_wrong and game.skat_taken is None:
        return text
    row: Row = {"line": text, "paper_wrong": game.paper_wrong}
    return row if game.skat_taken is None else row | {"skat_taken": game.skat_taken}


def canonical_game(item: Json) -> Json:
    """Return a game of the file as this program writes it. Raises NotationError."""
    line = canonical_line(shorthand_of(item))
    if isinstance(item, str):
        return line
    row = {**item, "line": line}
    row.setdefault("paper_wrong", False)
    return row if row["paper_wrong"] or "skat_taken" in row else line


def house_faults(
    items: Sequence[Json], rules: HouseRules, *, players: int
) -> list[str]:
    """Return for each line why house rules forbid it; empty if they do not."""
    try:
        entries = [read_game(item).entry for item in items]
    except NotationError:
        return [line_fault(item, players=players, number=1, games=1) for item in items]
    return [
        " ".join(refusal_text(problem, line.entry) for problem in line.problems)
        for line in play(entries, rules, players=players)
    ]


def line_fault(item: Json, *, players: int, number: int, games: int) -> str:
    """Return why line ``number`` of a list cannot hold a game; empty if it can."""
    try:
        entry = read_game(item).entry
    except NotationError as error:
        return notation_error_text(error)
    problems = problems_in(entry, players=players, number=number, games=games)
    return " ".join(refusal_text(problem, entry) for problem in problems)
