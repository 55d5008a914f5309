"""What a file says of itself: changed bytes, changed lists, numbers that contradict."""

import json
import random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.urls import reverse

from scoring.lists.check_codes import check_code, code_in
from scoring.notation.reading import read_line
from tests.factories import finish_list, make_sheet
from tournaments.events.models import Event
from tournaments.files.event.reading import read_event
from tournaments.files.event.writing import (
    contradictions,
    event_document,
    event_text,
    is_unaltered,
    proved_lists,
    sealed_text,
)
from tournaments.sheets.finishing.services import finish_sheet, reopen_sheet
from tournaments.sheets.models import ListVersion, Result
from tournaments.sheets.typing.services import record_line

pytestmark = pytest.mark.django_db
LINES = ["2a1", "3g1-", "4p2", "1k1"]


@pytest.fixture
def sheet(erika):
    sheet = make_sheet(rounds=1)
    return finish_list(sheet, LINES, by=erika)


def correct(sheet, erika, text):
    reopen_sheet(sheet=sheet, by=erika, reason="Der Grand war gewonnen")
    record_line(sheet=sheet, number=2, noted=read_line(text), by=erika)
    finish_sheet(sheet=sheet, by=erika)


def versions():
    return list(ListVersion.objects.order_by("number"))


def lists_in(text):
    return list(proved_lists(read_event(text.encode())))


@pytest.fixture
def document(sheet):
    return event_document(sheet.series.event)


def table_in(document):
    return document["series"][0]["tables"][0]


def contradictions_in(document):
    return list(contradictions(read_event(json.dumps(document).encode())))


def test_the_code_of_a_finished_list_follows_from_its_text(sheet):
    (version,) = versions()

    assert version.code == check_code(version.text)
    assert "2 3g1-" in version.text
    assert "Anna" not in version.text
    assert code_in(version.code.lower().replace("-", " ")) == version.code


def test_a_correction_is_a_version_that_names_its_predecessor(sheet, erika):
    correct(sheet, erika, "3g1")

    first, second = versions()
    assert (second.number, second.reason) == (2, "Der Grand war gewonnen")
    assert second.text.endswith(f"\nreplaces {first.code}\n")
    assert first.code != second.code


def test_an_unchanged_list_keeps_its_code_when_finished_again(sheet, erika):
    correct(sheet, erika, "3g1-")

    assert len(versions()) == 1


def test_a_third_version_like_the_first_is_a_version_of_its_own(sheet, erika):
    correct(sheet, erika, "3g1")
    correct(sheet, erika, "3g1-")

    assert len({version.code for version in versions()}) == 3


def test_an_event_file_proves_its_lists(sheet, erika):
    correct(sheet, erika, "3g1")

    (proved,) = lists_in(event_text(sheet.series.event))

    assert (proved.is_sound, proved.code) == (True, versions()[1].code)


def test_a_changed_game_is_reported(document):
    table = table_in(document)
    table["games"][1] = "3g2-"
    # A careful forger changes the history as well.
    del table["changes"]

    (proved,) = lists_in(sealed_text(document))

    assert not proved.is_sound
    assert proved.changes == [("2 3g1-", "2 3g2-")]


def test_the_code_holds_without_a_name(document):
    for person in document["people"]:
        person["last_name"] = "Gelöscht"
        person.pop("first_name", None)

    (proved,) = lists_in(sealed_text(document))

    assert proved.is_sound


def test_every_changed_byte_is_detected(sheet):
    content = event_text(sheet.series.event).encode()
    assert is_unaltered(content)
    chance = random.Random(15)

    for _forgery in range(1000):
        at = chance.randrange(len(content))
        other = bytes([(content[at] + chance.randrange(1, 256)) % 256])
        assert not is_unaltered(content[:at] + other + content[at + 1 :])


def test_the_command_says_what_is_wrong_without_a_database(
    sheet, tmp_path, capsys, django_assert_num_queries
):
    text = event_text(sheet.series.event)
    right, wrong = tmp_path / "right.json", tmp_path / "wrong.json"
    right.write_text(text, encoding="utf-8")
    wrong.write_text(text.replace("Carla", "Klara", 1), encoding="utf-8")

    with django_assert_num_queries(0):
        call_command("verify", right)
        with pytest.raises(CommandError, match="geändert, nachdem"):
            call_command("verify", wrong)

    assert versions()[0].code in capsys.readouterr().out


def test_results_and_feet_contradicted_by_the_games_are_reported(document):
    assert contradictions_in(document) == []
    right = Result.objects.get(place=2).total
    won = Result.objects.get(place=1).won
    table = table_in(document)
    row = next(each for each in table["results"] if each["place"] == 2)
    row["total"] += 100
    table["seats"][0]["paper_won"] = won + 3

    assert set(contradictions_in(document)) == {
        f"Serie 1, Tisch 1: für Bernd wurden {right + 100} Punkte bekanntgegeben, "
        f"nach den Spielen sind es {right}",
        f"Serie 1, Tisch 1: unter der Liste steht {won + 3} bei Anna, "
        f"nach den Spielen sind es {won}",
    }
    row["total"] = right
    table["mismatch_reason"] = "verrechnet"
    assert contradictions_in(document) == []


@pytest.mark.database
def test_the_page_reports_it_before_anything_is_stored(client, document):
    table_in(document)["results"][0]["total"] += 7
    document["event"]["id"] = "0b54a1f0-6a0e-4b0a-9a52-0c3f1b1a7f01"
    table_in(document)["code"] = "ZZZZZZ"
    file = SimpleUploadedFile("abend.json", json.dumps(document).encode())

    page = client.post(reverse("files:import-event"), {"file": file})

    assert "Die Datei widerspricht sich." in page.text
    assert "Punkte bekanntgegeben" in page.text
    assert Event.objects.count() == 1


@pytest.mark.usefixtures("document")
def test_whoever_brings_a_table_is_told_where_it_comes_in(client):
    table = SimpleUploadedFile("abend.csv", b"Name;Gesamt\nIda Kurz;900\n")

    page = client.post(reverse("files:import-event"), {"file": table})

    assert page.status_code == 422
    assert f'<a href="{reverse("files:former")}">Ergebnisse einlesen</a>' in page.text
