"""Writing seasons."""

from tournaments.leagues.services.seasons import (
    choose_competitions,
    create_season,
    delete_season,
    publish_season,
    save_season,
)

__all__ = [
    "choose_competitions",
    "create_season",
    "delete_season",
    "publish_season",
    "save_season",
]
