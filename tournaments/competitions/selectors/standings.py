"""Reading who won: the ranking of a competition."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db import connection
from django.db.models import BigIntegerField, Count, Q, Sum

from scoring.standings import Placed, rank, tie_chain
from tournaments.choices import SheetState
from tournaments.competitions.models import Competition, Series
from tournaments.members.models import Player
from tournaments.sheets.models import Result, ScoreSheet

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
