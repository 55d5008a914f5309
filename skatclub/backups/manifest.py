"""What a copy says of itself: when and what for it was made, and what must be in it."""

import json
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError

FORMAT = "skatclub-backup"
VERSION = 1
NAME = "manifest.json"


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
        """Return the manifest as it stands in the archive."""
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
        return Manifest(**row | {"made_at": datetime.fromisoformat(row["made_at"])})
    except (KeyError, TypeError) as problem:
        raise ValueError(str(problem)) from problem


class NewerFormat(ValueError):
    """A later Skatclub has another shape of copies."""
