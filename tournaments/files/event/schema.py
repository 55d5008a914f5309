"""The JSON Schema of a file, and checking a file by it.

``docs/event.schema.json`` and ``docs/club.schema.json`` are these schemas, published
for other programs. Checking gives sentences that a secretary understands. It knows only
as much of JSON Schema as is used here and is stricter than the standard in two ways: a
whole number has no decimal point, and ``$`` matches only at the very end of a text.
What a schema cannot say of games and house rules is at the end.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import CheckConstraint, Field, Model, Q
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.game.written_games import PASSED_IN, with_implied_levels
from scoring.house.bylaws import contradictions
from scoring.house.rules import HouseRules, UnknownOption, is_official, read_options
from scoring.notation.documents import write_line
from scoring.notation.grammar import NotationError, Spelling
from scoring.notation.reading import NotedLine, read_line
from scoring.playing.play import play
from scoring.ranking.standings import NO_TIES, TIE_BREAKS
from tournaments.events import models as events
from tournaments.events.models import MOST_CONTESTS
from tournaments.files.event.sections import (
    CLUB_FILE,
    EVENT_FILE,
    MOST_ROWS,
    NAMES,
    OMITTED_DEFAULTS,
    SHEET,
    Json,
    Row,
    Section,
    Sections,
    constraints_of,
    file_columns,
    integer_schema,
    links_of,
    read_columns,
    read_moment,
    ref,
)
from tournaments.people import models as people
from tournaments.people.models import Player
from tournaments.scope.models import (
    MOST_BYTES,
    MOST_LEVELS,
    ExtensionsField,
    canonical_json,
    nesting_depth,
)
from tournaments.scope.scope import DRAW, RESULTS
from tournaments.seasons import models as seasons
from tournaments.sheets import models as sheets
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.models.programme import RuleSet
from tournaments.words.house_options import contradiction_text
from tournaments.words.problems import notation_error_text, refusal_text

Schema = dict[str, Any]

FORMAT = "skatclub-event"
VERSION = 3
UPPER_LIMIT = 1_000_000
SIGNATURE_LENGTH = 150

# What shorthand has no sign for.
MARKS = ("paper_wrong", "skat_taken")
SEAL = "seal"  # the hash of all the rest; `manage.py verify` checks it

NO_NULL = r"^[^\u0000]*$"
DAY = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
MOMENT = r"^(19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}Z$"
# A release may also wait for a user: `UNTIL_RELEASED`.
RELEASE = r"^((19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}|9999-12-31T00:00:00)Z$"
ID = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
NAMESPACE = r"^[a-z0-9-]{1,40}(\.[a-z0-9-]{1,40}){1,5}$"
TIES = f"^({NO_TIES}|({'|'.join(TIE_BREAKS)})(,({'|'.join(TIE_BREAKS)}))*)$"

RANGES = BaseDatabaseOperations.integer_field_ranges
# Longer than the column: a file has people by id and a club's number with dots.
LONGER_TEXTS: Mapping[tuple[type[Model], str], int] = {
    (people.Club, "number"): 9,
    (sheets.Change, "before"): 450,
    (sheets.Change, "after"): 450,
}
LEAST_NUMBERS: Mapping[tuple[type[Model], str], int] = {(Player, "namesake_number"): 1}
PATTERNS: Mapping[tuple[type[Model], str], str] = {
    (events.Event, "slug"): "^[-a-zA-Z0-9_]+$",
    (ScoreSheet, "code"): "^[A-Z0-9]+$",
    (people.Club, "number"): r"^[0-9]{2}\.?[0-9]{2}\.?[0-9]{3}$",
    (events.Event, "tie_chain"): TIES,
    (events.TeamContest, "tie_chain"): TIES,
    (seasons.Season, "ties"): TIES,
}


def array_schema(item: Schema, most: int = MOST_ROWS, least: int = 0) -> Schema:
    """Return the schema of an array of ``least`` to ``most`` items."""
    schema: Schema = {"type": "array", "items": item, "maxItems": most}
    return schema | ({"minItems": least} if least else {})


# The items of the sections whose rows are no objects with columns.
ITEMS: Mapping[type[Model], Schema] = {
    sheets.Game: ref("game"),
    events.ApartPair: array_schema(ref("start-number"), 2, 2),
}


def column_schema(model: type[Model], field: Field) -> Schema:
    """Return the schema of the values of a column."""
    kind = field.get_internal_type()
    if kind == "BooleanField":
        return {"type": "boolean"}
    if kind == "DateField":
        return ref("day")
    if kind == "DateTimeField":
        return ref("release" if field.name in (DRAW, RESULTS) else "moment")
    if kind in RANGES:
        return integer_schema(*number_range(model, field))
    if field.choices:
        values = [value for value, _label in field.flatchoices if value]
        return {"type": "string", "enum": values}
    if isinstance(field, ExtensionsField):
        return ref("extensions")
    key = (model, field.name)
    return {
        "type": "string",
        **({} if field.blank else {"minLength": 1}),
        "maxLength": LONGER_TEXTS.get(key, field.max_length or UPPER_LIMIT),
        "pattern": PATTERNS.get(key, NO_NULL),
    }


def number_range(model: type[Model], field: Field) -> tuple[int, int]:
    least, most = RANGES[field.get_internal_type()]
    least = LEAST_NUMBERS.get((model, field.name), least)
    for lookup, limit in limits_of(model, field):
        least = max(least, limit) if lookup == "gte" else least
        most = min(most, limit) if lookup == "lte" else most
    return least, most


def limits_of(model: type[Model], field: Field) -> Iterator[tuple[str, int]]:
    """Give the limits ("gte" or "lte") that validators and constraints set a number."""
    for validator in field.validators:
        if isinstance(validator, MinValueValidator | MaxValueValidator):
            is_least = isinstance(validator, MinValueValidator)
            yield "gte" if is_least else "lte", validator.limit_value
    for constraint in constraints_of(model, CheckConstraint):
        if constraint.condition.connector == Q.AND and not constraint.condition.negated:
            for condition in constraint.condition.children:
                if isinstance(condition, tuple) and isinstance(condition[1], int):
                    name, _separator, lookup = condition[0].partition("__")
                    if name == field.name:
                        yield lookup, condition[1]


def row_schema(
    model: type[Model], required: Schema | None = None, optional: Schema | None = None
) -> Schema:
    """Return the schema of a row: its columns and links, and further parts.

    ``required`` parts are in every row, ``optional`` ones may be missing. A file for
    everybody lacks the columns that are not public.
    """
    columns, links = file_columns(model), links_of(model)
    optional_keys = {
        name
        for name, field in columns.items()
        if field.null or (field.blank and field.empty_strings_allowed)
    }
    optional_keys |= {key for key, link in links.items() if link.null}
    optional_keys |= OMITTED_DEFAULTS.get(model, frozenset())
    if public := getattr(model, "public", ()):
        optional_keys |= columns.keys() - {*public}
        optional_keys |= {k for k, link in links.items() if link.name not in public}
    parts = {
        **({"id": ref("id")} if hasattr(model, "public_id") else {}),
        **(required or {}),
        **{key: NAMES[link.related_model][1] for key, link in links.items()},
        **{name: column_schema(model, field) for name, field in columns.items()},
    }
    required_keys = [name for name in parts if name not in optional_keys]
    return object_schema(parts | (optional or {}), required_keys)


@cache
def usual_values(model: type[Model]) -> Row:
    """Return the defaults of columns without which a row is refused.

    With them a file is read that is older than a column; what the hour, chance or
    another row decides has none.
    """
    required = row_schema(model)["required"]
    return {
        name: getattr(field.default, "value", field.default)
        for name, field in file_columns(model).items()
        if name in required and field.has_default() and not callable(field.default)
    }


def section_schemas(sections: Sections) -> Schema:
    return {name: section_schema(section) for name, section in sections.items()}


def section_schema(section: Section) -> Schema:
    """Return the schema of a section: rows with their own sections, or one row."""
    model, parts = section.model, section.parts
    required = {name: part for name, part in parts.items() if part.least is not None}
    optional = {name: part for name, part in parts.items() if part.least is None}
    also = {name: also_schema(model, name) for name in section.also}
    item = ITEMS.get(model) or row_schema(
        model, section_schemas(required), also | section_schemas(optional)
    )
    if section.only:
        item = object_schema({name: item["properties"][name] for name in section.only})
    return (
        item
        if section.is_single
        else array_schema(item, section.most, section.least or 0)
    )


def also_schema(model: type[Model], name: str) -> Schema:
    """Return the schema of a column, or of the names of the rows it links to."""
    field: Any = model._meta.get_field(name)
    if not field.related_model:
        return column_schema(model, field)
    link = NAMES[field.related_model][1]
    return array_schema(link) if field.one_to_many else link


def object_schema(properties: Schema, required: Iterable[str] | None = None) -> Schema:
    """Return the schema of an object without other properties; None requires all."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties if required is None else required),
        "additionalProperties": False,
    }


def document_schema(title: str, guide: str, properties: Schema) -> Schema:
    """Return the schema of a whole file: its sections, and what it is of all."""
    required = [name for name in ("format", "version", "event") if name in properties]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": f"Explained in {guide} beside this file.",
        **object_schema(properties, required),
        "$defs": definitions(),
    }


@cache
def event_schema() -> Schema:
    """Return the schema of a whole event file."""
    sections = section_schemas(EVENT_FILE)
    properties = {
        "format": {"const": FORMAT},
        "version": {"const": VERSION},
        "event": sections["event"],
        "house_rules": sections["house_rules"],
        "home_club": ref("name"),
        **sections,
        SEAL: {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    }
    return document_schema("An event of Skatclub", "event-file.md", properties)


@cache
def definitions() -> Schema:
    """Return the schemas that others refer to."""
    name = {"type": "string", "minLength": 1, "maxLength": 120, "pattern": NO_NULL}
    marks = {name: also_schema(sheets.Game, name) for name in MARKS}
    with_marks = object_schema({"line": game_text_schema(), **marks}, ["line"])
    return {
        "id": {"type": "string", "pattern": ID},
        "name": name,
        "account": {
            "type": "string",
            "maxLength": SIGNATURE_LENGTH,
            "pattern": r"^[\w.@+-]+$",
        },
        "code": {"type": "string", "maxLength": 8, "pattern": "^[A-Z0-9]+$"},
        "day": {"type": "string", "pattern": DAY},
        "moment": {"type": "string", "pattern": MOMENT},
        "release": {"type": "string", "pattern": RELEASE},
        "extensions": {
            "type": "object",
            "minProperties": 1,
            "propertyNames": {"type": "string", "pattern": NAMESPACE},
            "additionalProperties": {"type": "object"},
        },
        "start-number": integer_schema(1, 3000),
        "contest": integer_schema(1, MOST_CONTESTS),
        "game": {"anyOf": [game_text_schema(), with_marks]},
    }


def game_text_schema() -> Schema:
    return {"type": "string", "minLength": 1, "maxLength": 300, "pattern": NO_NULL}


def sheet_schema() -> Schema:
    """Return the schema of a list with its games, results and history."""
    schema: Schema = section_schema(SHEET)["items"]
    return schema


CLUB_FORMAT = "skatclub-club"
CLUB_VERSION = 1


@cache
def club_schema() -> Schema:
    """Return the schema of ``club.json``."""
    properties = {
        "format": {"const": CLUB_FORMAT},
        "version": {"const": CLUB_VERSION},
        "home_club": ref("name"),
        **section_schemas(CLUB_FILE),
    }
    return document_schema("A club of Skatclub", "club-file.md", properties)


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
        text = _("%(least)s to %(most)s items belong here, not %(count)s.")
        words = {"least": least, "most": most, "count": len(value)}
        yield FileFault(path, text % words)
        return
    for index, item in enumerate(value):
        yield from faults_in(item, schema["items"], (*path, index))


def number_fault(value: int, schema: Schema) -> str:
    least, most = schema["minimum"], schema["maximum"]
    if least <= value <= most:
        return ""
    return _("%(value)s is not between %(least)s and %(most)s.") % {
        "value": shortened_value(value),
        "least": least,
        "most": most,
    }


def text_fault(value: str, schema: Schema) -> str:
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


def game_item(game: sheets.Game) -> Json:
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


def line_faults(items: Sequence[Json], rules: HouseRules, *, players: int) -> list[str]:
    """Return for each line why the rules forbid it; empty if they do not.

    As long as one cannot be read, only that is said under house rules: what the lines
    after it mean may follow from it.
    """
    entries, unreadable = [], [""] * len(items)
    for index, item in enumerate(items):
        try:
            entries.append(read_game(item).entry)
        except NotationError as error:
            entries.append(PASSED_IN)
            unreadable[index] = notation_error_text(error)
    if any(unreadable) and not is_official(rules):
        return unreadable
    lines = play(entries, rules, players=players)
    return [
        text or " ".join(refusal_text(problem, line.entry) for problem in line.problems)
        for text, line in zip(unreadable, lines, strict=True)
    ]
