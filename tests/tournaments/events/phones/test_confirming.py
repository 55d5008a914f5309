"""The confirmations of a list by its table, and how long they hold."""

import json

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from skatclub.door.attempts import CARD_CODE
from tests.factories import make_secretary, make_sheet
from tests.tournaments.sheets.table.phones import Phone
from tournaments.events.models import LossStep
from tournaments.files.event.reading import read_event
from tournaments.files.event.writing import event_document
from tournaments.files.event_store.services import import_event
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import Confirmation
from tournaments.sheets.selectors import table_confirmations
from tournaments.sheets.table.services import take_pen_back
from tournaments.sheets.writing import NotFinishable, card_code

pytestmark = pytest.mark.django_db
LINES = ["2a1", "3g1-", "4p2", "1k1"]


@pytest.fixture(autouse=True)
def no_attempts_before():
    caches["attempts"].clear()


@pytest.fixture
def erika(db):
    return make_secretary()


@pytest.fixture
def sheet(erika):
    sheet = make_sheet(rounds=1)
    LossStep.objects.create(event=sheet.series.event, from_loss=1, amount=50)
    return sheet


@pytest.fixture
def phone(client, sheet):
    """A phone whose table has played its whole list."""
    phone = Phone(client, sheet)
    phone.take_pen()
    for number, text in enumerate(LINES, 1):
        assert phone.write(number, text).status_code == 200
    return phone


def closing(phone):
    return phone.client.get(f"{phone.address}closing/", headers=phone.headers).json()


def confirm(phone, place, *, is_right=True, **more):
    sent = {"place": place, "sequence": phone.sequence, "is_right": is_right, **more}
    return phone.post("confirm/", sent)


def test_everybody_is_shown_their_line_and_the_loss_money(phone):
    seen = closing(phone)

    assert seen["is_complete"]
    assert (seen["next_sequence"], seen["confirmed"]) == (5, 0)
    assert seen["seats"][2] == {
        "place": 3,
        "name": "Carla",
        "points": -96,
        "won": 0,
        "lost": 1,
        "others_lost": 0,
        "total": -146,
        "money": "0,50 €",
        "said": None,
        "is_void": False,
    }
    assert seen["seats"][1]["others_lost"] == 1


def test_the_desk_and_the_board_see_how_many_have_confirmed(
    client, phone, sheet, erika
):
    for place in (1, 2, 2, 4):
        assert confirm(phone, place).status_code == 200

    assert closing(phone)["confirmed"] == 3
    client.force_login(erika)
    assert "am Tisch bestätigt: 3 von 4" in client.get(sheet.get_absolute_url()).text
    board = client.get(reverse("events:phones", args=[sheet.series.event_id])).text
    assert "3 von 4" in board


def test_the_board_counts_objections_and_leads_to_the_referee(
    client, phone, sheet, erika
):
    confirm(phone, 1)
    confirm(phone, 3, is_right=False)
    client.force_login(erika)
    address = reverse("events:phones", args=[sheet.series.event_id])
    referee = reverse("events:adjustments", args=[sheet.series.event_id])
    link = f'<a href="{referee}">1 Einspruch</a>'

    waiting = client.get(address).text
    confirm(phone, 3)
    answered = client.get(address).text

    assert "1 von 4" in waiting
    assert link in waiting
    assert "2 von 4" in answered
    assert link not in answered


def test_another_phone_at_the_table_differs_from_the_one_that_writes(
    phone, sheet, erika
):
    own = Phone(Client(), sheet)
    own.sequence = phone.sequence

    assert confirm(own, 2).status_code == 200

    (said,) = Confirmation.objects.all()
    assert (said.player.name, said.on) == ("Bernd", "phone")
    phone.client.force_login(erika)
    page = phone.client.get(sheet.get_absolute_url()).text
    assert "Uhr, auf einem anderen Telefon am Tisch" in page


def test_the_code_of_the_start_card_is_recorded(phone, sheet, erika):
    assert confirm(phone, 3, card=f" {code_of(sheet, 3).lower()} ").status_code == 200

    (said,) = Confirmation.objects.all()
    assert (said.player.name, said.on) == ("Carla", "card")
    phone.client.force_login(erika)
    page = phone.client.get(sheet.get_absolute_url()).text
    assert "Uhr, mit dem Code der Startkarte" in page


def test_the_card_of_another_player_is_refused(phone, sheet):
    answer = confirm(phone, 2, card=code_of(sheet, 3))

    assert answer.status_code == 422
    assert [each["code"] for each in answer.json()["problems"]] == ["card"]
    assert not Confirmation.objects.exists()


def test_a_card_is_invalid_at_another_event(phone, sheet):
    bernd = sheet.seats.get(place=2).player_id
    other = card_code(event=sheet.series.event_id + 1, player=bernd)

    assert confirm(phone, 2, card=other).status_code == 422


def test_codes_of_cards_cannot_be_guessed(phone, sheet):
    for _try in range(CARD_CODE.most):
        assert confirm(phone, 2, card="000000").status_code == 422

    slowed = confirm(phone, 2, card=code_of(sheet, 2))

    assert (slowed.status_code, slowed.json()["error"]) == (429, "slowed")
    assert confirm(phone, 2).status_code == 200


def code_of(sheet, place):
    player = sheet.seats.get(place=place).player_id
    return card_code(event=sheet.series.event_id, player=player)


def test_a_correction_voids_every_confirmation(client, phone, sheet, erika):
    for place in (1, 2, 3, 4):
        confirm(phone, place)
    phone.write(2, "3g1")

    seen = closing(phone)

    assert seen["confirmed"] == 0
    assert all(seat["is_void"] for seat in seen["seats"])
    client.force_login(erika)
    page = client.get(sheet.get_absolute_url()).text
    assert "die Bestätigungen von 4 Spielern gelten nicht mehr" in page


def test_taking_the_pen_voids_no_confirmation(phone, sheet):
    confirm(phone, 1)
    take_pen_back(sheet=sheet)

    assert table_confirmations(sheet).confirmed == 1


def test_nobody_confirms_a_list_that_has_changed_since_they_saw_it(phone):
    phone.write(1, "2a2")
    answer = phone.post("confirm/", {"place": 1, "sequence": 5, "is_right": True})

    assert (answer.status_code, answer.json()["error"]) == (409, "sequence")


def test_nobody_confirms_an_unfinished_list(client, erika):
    phone = Phone(client, make_sheet())
    phone.take_pen()

    answer = confirm(phone, 1)

    assert answer.status_code == 422
    assert answer.json()["problems"][0]["code"] == "incomplete"


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"place": 1, "sequence": 5},
        {"place": "1", "sequence": 5, "is_right": True},
        {"place": 1, "sequence": 5, "is_right": 1},
        {"place": 1, "sequence": 5, "is_right": True, "remark": "x" * 301},
    ],
)
def test_a_meaningless_request_is_called_nonsense(phone, sent):
    assert phone.post("confirm/", sent).status_code == 400
    assert not Confirmation.objects.exists()


def test_a_place_without_a_player_confirms_nothing(phone):
    assert confirm(phone, 5).json()["problems"][0]["code"] == "place"


def test_an_objection_keeps_the_list_open_until_it_is_dealt_with(phone, sheet, erika):
    confirm(phone, 3, is_right=False, remark="Der Grand war gewonnen")

    with pytest.raises(NotFinishable, match="Carla erhebt am Tisch Einspruch"):
        finish_sheet(sheet=sheet, by=erika)

    phone.write(2, "3g1")
    finish_sheet(sheet=sheet, by=erika)


def test_confirmations_travel_with_the_event_file(phone, sheet):
    confirm(phone, 2)
    document = event_document(sheet.series.event)
    document["event"]["name"] = "Anders"

    import_event(document=read_event(json.dumps(document).encode()), replace=True)

    (said,) = Confirmation.objects.all()
    assert (said.place, said.player.name) == (2, "Bernd")
    assert table_confirmations(sheet).confirmed == 1
