"""What may lie in the repository, and what the locks must say."""

import ast
import base64
import hashlib
import re
import subprocess
import tomllib
from itertools import pairwise

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.architecture.test_imports import ROOT, nodes_of, python_files

MOST_LINES = 700
LOCKS = ("run", "postgres", "server", "dev")
# In pieces, or this file would be its own first finding.
DOWNLOAD_HOSTS = [
    "".join(pieces.split("+"))
    for pieces in (
        *("pypi+.org", "python+hosted.org", "npm+js.com", "npm+js.org"),
        *("yarn+pkg.com", "js+delivr.net", "un+pkg.com", "cdn+js.", "crates+.io"),
        *("google+apis.com", "g+static.com", "codeload+.github", "rubygems+.org"),
        *("raw+.github+usercontent", "proxy+.golang", "deb+.debian"),
        *("archive+.ubuntu", "ana+conda.org", "playwright+.azureedge"),
    )
]
INDEX_OPTIONS = ["--" + "index-url", "--extra-" + "index-url", "--find" + "-links"]


def tracked_files():
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    names = filter(None, listed.stdout.split("\0"))
    return [path for path in map(ROOT.joinpath, names) if path.is_file()]


def forbidden_in(text):
    lowered = text.lower()
    return [word for word in DOWNLOAD_HOSTS + INDEX_OPTIONS if word in lowered]


def lock_text(name):
    return (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")


def pins(name):
    """Return the exact version of each package that a lock names."""
    found = re.findall(r"^([\w.-]+)==([^\s;\\]+)", lock_text(name), re.MULTILINE)
    return {canonicalize_name(package): version for package, version in found}


def wanted(name):
    """Return what pyproject.toml asks for in the environment of that lock."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    asked = list(project["dependencies"])
    if name in {"postgres", "server", "dev"}:
        asked += extras["postgres"]
    if name in {"server", "dev"}:
        asked += extras["server"]
    if name == "dev":
        asked += extras["dev"]
    requirements = map(Requirement, asked)
    return [each for each in requirements if each.name != project["name"]]


def noted_digests():
    """Return each vendored file with the SHA-384 that its VENDORED.txt notes."""
    found = []
    for notes in ROOT.glob("skatclub/**/VENDORED.txt"):
        text = notes.read_text(encoding="utf-8")
        for name, digest in re.findall(r"^(\S+)\n\s+sha384-(\S+)$", text, re.MULTILINE):
            found.append(pytest.param(notes.parent / name, digest, id=name))
    return found


def test_no_file_names_a_place_to_download_from():
    faults = {}
    for path in tracked_files():
        content = path.read_bytes()
        if b"\0" not in content:
            faults[path.name] = forbidden_in(content.decode("utf-8"))

    assert {name: words for name, words in faults.items() if words} == {}


def test_a_place_to_download_from_is_found():
    planted = "see https://files.Python" + "Hosted.org/packages"

    assert forbidden_in(planted) == ["python" + "hosted.org"]


@pytest.mark.parametrize("name", LOCKS)
def test_every_pin_has_a_hash(name):
    for block in re.split(r"\n(?=\S)", lock_text(name).strip()):
        assert re.match(r"^[\w.-]+==", block), block
        assert "--hash=sha256:" in block, block


@pytest.mark.parametrize("name", LOCKS)
def test_the_lock_satisfies_the_project(name):
    locked = pins(name)

    unsatisfied = [
        str(each)
        for each in wanted(name)
        if not each.specifier.contains(locked[canonicalize_name(each.name)])
    ]

    assert unsatisfied == []


@pytest.mark.parametrize(("smaller", "larger"), [*pairwise(LOCKS)])
def test_a_larger_lock_contains_the_smaller_one(smaller, larger):
    assert pins(smaller).items() <= pins(larger).items()


def test_the_index_of_models_defines_none():
    tree = ast.parse((ROOT / "tournaments" / "models.py").read_text(encoding="utf-8"))

    assert not [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]


@pytest.mark.parametrize(("path", "digest"), noted_digests())
def test_a_vendored_file_is_the_one_that_was_noted(path, digest):
    found = base64.b64encode(hashlib.sha384(path.read_bytes()).digest()).decode()

    assert found == digest


def test_every_font_is_noted():
    noted = {parameter.values[0].name for parameter in noted_digests()}
    fonts = {
        path.name
        for path in (ROOT / "skatclub" / "static").rglob("*")
        if path.suffix in {".ttf", ".woff2"}
    }

    assert fonts <= noted


def our_files():
    tops = ("scoring", "skatclub", "tournaments")
    return [path for top in tops for path in python_files(ROOT / top)]


def faults_of_functions(path):
    """Return functions of more than forty lines, and imports inside of one."""
    faults = []
    for outer in nodes_of(path):
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef):
            if outer.end_lineno - outer.lineno >= 40:
                faults.append(f"{path.name}:{outer.lineno}")
            faults += [
                f"{path.name}:{inner.lineno}"
                for inner in ast.walk(outer)
                if isinstance(inner, ast.Import | ast.ImportFrom)
            ]
    return faults


def test_functions_are_short_and_import_nothing():
    assert [fault for path in our_files() for fault in faults_of_functions(path)] == []


@pytest.mark.parametrize(
    ("text", "line"),
    [("\ndef show():\n    import a", 3), (f"def show():{chr(10) * 40}    pass", 1)],
    ids=["import", "length"],
)
def test_a_fault_of_a_function_is_found(tmp_path, text, line):
    (path := tmp_path / "views.py").write_text(text)

    assert faults_of_functions(path) == [f"views.py:{line}"]


def test_no_file_is_too_large():
    """Part a larger one where two matters meet."""
    lines = {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8").count("\n")
        for path in our_files()
        if "migrations" not in path.parts
    }

    assert [name for name, count in lines.items() if count > MOST_LINES] == []
