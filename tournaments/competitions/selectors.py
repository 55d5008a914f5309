"""Reading competitions: standings, and how far every table has come."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models import BigIntegerField, Count, Q, QuerySet, Sum

from scoring.standings import Placed, rank, tie_chain
from tournaments.choices import SheetState
from tournaments.competitions.models import Competition, Series
from tournaments.competitions.people import SeatChoices, labels_of
from tournaments.members.models import Player, User
from tournaments.sheets.models import Result, ScoreSheet, Seat

BIGGEST_PK = BigIntegerField.MAX_BIGINT
REVISION_SQL = f"""
    SELECT event.id, COUNT(DISTINCT series.id),
           COUNT(sheet.id), MAX(sheet.id), SUM(sheet.revision),
           (SELECT MAX(history_id) FROM {Competition.history.model._meta.db_table}
            WHERE id = event.id),
           (SELECT MAX(history_id) FROM {Player.history.model._meta.db_table})
    FROM {Competition._meta.db_table} event
    LEFT JOIN {Series._meta.db_table} series ON series.competition_id = event.id
    LEFT JOIN {ScoreSheet._meta.db_table} sheet ON sheet.series_id = series.id
    WHERE event.id = %s
    GROUP BY event.id
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingRow:
    """What one person has in a competition; ``per_series`` in the series' order."""

    player_id: int
    player: str
    name_key: str
    club: str
    is_guest: bool
    per_series: tuple[int | None, ...]
    lists: int
    game_points: int
    total: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The ranking of a competition; provisional while lists are missing."""

    series_numbers: tuple[int, ...]
    places: list[Placed[StandingRow]]
    finished: int
    expected: int

    @property
    def is_provisional(self) -> bool:
        return self.finished < self.expected


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """One table of one series on the board."""

    sheet: ScoreSheet
    names: tuple[str, ...]

    @property
    def badge(self) -> str:
        """Return how the state of the list is drawn."""
        return "open" if self.sheet.state == SheetState.EMPTY else self.sheet.state


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesCard:
    """One series on the board, with its tables."""

    series: Series
    tables: tuple[TableCard, ...]
    finished: int


@dataclass(slots=True)
class _Sums:
    per_series: dict[int, int] = field(default_factory=dict)
    lists: int = 0
    game_points: int = 0
    total: int = 0
    won: int = 0
    lost: int = 0


def standings_of(competition: Competition) -> Standings:
    """Rank everybody who finished a list. Four queries, however many people.

    Ties are broken by more won, then fewer lost games (rules 5.6); who is equal
    after that shares a place.
    """
    numbers = tuple(competition.series.values_list("number", flat=True))
    sums = result_sums(competition)
    people = people_by_pk(sums)
    rows = [
        StandingRow(
            player_id=pk,
            player=people[pk].sorted_name,
            name_key=people[pk].name_key,
            club=club_name(people[pk]),
            is_guest=people[pk].is_guest,
            per_series=tuple(own.per_series.get(number) for number in numbers),
            lists=own.lists,
            game_points=own.game_points,
            total=own.total,
            won=own.won,
            lost=own.lost,
        )
        for pk, own in sums.items()
    ]
    rows.sort(key=lambda row: row.name_key)
    counts = ScoreSheet.objects.filter(series__competition=competition).aggregate(
        expected=Count("pk"),
        finished=Count("pk", filter=Q(state=SheetState.FINISHED)),
    )
    return Standings(series_numbers=numbers, places=rank(rows, by=tie_chain), **counts)


def result_sums(competition: Competition) -> dict[int, _Sums]:
    """Add up the result rows by person and series. One query."""
    rows = (
        Result.objects.filter(series__competition=competition)
        .order_by()
        .values_list("player_id", "series__number")
        .annotate(
            Count("sheet", distinct=True),
            Sum("game_points"),
            Sum("total"),
            Sum("won"),
            Sum("lost"),
        )
    )
    sums: dict[int, _Sums] = {}
    for player, number, lists, game_points, total, won, lost in rows:
        own = sums.setdefault(player, _Sums())
        own.per_series[number] = total
        own.lists += lists
        own.game_points += game_points
        own.total += total
        own.won += won
        own.lost += lost
    return sums


def club_name(player: Player) -> str:
    """Return the name of the club of ``player``; empty for none."""
    return player.club.name if player.club else ""


def people_by_pk(pks: Iterable[int]) -> dict[int, Player]:
    """Return people with their clubs. One query."""
    found = Player.objects.filter(pk__in=list(pks)).select_related("club")
    return {player.pk: player for player in found}


def series_cards(competition: Competition) -> list[SeriesCard]:
    """Return every series with its tables and their states. Three queries."""
    sheets = ScoreSheet.objects.filter(series__competition=competition)
    tables: dict[int, list[TableCard]] = {}
    for card in table_cards(sheets):
        tables.setdefault(card.sheet.series_id, []).append(card)
    return [
        SeriesCard(
            series=series,
            tables=tuple(tables.get(series.pk, ())),
            finished=sum(card.sheet.is_finished for card in tables.get(series.pk, ())),
        )
        for series in competition.series.all()
    ]


def tables_of(series: Series) -> list[TableCard]:
    """Return the tables of one series. Two queries."""
    return table_cards(series.sheets.all())


def table_cards(sheets: QuerySet[ScoreSheet]) -> list[TableCard]:
    """Return ``sheets`` by table with the names at them. Two queries."""
    names: dict[int, list[str]] = {}
    seats = Seat.objects.filter(sheet__in=sheets).select_related("player")
    for seat in seats.order_by("place"):
        names.setdefault(seat.sheet_id, []).append(seat.player.name)
    return [
        TableCard(sheet=sheet, names=tuple(names.get(sheet.pk, ())))
        for sheet in sheets.order_by("series__number", "table_number")
    ]


def evenings_for(user: User | AnonymousUser) -> QuerySet[Competition]:
    """Return the evenings ``user`` may read, the latest first, with their progress.

    ``lists`` and ``finished`` count the lists of an evening. One query.
    """
    is_finished = Q(series__sheets__state=SheetState.FINISHED)
    return (
        Competition.objects.visible_to(user)
        .evenings()
        .annotate(
            lists=Count("series__sheets"),
            finished=Count("series__sheets", filter=is_finished),
        )
        .order_by("-date", "-pk")
    )


def last_evening() -> Competition | None:
    """Return the evening whose habits a new one takes over. One query."""
    return Competition.objects.evenings().first()


def standings_revision(pk: int) -> str | None:
    """Return a word that changes whenever the standings of competition ``pk`` do.

    None if there is no such competition. Lists count their writes; people and
    competitions have a history. One query, in plain SQL: to put it together from the
    models takes longer than everything else an unchanged page costs.
    """
    if pk > BIGGEST_PK:
        return None
    with connection.cursor() as cursor:
        cursor.execute(REVISION_SQL, [pk])
        found = cursor.fetchone()
    return None if found is None else "-".join(map(str, found))


def seat_choices(series: Series, *, sheet: ScoreSheet | None = None) -> SeatChoices:
    """Return who may sit down in ``series``, and who sits at a table already.

    The people of ``sheet`` count as free: they may change places. Two queries.
    """
    tables = dict(
        Seat.objects.filter(series=series)
        .exclude(sheet=sheet)
        .values_list("player", "sheet__table_number")
    )
    people = labels_of(Player.objects.active().select_related("club"))
    return SeatChoices(
        free={
            label: player for label, player in people.items() if player.pk not in tables
        },
        seated={
            label: tables[player.pk]
            for label, player in people.items()
            if player.pk in tables
        },
    )


def earlier_series(series: Series) -> QuerySet[Series]:
    """Return the earlier series of the competition that have tables, latest first."""
    return (
        Series.objects.filter(
            competition=series.competition_id, number__lt=series.number
        )
        .annotate(tables=Count("sheets"))
        .filter(tables__gt=0)
        .order_by("-number")
    )


def was_played(competition: Competition) -> bool:
    """Return whether a list of ``competition`` has been typed on. One query."""
    sheets = ScoreSheet.objects.filter(series__competition=competition)
    return sheets.filter(Q(games__isnull=False) | Q(changes__isnull=False)).exists()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedList:
    """One finished list in the life of a person."""

    sheet_id: int
    competition_id: int
    competition: str
    date: date
    series: int
    table: int
    table_size: int
    place: int
    game_points: int
    won: int
    lost: int
    total: int


def lists_of(player: Player, *, published_only: bool = False) -> list[PlayedList]:
    """Return the finished lists of a person, the latest first. One query."""
    rows = Result.objects.filter(player=player)
    if published_only:
        rows = rows.filter(series__competition__is_published=True)
    rows = rows.select_related("series__competition", "sheet").order_by(
        "-series__competition__date", "-series__competition", "-series__number"
    )
    return [
        PlayedList(
            sheet_id=row.sheet_id,
            competition_id=row.series.competition_id,
            competition=row.series.competition.name,
            date=row.series.competition.date,
            series=row.series.number,
            table=row.sheet.table_number,
            table_size=row.sheet.table_size,
            place=row.place,
            game_points=row.game_points,
            won=row.won,
            lost=row.lost,
            total=row.total,
        )
        for row in rows
    ]
