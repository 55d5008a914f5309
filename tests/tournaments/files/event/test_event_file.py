"""The event file: written, read, refused."""

import copy
import json
from contextlib import suppress
from functools import partial
from pathlib import Path

import jsonschema
import pytest
from django.apps import apps
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import examples
from tests.factories import make_evening
from tournaments.events.models import Entry, Event
from tournaments.files.event.reading import (
    MOST_BYTES,
    FileRefused,
    read_event,
    require_size,
)
from tournaments.files.event.schema import event_schema, faults_in, usual_values
from tournaments.files.event.sections import (
    EVENT_FILE,
    all_sections,
)
from tournaments.files.event.writing import contradictions, event_document, event_text

DOCS = Path(__file__).resolve().parents[4] / "docs"
STANDARD = jsonschema.Draft202012Validator
# Current work and the season or league of an event: not part of what happened.
NOT_ITS_OWN = {"ApiLine", "SeasonEvent", "MatchGroup", "ListTally"}
# What lets a phone write here; the lines it sent are ordinary games.
NOT_ITS_OWN |= {"TableKey", "TableDevice", "ReceivedLine"}
# For typists only; the paper stays with the club.
NOT_ITS_OWN |= {"ListPhoto"}
# What was accepted is on the list; what is waiting is in the club file.
NOT_ITS_OWN |= {"ArrivedList"}


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


refused = partial(examples, "events", folder="refused")


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


def test_a_release_that_is_written_otherwise_is_the_same(document):
    other = changed(document, "series 0 results_from", '"2026-11-06T18:30:00.000Z"')

    read = read_event(json.dumps(other).encode())
    assert read["series"][0]["results_from"] == "2026-11-06T18:30:00Z"


def test_a_file_that_is_older_than_a_column_is_read(document):
    older = copy.deepcopy(document)
    for model, rows in ((Event, [older["event"]]), (Entry, older["entries"])):
        for row in rows:
            for name, value in usual_values(model).items():
                if row[name] == value:
                    del row[name]

    assert {"kind", "table_rule"} <= document["event"].keys() - older["event"].keys()
    assert read_event(json.dumps(older).encode()) == document


def models_in(sections):
    return {section.model for _name, section in all_sections(sections)}


def test_every_table_of_an_event_is_in_its_file():
    known = {model.__name__ for model in models_in(EVENT_FILE)}
    models = apps.get_app_config("tournaments").get_models()

    of_events = {model.__name__ for model in models if belongs_to_an_event(model)}

    assert {"Seat", "ListTally", "Payment"} <= of_events
    assert of_events - NOT_ITS_OWN - known == set()


def belongs_to_an_event(model):
    names = {"Event", "Series", "ScoreSheet", "Draw", "Reopening"}
    links = (each for each in model._meta.concrete_fields if each.is_relation)
    return any(link.related_model.__name__ in names for link in links)


HUGE = [
    ["leer", "", b" \n"],
    ["oder sie ist beschädigt", "", b"\xff\xfe{"],
    ["beschädigt", "", b"[" * 100_000],
    ["beschädigt", "", b"[" + b"[]," * 1_000_000 + b"0]"],
    ["beschädigt", "", b'{"a": ' + b"9" * 5000 + b"}"],
]


@pytest.mark.parametrize(("words", "_place", "content"), [*refused("nonsense"), *HUGE])
def test_nonsense_is_refused_in_a_sentence(words, _place, content):
    with pytest.raises(FileRefused, match=words):
        read_event(content if isinstance(content, bytes) else content.encode())


def test_a_file_of_200_megabytes_is_refused_by_its_size():
    require_size(MOST_BYTES)

    with pytest.raises(FileRefused, match="größer als 32 MB"):
        require_size(200 * 1024 * 1024)


def test_a_newer_version_is_refused(document):
    assert refusal_of({**document, "version": 4, "seasons": []}) == [
        "Ein neueres Programm hat diese Datei in Version 4 des Formats geschrieben; "
        "dieses liest bis Version 3."
    ]


def changed(document, place, value):
    steps = (int(step) if step[-1].isdigit() else step for step in place.split())
    return with_value_at(document, json.loads(value), *steps)


@pytest.mark.parametrize(("words", "place", "value"), refused("impossible"))
def test_the_impossible_is_refused_with_its_place(document, words, place, value):
    assert words in " ".join(refusal_of(changed(document, place, value)))


@pytest.mark.parametrize(("_words", "place", "value"), refused("possible"))
def test_what_is_odd_but_possible_is_read(document, _words, place, value):
    read_event(json.dumps(changed(document, place, value)).encode())


def test_a_duplicate_is_refused_though_it_is_spelt_otherwise(document):
    sections = ("people", "entries", "contests", "loss_steps", "prizes", "draws")
    twice = {section: document[section] * 2 for section in sections}
    twice["clubs"] = [*document["clubs"], {"name": "KARO EINFACH"}]

    for section, rows in twice.items():
        said = refusal_of(with_value_at(document, rows, section))
        assert "steht zweimal in der Datei" in said[0]


def test_two_reopenings_of_a_series_are_not_open_together(document):
    first = document["series"][0]
    (closed,) = first["reopenings"]
    still_open = with_value_at(closed, None, "closed_at")

    first["reopenings"] = [still_open, closed]
    read_event(json.dumps(document).encode())
    first["reopenings"] = [still_open, still_open]
    assert "steht zweimal in der Datei" in refusal_of(document)[0]


def test_a_person_at_two_tables_of_a_series_is_refused(document):
    table = copy.deepcopy(document["series"][0]["tables"][0])
    tables = [table, {**table, "table_number": 2, "code": "ANDERS"}]

    said = refusal_of(with_value_at(document, tables, "series", 0, "tables"))

    assert "sitzt in dieser Serie schon an einem anderen Tisch" in said[0]


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
