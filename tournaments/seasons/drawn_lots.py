"""Reading the lots drawn in a season."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from tournaments.seasons.models import Season, SeasonLot


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnLots:
    """One draw: the lot of each person, the highest first, with time and account."""

    pk: int
    at: datetime
    by: str
    lots: Mapping[int, int]


def valid_draws(season: Season) -> tuple[DrawnLots, ...]:
    """Return the draws that were not taken back, the oldest first. One query."""
    rows = (
        SeasonLot.objects.filter(draw__season=season, draw__taken_back_at__isnull=True)
        .order_by("draw__drawn_at", "draw", "-number")
        .values_list(
            "draw", "draw__drawn_at", "draw__drawn_by__username", "player", "number"
        )
    )
    lots: dict[int, dict[int, int]] = {}
    details: dict[int, tuple[datetime, str]] = {}
    for draw, at, by, person, number in rows:
        lots.setdefault(draw, {})[person] = number
        details[draw] = (at, by or "")
    return tuple(
        DrawnLots(pk=pk, at=details[pk][0], by=details[pk][1], lots=draw_lots)
        for pk, draw_lots in lots.items()
    )
