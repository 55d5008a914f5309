"""Faults of a ``club.json`` of the right shape: wrong references, broken rules."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournaments.files.event.checking import FileFault, Path, option_faults
from tournaments.files.event.columns import Row
from tournaments.files.event.reading.meaning import (
    duplicate_row_faults,
    missing_faults,
    people_faults,
    reference_faults,
    rows_at,
    section_values,
)


def club_faults(document: Row) -> Iterator[FileFault]:
    """Give everything in the document that is impossible."""
    clubs = section_values(document, "clubs", "name")
    people = section_values(document, "people", "id")
    events = section_values(document, "events", "id")
    yield from people_faults(document, clubs)
    yield from join_faults(document, people, events)
    yield from duplicate_row_faults(document, "rule_sets", "name")
    yield from duplicate_row_faults(document, "events", "id")
    yield from duplicate_row_faults(document, "events", "slug")
    for path, row in rows_at(document, "rule_sets"):
        yield from option_faults(row, path)
    for section in ("rule_sets", "seasons"):
        for path, row in rows_at(document, section):
            yield from reference_faults(row, path, club=clubs)
    for path, row in rows_at(document, "arrived_lists"):
        yield from reference_faults(row, path, event=events)
    yield from season_faults(document, people, events)
    yield from league_faults(document, clubs, people, events)


def join_faults(
    document: Row, people: set[str], events: set[str]
) -> Iterator[FileFault]:
    """Give joins of unknown people, and people who are joined in a circle."""
    joined_into = {
        row["id"]: row.get("joined_into") for row in document.get("people", ())
    }
    for path, row in rows_at(document, "people"):
        yield from reference_faults(row, path, joined_into=people)
        seen: set[str] = set()
        person = row["id"]
        while person and person not in seen:
            seen.add(person)
            person = joined_into.get(person)
        if person:
            sentence = _("A person cannot be joined with themselves.")
            yield FileFault((*path, "joined_into"), sentence)
    for path, join in rows_at(document, "joins"):
        yield from reference_faults(join, path, kept=people, gone=people)
        if join["kept"] == join["gone"]:
            yield FileFault(path, _("A person cannot be joined with themselves."))
        for place, event in enumerate(join.get("events", ())):
            yield from missing_faults(event, events, (*path, "events", place))


def season_faults(
    document: Row, people: set[str], events: set[str]
) -> Iterator[FileFault]:
    joins = joins_in(document)
    for path, season in rows_at(document, "seasons"):
        if season["last_date"] < season["first_date"]:
            yield FileFault(path, _("The last day lies before the first."))
        yield from duplicate_row_faults(
            season, "bonuses", "unit", "at_least", path=path
        )
        yield from duplicate_row_faults(season, "evenings", "event", path=path)
        for inner, evening in rows_at(season, "evenings", path):
            yield from reference_faults(evening, inner, event=events)
        for inner, draw in rows_at(season, "lot_draws", path):
            yield from duplicate_row_faults(draw, "drawn", "number", path=inner)
            yield from place_faults(draw, "drawn", people, joins, inner)


def joins_in(document: Row) -> set[int]:
    """Return the positions of the joins, counted from one."""
    return set(range(1, len(document.get("joins", ())) + 1))


def place_faults(
    row: Row, section: str, people: set[str], joins: set[int], path: Path
) -> Iterator[FileFault]:
    """Give rows of unknown people, and second rows of the same person."""
    yield from duplicate_row_faults(row, section, "person", path=path)
    for inner, place in rows_at(row, section, path):
        yield from reference_faults(place, inner, person=people)
        for join in place.get("moved_by", ()):
            yield from missing_faults(join, joins, (*inner, "moved_by"))


def league_faults(
    document: Row, clubs: set[str], people: set[str], events: set[str]
) -> Iterator[FileFault]:
    yield from duplicate_row_faults(document, "leagues", "name", "season")
    match_events: set[str] = set()
    joins = joins_in(document)
    for path, league in rows_at(document, "leagues"):
        yield from duplicate_row_faults(league, "divisions", "name", path=path)
        for inner, division in rows_at(league, "divisions", path):
            yield from team_faults(division, clubs, people, joins, inner)
            yield from match_day_faults(division, events, match_events, inner)


def team_faults(
    division: Row, clubs: set[str], people: set[str], joins: set[int], path: Path
) -> Iterator[FileFault]:
    """Give the faults of the teams of a division and of their line-ups."""
    yield from duplicate_row_faults(division, "teams", "name", path=path)
    for inner, team in rows_at(division, "teams", path):
        yield from reference_faults(team, inner, club=clubs)
        yield from place_faults(team, "line_up", people, joins, inner)


def match_day_faults(
    division: Row, events: set[str], match_events: set[str], path: Path
) -> Iterator[FileFault]:
    """Give the faults of match days; ``match_events`` collects their events."""
    teams = section_values(division, "teams", "name")
    yield from duplicate_row_faults(division, "match_days", "number", path=path)
    for day_path, day in rows_at(division, "match_days", path):
        yield from duplicate_row_faults(day, "groups", "number", path=day_path)
        for inner, group in rows_at(day, "groups", day_path):
            yield from reference_faults(group, inner, host=teams, event=events)
            if group.get("event") in match_events:
                yield FileFault((*inner, "event"), _("This is in the file twice."))
            match_events |= {group["event"]} if "event" in group else set()
            yield from duplicate_row_faults(group, "sides", "team", path=inner)
            for side_path, side in rows_at(group, "sides", inner):
                yield from reference_faults(side, side_path, team=teams)
