"""The walls: who may import whom."""

import ast
import sys
from functools import cache, partial
from pathlib import Path

import pytest

from tests.architecture.storeys import (
    COMMON,
    DOWNSTAIRS,
    GROUND,
    INDEXES,
    ONE_PAGE,
    ROOMS,
    SCORING,
    URLS,
    VIEWS,
    room_of,
    storey_of,
)

ROOT = Path(__file__).resolve().parents[2]
APP = ROOT / "tournaments"
STANDARD = sys.stdlib_module_names


@cache
def nodes_of(path):
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def imports_of(path):
    """Return the dotted names that a file imports, each as deep as it is written."""
    found = set()
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            origin = ".".join(filter(None, (package_of(path, node.level), node.module)))
            found |= {f"{origin}.{alias.name}" for alias in node.names}
    return found


def package_of(path, level):
    """Return the package that ``level`` leading dots in the file mean."""
    if not level:
        return ""
    return ".".join(path.relative_to(ROOT).parts[:-level])


def topic_of(name):
    """Return the topic that ``tournaments.<topic>...`` belongs to, if it is one."""
    parts = name.split(".")
    if len(parts) > 1 and parts[0] == "tournaments" and parts[1] in DOWNSTAIRS:
        return parts[1]
    return None


def faults_of_outside(topic, path):
    """Return what a file imports that is neither scoring nor the standard library."""
    return {
        name
        for name in imports_of(path)
        if name.split(".")[0] not in STANDARD | {"scoring"} and topic_of(name) != topic
    }


def faults_of_scoring_room(room, path):
    """Return what a file imports from the rooms of ``scoring`` behind its own."""
    later = SCORING[SCORING.index(room) + 1 :]
    return {
        name
        for name in imports_of(path)
        if name.startswith("scoring.") and name.split(".")[1] in later
    }


def faults_of_topic(topic, path):
    allowed = DOWNSTAIRS.get(topic, set()) | {topic, None, *COMMON}
    return {
        name
        for name in imports_of(path)
        if topic_of(name) not in allowed or imports_an_index(name)
    }


def imports_an_index(name):
    parts = name.split(".")
    return parts[0] == "tournaments" and len(parts) > 1 and parts[1] in INDEXES


def house_of(name):
    """Return the parts of a dotted name below the app, as deep as its file."""
    parts = name.split(".")[1:]
    depths = range(len(parts), 0, -1)
    files = (parts[:depth] for depth in depths)
    is_file = (
        each for each in files if (APP / "/".join(each)).with_suffix(".py").exists()
    )
    return next(is_file, parts)


def faults_of_rooms(topic, path):
    """Return what a file imports from a room above its own."""
    own = path.relative_to(APP).with_suffix("").parts
    if storey_of(own) == URLS or (topic == ONE_PAGE and storey_of(own) == VIEWS):
        return set()
    return {
        name
        for name in imports_of(path)
        if topic_of(name) == topic
        and len(name.split(".")) > 2
        and room_of(name.split(".")[1:]) > room_of(own)
    }


def faults_of_storeys(topic, path):
    """Return what a file imports from above its own storey."""
    height = storey_of(path.relative_to(APP).with_suffix("").parts)
    faults = set()
    if height is None:
        return faults
    for name in imports_of(path):
        if topic_of(name) is None:
            continue
        parts = house_of(name)
        other = storey_of(parts) if len(parts) > 1 else None
        if other is not None and other > height:
            faults.add(name)
    return faults


def python_files(folder):
    return sorted(folder.rglob("*.py"))


def faulty(faults_of, files):
    """Return the files that have faults, with them."""
    found = {str(path.relative_to(ROOT)): faults_of(path) for path in files}
    return {name: faults for name, faults in found.items() if faults}


@pytest.mark.parametrize("place", ["scoring", "tournaments/seating"])
def test_what_computes_imports_the_standard_library_only(place):
    faults = partial(faults_of_outside, place.rpartition("/")[2])

    assert faulty(faults, python_files(ROOT / place)) == {}


@pytest.mark.parametrize("room", SCORING)
def test_in_scoring_the_arrows_go_one_way(room):
    faults = partial(faults_of_scoring_room, room)

    assert faulty(faults, python_files(ROOT / "scoring" / room)) == {}


def test_every_room_of_scoring_has_its_place():
    rooms = {path.parent.name for path in (ROOT / "scoring").glob("*/__init__.py")}

    assert rooms == set(SCORING)


@pytest.mark.parametrize(
    "faults_of", [faults_of_topic, faults_of_storeys, faults_of_rooms]
)
@pytest.mark.parametrize("topic", DOWNSTAIRS)
def test_a_file_only_imports_from_below(topic, faults_of):
    assert faulty(partial(faults_of, topic), python_files(APP / topic)) == {}


@pytest.mark.parametrize("topic", ROOMS)
def test_every_folder_of_a_topic_is_a_room(topic):
    folders = {path.parent.name for path in APP.glob(f"{topic}/*/__init__.py")}
    files = {path.stem for path in APP.glob(f"{topic}/*.py")}
    rooms = set(ROOMS[topic].split()) - {GROUND}

    assert folders - {"models"} <= rooms <= folders | files


def test_the_leaves_know_no_topic():
    leaves = [path for path in APP.glob("*.py") if path.stem not in INDEXES]
    faults = {
        f"{path.name}: {name}"
        for path in leaves
        for name in imports_of(path)
        if topic_of(name)
    }

    assert faults == set()


def test_every_folder_of_the_app_is_a_known_topic():
    folders = {path.parent.name for path in APP.glob("*/__init__.py")}

    assert folders <= DOWNSTAIRS.keys() | {"migrations", "management", "templatetags"}


@pytest.mark.parametrize(
    ("faults_of", "place", "line"),
    [
        (faults_of_topic, "people/a.py", "from tournaments.sheets.models import Game"),
        (faults_of_topic, "people/a.py", "import tournaments.papers.orders"),
        (faults_of_topic, "sheets/models.py", "from tournaments import events"),
        (faults_of_topic, "sheets/views.py", "from tournaments.models import Game"),
        (faults_of_storeys, "sheets/models.py", "from tournaments.sheets import views"),
        (
            faults_of_storeys,
            "sheets/models.py",
            "from tournaments.people.selectors import active",
        ),
        (faults_of_scoring_room, "game/a.py", "from scoring.house.rules import SHARE"),
        (faults_of_outside, "scoring/a.py", "from django.db import models"),
        (faults_of_outside, "scoring/a.py", "import tournaments.words.problems"),
    ],
)
def test_the_walls_hold(monkeypatch, tmp_path, faults_of, place, line):
    monkeypatch.setitem(globals(), "APP", tmp_path)
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    path = tmp_path / place
    path.parent.mkdir()
    path.write_text(line, encoding="utf-8")

    assert faults_of(path.parent.name, path)
