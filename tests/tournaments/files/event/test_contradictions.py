"""Numbers that contradict the games of a file are reported and imported as they are."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.factories import make_secretary, make_sheet, type_games
from tests.tournaments.files.events import make_full_event
from tournaments.events.models import Event
from tournaments.files.event.proving import contradictions
from tournaments.files.event.reading import read_event
from tournaments.files.event.writing import event_text
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import Result

pytestmark = [pytest.mark.django_db, pytest.mark.database]
LINES = ["2a1", "3g1-", "4p2", "1k1"]


@pytest.fixture
def erika(db):
    return make_secretary()


@pytest.fixture
def sheet(erika):
    sheet = make_sheet(rounds=1)
    type_games(sheet, LINES, by=erika)
    finish_sheet(sheet=sheet, by=erika)
    return sheet


def document_of(sheet):
    return json.loads(event_text(sheet.series.event))


def contradictions_in(document):
    return list(contradictions(read_event(json.dumps(document).encode())))


def table_in(document):
    return document["series"][0]["tables"][0]


def test_a_full_event_contradicts_nothing(db):
    event = make_full_event()

    assert contradictions_in(json.loads(event_text(event))) == []


def test_a_result_contradicted_by_the_games_is_reported(sheet):
    document = document_of(sheet)
    right = Result.objects.get(place=2).total
    row = next(each for each in table_in(document)["results"] if each["place"] == 2)
    row["total"] += 100

    assert contradictions_in(document) == [
        f"Serie 1, Tisch 1: für Bernd wurden {right + 100} Punkte bekannt gegeben, "
        f"nach den Spielen sind es {right}"
    ]


def test_a_foot_contradicted_by_the_lines_is_reported(sheet):
    document = document_of(sheet)
    won = Result.objects.get(place=1).won
    table_in(document)["seats"][0]["paper_won"] = won + 3

    assert contradictions_in(document) == [
        f"Serie 1, Tisch 1: unter der Liste steht {won + 3} bei Anna, "
        f"nach den Spielen sind es {won}"
    ]


def test_an_explained_foot_is_not_reported(sheet):
    document = document_of(sheet)
    table_in(document)["seats"][0]["paper_won"] = 9
    table_in(document)["mismatch_reason"] = "verrechnet"

    assert contradictions_in(document) == []


def test_the_page_reports_it_before_anything_is_stored(client, erika, sheet):
    document = document_of(sheet)
    table_in(document)["results"][0]["total"] += 7
    document["event"]["id"] = "0b54a1f0-6a0e-4b0a-9a52-0c3f1b1a7f01"
    table_in(document)["code"] = "ZZZZZZ"
    client.force_login(erika)
    file = SimpleUploadedFile("abend.json", json.dumps(document).encode())

    page = client.post(reverse("files:import-event"), {"file": file})

    assert "Die Datei widerspricht sich." in page.text
    assert "Punkte bekannt gegeben" in page.text
    assert Event.objects.count() == 1
