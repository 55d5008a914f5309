"""Faults of a ``club.json`` of the right shape: wrong references, broken rules."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournaments.files.event.checking import FileFault, Path, option_faults
from tournaments.files.event.columns import Row
from tournaments.files.event.reading.meaning import (
    duplicate_faults,
    missing_faults,
    people_faults,
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
    for index, row in enumerate(document.get("rule_sets", ())):
        yield from option_faults(row, ("rule_sets", index))
    for section in ("rule_sets", "seasons"):
        for index, row in enumerate(document.get(section, ())):
            yield from missing_faults(row.get("club"), clubs, (section, index, "club"))
    for index, row in enumerate(document.get("arrived_lists", ())):
        yield from missing_faults(
            row["event"], events, ("arrived_lists", index, "event")
        )
    yield from season_faults(document, people, events)
    yield from league_faults(document, clubs, people, events)


def duplicate_row_faults(
    row: Row, section: str, key: str, path: Path = ()
) -> Iterator[FileFault]:
    """Give the rows of a section that have the same ``key`` as an earlier one."""
    yield from duplicate_faults(
        (item[key] for item in row.get(section, ())), (*path, section)
    )


def join_faults(
    document: Row, people: set[str], events: set[str]
) -> Iterator[FileFault]:
    """Give joins of unknown people, and people who are joined in a circle."""
    joined_into = {
        row["id"]: row.get("joined_into") for row in document.get("people", ())
    }
    for index, row in enumerate(document.get("people", ())):
        path: Path = ("people", index, "joined_into")
        yield from missing_faults(row.get("joined_into"), people, path)
        seen: set[str] = set()
        person = row["id"]
        while person and person not in seen:
            seen.add(person)
            person = joined_into.get(person)
        if person:
            yield FileFault(path, _("Nobody is joined with themselves."))
    for index, join in enumerate(document.get("joins", ())):
        path = ("joins", index)
        for key in ("kept", "gone"):
            yield from missing_faults(join[key], people, (*path, key))
        if join["kept"] == join["gone"]:
            yield FileFault(path, _("Nobody is joined with themselves."))
        for place, event in enumerate(join.get("events", ())):
            yield from missing_faults(event, events, (*path, "events", place))


def season_faults(
    document: Row, people: set[str], events: set[str]
) -> Iterator[FileFault]:
    joins = joins_in(document)
    for index, season in enumerate(document.get("seasons", ())):
        path: Path = ("seasons", index)
        if season["last_date"] < season["first_date"]:
            yield FileFault(path, _("The last day lies before the first."))
        steps = (
            (bonus["unit"], bonus["at_least"]) for bonus in season.get("bonuses", ())
        )
        yield from duplicate_faults(steps, (*path, "bonuses"))
        yield from duplicate_row_faults(season, "evenings", "event", path)
        for place, row in enumerate(season.get("evenings", ())):
            inner: Path = (*path, "evenings", place, "event")
            yield from missing_faults(row["event"], events, inner)
        for place, draw in enumerate(season.get("lot_draws", ())):
            inner = (*path, "lot_draws", place)
            yield from duplicate_row_faults(draw, "drawn", "number", inner)
            yield from place_faults(draw, "drawn", people, joins, inner)


def joins_in(document: Row) -> set[int]:
    """Return the positions of the joins, counted from one."""
    return set(range(1, len(document.get("joins", ())) + 1))


def place_faults(
    row: Row, section: str, people: set[str], joins: set[int], path: Path
) -> Iterator[FileFault]:
    """Give rows of unknown people, and second rows of the same person."""
    yield from duplicate_row_faults(row, section, "person", path)
    for index, place in enumerate(row.get(section, ())):
        inner: Path = (*path, section, index)
        yield from missing_faults(place["person"], people, (*inner, "person"))
        for join in place.get("moved_by", ()):
            yield from missing_faults(join, joins, (*inner, "moved_by"))


def league_faults(
    document: Row, clubs: set[str], people: set[str], events: set[str]
) -> Iterator[FileFault]:
    leagues = document.get("leagues", ())
    yield from duplicate_faults(
        ((row["name"], row["season"]) for row in leagues), ("leagues",)
    )
    match_events: set[str] = set()
    joins = joins_in(document)
    for index, league in enumerate(leagues):
        path: Path = ("leagues", index)
        yield from duplicate_row_faults(league, "divisions", "name", path)
        for place, division in enumerate(league.get("divisions", ())):
            inner: Path = (*path, "divisions", place)
            yield from team_faults(division, clubs, people, joins, inner)
            yield from match_day_faults(division, events, match_events, inner)


def team_faults(
    division: Row, clubs: set[str], people: set[str], joins: set[int], path: Path
) -> Iterator[FileFault]:
    """Give the faults of the teams of a division and of their line-ups."""
    yield from duplicate_row_faults(division, "teams", "name", path)
    for index, team in enumerate(division.get("teams", ())):
        inner: Path = (*path, "teams", index)
        yield from missing_faults(team.get("club"), clubs, (*inner, "club"))
        yield from place_faults(team, "line_up", people, joins, inner)


def match_day_faults(
    division: Row, events: set[str], match_events: set[str], path: Path
) -> Iterator[FileFault]:
    """Give the faults of match days; ``played`` collects the events of the matches."""
    teams = section_values(division, "teams", "name")
    yield from duplicate_row_faults(division, "match_days", "number", path)
    for index, day in enumerate(division.get("match_days", ())):
        day_path: Path = (*path, "match_days", index)
        yield from duplicate_row_faults(day, "groups", "number", day_path)
        for place, group in enumerate(day.get("groups", ())):
            group_path: Path = (*day_path, "groups", place)
            yield from missing_faults(group.get("host"), teams, (*group_path, "host"))
            yield from missing_faults(
                group.get("event"), events, (*group_path, "event")
            )
            if group.get("event") in match_events:
                yield FileFault((*group_path, "event"), _("This is in the file twice."))
            match_events |= {group["event"]} if "event" in group else set()
            yield from duplicate_row_faults(group, "sides", "team", group_path)
            for number, side in enumerate(group["sides"]):
                yield from missing_faults(
                    side["team"], teams, (*group_path, "sides", number, "team")
                )
