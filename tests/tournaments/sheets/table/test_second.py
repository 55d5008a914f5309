"""A second phone at the table writes the second list (Gegenliste)."""

import pytest
from django.urls import reverse

from tests.factories import finish_list, type_games
from tests.tournaments.sheets.table.phones import Phone
from tournaments.sheets.models import Game, SecondList
from tournaments.words.choices import Action

pytestmark = pytest.mark.django_db


class SecondPhone(Phone):
    """A phone at the same table that writes the second list."""

    def __init__(self, client, sheet):
        super().__init__(client, sheet)
        self.address += "second/"


@pytest.fixture
def other(client, sheet, erika):
    phone = SecondPhone(client, sheet)
    phone.take_pen()
    return phone


def test_both_lists_are_written_beside_each_other(phone, other):
    phone.take_pen()

    assert phone.write(1, "2a1").json()["score"] == 18
    assert other.write(1, "2a1").json() == {
        "repeated": False,
        "sequence": 1,
        "number": 1,
        "score": 18,
    }
    assert phone.write(2, "3g1").status_code == 200

    assert (phone.texts(), other.texts()) == (["2a1", "3g1"], ["2a1"])
    assert phone.get().json()["agreement"] == {"games": 1}
    assert other.get().json()["agreement"] == {"games": 1}


def test_nothing_is_said_of_a_second_list_where_there_is_none(phone):
    phone.take_pen()
    phone.write(1, "2a1")

    assert set(phone.get().json()) == {"epoch", "next_sequence", "seats", "lines"}


def test_where_they_part_both_games_are_told_until_one_is_corrected(phone, other):
    phone.take_pen()
    for number, text in enumerate(("2a1", "3g1", "4k1"), 1):
        phone.write(number, text)
    for number, text in enumerate(("2a1", "3h1", "4k2"), 1):
        other.write(number, text)

    assert phone.get().json()["agreement"] == {
        "games": 1,
        "list": {"number": 2, "text": "3g1", "score": 48},
        "second": {"number": 2, "text": "3h1", "score": 20},
    }

    other.write(2, "3g1", before="3h1")
    phone.write(3, "4k2", before="4k1")
    assert phone.get().json()["agreement"] == {"games": 3}


def test_the_second_list_changes_nothing_on_the_list(sheet, other):
    sheet.refresh_from_db()
    before = (sheet.revision, sheet.state, sheet.proof, sheet.pen_is_out)
    other.write(1, "2a1")

    sheet.refresh_from_db()
    assert not Game.objects.exists()
    assert (sheet.revision, sheet.state, sheet.proof, sheet.pen_is_out) == before


def test_a_line_sent_again_stands_once_and_an_id_means_one_line(phone, other):
    line = other.line(1, "2a1")
    assert other.post("lines/", line).json()["repeated"] is False
    assert other.post("lines/", line).json()["repeated"] is True
    phone.take_pen()

    elsewhere = phone.post("lines/", line | {"epoch": phone.epoch})

    assert elsewhere.json()["problems"][0]["code"] == "id"
    assert (phone.texts(), other.texts()) == ([], ["2a1"])


def test_an_impossible_line_is_refused_as_on_the_list(other):
    assert other.write(1, "1a1").json()["error"] == "line"
    assert other.write(2, "e").json()["problems"][0]["code"] == "gap"
    assert other.write(1, "zz").status_code == 422
    assert other.write(1, "-").status_code == 422
    assert other.write(1, "e", before="2a1").json()["error"] == "line-taken"
    assert other.write(1, "e", sequence=2).json() == {
        "error": "sequence",
        "next_sequence": 1,
    }


def test_the_last_line_is_deleted_again(sheet, other):
    other.write(1, "2a1")
    other.write(2, "e")

    assert other.write(2, "-").status_code == 200
    assert other.write(1, "-").status_code == 200

    assert other.texts() == []
    changes = sheet.changes.filter(action=Action.SECOND)
    assert [(each.number, each.before, each.after, each.by) for each in changes] == [
        (2, "e", "", None),
        (1, "2a1", "", None),
    ]


def test_one_phone_keeps_it_at_a_time_with_a_pen_of_its_own(
    client, sheet, phone, other
):
    phone.take_pen()

    strange = phone.client.post(
        other.address + "lines/",
        phone.line(1, "e"),
        content_type="application/json",
        headers=phone.headers,
    )

    assert strange.json() == {"error": "epoch", "epoch": 1}
    assert other.write(1, "e").status_code == 200
    third = SecondPhone(client, sheet)
    third.take_pen()
    assert other.write(2, "e").json() == {"error": "epoch", "epoch": 2}
    assert third.write(2, "e").status_code == 200


def test_the_desk_shows_it_and_may_type_it_anew(client, sheet, erika, other):
    other.write(1, "2a1")
    type_games(sheet, ["2a1"], by=erika)
    client.force_login(erika)
    address = reverse("sheets:second", args=[sheet.pk])

    page = client.get(address)
    client.post(address, {"text": "2a2"})

    assert "auf einem Telefon am Tisch geschrieben" in page.text
    assert other.write(2, "e").json() == {"error": "epoch", "epoch": 2}
    assert SecondList.objects.get().by == erika
    other.take_pen()
    assert other.write(2, "e").status_code == 200
    assert SecondList.objects.get().text == "2a2\ne"


def test_it_ends_with_the_list(sheet, erika, other):
    other.write(1, "2a1")
    finish_list(sheet, ["e"] * sheet.games_planned, by=erika)

    assert other.write(2, "e").status_code == 410
    assert other.get().status_code == 410
    assert SecondList.objects.get().text == "2a1"
