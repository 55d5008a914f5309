"""What the page of check codes says: same, older, opened again, or none of ours."""

import pytest

from scoring.notation.reading import read_line
from tests.factories import make_secretary, make_sheet, type_games
from tournaments.events.planning.services import publish
from tournaments.sheets.finishing.services import finish_sheet, reopen_sheet
from tournaments.sheets.models import ListVersion
from tournaments.sheets.typing.services import record_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def erika(db):
    return make_secretary()


@pytest.fixture
def sheet(erika):
    sheet = make_sheet(rounds=1)
    type_games(sheet, ["2a1", "3g1-", "4p2", "1k1"], by=erika)
    finish_sheet(sheet=sheet, by=erika)
    publish(event=sheet.series.event, is_published=True)
    return sheet


def codes():
    return list(ListVersion.objects.order_by("pk").values_list("code", flat=True))


def page(client, code):
    return client.get("/check/", {"code": code})


def test_without_a_code_it_asks_for_one(client, sheet):
    assert client.get("/check/").status_code == 200


def test_a_code_leads_to_its_list_however_it_is_typed(client, sheet):
    answer = page(client, codes()[0].replace("-", " ").lower())

    assert "Dieselbe:" in answer.text
    assert sheet.get_absolute_url() in answer.text


def test_an_older_code_says_what_was_changed_and_not_by_whom(client, sheet, erika):
    reopen_sheet(sheet=sheet, by=erika, reason="Carla hat nachgerechnet")
    record_line(sheet=sheet, number=2, noted=read_line("3g1"), by=erika)
    finish_sheet(sheet=sheet, by=erika)
    old, new = codes()

    text = page(client, old).text

    assert "Älter:" in text
    assert new in text
    for said in ("Spiel 2", "3g1-", "Summe von Platz 3", "−146"):
        assert said in text
    assert "nachgerechnet" not in text
    assert "Dieselbe:" in page(client, new).text


def test_a_list_that_is_opened_again_is_not_called_the_same(client, sheet, erika):
    reopen_sheet(sheet=sheet, by=erika, reason="Noch einmal")

    assert "wieder geöffnet" in page(client, codes()[0]).text


@pytest.mark.parametrize("code", ["2222-2222-2222-2222", "x", "'\0", "ß" * 100])
def test_any_other_code_is_none_of_ours(client, sheet, code):
    answer = page(client, code)

    assert answer.status_code == 404
    assert "Keine Liste" in answer.text


def test_visitors_find_no_list_that_is_not_published(client, sheet, erika):
    publish(event=sheet.series.event, is_published=False)
    assert page(client, codes()[0]).status_code == 404

    client.force_login(erika)
    assert page(client, codes()[0]).status_code == 200
