"""Tables of seasons and leagues."""

from tournaments.leagues.tables.leagues import (
    LeaguePeopleTable,
    LeagueTableOfTeams,
    MatchTable,
)
from tournaments.leagues.tables.seasons import (
    EveningsTable,
    LabTable,
    SeasonTableOfPeople,
    value_text,
)

__all__ = [
    "EveningsTable",
    "LabTable",
    "LeaguePeopleTable",
    "LeagueTableOfTeams",
    "MatchTable",
    "SeasonTableOfPeople",
    "value_text",
]
