"""The JSON Schema of ``club.json`` in a club file, derived from the columns.

``docs/club.schema.json`` is this schema, published for other programs. The events
in the archive have the schema of the event file.
"""

from functools import cache

from tournaments.events.models import Event
from tournaments.files.event.sections import CLUB_SECTIONS
from tournaments.files.event.shape import (
    LARGEST_INTEGER,
    Schema,
    array_schema,
    column_schema,
    definitions,
    integer_schema,
    object_schema,
    ref,
    row_schema,
    section_schemas,
)
from tournaments.organisations.models import Organisation
from tournaments.people.models import Club, Join, MailAddress, Player
from tournaments.programme.models import RuleSet
from tournaments.sheets.models import ArrivedList

FORMAT = "skatclub-club"
VERSION = 1
MOST_EVENTS = 20_000


@cache
def club_schema() -> Schema:
    """Return the schema of ``club.json``."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A club of Skatclub",
        "description": "Explained in club-file.md beside this file.",
        **object_schema(
            {
                "format": {"const": FORMAT},
                "version": {"const": VERSION},
                "home_club": ref("name"),
                "organisation": row_schema(Organisation),
                "clubs": array_schema(row_schema(Club)),
                "people": array_schema(person_schema()),
                "joins": array_schema(row_schema(Join)),
                "rule_sets": array_schema(
                    row_schema(RuleSet, optional={"club": ref("name")})
                ),
                "events": array_schema(event_entry_schema(), MOST_EVENTS),
                "arrived_lists": array_schema(row_schema(ArrivedList)),
                **section_schemas(CLUB_SECTIONS),
            },
            ["format", "version"],
        ),
        "$defs": definitions(),
    }


def person_schema() -> Schema:
    """Return the schema of a person with the columns that an event file leaves out."""
    optional = {
        "namesake_number": integer_schema(1, LARGEST_INTEGER),
        "removed_at": ref("moment"),
        "joined_into": ref("id"),
        "mail": row_schema(MailAddress),
    }
    return row_schema(Player, {"id": ref("id")}, optional)


def event_entry_schema() -> Schema:
    """Return the schema of the row that names an event of the archive."""
    slug = column_schema(Event, Event._meta.get_field("slug"))
    return object_schema({"id": ref("id"), "slug": slug})
