"""The shape of ``club.json`` in a club file: a JSON Schema, drawn from the columns.

``docs/club.schema.json`` is this schema, written down for other programs. The events
beside it have the schema of the event file.
"""

from functools import cache

from tournaments.events.models import Event
from tournaments.files.event.shape import (
    MOST_PEOPLE,
    MOST_ROWS,
    Schema,
    closed,
    column_schema,
    definitions,
    ref,
    rows,
    thing,
    whole,
)
from tournaments.leagues.models import (
    MOST_MATCH_DAYS,
    Division,
    GroupReopening,
    GroupTeam,
    League,
    LeaguePlayer,
    LeagueTeam,
    MatchDay,
    MatchGroup,
)
from tournaments.organisations.models import Organisation, SigningKey
from tournaments.people.models import Club, Join, MailAddress, Player
from tournaments.programme.models import RuleSet
from tournaments.seasons.models import (
    Season,
    SeasonBonus,
    SeasonDraw,
    SeasonEvent,
    SeasonLot,
)
from tournaments.sheets.models import ArrivedList

FORMAT = "skatclub-club"
VERSION = 1
MOST_EVENTS = 20_000
MOST_NUMBER = 2_147_483_647


@cache
def club_schema() -> Schema:
    """Return the schema of ``club.json``."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A club of Skatclub",
        "description": "Explained in club-file.md beside this file.",
        **closed(
            {
                "format": {"const": FORMAT},
                "version": {"const": VERSION},
                "home_club": ref("name"),
                "organisation": thing(Organisation),
                "signing_keys": rows(thing(SigningKey), MOST_ROWS),
                "clubs": rows(thing(Club), MOST_ROWS),
                "people": rows(person_schema(), MOST_ROWS),
                "joins": rows(join_schema(), MOST_ROWS),
                "rule_sets": rows(
                    thing(RuleSet, also={"club": ref("name")}), MOST_ROWS
                ),
                "events": rows(event_schema(), MOST_EVENTS),
                "arrived_lists": rows(thing(ArrivedList), MOST_ROWS),
                "seasons": rows(season_schema(), MOST_ROWS),
                "leagues": rows(league_schema(), MOST_ROWS),
            },
            ["format", "version"],
        ),
        "$defs": definitions(),
    }


def person_schema() -> Schema:
    """Return the schema of a person, with what an event need not know."""
    also = {
        "namesake_number": whole(1, MOST_NUMBER),
        "removed_at": ref("moment"),
        "joined_into": ref("id"),
        "mail": thing(MailAddress),
    }
    return thing(Player, {"id": ref("id")}, also)


def join_schema() -> Schema:
    """Return the schema of two entries that became one person."""
    return thing(Join, also={"events": rows(ref("id"), MOST_EVENTS)})


def event_schema() -> Schema:
    """Return the schema of the line that names an event of the archive."""
    slug = column_schema(Event, Event._meta.get_field("slug"))
    return closed({"id": ref("id"), "slug": slug}, ["id", "slug"])


def positions() -> Schema:
    """Return the schema of positions among the joins, from one."""
    return rows(whole(1, MOST_ROWS), MOST_ROWS)


def season_schema() -> Schema:
    """Return the schema of a season with its rule and what belongs to it."""
    lot = thing(SeasonLot, also={"moved_by": positions()})
    draw = thing(SeasonDraw, {"drawn": rows(lot, MOST_PEOPLE)})
    return thing(
        Season,
        also={
            "bonuses": rows(thing(SeasonBonus), MOST_ROWS),
            "evenings": rows(thing(SeasonEvent), MOST_ROWS),
            "lot_draws": rows(draw, MOST_ROWS),
        },
    )


def league_schema() -> Schema:
    """Return the schema of a league with its divisions."""
    place = thing(LeaguePlayer, also={"moved_by": positions()})
    team = thing(LeagueTeam, also={"line_up": rows(place, MOST_PEOPLE)})
    day = thing(MatchDay, also={"groups": rows(group_schema(), MOST_ROWS)})
    division = thing(
        Division,
        also={
            "teams": rows(team, MOST_ROWS),
            "match_days": rows(day, MOST_MATCH_DAYS),
        },
    )
    return thing(League, also={"divisions": rows(division, MOST_ROWS)})


def group_schema() -> Schema:
    """Return the schema of teams that meet, and of who stands for their results."""
    return thing(
        MatchGroup,
        {"sides": rows(thing(GroupTeam), MOST_ROWS)},
        {
            "reopenings": rows(thing(GroupReopening), MOST_ROWS),
        },
    )
