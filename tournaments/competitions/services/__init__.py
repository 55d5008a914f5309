"""Writing competitions: the only door."""

from tournaments.competitions.services.evenings import (
    copy_tables,
    create_competition,
    delete_competition,
    free_slug,
    open_table,
    open_tables,
    publish,
    update_competition,
)

__all__ = [
    "copy_tables",
    "create_competition",
    "delete_competition",
    "free_slug",
    "open_table",
    "open_tables",
    "publish",
    "update_competition",
]
