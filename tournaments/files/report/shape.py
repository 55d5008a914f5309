"""The JSON Schema of a report to a federation, for other programs."""

from functools import cache

from tournaments.files.event.shape import (
    DAY,
    LARGEST_INTEGER,
    MOMENT,
    MOST_PEOPLE,
    NO_NULL,
    Schema,
    array_schema,
    integer_schema,
    object_schema,
)
from tournaments.seasons.words import STANDING_TEXT

FORMAT = "skatclub-report"
VERSION = 1
TEXT: Schema = {"type": "string", "minLength": 1, "maxLength": 450, "pattern": NO_NULL}
COUNT = integer_schema(0, LARGEST_INTEGER)
PLACE = integer_schema(1, LARGEST_INTEGER)
WHOLE = integer_schema(-LARGEST_INTEGER, LARGEST_INTEGER)
BROKEN: Schema = {"type": "string", "pattern": r"^-?[0-9]+\.[0-9]{2}$", "maxLength": 20}
NUMBER: Schema = {"anyOf": [WHOLE, BROKEN]}
YES_OR_NO: Schema = {"type": "boolean"}
DAY_TEXT: Schema = {"type": "string", "pattern": DAY, "maxLength": 10}
MOMENT_TEXT: Schema = {"type": "string", "pattern": MOMENT, "maxLength": 40}
GAMES = {"won": COUNT, "lost": COUNT}
SEASON_NUMBERS = {"value": NUMBER, "total": NUMBER, "lists": COUNT, **GAMES}
TEAM_NUMBERS = {
    **dict.fromkeys(("plus", "minus", "score"), NUMBER),
    "series": COUNT,
    **GAMES,
}
SINGLE_NUMBERS = {
    "average": NUMBER,
    "total": WHOLE,
    "lists": COUNT,
    "games": COUNT,
    **GAMES,
}


@cache
def report_schema() -> Schema:
    club = object_schema({"name": TEXT, "number": TEXT}, ["name"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A report of Skatclub to a federation",
        "description": "Explained in federation-report.md beside this file.",
        **object_schema(
            {
                "format": {"const": FORMAT},
                "version": {"const": VERSION},
                "year": integer_schema(1900, 2999),
                "made_at": MOMENT_TEXT,
                "club": club,
                "seasons": array_schema(season_schema()),
                "leagues": array_schema(league_schema()),
            },
            ["format", "version", "year", "made_at"],
        ),
    }


def season_schema() -> Schema:
    """Return the schema of a season table."""
    standing: Schema = {
        "type": "string",
        "enum": [standing.value for standing in STANDING_TEXT],
    }
    line = person_schema({"standing": standing} | SEASON_NUMBERS)
    parts = {
        "name": TEXT,
        "first_date": DAY_TEXT,
        "last_date": DAY_TEXT,
        "is_over": YES_OR_NO,
        "table": array_schema(line, MOST_PEOPLE),
    }
    return object_schema(parts)


def league_schema() -> Schema:
    """Return the schema of a league."""
    team: Schema = {"team": TEXT} | TEAM_NUMBERS
    line = person_schema({"teams": array_schema(TEXT, MOST_PEOPLE)} | SINGLE_NUMBERS)
    parts = {
        "name": TEXT,
        "is_provisional": YES_OR_NO,
        "is_partial": YES_OR_NO,
        "table": array_schema(
            object_schema(team | {"place": PLACE}, team), MOST_PEOPLE
        ),
        "people": array_schema(line, MOST_PEOPLE),
    }
    division = object_schema(parts)
    texts = {"name": TEXT, "season": TEXT, "federation": TEXT}
    return object_schema(
        texts | {"divisions": array_schema(division)}, ["name", "season"]
    )


def person_schema(numbers: Schema) -> Schema:
    """Return the schema of a person's line with its ``numbers``."""
    required = {"name": TEXT} | numbers
    optional = {
        "place": PLACE,
        "member_number": TEXT,
        "club": TEXT,
        "club_number": TEXT,
    }
    return object_schema(required | optional, required)
