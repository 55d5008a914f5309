"""Reading the field of an event: everything that its rankings are made of."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, Subquery

from scoring.house.rules import HouseRules
from scoring.lists.sheets import System
from tournaments.events.models import Entry, Event, TeamContest, TeamMember
from tournaments.events.results import (
    DrawnLots,
    Note,
    SeriesSum,
    StandingRow,
    Sums,
    adjust_sums,
    adjustments_of,
    classes_of,
    drawn_lots,
    lists_needed,
    result_sums,
    standing_adjustments,
)
from tournaments.events.teams.selectors import contests_of, members_of
from tournaments.people.models import Player
from tournaments.programme.models import rules_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Everybody who has a result, and what else the rankings need.

    ``numbers`` are the series to show, ``played_numbers`` those with any result.
    Whoever has fewer than ``lists_needed`` lists takes no place.
    """

    event: Event
    numbers: tuple[int, ...]
    played_numbers: tuple[int, ...]
    rows: list[StandingRow]
    sums: Sums
    notes: tuple[Note, ...]
    lots: DrawnLots
    rules: HouseRules
    lists_needed: int
    contests: list[TeamContest]
    members: list[TeamMember]

    def contest_called(self, word: str) -> TeamContest | None:
        """Return the team ranking with this word in addresses, if there is one."""
        return next((each for each in self.contests if each.word == word), None)


def field_of(
    event: Event, *, series: int | None = None, through: int | None = None
) -> Field:
    """Return the field of ``event``, by name.

    Six queries; one more with teams, and one if a number of lists is asked for.
    """
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
        sums = sums_in_series(sums, numbers)
    notes = tuple(
        Note(number=number, adjustment=adjustment)
        for number, adjustment in enumerate(standing_adjustments(adjustments), 1)
        if adjustment.series.number in numbers
    )
    # The teams of a league are ranked by match points, which the league computes.
    contests = [] if event.league_match else contests_of(event)
    numbers = () if series else numbers  # the total of one series says it all
    needed = {} if series or through else lists_needed([event])
    return Field(
        event=event,
        numbers=numbers,
        played_numbers=played,
        rows=standing_rows(event, numbers, sums, notes),
        sums=sums,
        notes=notes,
        lots=drawn_lots([event.pk]),
        rules=rules_of(event),
        lists_needed=needed.get(event.pk, 0),
        contests=contests,
        members=members_of(contests) if contests else [],
    )


def rules_of(event: Event) -> HouseRules:
    """Return the house rules of ``event``, which say what a good total is."""
    return rules_in(event.rule_set, System(event.system))


def sums_in_series(sums: Sums, numbers: Collection[int]) -> Sums:
    """Return the sums in the series with those numbers."""
    narrowed = {
        pk: {number: result for number, result in own.items() if number in numbers}
        for pk, own in sums.items()
    }
    return {pk: own for pk, own in narrowed.items() if own}


def standing_rows(
    event: Event,
    numbers: tuple[int, ...],
    sums: Sums,
    notes: tuple[Note, ...],
) -> list[StandingRow]:
    """Return a row for each person, by name. One query."""
    left = Entry.objects.filter(
        event=event, player=OuterRef("pk"), until_series__isnull=False
    )
    people = people_by_pk(sums, until_series=Subquery(left.values("until_series")[:1]))
    totals_of = totals_function(event, sums)
    rows = [
        StandingRow(
            **totals_of(own),
            **person_columns(people[pk]),
            per_series=tuple(
                own[number].total if number in own else None for number in numbers
            ),
            until_series=people[pk].until_series,
            classes=classes_of(event, people[pk]),
            notes=tuple(
                note.number for note in notes if note.adjustment.player_id == pk
            ),
        )
        for pk, own in sums.items()
    ]
    rows.sort(key=lambda row: row.name_key)
    return rows


def totals_function(
    event: Event, sums: Sums
) -> Callable[[dict[int, SeriesSum]], dict[str, Any]]:
    """Return a function that adds up one person's results in ``event``.

    It returns every column that may decide a place except the lot, which does not
    come from the sums.
    """
    best_of = min if rules_of(event).lowest_wins else max
    last = max((number for own in sums.values() for number in own), default=0)

    def totals_of(own: dict[int, SeriesSum]) -> dict[str, Any]:
        lists, game_points, total, won, lost = map(sum, zip(*own.values(), strict=True))
        return {
            "lists": lists,
            "game_points": game_points,
            "total": total,
            "won": won,
            "lost": lost,
            "best_list": best_of(result.total for result in own.values()),
            "last_series": own[last].total if last in own else 0,
        }

    return totals_of


def person_columns(player: Player) -> dict[str, Any]:
    """Return the columns about the person, as the reader may see them."""
    return {
        "player_id": player.pk,
        "player": player.sorted_name,
        "name_key": player.sort_key,
        "has_page": player.has_page,
        "club": club_name(player),
        "is_guest": player.is_guest,
    }


def club_name(player: Player) -> str:
    """Return the name of the club of ``player``; empty for none.

    The club of a hidden person would give them away.
    """
    return player.club.name if player.club and player.has_page else ""


def people_by_pk(pks: Iterable[int], **annotations: Subquery) -> dict[int, Any]:
    """Return people with their clubs, and what else is asked for. One query."""
    players = Player.objects.filter(pk__in=list(pks)).select_related("club")
    players = players.annotate(**annotations)
    return {player.pk: player for player in players}
