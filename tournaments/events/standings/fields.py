"""Reading who has a result in an event, and what the rankings need besides."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from scoring.lists.systems import System
from tournaments.events.models import Entry, Event, TeamContest, TeamMember
from tournaments.events.results.classes import classes_of
from tournaments.events.results.rows import Note, StandingRow
from tournaments.events.results.selectors import (
    SeriesSum,
    Sums,
    adjust_sums,
    adjustments_of,
    result_sums,
    standing_adjustments,
)
from tournaments.events.teams.selectors import contests_of, members_of
from tournaments.people.models import Player
from tournaments.programme.rule_sets import rules_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Everybody who has a result, and what the rankings need besides."""

    event: Event
    numbers: tuple[int, ...]
    played: tuple[int, ...]
    rows: list[StandingRow]
    sums: dict[int, dict[int, SeriesSum]]
    notes: tuple[Note, ...]
    entries: list[Entry] = field(default_factory=list)
    lowest_wins: bool = False
    contests: list[TeamContest] = field(default_factory=list)
    members: list[TeamMember] = field(default_factory=list)

    def contest_called(self, word: str) -> TeamContest | None:
        """Return the team ranking that has this word in addresses."""
        return next((each for each in self.contests if each.word == word), None)


def field_of(event: Event, *, series: int | None, through: int | None) -> Field:
    """Return everybody with a result, by name. Six queries, seven with teams."""
    numbers = tuple(
        number
        for number in event.series.values_list("number", flat=True)
        if series in (None, number) and (through is None or number <= through)
    )
    sums = result_sums(event)
    adjustments = adjustments_of(event)
    adjust_sums(sums, adjustments)
    played = tuple(sorted({number for own in sums.values() for number in own}))
    if series or through:
        sums = only(sums, numbers)
    notes = tuple(
        Note(number=number, adjustment=each)
        for number, each in enumerate(standing_adjustments(adjustments), 1)
        if each.series.number in numbers
    )
    entries = list(event.entries.all())
    # Match points rank the teams of a league, and the league knows them.
    contests = [] if event.league_match else contests_of(event)
    if series:
        numbers = ()  # the total says it all
    rows = rows_of(event, numbers, sums, notes, entries)
    return Field(
        event=event,
        numbers=numbers,
        played=played,
        rows=rows,
        sums=sums,
        notes=notes,
        entries=entries,
        lowest_wins=lowest_wins(event),
        contests=contests,
        members=members_of(contests) if contests else [],
    )


def lowest_wins(event: Event) -> bool:
    """Return whether few points are good in ``event``, as in marks (7.5)."""
    return rules_in(event.rule_set, System(event.system)).lowest_wins


def only(
    sums: dict[int, dict[int, SeriesSum]], numbers: Iterable[int]
) -> dict[int, dict[int, SeriesSum]]:
    """Return what there is in the series of those numbers."""
    wanted = set(numbers)
    kept = {
        pk: {number: own for number, own in series.items() if number in wanted}
        for pk, series in sums.items()
    }
    return {pk: series for pk, series in kept.items() if series}


def rows_of(
    event: Event,
    numbers: tuple[int, ...],
    sums: dict[int, dict[int, SeriesSum]],
    notes: tuple[Note, ...],
    entries: list[Entry],
) -> list[StandingRow]:
    """Return a row for each person, by name. One query."""
    people = people_by_pk(sums)
    lots = {entry.player_id: entry.lot for entry in entries if entry.lot}
    marks = note_numbers(notes)
    sum_of = summing(event, sums)
    rows = [
        StandingRow(
            **sum_of(own),
            **told_of(people[pk]),
            per_series=tuple(
                own[number].total if number in own else None for number in numbers
            ),
            lot=lots.get(pk, 0),
            classes=classes_of(event, people[pk]),
            notes=marks.get(pk, ()),
        )
        for pk, own in sums.items()
    ]
    rows.sort(key=lambda row: row.name_key)
    return rows


def summing(
    event: Event, sums: Sums
) -> Callable[[dict[int, SeriesSum]], dict[str, Any]]:
    """Return what tells what one person has in all series of ``event`` together.

    Whatever may decide a place is in it but the lot, which is not in the sums.
    """
    best_of = min if lowest_wins(event) else max
    last = max((number for own in sums.values() for number in own), default=0)

    def sum_of(own: dict[int, SeriesSum]) -> dict[str, Any]:
        lists, game_points, total, won, lost = map(sum, zip(*own.values(), strict=True))
        return {
            "lists": lists,
            "game_points": game_points,
            "total": total,
            "won": won,
            "lost": lost,
            "best_list": best_of(each.total for each in own.values()),
            "last_series": own[last].total if last in own else 0,
        }

    return sum_of


def told_of(player: Player) -> dict[str, Any]:
    """Return what a row says of the person, as the reader may see it."""
    return {
        "player_id": player.pk,
        "player": player.sorted_name,
        "name_key": player.sort_key,
        "has_page": player.has_page,
        "club": club_name(player),
        "is_guest": player.is_guest,
    }


def note_numbers(notes: Iterable[Note]) -> dict[int, tuple[int, ...]]:
    """Return the numbers of everybody's notes, by person."""
    marks: dict[int, tuple[int, ...]] = {}
    for note in notes:
        pk = note.adjustment.player_id
        marks[pk] = (*marks.get(pk, ()), note.number)
    return marks


def club_name(player: Player) -> str:
    """Return the name of the club of ``player``; empty for none.

    Where a number stands for a name, the club would give the person away.
    """
    return player.club.name if player.club and player.has_page else ""


def people_by_pk(pks: Iterable[int]) -> dict[int, Player]:
    """Return people with their clubs. One query."""
    found = Player.objects.filter(pk__in=list(pks)).select_related("club")
    return {player.pk: player for player in found}
