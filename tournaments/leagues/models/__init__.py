"""Leagues with their divisions, teams and match days."""

from tournaments.leagues.models.hosts import HostCode
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

__all__ = [
    "GROUP_SIZES",
    "MOST_MATCH_DAYS",
    "Division",
    "GroupReopening",
    "GroupTeam",
    "HostCode",
    "League",
    "LeaguePlayer",
    "LeagueTeam",
    "MatchDay",
    "MatchGroup",
]
