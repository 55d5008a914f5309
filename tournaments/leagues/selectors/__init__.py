"""Reading seasons: their lists, their tables, who moves under another rule."""

from tournaments.leagues.selectors.played import (
    Evening,
    PlayedUnit,
    SeasonList,
    SeasonLists,
    choosable_competitions,
    competitions_of,
    season_lists,
)
from tournaments.leagues.selectors.revisions import season_revision
from tournaments.leagues.selectors.tables import (
    LabLine,
    PersonSeason,
    SeasonLine,
    SeasonTable,
    lab_lines,
    person_season,
    season_table,
    seasons_for,
)

__all__ = [
    "Evening",
    "LabLine",
    "PersonSeason",
    "PlayedUnit",
    "SeasonLine",
    "SeasonList",
    "SeasonLists",
    "SeasonTable",
    "choosable_competitions",
    "competitions_of",
    "lab_lines",
    "person_season",
    "season_lists",
    "season_revision",
    "season_table",
    "seasons_for",
]
