"""The event file: written, read, refused."""

import copy
import json
from contextlib import suppress
from pathlib import Path

import jsonschema
import pytest
from django.apps import apps
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.factories import make_evening
from tournaments.files.event import schema
from tournaments.files.event.reading import (
    MOST_BYTES,
    FileRefused,
    read_event,
    require_size,
)
from tournaments.files.event.schema import event_schema, faults_in
from tournaments.files.event.sections import file_columns
from tournaments.files.event.writing import contradictions, event_document, event_text

DOCS = Path(__file__).resolve().parents[4] / "docs"
STANDARD = jsonschema.Draft202012Validator
# What an event file leaves out on purpose.
LEFT_OUT = {
    "Club": {"is_home"},
    "Player": {
        "name_key",
        "search_key",
        "created_at",
        "cover_number",
        "namesake_number",
        "removed_at",
    },
    "Event": {"created_at"},
    "ScoreSheet": {"table_size", "pen_epoch", "pen_is_out", "second_epoch"},
}
# Current work and the season or league of an event: not part of what happened.
NOT_ITS_OWN = {"ApiLine", "SeasonEvent", "MatchGroup", "ListTally"}
# What lets a phone write here; the lines it sent are ordinary games.
NOT_ITS_OWN |= {"TableKey", "TableDevice", "ReceivedLine"}
# For typists only; the paper stays with the club.
NOT_ITS_OWN |= {"ListPhoto"}
# What was accepted is on the list; what is waiting is in the club file.
NOT_ITS_OWN |= {"ArrivedList"}
ROWS_OF_THEIR_OWN = {"Game": "games", "ApartPair": "apart"}


@pytest.fixture(scope="module")
def written(full_event):
    return event_document(full_event)


@pytest.fixture
def document(written, db):
    return copy.deepcopy(written)


def refusal_of(document):
    with pytest.raises(FileRefused) as refusal:
        read_event(json.dumps(document).encode())
    return refusal.value.messages


def with_value_at(document, value, *path):
    """Return ``document`` with ``value`` at a place; None removes the place."""
    document = copy.deepcopy(document)
    row = document
    for step in path[:-1]:
        row = row[step]
    if value is None:
        del row[path[-1]]
    else:
        row[path[-1]] = value
    return document


TEAM = ("contests", 0, "teams", 0)
TABLE = ("series", 0, "tables", 0)
NOBODY = "00000000-0000-4000-8000-000000000000"


def test_the_schema_is_valid_json_schema():
    STANDARD.check_schema(event_schema())


def test_the_example_in_the_docs_is_an_event_file():
    text = (DOCS / "event-file.md").read_text(encoding="utf-8")
    example = text.split("```json\n")[1].split("```")[0]

    STANDARD(event_schema()).validate(json.loads(example))
    assert read_event(example.encode()) == json.loads(example)


def test_a_file_fits_the_schema_and_is_read_as_it_was_written(event, document):
    for played, own in ((event, document), (evening := make_evening(), None)):
        text = event_text(played)
        written = json.loads(text)

        assert len(written.pop("seal")) == 64
        assert written == (own or event_document(evening))
        STANDARD(event_schema()).validate(written)
        assert read_event(text.encode()) == written
        assert list(contradictions(written)) == []


def test_the_order_of_rows_and_keys_does_not_matter(document):
    shuffled = {
        key: value[::-1] if key in ("people", "entries", "series") else value
        for key, value in reversed(document.items())
    }

    assert read_event(json.dumps(shuffled).encode()) == document


def test_every_column_of_an_event_is_in_its_file(monkeypatch):
    known = {
        model.__name__: {field.name for field in file_columns(model).fields}
        for model in models_in_schema(monkeypatch, event_schema)
    }
    models = {
        model
        for model in apps.get_app_config("tournaments").get_models()
        if belongs_to_an_event(model)
        and model.__name__ not in NOT_ITS_OWN | ROWS_OF_THEIR_OWN.keys()
    }

    lost = {
        model.__name__: plain_columns(model)
        - known.get(model.__name__, set())
        - LEFT_OUT.get(model.__name__, set())
        for model in models
    }
    assert {name: columns for name, columns in lost.items() if columns} == {}


def models_in_schema(monkeypatch, make):
    """Return the models whose rows a file of a schema holds."""
    seen, thing = set(), schema.row_schema

    def noticed(model, *how, **also):
        seen.add(model)
        return thing(model, *how, **also)

    monkeypatch.setattr(schema, "row_schema", noticed)
    make.__wrapped__()
    return seen


def belongs_to_an_event(model):
    names = {"Event", "Series", "ScoreSheet", "Draw", "Reopening"}
    return model.__name__ in {"Club", "Player"} | names or any(
        field.related_model.__name__ in names
        for field in model._meta.get_fields()
        if field.many_to_one or (field.one_to_one and field.concrete)
    )


def plain_columns(model):
    return {
        field.name
        for field in model._meta.concrete_fields
        if not (field.is_relation or field.primary_key or field.name == "public_id")
    }


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "leer"),
        (b" \n", "leer"),
        (b"\xff\xfe{", "oder sie ist beschädigt"),
        (b"Name;Verein\nAnna;Karo", "Datei anderer Art"),
        (b'{"format": "skat', "nicht vollständig: Sie bricht in Zeile 1 ab"),
        (b"[1, 2]", "nicht die richtige Datei"),
        (b'{"format": "trf"}', "nicht die richtige Datei"),
        (b'{"a": 1, "a": 2}', "zweimal"),
        (b'{"a": NaN}', "Zahlen oder Klammern"),
        (b"[" * 100_000, "Klammern|beschädigt"),
        (b"[" + b"[]," * 1_000_000 + b"0]", "Klammern"),
        (b'{"a": ' + b"9" * 5000 + b"}", "Zahlen oder Klammern"),
        (b'{"format": "skatclub-event"}', "„version“ fehlt"),
    ],
)
def test_nonsense_is_refused_in_a_sentence(content, words):
    with pytest.raises(FileRefused, match=words):
        read_event(content)


def test_a_file_of_200_megabytes_is_refused_by_its_size():
    require_size(MOST_BYTES)

    with pytest.raises(FileRefused, match="200 MB"):
        require_size(200 * 1024 * 1024)


def test_a_newer_version_is_refused(document):
    assert refusal_of({**document, "version": 4, "seasons": []}) == [
        "Ein neueres Programm hat diese Datei in Version 4 des Formats geschrieben; "
        "dieses liest bis Version 3."
    ]


def test_an_unknown_field_is_refused_with_its_place(document):
    (said,) = refusal_of(with_value_at(document, 1, *TABLE, "seats", 2, "handicap"))

    assert said.startswith("series › 1 › tables › 1 › seats › 3: „handicap“ ist hier")


@pytest.mark.parametrize(
    ("value", "path", "words"),
    [
        (1, ("version",), "version: Hierher gehört 3"),
        (True, ("version",), "version: Hierher gehört 3"),
        (1.0, ("entries", 0, "start_number"), "eine ganze Zahl"),
        (7, ("contests", 0, "name"), "ein Text"),
        (17, ("contests", 0, "size"), "17 ist nicht zwischen 2 und 16"),
        ("ja", ("people", 0, "is_guest"), "true oder false"),
        ({}, ("people",), "eine Liste in"),
        ([], ("event",), "ein Objekt in"),
        (99, (*TABLE, "rounds"), "99 ist nicht zwischen 1 und 40"),
        ("ramsch", ("event", "kind"), "„ramsch“ geht hier nicht"),
        ("x" * 500, ("event", "name"), "Höchstens 120 Zeichen"),
        ("", ("contests", 0, "name"), "nicht leer"),
        ("2026-02-30", ("event", "date"), "ein Tag wie"),
        ("9999-12-31T23:59:59Z", ("payments", 0, "at"), "ein Zeitpunkt wie"),
        ("a\ud800b", ("event", "place"), "die nicht hierher gehören"),
        (None, ("event", "date"), "„date“ fehlt"),
        ("Emil", ("people", 0, "id"), "Kennung"),
        (["2x2"], (*TABLE, "games"), "games › 1: "),
        (["e"] * 20, (*TABLE, "games"), "Platz für 8 Spiele"),
        (["e"], (*TABLE, "games"), "führen nicht zu den Spielen"),
        (2, (*TABLE, "changes", 0, "number"), "passt nicht zu denen davor"),
        (99, (*TABLE, "changes", -1, "step"), ""),
        ("Nirgends", ("home_club",), "sonst nirgends"),
        (NOBODY, (*TABLE, "seats", 0, "person"), f"person: „{NOBODY}“ steht sonst nir"),
        (9, (*TEAM, "members", 0, "entry"), "sonst nirgends"),
        (2, (*TEAM, "members", 0, "entry"), "für eine andere Mannschaft"),
        (0, (*TEAM, "members", 0, "until_series"), ""),
        (9, ("prizes", 0, "contest"), "sonst nirgends"),
        (5, ("contests", 0, "counting"), "als eine Mannschaft hat"),
        ("Wir", ("lots", 1, "tickets", 0, "team"), "einer Person oder einer"),
        (9, ("payments", 1, "reverts"), "nur eine frühere aufheben"),
        (2, ("adjustments", 1, "reverts"), "nur einen früheren aufheben"),
        ("ZZZZZZ", ("payments", 2, "list"), "sonst nirgends"),
        ([1, 1], ("apart", 0), "zwei Personen"),
        (5, (*TABLE, "results", 0, "place"), "sonst nirgends"),
        ("typing", (*TABLE, "state"), "Ergebnisse"),
        (2, (*TABLE, "seats", 0, "place"), "1, 2, 3"),
        (10, (*TABLE, "results", 0, "first_game"), "liegt vor dem ersten"),
        (None, ("series", 0, "reopenings", 0, "closed_at"), ""),
    ],
)
def test_the_impossible_is_refused_with_its_place(document, value, path, words):
    if words:
        assert words in " ".join(refusal_of(with_value_at(document, value, *path)))
    else:
        read_event(json.dumps(with_value_at(document, value, *path)).encode())


def test_a_duplicate_is_refused_though_it_is_spelt_otherwise(document):
    clubs = [*document["clubs"], {"name": "KARO EINFACH"}]
    sections = ("people", "entries", "contests", "loss_steps", "prizes")
    twice = {each: document[each] * 2 for each in sections}

    for section, rows in {
        "clubs": clubs,
        "draws": document["draws"] * 2,
        **twice,
    }.items():
        said = refusal_of(with_value_at(document, rows, section))
        assert "steht zweimal in der Datei" in said[0]


def test_two_reopenings_of_a_series_are_not_open_together(document):
    (reopening,) = document["series"][0]["reopenings"]
    closed = dict(reopening)
    del reopening["closed_at"]
    for rows, is_refused in (([reopening, closed], False), ([reopening] * 2, True)):
        file = with_value_at(document, rows, "series", 0, "reopenings")

        if is_refused:
            assert "steht zweimal in der Datei" in refusal_of(file)[0]
        else:
            read_event(json.dumps(file).encode())


def test_a_person_at_two_tables_of_a_series_is_refused(document):
    table = copy.deepcopy(document["series"][0]["tables"][0])
    tables = [table, {**table, "table_number": 2, "code": "ANDERS"}]

    said = refusal_of(with_value_at(document, tables, "series", 0, "tables"))

    assert "sitzt in dieser Serie noch woanders" in said[0]


def test_only_the_first_of_many_faults_are_reported(document):
    people = [{} for _person in range(5000)]

    said = refusal_of(with_value_at(document, people, "people"))

    assert len(said) == 11


JUNK = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)


def places_in(value, path=()):
    """Give every place inside a document."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        yield (*path, key)
        if isinstance(inner, dict | list):
            yield from places_in(inner, (*path, key))


@settings(max_examples=300)
@given(data=st.data())
def test_accepted_files_fit_the_schema_and_none_crashes(document, data):
    path = data.draw(st.sampled_from(list(places_in(document))))
    junk = data.draw(JUNK | st.lists(JUNK, max_size=2))
    spoilt = with_value_at(document, junk, *path)
    schema = event_schema()

    if not any(faults_in(spoilt, schema)):
        STANDARD(schema).validate(spoilt)
    with suppress(FileRefused):
        read_event(json.dumps(spoilt).encode())
