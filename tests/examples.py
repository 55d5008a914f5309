"""Examples in files; to those in words anybody who plays Skat may add."""

import csv
from pathlib import Path

FOLDER = Path(__file__).parent / "files" / "words"


def examples(name, kind, folder="words"):
    """Return the rows of a kind, which their first cell names, without that cell."""
    with (FOLDER.parent / folder / f"{name}.csv").open(
        encoding="utf-8", newline=""
    ) as file:
        rows = csv.reader(file, delimiter=";", quoting=csv.QUOTE_NONE)
        return [row[1:] for row in rows if row[0] == kind]
