"""Looking through a file before anything is touched."""

import json
import random
import zipfile
from dataclasses import fields

import pytest
from django.test import override_settings

from skatclub.backups import manifest as front
from skatclub.backups.folder import copies_folder
from skatclub.backups.manifest import CopyRefused, Manifest
from skatclub.backups.reading import opened
from tests.backups.copies import copy_of_now, rewritten
from tests.examples import examples

pytestmark = [pytest.mark.usefixtures("migrated", "db"), pytest.mark.database]


@pytest.fixture(scope="module")
def some_copy(recorded, module_db, tmp_path_factory):
    with override_settings(MIGRATION_MODULES={}):
        return copy_of_now().rename(tmp_path_factory.mktemp("copies") / "copy.zip")


def refusal_of(path):
    """Return the one sentence in which a file is refused."""
    with pytest.raises(CopyRefused) as refusal, opened(path, folder=copies_folder()):
        pass
    (sentence,) = refusal.value.messages
    return sentence


@pytest.mark.parametrize(
    "content", [b"", b"PK\3\4 half", b"Skat", b"SQLite format 3\0" + bytes(90)]
)
def test_a_file_that_is_no_copy_is_refused_in_one_sentence(tmp_path, content):
    path = tmp_path / "file.zip"
    assert "lesen" in refusal_of(path)
    path.write_bytes(content)

    assert refusal_of(path)


@pytest.mark.parametrize(
    ("words", "changed"), examples("copies", "manifest", folder="refused")
)
def test_what_does_not_fit_here_is_said_before_anything_is_touched(
    tmp_path, some_copy, words, changed
):
    copy = rewritten(some_copy, tmp_path / "other.zip", **json.loads(changed))

    assert words in refusal_of(copy)


NONSENSE = (
    *(None, True, 0, -1, 1.5, 10**30, [], {}),
    *("", "x", "\ud800", "a\0b", "x" * 300),
)
PARTS = ("format", "version", *(field.name for field in fields(Manifest)))


def nonsense(chance, depth=0):
    """Return whatever JSON may hold."""
    if depth == 3 or chance.random() < 0.5:
        return chance.choice(NONSENSE)
    inner = [nonsense(chance, depth + 1) for _each in range(chance.randrange(4))]
    if chance.random() < 0.5:
        return inner
    return {chance.choice(("sqlite", "../x", "a\0b", "é")): each for each in inner}


def test_a_manifest_of_odd_types_is_refused_in_one_sentence(tmp_path, some_copy):
    chance = random.Random(1126)
    front_page = json.loads(zipfile.ZipFile(some_copy).read(front.NAME))
    for number in range(300):
        part = chance.choice(PARTS)
        changed = nonsense(chance)
        with zipfile.ZipFile(tmp_path / f"{number}.zip", "w") as archive:
            archive.writestr(front.NAME, json.dumps({**front_page, part: changed}))

        assert refusal_of(tmp_path / f"{number}.zip")


@pytest.mark.parametrize("text", ["[" * 200_000, "9" * 5000, "\ufeff{}", "null"])
def test_a_manifest_that_is_hardly_json_is_refused(tmp_path, text):
    with zipfile.ZipFile(tmp_path / "odd.zip", "w") as archive:
        archive.writestr(front.NAME, text)

    assert "beschädigt" in refusal_of(tmp_path / "odd.zip")


@pytest.mark.parametrize(
    "members",
    [
        {front.NAME: b" " * 5 * 1024**2},
        {front.NAME: b"{}", "database.sqlite3": bytes(65 * 1024**2)},
        {front.NAME: b"{}"} | {f"tables/{n}.tsv": b"" for n in range(1001)},
    ],
    ids=["manifest", "ratio", "count"],
)
def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path, monkeypatch, members):
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    monkeypatch.delattr(zipfile.ZipFile, "open")

    assert "beschädigt" in refusal_of(tmp_path / "bomb.zip")


def test_every_cut_is_noticed(tmp_path, some_copy):
    whole = some_copy.read_bytes()
    path = tmp_path / "cut.zip"
    for cut in range(0, len(whole), len(whole) // 12):
        path.write_bytes(whole[:cut])

        assert content_of(path) is None


def test_a_changed_byte_is_noticed_or_changes_nothing(tmp_path, some_copy):
    whole = some_copy.read_bytes()
    content = content_of(some_copy)
    path = tmp_path / "changed.zip"
    noticed = 0
    for place in range(60, len(whole), len(whole) // 25):
        path.write_bytes(
            whole[:place] + bytes([whole[place] ^ 255]) + whole[place + 1 :]
        )

        found = content_of(path)
        assert found in (None, content)
        noticed += found is None

    assert content
    assert noticed > 5


def content_of(path):
    """Return what is in a copy; None where it is refused."""
    try:
        with opened(path, folder=copies_folder()) as copy:
            files = [each for each in sorted(copy.folder.rglob("*")) if each.is_file()]
            return [each.read_bytes() for each in files]
    except CopyRefused:
        return None


def test_a_club_archive_says_where_it_comes_in(tmp_path):
    path = tmp_path / "club.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("club.json", "{}")

    assert "Computer richten Sie zuerst den Verein ein" in refusal_of(path)
