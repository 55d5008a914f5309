"""Examples in files, to which anybody who plays Skat may add (tests/files/words)."""

import csv
from pathlib import Path

FOLDER = Path(__file__).parent / "files" / "words"


def examples(name, kind):
    """Return the rows of a kind, which their first cell names, without that cell."""
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter=";", quoting=csv.QUOTE_NONE)
        return [row[1:] for row in rows if row[0] == kind]
