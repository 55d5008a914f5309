"""The rows named by lines of the history, whether they still exist or not."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Model

from tournaments.events.models import Entry, Prize, TeamMember
from tournaments.history.shapes import ITSELF, history_of
from tournaments.leagues.models import LeaguePlayer, MatchDay, MatchGroup
from tournaments.seasons.models import SeasonEvent

# Rows named after another row: an entry after its person.
NAMED_AFTER: dict[type[Model], str] = {
    Entry: "player",
    TeamMember: "entry",
    LeaguePlayer: "player",
    SeasonEvent: "event",
}
# Rows whose name says little without that of another row.
NAMED_WITH: dict[type[Model], str] = {
    MatchDay: "division",
    MatchGroup: "match_day",
    Prize: "contest",
}
Walk = tuple[type[Model], Any, str]
"""The model of a row, the row or its history row, and the lookup from there on."""


class Shelf:
    """Rows by model and key, fetched in bulk; deleted rows as they last were."""

    def __init__(self) -> None:
        self._rows: dict[type[Model], dict[int, Model | None]] = defaultdict(dict)

    def fetch(self, walks: Iterable[Walk]) -> None:
        """Fetch all rows on these ways: one or two queries per step and model."""
        pending = list(walks)
        while pending:
            steps = [step for walk in pending if (step := first_step(*walk))]
            self._load([(model, key) for model, key, _rest in steps])
            pending = [
                (model, row, rest)
                for model, key, rest in steps
                if (row := self._rows[model][key]) is not None
            ]

    def at_end(self, model: type[Model], row: Any, way: str) -> Model | None:
        """Return the row at the end of a fetched way, None if it left no trace."""
        while step := first_step(model, row, way):
            model, key, way = step
            row = self._rows[model].get(key)
            if row is None:
                return None
        return row

    def _load(self, wanted: Iterable[tuple[type[Model], int]]) -> None:
        keys = defaultdict(set)
        for model, key in wanted:
            if key not in self._rows[model]:
                keys[model].add(key)
        for model, new in keys.items():
            existing: dict[int, Model] = model._base_manager.in_bulk(new)
            gone = new - existing.keys() if hasattr(model, "history") else set()
            deleted = deleted_rows(model, gone)
            self._rows[model] |= dict.fromkeys(new) | existing | deleted


def first_step(
    model: type[Model], row: Any, way: str
) -> tuple[type[Model], int, str] | None:
    """Return the model and key of the first row on a way, and the remaining way.

    A way that has ended leads on to the row after which the last one is named.
    """
    name, _dots, rest = (way or NAMED_AFTER.get(model, "")).partition("__")
    if not name:
        return None
    if name == ITSELF:
        return model, row.id, ""
    field = model._meta.get_field(name)
    key = getattr(row, field.attname)  # type: ignore[union-attr]
    return (field.related_model, key, rest) if key else None  # type: ignore[return-value]


def deleted_rows(model: type[Model], keys: set[int]) -> dict[int, Model]:
    """Return deleted rows as they last were. One query if there are any."""
    if not keys:
        return {}
    versions = history_of(model).objects.filter(id__in=keys).order_by("history_id")
    return {row.id: as_it_was(model, row) for row in versions}


def as_it_was(model: type[Model], row: Any) -> Model:
    """Return a history row as an instance of ``model``, without untracked columns."""
    names = [field.attname for field in model._meta.concrete_fields]
    return model(**{name: getattr(row, name) for name in names if hasattr(row, name)})
