"""What a copy would change, and how the copies stand."""

from dataclasses import dataclass

from django.db.models import Model
from django.utils.translation import gettext as _

from skatclub.backups.manifest import Manifest
from tournaments.events.models import Event
from tournaments.people.models import Player
from tournaments.sheets.models import Game, ScoreSheet

UNKNOWN = "–"


@dataclass(frozen=True, slots=True)
class Change:
    """How many there are of something, and how many there would be."""

    word: str
    before: int | str
    after: int


def changes(manifest: Manifest, *, is_broken: bool = False) -> list[Change]:
    """Return what putting a copy back would change. Four queries, over all books."""
    rows: list[tuple[str, type[Model]]] = [
        (_("People"), Player),
        (_("Events"), Event),
        (_("Lists"), ScoreSheet),
        (_("Games"), Game),
    ]
    return [
        Change(
            word,
            UNKNOWN if is_broken else model._base_manager.count(),
            manifest.tables.get(model._meta.db_table, 0),
        )
        for word, model in rows
    ]
