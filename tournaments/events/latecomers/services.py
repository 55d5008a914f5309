"""Seating a player who came after the draw, on a free chair at a drawn table."""

from collections.abc import Sequence
from dataclasses import replace

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.events.draws.halls import (
    Hall,
    hall_of,
    start_numbers_by_player,
    tables_in_start_numbers,
)
from tournaments.events.draws.problems import problem_around
from tournaments.events.entrants import entries_of
from tournaments.events.entries.gaps import seating_gaps
from tournaments.events.entries.services import save_entry
from tournaments.events.log import locked_event
from tournaments.events.models import Entry, Series
from tournaments.people.models import User
from tournaments.seating.costs import costs_of
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.seats.services import seat_players


@transaction.atomic
def seat_latecomer(*, entry: Entry, by: User) -> list[ScoreSheet]:
    """Seat a player at a table of three in each series in which they have no seat.

    It is the table with the fewest people they are kept apart from, then with the
    fewest they meet again. A player waiting for the next series may join one that has
    not begun. Raises ``ValidationError``, and seats the player in no series, if one of
    them has no free chair; also if the player has a seat in all of them.
    """
    event = locked_event(entry.event_id)
    gaps = seating_gaps(event)
    missing = [
        change
        for change in gaps.changes
        if entry in change.unseated or entry in change.waiting
    ]
    if not missing:
        raise ValidationError(
            _("%(player)s has a seat in every series already."),
            code="seated",
            params={"player": entry.player},
        )
    entry.from_series = min(entry.from_series, missing[0].series)
    save_entry(entry=entry)
    hall = hall_of(event)
    sheets = []
    for change in missing:
        series = event.series.select_related("draw").get(number=change.series)
        table, hall = best_chair(hall, series, entry, change.chairs)
        sheets.append(seat_at_table(series.sheets.get(table_number=table), entry, by))
    return sheets


def best_chair(
    hall: Hall, series: Series, entry: Entry, tables: Sequence[int]
) -> tuple[int, Hall]:
    """Return the best of ``tables`` for ``entry``, and the hall with the player there.

    A fixed table is the best. Four queries.
    """
    if not tables:
        raise ValidationError(
            _("In series %(number)s no chair is free at a table of three."),
            code="full",
            params={"number": series.number},
        )
    entries = list(entries_of(series.event))
    numbers = start_numbers_by_player(entries)
    halls = {
        table: hall_with_entry(hall, series.number, table, entry) for table in tables
    }
    any_hall = halls[tables[0]]
    drawn = {series.number}
    problem = problem_around(series.event, any_hall, entries, drawn, series.draw)

    def price(table: int) -> tuple[int, ...]:
        seated = tables_in_start_numbers(halls[table][series.number], numbers)
        costs = costs_of(problem, [seated])
        clashes = costs.apart_clashes + costs.team_clashes + costs.club_clashes
        meetings = (costs.repeats, costs.third_meetings)
        return (table != entry.fixed_table, clashes, *meetings, table)

    best = min(tables, key=price)
    return best, halls[best]


def hall_with_entry(hall: Hall, number: int, table: int, entry: Entry) -> Hall:
    """Return the hall with one more player at a table of a series."""
    tables = [
        replace(seated, players=(*seated.players, entry.player_id))
        if seated.number == table
        else seated
        for seated in hall[number]
    ]
    return {**hall, number: tables}


def seat_at_table(sheet: ScoreSheet, entry: Entry, by: User) -> ScoreSheet:
    """Seat a player on the place after the people at a table."""
    seats = sheet.seats.order_by("place").select_related("player")
    people = [*(seat.player for seat in seats), entry.player]
    return seat_players(sheet=sheet, players=people, by=by)
