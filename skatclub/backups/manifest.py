"""What a copy says of itself: when and what for it was made, and what must be in it."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

FORMAT = "skatclub-backup"
VERSION = 1
NAME = "manifest.json"


# What each part of it is made of; JSON may hold anything.
SHAPES: dict[str, Any] = {
    **dict.fromkeys(("purpose", "program", "vendor"), str),
    "clubs": [str],
    "migrations": [[str]],
    "tables": {str: int},
    "files": {str: str},
}


class CopyRefused(ValidationError):
    """A file is no copy that could be put back here; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """The page at the front of a copy.

    ``migrations`` are pairs of app and name, ``tables`` how many rows each has,
    ``files`` the SHA-256 of everything else in the archive.
    """

    made_at: datetime
    purpose: str
    program: str
    vendor: str
    clubs: list[str] = field(default_factory=list)
    migrations: list[list[str]] = field(default_factory=list)
    tables: dict[str, int] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)

    def text(self) -> str:
        row = {"format": FORMAT, "version": VERSION, **asdict(self)}
        row["made_at"] = self.made_at.isoformat()
        return json.dumps(row, ensure_ascii=False, indent=1)


def read(text: bytes) -> Manifest:
    """Return the manifest that ``text`` is. Raises ``ValueError`` for anything else."""
    row: dict[str, Any] = json.loads(text)
    if not isinstance(row, dict) or row.pop("format", None) != FORMAT:
        raise ValueError("no manifest")
    version = row.pop("version", None)
    if version != VERSION:
        raise NewerFormat(version)
    try:
        made_at = datetime.fromisoformat(row["made_at"])
        manifest = Manifest(**row | {"made_at": made_at})
    except (KeyError, TypeError) as problem:
        raise ValueError(str(problem)) from problem
    if made_at.tzinfo is None or not all(
        is_like(getattr(manifest, name), shape) for name, shape in SHAPES.items()
    ):
        raise ValueError("odd types")
    if any(len(pair) != 2 for pair in manifest.migrations):
        raise ValueError("no pairs")
    return manifest


def is_like(value: object, shape: Any) -> bool:
    """Tell whether a value has a type, or as a list or dictionary holds only such.

    >>> is_like([["a", "b"]], [[str]]), is_like({"a": True}, {str: int})
    (True, False)
    """
    if isinstance(shape, list):
        return isinstance(value, list) and all(is_like(v, shape[0]) for v in value)
    if isinstance(shape, dict):
        (inner,) = shape.values()
        return isinstance(value, dict) and all(
            is_like(v, inner) for v in value.values()
        )
    return type(value) is shape and (shape is not str or str(value).isprintable())


class NewerFormat(ValueError):
    """A later Skatclub has another shape of copies."""


# Tables of no app: which migrations were made, and the attempts of several servers.
OTHERS = {
    str(MigrationRecorder.Migration._meta.db_table),
    str(settings.ATTEMPTS["LOCATION"]),
}


def own_columns() -> dict[str, set[str]]:
    return {
        model._meta.db_table: {
            str(field.column) for field in model._meta.local_concrete_fields
        }
        for model in apps.get_models(include_auto_created=True)
        if model._meta.can_migrate(connection)
    }


def own_tables() -> set[str]:
    """Return the names of all tables that this version knows."""
    return {*own_columns(), *OTHERS}


def tables_that_differ(found: Mapping[str, set[str]]) -> list[str]:
    """Return the tables that are missing, have other columns, or are not ours."""
    wanted, others = own_columns(), found.keys() - own_tables()
    foreign = {name for name in others if not name.startswith("sqlite_")}
    return sorted(
        foreign | {name for name in wanted if found.get(name) != wanted[name]}
    )
