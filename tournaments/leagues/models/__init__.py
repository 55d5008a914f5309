"""Seasons: which competitions belong to them, and by which rule they are ranked."""

from tournaments.leagues.models.seasons import (
    MOST_UNITS,
    Season,
    SeasonBonus,
    SeasonCompetition,
)

__all__ = ["MOST_UNITS", "Season", "SeasonBonus", "SeasonCompetition"]
