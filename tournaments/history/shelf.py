"""Rows that lines of the history name: those that are there, and those that were."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Model

from tournaments.events.models import Entry, Prize, TeamMember
from tournaments.history.shapes import ITSELF, history_of
from tournaments.leagues.models import LeaguePlayer, MatchDay, MatchGroup
from tournaments.seasons.models import SeasonEvent

# Rows that are called like another one: an entry like its person.
CALLED_LIKE: dict[type[Model], str] = {
    Entry: "player",
    TeamMember: "entry",
    LeaguePlayer: "player",
    SeasonEvent: "event",
}
# Rows whose name says little without that of another.
WITHIN: dict[type[Model], str] = {
    MatchDay: "division",
    MatchGroup: "match_day",
    Prize: "contest",
}
Walk = tuple[type[Model], Any, str]
"""A row, or what its history has of it, and the way on from there."""


class Shelf:
    """Rows by model and key, fetched together; a deleted one as it was at the end."""

    def __init__(self) -> None:
        self._rows: dict[type[Model], dict[int, Model | None]] = defaultdict(dict)

    def fetch(self, walks: Iterable[Walk]) -> None:
        """Fetch all that lies on these ways: a query or two a step and model."""
        waiting = list(walks)
        while waiting:
            steps = [step for walk in waiting if (step := first_step(*walk))]
            self._load([(model, key) for model, key, _rest in steps])
            waiting = [
                (model, row, rest)
                for model, key, rest in steps
                if (row := self._rows[model][key]) is not None
            ]

    def at_end(self, model: type[Model], row: Any, way: str) -> Model | None:
        """Return where a fetched way ends; None where nobody knows any more."""
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
            there: dict[int, Model] = model._base_manager.in_bulk(new)
            gone = new - there.keys() if hasattr(model, "history") else set()
            self._rows[model] |= dict.fromkeys(new) | there | last_known(model, gone)


def first_step(
    model: type[Model], row: Any, way: str
) -> tuple[type[Model], int, str] | None:
    """Return the first row on a way, by model and key, and the way on from there.

    At the end of a way it goes on to the row after which that one is called.
    """
    name, _dots, rest = (way or CALLED_LIKE.get(model, "")).partition("__")
    if not name:
        return None
    if name == ITSELF:
        return model, row.id, ""
    field = model._meta.get_field(name)
    key = getattr(row, field.attname)  # type: ignore[union-attr]
    return (field.related_model, key, rest) if key else None  # type: ignore[return-value]


def last_known(model: type[Model], keys: set[int]) -> dict[int, Model]:
    """Return deleted rows as the history knows them. One query for any."""
    if not keys:
        return {}
    kept = history_of(model).objects.filter(id__in=keys)
    return {row.id: as_it_was(model, row) for row in kept.order_by("history_id")}


def as_it_was(model: type[Model], row: Any) -> Model:
    """Return a row of a history as one of its model; what was not kept is left out."""
    names = [each.attname for each in model._meta.concrete_fields]
    return model(**{name: getattr(row, name) for name in names if hasattr(row, name)})
