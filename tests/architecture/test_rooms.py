"""A file is small enough to be read as a whole."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MOST_LINES = 700


@pytest.mark.parametrize("top", ["scoring", "skatclub", "tournaments"])
def test_no_file_is_too_large(top):
    """Part a larger one where two matters meet."""
    lines = {
        path.relative_to(ROOT): path.read_text(encoding="utf-8").count("\n")
        for path in (ROOT / top).rglob("*.py")
        if "migrations" not in path.parts
    }

    assert [str(path) for path, count in lines.items() if count > MOST_LINES] == []
