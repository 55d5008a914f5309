"""Reading the lots that were drawn in a season."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from tournaments.seasons.models import Season, SeasonLot


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """One draw: who drew which lot, the highest first, and who saw to it when."""

    pk: int
    at: datetime
    by: str
    lots: Mapping[int, int]


def draws_of(season: Season) -> tuple[Drawn, ...]:
    """Return the draws that nobody took back, the oldest first. One query."""
    rows = (
        SeasonLot.objects.filter(draw__season=season, draw__taken_back_at__isnull=True)
        .order_by("draw__drawn_at", "draw", "-number")
        .values_list(
            "draw", "draw__drawn_at", "draw__drawn_by__username", "player", "number"
        )
    )
    lots: dict[int, dict[int, int]] = {}
    about: dict[int, tuple[datetime, str]] = {}
    for draw, at, by, person, number in rows:
        lots.setdefault(draw, {})[person] = number
        about[draw] = (at, by or "")
    return tuple(
        Drawn(pk=pk, at=about[pk][0], by=about[pk][1], lots=own)
        for pk, own in lots.items()
    )
