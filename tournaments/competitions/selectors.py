"""Reading competitions: standings, and how far every table has come."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from django.db.models import Count, Q, QuerySet, Sum

from scoring.standings import Placed, rank, tie_chain
from tournaments.choices import SheetState
from tournaments.competitions.models import Competition, Series
from tournaments.members.models import Player
from tournaments.sheets.models import Result, ScoreSheet, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingRow:
    """What one person has in a competition; ``per_series`` in the series' order."""

    player_id: int
    player: str
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
            club=people[pk].club.name if people[pk].club else "",
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
    rows.sort(key=lambda row: people[row.player_id].name_key)
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


def people_by_pk(pks: Iterable[int]) -> dict[int, Player]:
    """Return people with their clubs. One query."""
    found = Player.objects.filter(pk__in=list(pks)).select_related("club")
    return {player.pk: player for player in found}


def series_cards(competition: Competition) -> list[SeriesCard]:
    """Return every series with its tables and their states. Three queries."""
    sheets: dict[int, list[ScoreSheet]] = {}
    for sheet in ScoreSheet.objects.filter(series__competition=competition).order_by(
        "series__number", "table_number"
    ):
        sheets.setdefault(sheet.series_id, []).append(sheet)
    names: dict[int, list[str]] = {}
    for seat in (
        Seat.objects.filter(sheet__series__competition=competition)
        .select_related("player")
        .order_by("place")
    ):
        names.setdefault(seat.sheet_id, []).append(seat.player.name)
    return [
        SeriesCard(
            series=series,
            tables=tuple(
                TableCard(sheet=sheet, names=tuple(names.get(sheet.pk, ())))
                for sheet in sheets.get(series.pk, ())
            ),
            finished=sum(sheet.is_finished for sheet in sheets.get(series.pk, ())),
        )
        for series in competition.series.all()
    ]


def free_players(series: Series) -> QuerySet[Player]:
    """Return the active people who have no table in ``series`` yet."""
    seated = Seat.objects.filter(series=series).values("player")
    return Player.objects.active().exclude(pk__in=seated).select_related("club")


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
