"""Files in the data folder are readable by their owner only; small secrets in it."""

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

ONLY_THE_OWNER = 0o600
HIDE_FROM_OTHERS = 0o077
"""What a new file does not allow to anybody else, as ``os.umask`` takes it."""


def close_to_others(folder: Path, *, but: Path) -> None:
    """Let nobody else read what an older version left open in ``folder``.

    ``but`` is a folder in it that may be read. A file of somebody else stays as it is.
    """
    for path in folder.rglob("*"):
        if but not in path.parents and path.is_file() and not path.is_symlink():
            with suppress(OSError):
                path.chmod(ONLY_THE_OWNER)


def read_or_create(path: Path, make: Callable[[], str]) -> str:
    """Return the text in ``path``; if there is none yet, store what ``make`` gives.

    The text gets its name only when it is complete: of several processes that start
    at the same moment one is first, and the others read what it wrote.
    """
    if not path.exists():
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(make())
        try:
            publish(Path(draft), path)
        finally:
            Path(draft).unlink(missing_ok=True)
    return path.read_text(encoding="ascii").strip()


def write(path: Path, text: str) -> None:
    """Store ``text`` in ``path``; whoever reads meanwhile finds the old text."""
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    Path(draft).replace(path)


def read(path: Path) -> str:
    """Return the text in ``path``; empty where nothing was written."""
    return path.read_text(encoding="utf-8") if path.exists() else ""


def publish(draft: Path, path: Path) -> None:
    """Give ``draft`` its name, unless somebody was quicker."""
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    except OSError:  # a file system without links, such as a memory stick's
        if not path.exists():
            draft.replace(path)
