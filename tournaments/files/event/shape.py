"""The JSON Schema of an event file, derived from the columns it holds.

``docs/event.schema.json`` is this schema, published for other programs.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import Field, Model

from scoring.ranking.standings import NO_TIES, TIE_BREAKS
from tournaments.events.models import (
    MOST_CONTESTS,
    MOST_ROUNDS,
    MOST_SERIES,
    Adjustment,
    ApartPair,
    Draw,
    Entry,
    Event,
    Payment,
    Series,
    Team,
    TeamContest,
)
from tournaments.files.event.sections import (
    CLUB_SECTIONS,
    EVENT_SECTIONS,
    MOST_GAMES,
    MOST_PEOPLE,
    MOST_ROWS,
    SHEET,
    Section,
    Sections,
    file_columns,
    links_of,
)
from tournaments.leagues.models import LeagueTeam
from tournaments.organisations.models import Organisation
from tournaments.people.models import Club, MailAddress, Player, User
from tournaments.scope.models import ExtensionsField
from tournaments.scope.withheld import DRAW, RESULTS
from tournaments.seasons.models import Season
from tournaments.sheets.models import (
    Change,
    Confirmation,
    Game,
    Result,
    ScoreSheet,
    Seat,
    Substitution,
    Verdict,
)
from tournaments.sheets.models.programme import RuleSet

Schema = dict[str, Any]

FORMAT = "skatclub-event"
VERSION = 3
FEWEST_SEATS = 3
UPPER_LIMIT = 1_000_000
LARGEST_INTEGER = 2_147_483_647
SIGNATURE_LENGTH = 150

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
# Narrower than the column: no list or evening goes beyond.
NARROWER_RANGES: Mapping[tuple[type[Model], str], tuple[int, int]] = {
    (Series, "number"): (1, MOST_SERIES),
    (ScoreSheet, "rounds"): (1, MOST_ROUNDS * 4 // 3),
    (ScoreSheet, "revision"): (0, UPPER_LIMIT),
    (Seat, "place"): (1, 5),
    (Substitution, "place"): (1, 5),
    (Substitution, "from_game"): (2, MOST_GAMES),
    (Result, "place"): (1, 5),
    (Result, "first_game"): (1, MOST_GAMES),
    (Result, "last_game"): (0, 200),
    (Result, "game_points"): (-UPPER_LIMIT, UPPER_LIMIT),
    (Result, "total"): (-UPPER_LIMIT, UPPER_LIMIT),
    (Change, "step"): (1, UPPER_LIMIT),
    (Change, "reverts"): (1, UPPER_LIMIT),
    (Change, "number"): (1, 200),
    (Verdict, "revision"): (0, UPPER_LIMIT),
    (Confirmation, "revision"): (0, UPPER_LIMIT),
    (Confirmation, "place"): (1, 5),
}
# Longer than the column: a file has people by id and a club's number with dots.
LONGER_TEXTS: Mapping[tuple[type[Model], str], int] = {
    (Club, "number"): 9,
    (Change, "before"): 450,
    (Change, "after"): 450,
}
PATTERNS: Mapping[tuple[type[Model], str], str] = {
    (Event, "slug"): "^[-a-zA-Z0-9_]+$",
    (ScoreSheet, "code"): "^[A-Z0-9]+$",
    (Club, "number"): r"^[0-9]{2}\.?[0-9]{2}\.?[0-9]{3}$",
    (Event, "tie_chain"): TIES,
    (TeamContest, "tie_chain"): TIES,
    (Season, "ties"): TIES,
}


def ref(name: str) -> Schema:
    """Return a reference to the schema defined under ``name``."""
    return {"$ref": f"#/$defs/{name}"}


def array_schema(item: Schema, most: int = MOST_ROWS, least: int = 0) -> Schema:
    """Return the schema of an array of ``least`` to ``most`` items."""
    schema: Schema = {"type": "array", "items": item, "maxItems": most}
    return schema | ({"minItems": least} if least else {})


def integer_schema(least: int, most: int) -> Schema:
    """Return the schema of a whole number."""
    return {"type": "integer", "minimum": least, "maximum": most}


# How a file refers to a row of each table.
LINK_SCHEMAS: Mapping[type[Model], Schema] = {
    Adjustment: integer_schema(1, MOST_ROWS),
    Club: ref("name"),
    Draw: integer_schema(1, 32_767),
    Entry: ref("start-number"),
    Event: ref("id"),
    LeagueTeam: ref("name"),
    Payment: integer_schema(1, MOST_ROWS),
    Player: ref("id"),
    ScoreSheet: ref("code"),
    Series: integer_schema(1, MOST_SERIES),
    Team: ref("name"),
    TeamContest: ref("contest"),
    User: ref("account"),
}
# The items of the sections whose rows are no objects with columns.
ITEMS: Mapping[type[Model], Schema] = {
    Game: ref("game"),
    ApartPair: array_schema(ref("start-number"), 2, 2),
}
# The ids that a person had before entries were joined.
JOINED: Schema = {"joined": array_schema(ref("id"))}


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
    """Return the least and the greatest number of a column."""
    least, most = RANGES[field.get_internal_type()]
    for validator in field.validators:
        if isinstance(validator, MinValueValidator):
            least = max(least, validator.limit_value)
        if isinstance(validator, MaxValueValidator):
            most = min(most, validator.limit_value)
    narrow_least, narrow_most = NARROWER_RANGES.get((model, field.name), (least, most))
    return max(least, narrow_least), min(most, narrow_most)


def row_schema(
    model: type[Model], required: Schema | None = None, optional: Schema | None = None
) -> Schema:
    """Return the schema of a row: its columns and links, and further parts.

    ``required`` parts are in every row, ``optional`` ones may be missing. A file for
    everybody lacks the columns that are not public.
    """
    columns = file_columns(model)
    links = links_of(model)
    optional_keys = {
        field.name
        for field in columns.fields
        if field.null or (field.blank and field.empty_strings_allowed)
    }
    optional_keys |= {key for key, link in links.items() if link.null}
    optional_keys |= columns.defaults.keys()
    if public := getattr(model, "public", ()):
        optional_keys |= {field.name for field in columns.fields} - {*public}
        optional_keys |= {k for k, link in links.items() if link.name not in public}
    parts = {
        **({"id": ref("id")} if hasattr(model, "public_id") else {}),
        **(required or {}),
        **{key: LINK_SCHEMAS[link.related_model] for key, link in links.items()},
        **{field.name: column_schema(model, field) for field in columns.fields},
    }
    required_keys = [name for name in parts if name not in optional_keys]
    return object_schema(parts | (optional or {}), required_keys)


def section_schemas(sections: Sections) -> Schema:
    return {name: section_schema(section) for name, section in sections.items()}


def section_schema(section: Section) -> Schema:
    """Return the schema of a section: rows with their own sections, or one row."""
    required = {n: part for n, part in section.parts.items() if part.least is not None}
    optional = {n: part for n, part in section.parts.items() if part.least is None}
    item = ITEMS.get(section.model) or row_schema(
        section.model, section_schemas(required), section_schemas(optional)
    )
    return (
        item
        if section.is_single
        else array_schema(item, section.most, section.least or 0)
    )


def object_schema(properties: Schema, required: Iterable[str] | None = None) -> Schema:
    """Return the schema of an object without other properties; None requires all."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties if required is None else required),
        "additionalProperties": False,
    }


@cache
def event_schema() -> Schema:
    """Return the schema of a whole event file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "An event of Skatclub",
        "description": "Explained in event-file.md beside this file.",
        **object_schema(
            {
                "format": {"const": FORMAT},
                "version": {"const": VERSION},
                "event": row_schema(Event),
                "house_rules": row_schema(RuleSet),
                "home_club": ref("name"),
                "clubs": array_schema(row_schema(Club), MOST_PEOPLE),
                "people": array_schema(
                    row_schema(Player, optional=JOINED), MOST_PEOPLE
                ),
                **section_schemas(EVENT_SECTIONS),
                SEAL: {"type": "string", "pattern": "^[0-9a-f]{64}$"},
            },
            ["format", "version", "event"],
        ),
        "$defs": definitions(),
    }


@cache
def definitions() -> Schema:
    """Return the schemas that others refer to."""
    name = {"type": "string", "minLength": 1, "maxLength": 120, "pattern": NO_NULL}
    marks = {key: {"type": "boolean"} for key in ("paper_wrong", "skat_taken")}
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
    """Return the schema of a game in the shorthand."""
    return {"type": "string", "minLength": 1, "maxLength": 300, "pattern": NO_NULL}


def sheet_schema() -> Schema:
    """Return the schema of a list with its games, results and history."""
    schema: Schema = section_schema(SHEET)["items"]
    return schema


CLUB_FORMAT = "skatclub-club"
CLUB_VERSION = 1
MOST_EVENTS = 20_000


@cache
def club_schema() -> Schema:
    """Return the schema of ``club.json``."""
    slug = column_schema(Event, Event._meta.get_field("slug"))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A club of Skatclub",
        "description": "Explained in club-file.md beside this file.",
        **object_schema(
            {
                "format": {"const": CLUB_FORMAT},
                "version": {"const": CLUB_VERSION},
                "home_club": ref("name"),
                "organisation": row_schema(Organisation),
                "people": array_schema(
                    row_schema(
                        Player,
                        optional={
                            "namesake_number": integer_schema(1, LARGEST_INTEGER),
                            "removed_at": ref("moment"),
                            "joined_into": ref("id"),
                            "mail": row_schema(MailAddress),
                        },
                    )
                ),
                "rule_sets": array_schema(
                    row_schema(RuleSet, optional={"club": ref("name")})
                ),
                "events": array_schema(
                    object_schema({"id": ref("id"), "slug": slug}), MOST_EVENTS
                ),
                **section_schemas(CLUB_SECTIONS),
            },
            ["format", "version"],
        ),
        "$defs": definitions(),
    }
