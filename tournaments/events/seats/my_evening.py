"""Reading what a person looks up on their phone: table, lists, rank."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch

from tournaments.events.models import Entry, Event, Series
from tournaments.events.money.awards import Winner, prize_list
from tournaments.events.standings.selectors import standings_of
from tournaments.people.models import Player
from tournaments.scope.withheld import DRAW, is_shown
from tournaments.sheets.models import Seat, TableKey
from tournaments.web.tables import PAGE_LENGTH
from tournaments.words.choices import Ranking


@dataclass(frozen=True, slots=True, kw_only=True)
class Rank:
    """A person's place in a ranking; ``per_series`` has the points by series."""

    ranking: Ranking
    place: int
    is_shared: bool
    people: int
    total: int
    is_provisional: bool
    per_series: dict[int, int]
    row: str
    """Where the standings show it, behind their address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MyEvening:
    """One person's seats in an event; ``entry`` is None if nobody was registered.

    Each seat has the names of its ``neighbours``, and ``has_code`` if the table may
    write its list on a phone. ``waiting_for`` is the series in which they have no seat
    yet; with ``waits_for_release`` its tables are not released yet.
    """

    player: Player
    entry: Entry | None
    seats: list[Any]
    waiting_for: int | None
    waits_for_release: bool

    @property
    def upcoming(self) -> Any:
        """The first seat whose list is not finished, where the person goes next."""
        return next((seat for seat in self.seats if not seat.sheet.is_finished), None)

    @property
    def hides_results(self) -> bool:
        return not all(seat.sheet.is_readable for seat in self.seats)


def my_evening(event: Event, player: Player) -> MyEvening:
    """Return the evening of ``player`` in an event. Five queries, including teams."""
    keys = TableKey.objects.valid().filter(sheet=OuterRef("sheet"))
    table = Seat.objects.select_related("player").order_by("place")
    rows = (
        Seat.objects.filter(series__event=event, player=player)
        .select_related("sheet__series", "series")
        .prefetch_related(Prefetch("sheet__seats", table))
        .annotate(has_code=Exists(keys))
        .order_by("series__number")
    )
    entries = event.entries.filter(player=player).select_related("player")
    entry = entries.with_teams().first()
    seats: list[Any] = list(rows)
    for seat in seats:
        others = [other for other in seat.sheet.seats.all() if other != seat]
        seat.neighbours = [other.player.name for other in others]
    waiting = series_without_seat(event, seats, entry)
    return MyEvening(
        player=player,
        entry=entry,
        seats=seats,
        waiting_for=waiting.number if waiting else None,
        waits_for_release=waiting is not None and not is_shown(waiting, DRAW),
    )


def series_without_seat(
    event: Event, seats: list[Any], entry: Entry | None
) -> Series | None:
    """Return the first series in which the person has no seat yet. One query.

    A closed series is skipped, unless the reader may not see its tables.
    """
    last = max((seat.series.number for seat in seats), default=0)
    for series in event.series.filter(number__gt=last).order_by("number"):
        is_open = series.closed_at is None or not is_shown(series, DRAW)
        if is_open and (entry is None or entry.covers(series.number)):
            return series
    return None


def ranks_in(event: Event) -> dict[int, Rank]:
    """Return everybody's rank by the key of the person.

    If guests are ranked apart, theirs is the rank among guests. The queries of one or
    two rankings.
    """
    apart = [Ranking.GUESTS] if event.guests_apart else []
    ranks: dict[int, Rank] = {}
    for ranking in (Ranking.SINGLE, *apart):
        standings = standings_of(event, ranking=ranking)
        for index, line in enumerate(standings.places):
            page = f"?page={index // PAGE_LENGTH + 1}" if index >= PAGE_LENGTH else ""
            points = zip(standings.series_numbers, line.entry.per_series, strict=True)
            rank = Rank(
                ranking=ranking,
                place=line.place,
                is_shared=line.shared,
                people=len(standings.places),
                total=line.entry.total,
                is_provisional=standings.is_provisional,
                per_series={
                    number: total for number, total in points if total is not None
                },
                row=f"{page}#{line.entry.anchor}",
            )
            ranks.setdefault(line.entry.player_id, rank)
    return ranks


def prizes_won(event: Event, entry: Entry | None) -> list[tuple[Winner, str]]:
    """Return what a person and their teams won, once the results are released.

    Beside a team's prize stands the name of its contest.
    """
    if entry is None or not event.is_released:
        return []
    found = prize_list(event)
    teams = {member.team_id for member in entry.memberships.all()}
    return [(line, "") for line in found.people if line.entry_id == entry.pk] + [
        (line, contest.label)
        for contest, lines in found.teams
        for line in lines
        if line.team_id in teams
    ]


def seated_people(
    event: Event,
) -> list[tuple[Player, int | None, Seat]]:
    """Return the people who have a seat, with start number and first seat. Two queries.

    They are sorted by the name the reader sees. People who are only registered are
    left out, because that is private; so are hidden ones for visitors, as their start
    number is on a card with their name.
    """
    numbers = dict(event.entries.values_list("player_id", "start_number"))
    seats = Seat.objects.filter(series__event=event)
    first_seats: dict[int, Seat] = {}
    for seat in seats.select_related("player", "sheet").order_by("series__number"):
        first_seats.setdefault(seat.player_id, seat)
    people = [
        (seat.player, numbers.get(pk), seat)
        for pk, seat in first_seats.items()
        if seat.player.has_page
    ]
    return sorted(people, key=lambda row: (row[0].sort_key, row[0].pk))
