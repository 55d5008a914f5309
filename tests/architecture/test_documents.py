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


def named_functions():
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    return re.findall(r"`(\w+)`(?: and `(\w+)`)? in\s+`([\w/.]+\.py)`", text)


@pytest.mark.parametrize("named", named_functions(), ids=lambda named: named[0])
def test_every_function_of_a_walk_is_where_the_walk_says(named):
    *functions, path = filter(None, named)
    text = (ROOT / path).read_text(encoding="utf-8")
    assert [
        name for name in functions if not re.search(rf"(def|class) {name}\b", text)
    ] == []


def test_the_first_steps_call_things_as_the_pages_do():
    text = (ROOT / "docs/de/erste-schritte.md").read_text(encoding="utf-8")
    labels = {
        " ".join(each.split()) for each in re.findall(r"\*\*(.+?)\*\*", text, re.DOTALL)
    }
    words = {entry.msgstr for entry in polib.pofile(str(CATALOGUE))}

    assert labels > {"Mitglieder", "Neuer Abend"}
    assert labels - words == set()
