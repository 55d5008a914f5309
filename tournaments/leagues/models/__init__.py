"""Seasons of the club, and leagues with their divisions, teams and match days."""

from tournaments.leagues.models.leagues import (
    MOST_MATCH_DAYS,
    Division,
    League,
    LeaguePlayer,
    LeagueTeam,
)
from tournaments.leagues.models.match_days import (
    GROUP_SIZES,
    GroupReopening,
    GroupTeam,
    MatchDay,
    MatchGroup,
)
from tournaments.leagues.models.seasons import (
    MOST_UNITS,
    Season,
    SeasonBonus,
    SeasonCompetition,
    SeasonDraw,
    SeasonLot,
)

__all__ = [
    "GROUP_SIZES",
    "MOST_MATCH_DAYS",
    "MOST_UNITS",
    "Division",
    "GroupReopening",
    "GroupTeam",
    "League",
    "LeaguePlayer",
    "LeagueTeam",
    "MatchDay",
    "MatchGroup",
    "Season",
    "SeasonBonus",
    "SeasonCompetition",
    "SeasonDraw",
    "SeasonLot",
]
