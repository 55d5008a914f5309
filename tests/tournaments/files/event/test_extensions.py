"""Extensions that other programs add to events, lists and people are kept unread."""

import copy
import json
import re

import pytest

from tests.tournaments.files.club.test_club_file import (
    empty_site,
    exported_club,
    files_in,
    imported_club,
)
from tests.tournaments.files.event.test_event_file import refused
from tests.tournaments.files.event.test_import import wipe
from tournaments.events.models import Event
from tournaments.files.event.reading import FileRefused, read_event
from tournaments.files.event.services import EventDiffers, import_event
from tournaments.files.event.writing import event_text, is_unaltered, public_event_text
from tournaments.files.lists.documents import list_file_text, read_list_document
from tournaments.people.models import Player, User
from tournaments.scope.models import MOST_BYTES, MOST_LEVELS
from tournaments.sheets.models import ScoreSheet

# Keys with a meaning elsewhere in the file, numbers of full precision, and all kinds
# of characters.
STRANGE = {
    "org.example.program": {
        "version": 7,
        "by": "nobody",
        "finished_by": {"typed_by": ["nobody"]},
        "person": "0b54a1f0-6a0e-4b0a-9a52-0c3f1b1a7f01",
        "club": "Karo Einfach",
        "at": "soon",
        "games": [[], {}, None, "", True],
        "apart": [9, 1],
        "extensions": {"b": 1, "a": []},
        "numbers": [1.0, -0.5, 1e300, 12345678901234567890123, 0, [2, {}]],
        "Ä\u0000\u2028": 'Köster "\\\n\t🂡',
    },
    "de.verein-1.x": {},
}
PLACES = (("event",), ("series", 0, "tables", 0), ("people", 0))


def with_extensions(text, extensions=STRANGE, places=PLACES):
    """Return ``text`` with extensions, in the layout of another program."""
    document = unsealed(text)
    for place in places:
        row = document
        for step in place:
            row = row[step]
        row["extensions"] = copy.deepcopy(extensions)
    return document


def unsealed(text):
    """Return the document of a file without its seal."""
    document = json.loads(text)
    del document["seal"]
    return document


def read(document):
    return read_event(json.dumps(document, indent=3).encode())


def canonical(value):
    """Return canonical JSON, by an implementation of the tests' own."""
    return json.dumps(
        value, sort_keys=True, ensure_ascii=False, separators=(",", ":")
    ).encode()


def extensions_in(content):
    """Return the extensions of a file, each in canonical JSON."""
    found = []

    def noticed(row):
        if "extensions" in row and "org.example.program" in row["extensions"]:
            found.append(canonical(row["extensions"]))
        return row

    json.loads(content, object_hook=noticed)
    return found


@pytest.fixture(scope="module")
def text(full_event):
    return event_text(full_event)


def test_the_file_of_an_unknown_program_goes_in_and_out_unchanged(event):
    document = with_extensions(event_text(event))
    accounts = User.objects.count()
    wipe(event)

    came = import_event(document=read(document))

    text = event_text(came.event)
    assert canonical(unsealed(text)) == canonical(document)
    assert extensions_in(text) == [canonical(STRANGE)] * 3
    assert text.encode().count(canonical(STRANGE)) == 3
    assert is_unaltered(text.encode())
    assert User.objects.count() == accounts


def test_the_archive_of_the_club_keeps_extensions(event, tmp_path):
    document = with_extensions(event_text(event))
    wipe(event)
    import_event(document=read(document))
    archive = exported_club()

    empty_site()
    imported_club(tmp_path, archive)

    assert exported_club() == archive
    files = files_in(archive)
    event_file, club_file = files[f"events/{event.slug}.json"], files["club.json"]
    assert canonical(unsealed(event_file)) == canonical(document)
    assert extensions_in(event_file) == [canonical(STRANGE)] * 3
    assert extensions_in(club_file) == [canonical(STRANGE)]


def test_changed_extensions_differ_and_replace_the_old_ones(event):
    newer = {"org.example.program": {"version": 8}}
    document = with_extensions(event_text(event), newer, PLACES[:2])

    with pytest.raises(EventDiffers, match="Serie 1, Tisch 1, Erweiterungen anderer"):
        import_event(document=read(document))
    came = import_event(document=read(document), replace=True)

    assert extensions_in(event_text(came.event)) == [canonical(newer)] * 2


def test_extensions_are_not_handed_on_and_those_of_known_people_stay(event):
    of_person = with_extensions(event_text(event), places=PLACES[2:])
    came = import_event(document=read(of_person))
    assert not came.is_changed
    assert not Player.objects.exclude(extensions="").exists()
    document = with_extensions(event_text(event))
    wipe(event)
    event = import_event(document=read(document)).event
    sheet = ScoreSheet.objects.get(code=document["series"][0]["tables"][0]["code"])

    texts = [public_event_text(event), list_file_text(sheet)]

    assert [text for text in texts if "extensions" in text] == []
    read_event(texts[0].encode())
    row = json.loads(list_file_text(sheet))
    row["list"]["extensions"] = STRANGE

    with pytest.raises(FileRefused, match="list: „extensions“ ist hier unbekannt"):
        read_list_document(json.dumps(row).encode())


def nested(levels):
    """Return extensions with the given number of nested brackets."""
    value = 1
    for _level in range(levels - 2):
        value = [value]
    return {"org.example": {"x": value}}


def sized(size):
    """Return extensions of the given number of bytes."""
    return {
        "org.example": {"x": "ä" + "a" * (size - len(b'{"org.example":{"x":"__"}}'))}
    }


LARGE = [
    ["höchstens 16000 Bytes, nicht 16001", "", sized(MOST_BYTES + 1)],
    ["höchstens 32 Klammern ineinander", "", nested(MOST_LEVELS + 1)],
]


@pytest.mark.parametrize(
    ("words", "_place", "extensions"), [*refused("extension"), *LARGE]
)
def test_unusable_extensions_are_refused(text, words, _place, extensions):
    is_text = isinstance(extensions, str)
    document = with_extensions(text, json.loads(extensions) if is_text else extensions)

    with pytest.raises(FileRefused) as refusal:
        read(document)

    for place in ("event", "people › 1", "series › 1 › tables › 1"):
        start = f"{place} › extensions"
        said = [each for each in refusal.value.messages if each.startswith(start)]
        assert re.search(words, said[0])


DEEP = [
    ["oder sie ist beschädigt", "", "9" * 5000],
    ["höchstens 32 Klammern ineinander", "", "[" * 600 + "]" * 600],
    ["oder sie ist beschädigt", "", "[" * 7000 + "]" * 7000],
]


@pytest.mark.parametrize(("words", "_place", "number"), [*refused("number"), *DEEP])
def test_impossible_numbers_are_refused(text, words, _place, number):
    row = {"org.example": {"x": "HERE"}}
    document = with_extensions(text, row, PLACES[:1])
    content = json.dumps(document).replace('"HERE"', number).encode()

    with pytest.raises(FileRefused, match=words):
        read_event(content)


def test_the_largest_extensions_come_back(event):
    document = with_extensions(event_text(event))
    document["event"]["extensions"] = sized(MOST_BYTES)
    document["series"][0]["tables"][0]["extensions"] = nested(MOST_LEVELS)
    document["people"][0]["extensions"] = {"a.b.c.d.e.f": {}}
    wipe(event)

    import_event(document=read(document))

    text = event_text(Event.objects.get())
    assert canonical(unsealed(text)) == canonical(document)
