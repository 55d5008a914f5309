"""Reading what one person has played."""

from dataclasses import dataclass
from datetime import date

from tournaments.members.models import Player
from tournaments.sheets.models import Result


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
