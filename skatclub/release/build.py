"""Which edition of the program this is: the same word in each of its processes."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("requirements", "scoring", "skatclub", "templates", "tournaments")
KINDS = {".css", ".html", ".js", ".mo", ".py", ".svg", ".txt"}


def edition_of(folders: Iterable[Path]) -> str:
    """Return a digest of all that pages are made from.

    Not of their times: two servers have the same edition.
    """
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in KINDS:
                name = path.relative_to(folder)
                digest.update(f"{name}\n".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()


# Read at the start: what is exchanged on the disk later is not what runs.
EDITION = edition_of(ROOT / name for name in FOLDERS)
