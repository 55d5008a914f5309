"""The operations of the interface, as data.

Addresses, checks of request bodies and the OpenAPI document are derived from them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tournaments.files.event.sections import Row
from tournaments.files.event.shape import Schema

View = Callable[..., Row]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One operation of the interface.

    ``route`` follows ``/api/v1/``, in Django's notation. ``answer`` and ``body`` are
    JSON Schemas; an operation with a ``body`` writes. ``questions`` are the fields of
    the query string: name, schema, meaning.
    """

    name: str
    method: str
    route: str
    view: View
    summary: str
    answer: Schema
    body: Schema | None = None
    questions: tuple[tuple[str, Schema, str], ...] = ()
    refusals: tuple[int, ...] = ()

    @property
    def writes(self) -> bool:
        """Whether a key with the right to write is needed."""
        return self.body is not None


def operations_by_route(operations: tuple[Operation, ...]) -> dict[str, dict[str, Any]]:
    """Return the operations of each address by their methods."""
    routes: dict[str, dict[str, Any]] = {}
    for operation in operations:
        routes.setdefault(operation.route, {})[operation.method] = operation
    return routes
