"""The published interface still holds."""

import copy
import json
from pathlib import Path

import pytest

from tests.tournaments.api.contract import breaks
from tournaments.api.schema import openapi

PUBLISHED = Path(__file__).parents[3] / "docs" / "openapi.json"
EVENTS, LINES = "/api/v1/events/", "/api/v1/events/{slug}/lists/{code}/lines/"


def published():
    return json.loads(PUBLISHED.read_text("utf-8"))


def test_nothing_breaks_for_existing_programs():
    assert breaks(published(), openapi()) == []


def test_the_published_document_is_current():
    """``manage.py generate`` writes it anew after an addition."""
    assert published() == json.loads(json.dumps(openapi()))


def drop_events(document):
    del document["paths"][EVENTS]


def ask_for_more(document):
    body = document["paths"][LINES]["post"]["requestBody"]["content"]
    body["application/json"]["schema"]["required"].append("before")


def drop_a_field(document):
    answer = document["paths"][EVENTS]["get"]["responses"]["200"]["content"]
    del answer["application/json"]["schema"]["properties"]["count"]


def change_a_type(document):
    answer = document["paths"][EVENTS]["get"]["responses"]["200"]["content"]
    properties = answer["application/json"]["schema"]["properties"]
    properties["count"] = {"type": "string"}


def ask_for_a_key(document):
    document["paths"][EVENTS]["get"]["security"] = [{"key": []}]


def drop_a_question(document):
    document["paths"][EVENTS]["get"]["parameters"] = []


def drop_a_shape(document):
    del document["components"]["schemas"]["problem"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (drop_events, f"GET {EVENTS} is gone"),
        (ask_for_more, f"body of POST {LINES}: before has to be there"),
        (drop_a_field, f"answer of GET {EVENTS}: count is gone"),
        (
            change_a_type,
            f"answer of GET {EVENTS}: count is string, no longer integer",
        ),
        (ask_for_a_key, f"GET {EVENTS} needs a key"),
        (drop_a_question, f"GET {EVENTS} does not know page any more"),
        (drop_a_shape, "problem is gone"),
    ],
)
def test_a_break_is_named(change, said):
    changed = copy.deepcopy(published())
    change(changed)

    assert breaks(published(), changed) == [said]


def test_additions_break_nothing():
    changed = copy.deepcopy(published())
    changed["paths"]["/api/v1/new/"] = changed["paths"][EVENTS]
    body = changed["paths"][LINES]["post"]["requestBody"]["content"]
    properties = body["application/json"]["schema"]["properties"]
    properties["remark"] = {"type": "string"}

    assert breaks(published(), changed) == []
