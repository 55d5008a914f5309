"""Small secrets in the data folder, readable by their owner only."""

import os
from collections.abc import Callable
from pathlib import Path


def read_or_create(path: Path, make: Callable[[], str]) -> str:
    """Return the text in ``path``; if there is none yet, store what ``make`` gives."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip()
    text = make()
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(text)
    return text
