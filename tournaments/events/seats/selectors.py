"""Reading the tables, who may still be seated, and the evening of one person."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import (
    Count,
    Exists,
    F,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Value,
)
from django.db.models.functions import Coalesce

from tournaments.events.entrants import SeatChoices, labels_of
from tournaments.events.models import Entry, Event, Series, TeamContest
from tournaments.events.money.awards import Winner, prize_list
from tournaments.events.standings.selectors import rankings_of
from tournaments.people.models import Player, User
from tournaments.scope.scope import (
    DRAW,
    RESULTS,
    is_shown,
    moment_lookups,
    shown_condition,
    withheld_condition,
    withheld_until,
)
from tournaments.sheets.models import (
    Result,
    ScoreSheet,
    Seat,
    Substitution,
    TableDevice,
    TableKey,
)
from tournaments.sheets.selectors import unanswered_objections, valid_confirmations
from tournaments.web.tables import PAGE_LENGTH
from tournaments.words.choices import Ranking, SheetState
from tournaments.words.formats import enumeration


class TableCard(NamedTuple):
    """One table of one series: its seats or, on a finished list, its results.

    A place that was taken over has several, ``since`` which game each.
    """

    sheet: ScoreSheet
    places: Sequence[Sequence[Any]]

    @property
    def results(self) -> list[Result]:
        seats = [seat for place in self.places for seat in place]
        return [seat for seat in seats if isinstance(seat, Result)]

    @property
    def best(self) -> int | None:
        totals = {seat.total for seat in self.results}
        return max(totals) if len(totals) > 1 else None

    @property
    def best_places(self) -> set[int]:
        return {seat.place for seat in self.results if seat.total == self.best}

    @property
    def badge(self) -> str:
        return "open" if self.sheet.state == SheetState.EMPTY else self.sheet.state


class SeriesCard(NamedTuple):
    """One series on the board, with its tables."""

    series: Series
    tables: Sequence[TableCard]

    @property
    def finished(self) -> int:
        return sum(card.sheet.is_finished for card in self.tables)

    @property
    def unproved(self) -> str:
        """The numbers of the tables with a finished list that nothing proves."""
        sheets = [card.sheet for card in self.tables if card.sheet.is_unproved]
        return enumeration([str(sheet.table_number) for sheet in sheets])

    @property
    def is_running(self) -> bool:
        """Whether the clock was started, and lists are missing."""
        is_open = self.series.clock_started_at and not self.series.closed_at
        return bool(is_open and self.finished < len(self.tables))

    @property
    def shows_draw(self) -> bool:
        return is_shown(self.series, DRAW)

    @property
    def shows_results(self) -> bool:
        return is_shown(self.series, RESULTS)

    @property
    def hidden_until(self) -> datetime | None:
        return withheld_until(self.series, RESULTS)

    @property
    def places(self) -> range:
        return places_at(self.tables)


def series_cards(event: Event) -> list[SeriesCard]:
    cards = table_cards(ScoreSheet.objects.filter(series__event=event))
    return [
        SeriesCard(series, [card for card in cards if card.sheet.series == series])
        for series in event.series.prefetch_related("reopenings")
    ]


def places_at(tables: Iterable[TableCard]) -> range:
    return range(1, max((len(table.places) for table in tables), default=0) + 1)


def table_cards(sheets: QuerySet[ScoreSheet]) -> list[TableCard]:
    """Return ``sheets`` by table with their people, each before their substitutes."""
    people: dict[int, list[Any]] = {}
    results: dict[int, list[Any]] = {}
    for model, first, found in (
        (Seat, Value(1), people),
        (Substitution, F("from_game"), people),
        (Result, F("first_game"), results),
    ):
        rows = model.objects.filter(sheet__in=sheets).annotate(since=first)
        for row in rows.select_related("player").order_by("since"):
            found.setdefault(row.sheet_id, []).append(row)
    by_table = sheets.select_related("series").order_by(
        "series__number", "table_number"
    )
    at_place, cards = attrgetter("place"), []
    for sheet in by_table:
        seats = results.get(sheet.pk) or people.get(sheet.pk, [])
        places = groupby(sorted(seats, key=at_place), at_place)
        cards.append(TableCard(sheet, [list(each) for _place, each in places]))
    return cards


def evenings_for(user: User | AnonymousUser) -> QuerySet[Event]:
    """Return the events that ``user`` may read, the latest first, with their progress.

    League matches are left out: the league lists them. ``ranks_teams`` says whether
    teams are ranked as well.
    """
    events = with_progress(Event.objects.visible_to(user).planned_here())
    teams = TeamContest.objects.filter(event=OuterRef("pk"))
    return events.annotate(ranks_teams=Exists(teams)).order_by("-date", "-pk")


def with_progress(events: QuerySet[Event]) -> QuerySet[Event]:
    """Return ``events`` with what is played of them, as the reader may see it.

    ``lists`` and ``finished`` count the lists of an event, ``drawn`` its series with
    tables, and ``undrawn`` those without tables or hidden from the reader.
    ``hides_series`` says whether any is hidden.
    """
    is_shown_now = shown_condition(DRAW, RESULTS)
    series = Series.objects.filter(event=OuterRef("pk"))
    sheets = ScoreSheet.objects.filter(
        shown_condition(*moment_lookups("series", DRAW, RESULTS)),
        series__event=OuterRef("pk"),
    )
    return events.annotate(
        lists=count_of(sheets),
        finished=count_of(sheets.finished()),
        drawn=count_of(series.filter(is_shown_now, sheets__isnull=False), "event"),
        undrawn=count_of(
            series.filter(Q(sheets__isnull=True) | ~is_shown_now), "event"
        ),
        hides_series=Exists(series.filter(withheld_condition(DRAW, RESULTS))),
    )


def count_of(rows: QuerySet[Any], column: str = "series__event") -> Coalesce:
    """Return a subquery that counts ``rows``, all of one outer row, by its column."""
    counts = rows.order_by().values(column).annotate(of=Count("pk", distinct=True))
    return Coalesce(Subquery(counts.values("of")), 0)


def last_evening(today: date) -> Event | None:
    """Return the evening whose settings a new one takes over, a past one if any."""
    evenings = Event.objects.evenings()
    return evenings.filter(date__lte=today).first() or evenings.first()


def seat_choices(series: Series, *, sheet: ScoreSheet | None = None) -> SeatChoices:
    """Return the people who may be seated in ``series``, and those who are already.

    The people of ``sheet`` count as free, because they may change places. Entrants who
    wait for a seat come first.
    """
    others = Seat.objects.filter(series=series).exclude(sheet=sheet)
    tables = dict(others.values_list("player", "sheet__table_number"))
    people = labels_of(Player.objects.active().select_related("club"))
    free = {label: each for label, each in people.items() if each.pk not in tables}
    entries = list(series.event.entries.all())
    playing = {entry.player_id for entry in entries if entry.plays(series.number)}
    waiting = {label: each for label, each in free.items() if each.pk in playing}
    seated = {label: each for label, each in people.items() if each.pk in tables}
    return SeatChoices(
        free=waiting | free,
        waiting=waiting if entries else None,
        seated={label: tables[player.pk] for label, player in seated.items()},
    )


def entries_off_fixed_table(sheet: ScoreSheet, players_before: set[int]) -> list[Entry]:
    """Return whom a change of seats has taken from their fixed table."""
    players_now = set(sheet.seats.values_list("player", flat=True))
    moved_entries = Entry.objects.filter(
        event=sheet.series.event_id, player__in=players_before ^ players_now
    ).select_related("player")
    return [
        entry
        for entry in moved_entries.filter(fixed_table__isnull=False)
        if (entry.fixed_table == sheet.table_number)
        == (entry.player_id in players_before)
    ]


def earlier_series(series: Series) -> QuerySet[Series]:
    """Return the earlier series of the event that have tables, the latest first."""
    return (
        Series.objects.filter(event=series.event_id, number__lt=series.number)
        .annotate(tables=Count("sheets"))
        .filter(tables__gt=0)
        .order_by("-number")
    )


def was_played(event: Event) -> bool:
    sheets = ScoreSheet.objects.filter(series__event=event)
    return sheets.filter(Q(games__isnull=False) | Q(changes__isnull=False)).exists()


def tables_by_series(event: Event) -> list[tuple[int, list[ScoreSheet]]]:
    """Return the lists of an event by series, the last series first.

    Each list has the number of ``played`` games and, if there are any, the numbers of
    ``confirmed`` and ``objecting`` players, and the time when a phone was last
    ``heard_of``.
    """
    of_list = Q(sheet=OuterRef("pk"))
    phones = TableDevice.objects.filter(key__sheet=OuterRef("pk")).order_by("-seen_at")
    sheets = (
        ScoreSheet.objects.filter(series__event=event)
        .select_related("series")
        .annotate(
            played=Count("games"),
            confirmed=count_of(valid_confirmations().filter(of_list), "sheet"),
            objecting=count_of(unanswered_objections().filter(of_list), "sheet"),
            heard_of=Subquery(phones.values("seen_at")[:1]),
        )
        .order_by("-series__number", "table_number")
    )
    return [
        (number, list(tables))
        for number, tables in groupby(sheets, key=lambda sheet: sheet.series.number)
    ]


def lists_to_write(event: Event) -> QuerySet[ScoreSheet]:
    """Return the lists that their tables can still write."""
    open_lists = ScoreSheet.objects.exclude(pk__in=ScoreSheet.objects.finished())
    return open_lists.filter(series__event=event, series__closed_at=None)


class Rank(NamedTuple):
    """A person's place in a ranking of so many ``people``; no names, for all readers.

    ``per_series`` has the points by series, ``row`` is where the standings show the
    person, behind their address.
    """

    ranking: Ranking
    place: int
    is_shared: bool
    people: int
    total: int
    is_provisional: bool
    per_series: dict[int, int | None]
    row: str


class MyEvening(NamedTuple):
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
    """Return the evening of ``player`` in an event."""
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
        at_table = seat.sheet.seats.all()
        seat.neighbours = [each.player.name for each in at_table if each != seat]
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
    """Return the first series without a seat that is open or hidden from readers."""
    last = max((seat.series.number for seat in seats), default=0)
    for series in event.series.filter(number__gt=last).order_by("number"):
        is_open = series.closed_at is None or not is_shown(series, DRAW)
        if is_open and (entry is None or entry.covers(series.number)):
            return series
    return None


def ranks_in(event: Event) -> dict[int, Rank]:
    """Return everybody's rank by person, that of guests among guests if apart."""
    apart = [Ranking.GUESTS] if event.guests_apart else []
    ranks: dict[int, Rank] = {}
    for standings in rankings_of(event, [Ranking.SINGLE, *apart]):
        for index, line in enumerate(standings.places):
            page = f"?page={index // PAGE_LENGTH + 1}" if index >= PAGE_LENGTH else ""
            points = zip(standings.series_numbers, line.entry.per_series, strict=True)
            rank = Rank(
                ranking=standings.ranking,
                place=line.place,
                is_shared=line.shared,
                people=len(standings.places),
                total=line.entry.total,
                is_provisional=standings.is_provisional,
                per_series=dict(points),
                row=f"{page}#{line.entry.anchor}",
            )
            ranks.setdefault(line.entry.player_id, rank)
    return ranks


def prizes_won(event: Event, entry: Entry | None) -> list[tuple[Winner, str]]:
    """Return what a person and, with its contest, their teams won after the release."""
    if entry is None or not event.is_released:
        return []
    found = prize_list(event)
    teams = {member.team_id for member in entry.memberships.all()}
    return [(line, "") for line in found.people if line.entry_id == entry.pk] + [
        (line, plan.label)
        for plan, lines in found.others
        for line in lines
        if line.team_id in teams or line.entry_id == entry.pk
    ]


def seated_people(event: Event) -> list[tuple[Player, int | None, Seat]]:
    """Return the people who have a seat, with start number and first seat.

    They are sorted by the name the reader sees. People who are only registered are left
    out, because that is private; so are hidden ones for visitors, as their start number
    is on a card with their name.
    """
    numbers = dict(event.entries.values_list("player_id", "start_number"))
    seats = Seat.objects.filter(series__event=event).order_by("-series__number")
    first_seats = {
        each.player_id: each for each in seats.select_related("player", "sheet")
    }
    people = [
        (seat.player, numbers.get(pk), seat)
        for pk, seat in first_seats.items()
        if seat.player.has_page
    ]
    return sorted(people, key=lambda row: (row[0].sort_key, row[0].pk))
