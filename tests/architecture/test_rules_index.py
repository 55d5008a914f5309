"""``scoring/RULES.md`` leads from a rule to code that is there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCORING = ROOT / "scoring"
INDEX = (SCORING / "RULES.md").read_text(encoding="utf-8")
CODE = re.compile(r"`([^`]+)`")
NAME = re.compile(r"(?P<module>[\w/]*[a-z]\w*)\.(?P<name>\w+)(?:\.(?P<member>\w+))?")
# Words of a line or a question that the text quotes: no names of functions.
WORDS = {"number", "players", "won"}


def rows():
    """Return the cells of the table, without its head."""
    found = [line for line in INDEX.splitlines() if line.startswith("| ")]
    return [line.strip("| ").split(" | ") for line in found[1:]]


def module_file(module):
    """Return the file of a module named from ``scoring/`` or from the root."""
    for folder in (SCORING, ROOT):
        for path in (folder / f"{module}.py", folder / module / "__init__.py"):
            if path.is_file():
                return path
    return None


def names_in(body):
    found = {}
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = node
        elif isinstance(node, ast.Assign):
            found |= {
                each.id: node for each in node.targets if isinstance(each, ast.Name)
            }
    return found


def is_there(text):
    """Tell whether a file, or a name in one, is where the index says."""
    if text in WORDS or (ROOT / text).is_file() or (SCORING / text).is_file():
        return True
    name = NAME.fullmatch(text)
    path = name and module_file(name["module"])
    if not path:
        return False
    named = names_in(ast.parse(path.read_text(encoding="utf-8")).body)
    if name["name"] not in named or not name["member"]:
        return name["name"] in named
    return name["member"] in names_in(named[name["name"]].body)


def test_every_name_of_the_index_is_there():
    named = dict.fromkeys(CODE.findall(INDEX))

    assert [text for text in named if not is_there(text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "games.value_of_nothing",
        "no_module.close",
        "sheets.SeatTotal.no_field",
        "tournaments/seating/plans.no_plan",
        "tests/scoring/no_file.py",
    ],
)
def test_a_name_that_is_not_there_is_found(text):
    assert not is_there(text)


def test_every_row_names_code():
    assert [row for row in rows() if not CODE.search(row[-1])] == []
