"""Finding every column that refers to a person, and the events a person is part of.

The columns are read from the models, so that no new table is forgotten when two
records of a person are joined, or when somebody asks for their data or for removal.
"""

from collections import deque
from collections.abc import Collection, Iterator
from functools import cache

from django.apps import apps
from django.db.models import ForeignKey, Model

from tournaments.events.models import Event, Reply
from tournaments.people.models import Join, Player
from tournaments.sheets.models import ListTally, YearTally

# A join writes these itself, or they are counted again from the results; a reply only
# lasts until the door opens.
NOT_MOVED = frozenset({Join, Player, Reply})
COUNTED_ANEW = frozenset({ListTally, YearTally})


@cache
def references() -> tuple[ForeignKey, ...]:
    """Return every column that refers to a person and changes in a join."""
    return tuple(
        field
        for model in apps.get_app_config("tournaments").get_models()
        if model not in NOT_MOVED | COUNTED_ANEW
        for field in foreign_keys(model)
        if field.related_model is Player
    )


def foreign_keys(model: type[Model]) -> Iterator[ForeignKey]:
    """Yield the columns of ``model`` that refer to other rows."""
    for field in model._meta.concrete_fields:
        if isinstance(field, ForeignKey):
            yield field


@cache
def path_to_event(model: type[Model]) -> str | None:
    """Return the shortest lookup to the event over columns that are never empty."""
    waiting = deque([(model, "")])
    seen = {model, Player}
    while waiting:
        current, path = waiting.popleft()
        for field in foreign_keys(current):
            target = field.related_model
            step = f"{path}{field.name}"
            if target is Event:
                return step
            if not field.null and target not in seen and isinstance(target, type):
                seen.add(target)
                waiting.append((target, f"{step}__"))
    return None


def events_of(pks: Collection[int]) -> dict[int, set[int]]:
    """Return the keys of the events that people are part of; one query per column."""
    events: dict[int, set[int]] = {pk: set() for pk in pks}
    for field in references():
        path = path_to_event(field.model)
        if path is None:
            continue
        rows = field.model._base_manager.filter(**{f"{field.name}__in": pks})
        for person, event in rows.order_by().values_list(field.attname, path):
            events[person].add(event)
    return events
