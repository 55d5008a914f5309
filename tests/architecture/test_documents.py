"""What README and docs say of the code must lie where they say."""

import re
from pathlib import Path

import polib
import pytest

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "skatclub/locale/de/LC_MESSAGES/django.po"
PLACE = re.compile(r"`((?:scoring|skatclub|tournaments|templates|tests|docs)/[\w./]*)`")
TEXTS = ["README.md", *sorted(f"docs/{path.name}" for path in ROOT.glob("docs/*.md"))]


def places_in(text):
    return dict.fromkeys(PLACE.findall(text))


@pytest.mark.parametrize("name", TEXTS)
def test_every_place_that_a_text_names_is_there(name):
    places = places_in((ROOT / name).read_text(encoding="utf-8"))

    assert [place for place in places if not (ROOT / place).exists()] == []


def test_a_place_that_is_not_there_is_found():
    assert not (ROOT / next(iter(places_in("see `tournaments/nowhere.py`")))).exists()


def rows_of_the_screen():
    """Return the rows of the README's table of what is seen on the screen."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    table = text.partition("| what you see | decided in | drawn in |\n")[2]
    return table.partition("\n\n")[0].splitlines()[1:]


def place_of(path):
    """Return where a path of the table lies, or None."""
    places = (ROOT / path, ROOT / "tournaments" / path)
    return next((place for place in places if place.exists()), None)


@pytest.mark.parametrize("row", rows_of_the_screen(), ids=lambda row: row[2:40])
def test_the_table_of_the_screen_leads_to_files_and_functions(row):
    paths = re.findall(r"`([\w.]+/[\w./]*)`", row)
    functions = re.findall(r"`([\w./]+\.py)` \(`(?:\w+\.)?(\w+)`\)", row)

    assert paths
    assert [path for path in paths if place_of(path) is None] == []
    for path, function in functions:
        text = place_of(path).read_text(encoding="utf-8")
        assert f"def {function}(" in text, f"{function} in {path}"


def test_the_first_steps_call_things_as_the_pages_do():
    text = (ROOT / "docs/de/erste-schritte.md").read_text(encoding="utf-8")
    labels = {
        " ".join(each.split()) for each in re.findall(r"\*\*(.+?)\*\*", text, re.DOTALL)
    }
    words = {entry.msgstr for entry in polib.pofile(str(CATALOGUE))}

    assert labels > {"Mitglieder", "Abend anlegen"}
    assert labels - words == set()
