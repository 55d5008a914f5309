"""Reading what one person wants to know on their phone: table, lists, rank."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.events.models import Entry, Event, Series
from tournaments.events.standings.selectors import standings_of
from tournaments.people.models import Player
from tournaments.scope.withheld import DRAW, is_shown
from tournaments.sheets.models import ScoreSheet, Seat, TableKey
from tournaments.words.choices import Ranking, SheetState


@dataclass(frozen=True, slots=True, kw_only=True)
class Rank:
    """Where somebody stands in a ranking; ``per_series`` are the points by series."""

    ranking: Ranking
    place: int
    is_shared: bool
    people: int
    total: int
    is_provisional: bool
    per_series: dict[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class MySeat:
    """One's place in a series, with the others at the table."""

    sheet: ScoreSheet
    series: int
    place: int
    others: tuple[str, ...]
    has_code: bool
    """Whether the table may write its list on a phone."""

    @property
    def is_over(self) -> bool:
        """Return whether the list is finished."""
        return bool(self.sheet.state == SheetState.FINISHED)

    @property
    def is_readable(self) -> bool:
        """Return whether the reader may see the list already."""
        return self.sheet.is_readable


@dataclass(frozen=True, slots=True, kw_only=True)
class MyEvening:
    """What one person does in an event; no entry where nobody was registered.

    ``waits_for_release``: whether the tables they wait for are not shown yet.
    """

    player: Player
    entry: Entry | None
    seats: tuple[MySeat, ...]
    waiting_for: int | None
    waits_for_release: bool

    @property
    def upcoming(self) -> MySeat | None:
        """Return the first place whose list is not finished: there one sits down."""
        return next((seat for seat in self.seats if not seat.is_over), None)

    @property
    def hides_results(self) -> bool:
        return not all(seat.is_readable for seat in self.seats)


def my_evening(event: Event, player: Player) -> MyEvening:
    """Return what ``player`` does in an event. Five queries, with the teams."""
    own = Seat.objects.filter(series__event=event, player=player)
    own = own.select_related("sheet__series", "series").order_by("series__number")
    keys = TableKey.objects.valid().filter(sheet=OuterRef("sheet"))
    own = own.annotate(has_code=Exists(keys))
    others = others_beside(own)
    entry = (
        event.entries.filter(player=player)
        .select_related("player")
        .with_teams()
        .first()
    )
    seats = tuple(
        MySeat(
            sheet=seat.sheet,
            series=seat.series.number,
            place=seat.place,
            others=tuple(others.get(seat.sheet_id, ())),
            has_code=seat.has_code,
        )
        for seat in own
    )
    waiting = series_without_seat(event, seats, entry)
    return MyEvening(
        player=player,
        entry=entry,
        seats=seats,
        waiting_for=waiting.number if waiting else None,
        waits_for_release=waiting is not None and not is_shown(waiting, DRAW),
    )


def others_beside(own: QuerySet[Seat]) -> dict[int, list[str]]:
    """Return who else sits at the tables of some seats, by list. One query."""
    mine = [seat.pk for seat in own]
    tables = [seat.sheet_id for seat in own]
    names: dict[int, list[str]] = {}
    beside = Seat.objects.filter(sheet__in=tables).exclude(pk__in=mine)
    for seat in beside.select_related("player").order_by("place"):
        names.setdefault(seat.sheet_id, []).append(seat.player.name)
    return names


def series_without_seat(
    event: Event, seats: tuple[MySeat, ...], entry: Entry | None
) -> Series | None:
    """Return the first series in which somebody has no seat yet. One query.

    One that is closed seats nobody any more, unless the reader may not see its tables.
    """
    last = max((seat.series for seat in seats), default=0)
    for series in event.series.filter(number__gt=last).order_by("number"):
        is_open = series.closed_at is None or not is_shown(series, DRAW)
        plays = entry is None or (
            entry.from_series <= series.number
            and (entry.until_series is None or series.number <= entry.until_series)
        )
        if is_open and plays:
            return series
    return None


def ranks_in(event: Event) -> dict[int, Rank]:
    """Return where everybody stands, by the person's key.

    Where guests are ranked apart, their place is the one among guests. The queries of
    one or two rankings.
    """
    wanted = [Ranking.SINGLE]
    if event.guests_apart:
        wanted.append(Ranking.GUESTS)
    found: dict[int, Rank] = {}
    for ranking in wanted:
        standings = standings_of(event, ranking=ranking)
        for line in standings.places:
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
            )
            found.setdefault(line.entry.player_id, rank)
    return found


def people_seated(
    event: Event,
) -> list[tuple[Player, int | None, Seat]]:
    """Return who sits somewhere, by the shown name: start number and first seat.

    Two queries. That somebody has only registered is not everybody's affair.
    """
    numbers = dict(event.entries.values_list("player_id", "start_number"))
    seats = Seat.objects.filter(series__event=event)
    first: dict[int, Seat] = {}
    for seat in seats.select_related("player", "sheet").order_by("series__number"):
        first.setdefault(seat.player_id, seat)
    people = [(seat.player, numbers.get(pk), seat) for pk, seat in first.items()]
    return sorted(people, key=lambda each: (each[0].sort_key, each[0].pk))
