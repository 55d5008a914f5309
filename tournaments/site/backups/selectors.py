"""The state of the backups, and the changes that restoring one would make."""

from datetime import datetime
from typing import Any

from django.db.models import Model
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatclub.backups.folder import (
    ASKED,
    BROUGHT,
    DAILY,
    LOSS,
    RESTORE,
    UPDATE,
    likely_places,
    second_place,
    state,
    stored_copies,
)
from skatclub.backups.manifest import Manifest
from skatclub.machine.room import free_bytes, is_nearly_full
from tournaments.events.models import Event
from tournaments.people.models import Player
from tournaments.sheets.models import Game, ScoreSheet

UNKNOWN = "–"
MEGABYTE = 1024**2
PURPOSES = {
    DAILY: gettext_lazy("by itself"),
    ASKED: gettext_lazy("on request"),
    UPDATE: gettext_lazy("before a new version"),
    RESTORE: gettext_lazy("before another backup was put back"),
    LOSS: gettext_lazy("before something was deleted or replaced"),
    BROUGHT: gettext_lazy("brought along"),
}


def backup_state() -> dict[str, Any]:
    """Return the state of the backups; texts are empty if all is well."""
    stored_state, place = state(), second_place()
    second_at = stored_state.second_at
    return {
        "copies": shown_copies(),
        "place": str(place or ""),
        "second_at": datetime.fromisoformat(second_at) if second_at else None,
        "second_problem": stored_state.second_problem,
        "likely": [] if place else list(likely_places()),
    }


def shown_copies() -> list[dict[str, Any]]:
    return [
        {
            "name": copy.path.name,
            "made_at": copy.made_at,
            "size": size_text(copy.size),
            "purpose": PURPOSES.get(copy.purpose, copy.purpose),
        }
        for copy in stored_copies()
    ]


def size_text(size: int) -> str:
    """Return a size in megabytes with at most one decimal."""
    megabytes = max(0.1, size / MEGABYTE)
    text = number_format(megabytes, 1 if megabytes < 10 else 0)
    return _("%(size)s MB") % {"size": text}


def worries() -> list[str]:
    stored_state = state()
    sentences = [stored_state.problem, stored_state.second_problem]
    if is_nearly_full():
        sentences.append(
            _(
                "The disk has only %(free)s MB left. Please make room before nothing "
                "can be saved any more."
            )
            % {"free": free_bytes() // MEGABYTE}
        )
    return [sentence for sentence in sentences if sentence]


def changes_by_restoring(
    manifest: Manifest, *, is_broken: bool = False
) -> list[tuple[str, int | str, int]]:
    """Return the number of rows of each kind now and after a restore."""
    rows: list[tuple[str, type[Model]]] = [
        (_("People"), Player),
        (_("Events"), Event),
        (_("Lists"), ScoreSheet),
        (_("Games"), Game),
    ]
    return [
        (
            word,
            UNKNOWN if is_broken else model._base_manager.count(),
            manifest.tables.get(model._meta.db_table, 0),
        )
        for word, model in rows
    ]
