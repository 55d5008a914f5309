"""Tables that write: their codes, and how they confirm their list or object."""

import copy
import json

import pytest
from django.test import Client
from django.urls import reverse

from skatclub.door.attempts import CARD_CODE
from tests.factories import make_evening, make_sheet, make_user
from tests.tournaments.leagues.matches import secretary
from tests.tournaments.papers.pdf import read
from tests.tournaments.sheets.table.phones import Phone
from tournaments.events.flow.selectors import objections_in
from tournaments.events.models import LossStep
from tournaments.events.planning.services import publish_event
from tournaments.files.event.reading import read_event
from tournaments.files.event.services import import_event
from tournaments.files.event.writing import event_document
from tournaments.sheets.finishing.services import (
    finish_sheet,
    give_verdict,
    save_reason,
)
from tournaments.sheets.models import Confirmation, ScoreSheet, TableKey
from tournaments.sheets.selectors import table_confirmations
from tournaments.sheets.table.services import give_key, take_pen_back
from tournaments.sheets.writing import NotFinishable, NotProved, card_code
from tournaments.words.choices import SheetState

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("forgotten_attempts")]


LINES = ["2a1", "3g1-", "4p2", "1k1"]


@pytest.fixture(scope="module")
def played(module_db):
    """A phone whose table has played its whole list, and the list."""
    secretary()
    sheet = make_sheet(rounds=1)
    LossStep.objects.create(event=sheet.series.event, from_loss=1, amount=50)
    phone = Phone(Client(), sheet)
    phone.take_pen()
    for number, text in enumerate(LINES, 1):
        assert phone.write(number, text).status_code == 200
    return phone, sheet


@pytest.fixture
def erika(played, db):
    return secretary()


@pytest.fixture
def sheet(played, db):
    return copy.deepcopy(played[1])


@pytest.fixture
def phone(client, played, db):
    phone = copy.copy(played[0])
    phone.client = client
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


def test_the_desk_and_the_board_count_confirmations_and_objections(
    client, phone, sheet, erika
):
    event = sheet.series.event
    board = reverse("events:phones", args=[event.pk])
    referee = reverse("events:adjustments", args=[event.pk])
    link = f'<a href="{referee}">1 Einspruch</a>'
    client.force_login(erika)
    for place in (1, 2, 2):
        assert confirm(phone, place).status_code == 200
    quiet = [client.get(each).text for each in (referee, event.get_absolute_url())]
    confirm(phone, 3, is_right=False, remark="Der Grand war gewonnen")

    waiting, told = client.get(board).text, client.get(event.get_absolute_url()).text
    give_verdict(
        sheet=sheet, by=make_user("otto"), is_right=False, line=2, remark="Mit zwei?"
    )
    asked = client.get(referee).text
    confirm(phone, 3)
    answered = client.get(board).text

    assert "Einspr" not in "".join(quiet).partition("<main")[2]
    assert "2 von 4" in waiting
    assert link in waiting
    assert "1 Einspruch wartet auf eine Antwort." in told
    assert referee in told
    assert "Carla, am Tisch" in asked
    assert "Der Grand war gewonnen" in asked
    assert f'href="{sheet.get_absolute_url()}#status"' in asked
    assert "otto, als zweite Person: Mit zwei?" in asked
    assert reverse("sheets:line", args=[sheet.pk, 2]) in asked
    assert "3 von 4" in answered
    assert "Carla, am Tisch" not in client.get(referee).text
    assert closing(phone)["confirmed"] == 3
    assert "am Tisch bestätigt: 3 von 4" in client.get(sheet.get_absolute_url()).text


def test_a_list_that_everybody_confirmed_needs_no_paper(client, phone, sheet, erika):
    client.force_login(erika)
    for place in (1, 2, 3):
        confirm(phone, place)
    unproved = client.get(sheet.get_absolute_url()).text
    with pytest.raises(NotProved, match="erst 3 von 4 bestätigt"):
        finish_sheet(sheet=sheet, by=erika, needs_proof=True)
    confirm(phone, 4)
    confirmed = client.get(sheet.get_absolute_url()).text
    sheet.refresh_from_db()
    states = [(sheet.state, sheet.proof, sheet.state_label)]

    confirm(phone, 2, is_right=False)
    sheet.refresh_from_db()
    states.append((sheet.state, sheet.proof, sheet.state_label))
    confirm(phone, 2)
    finish_sheet(sheet=sheet, by=erika, needs_proof=True)

    assert states == [
        ("proved", "table", "am Tisch bestätigt"),
        ("typing", "none", "in Arbeit"),
    ]
    assert "data-go" not in unproved
    assert "data-go><kbd>Enter</kbd>" in confirmed
    sheet.refresh_from_db()
    assert (sheet.is_finished, sheet.is_unproved, sheet.proof) == (True, False, "table")


def test_the_list_says_by_which_phone_or_card_somebody_confirmed(phone, sheet, erika):
    own = Phone(Client(), sheet)
    own.sequence = phone.sequence

    assert confirm(own, 2).status_code == 200
    assert confirm(phone, 3, card=f" {code_of(sheet, 3).lower()} ").status_code == 200

    said = [(each.player.name, each.on) for each in Confirmation.objects.order_by("pk")]
    assert said == [("Bernd", "phone"), ("Carla", "card")]
    phone.client.force_login(erika)
    page = phone.client.get(sheet.get_absolute_url()).text
    assert "Uhr, auf einem anderen Telefon am Tisch" in page
    assert "Uhr, mit dem Code der Startkarte" in page


def test_the_card_of_another_player_or_event_is_refused(phone, sheet):
    bernd = sheet.seats.get(place=2).player_id
    elsewhere = card_code(event=sheet.series.event_id + 1, player=bernd)

    for card in (code_of(sheet, 3), elsewhere):
        answer = confirm(phone, 2, card=card)
        assert answer.status_code == 422
        assert [each["code"] for each in answer.json()["problems"]] == ["card"]
    assert not Confirmation.objects.exists()


def test_codes_of_cards_cannot_be_guessed(phone, sheet):
    for _try in range(CARD_CODE.most):
        assert confirm(phone, 2, card="000000").status_code == 422

    slowed = confirm(phone, 2, card=code_of(sheet, 2))

    assert (slowed.status_code, slowed.json()["error"]) == (429, "slowed")
    assert confirm(phone, 2).status_code == 200


def code_of(sheet, place):
    player = sheet.seats.get(place=place).player_id
    return card_code(event=sheet.series.event_id, player=player)


def test_a_correction_voids_every_confirmation_and_taking_the_pen_none(
    client, phone, sheet, erika
):
    for place in (1, 2, 3, 4):
        confirm(phone, place)
    take_pen_back(sheet=sheet)
    assert table_confirmations(sheet).confirmed == 4
    phone.take_pen()
    phone.write(2, "3g1")

    seen = closing(phone)

    assert seen["confirmed"] == 0
    assert all(seat["is_void"] for seat in seen["seats"])
    client.force_login(erika)
    page = client.get(sheet.get_absolute_url()).text
    assert "die Bestätigungen von 4 Spielern gelten nicht mehr" in page


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


def test_a_meaningless_request_is_called_nonsense(phone):
    fine = {"place": 1, "sequence": 5, "is_right": True}
    wrong = {"place": "1"}, {"is_right": 1}, {"remark": "x" * 301}

    for sent in ({}, {"place": 1, "sequence": 5}, *(fine | each for each in wrong)):
        assert phone.post("confirm/", sent).status_code == 400
    assert not Confirmation.objects.exists()
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


def waiting_objections(sheet):
    return [(each.name, each.remark) for each in objections_in(sheet.series.event)]


@pytest.mark.parametrize(
    "answer",
    [
        lambda phone, _sheet: phone.write(2, "3g1"),
        lambda phone, _sheet: confirm(phone, 3),
        lambda _phone, sheet: save_reason(sheet, "Der Schiedsrichter hat entschieden"),
    ],
    ids=["a correction", "agreeing after all", "a reason to keep the list"],
)
def test_an_objection_is_answered(phone, sheet, answer):
    confirm(phone, 3, is_right=False, remark="Der Grand war gewonnen")
    assert waiting_objections(sheet) == [("Carla", "Der Grand war gewonnen")]

    answer(phone, sheet)

    assert waiting_objections(sheet) == []


def test_nothing_waits_on_a_finished_list(phone, sheet, erika):
    give_verdict(sheet=sheet, by=make_user("otto"), is_right=False, line=2)
    assert waiting_objections(sheet) == [("otto", "")]

    finish_sheet(sheet=sheet, by=erika)

    assert waiting_objections(sheet) == []


def test_only_the_last_statement_of_a_place_waits_at_its_own_event(phone, sheet):
    other = make_sheet(rounds=1)
    for remark in ("eins", "zwei"):
        confirm(phone, 3, is_right=False, remark=remark)

    assert waiting_objections(sheet) == [("Carla", "zwei")]
    assert waiting_objections(other) == []


@pytest.fixture
def evening(db):
    evening = publish_event(event=make_evening(), is_published=True)
    make_sheet(evening=evening)
    make_sheet(("Emil", "Franz", "Gerd"), evening=evening)
    return evening


@pytest.fixture
def desk(client, evening, erika):
    client.force_login(erika)
    return client


def address(evening, name="phones", *more):
    return reverse(f"events:{name}", args=[evening.pk, *more])


def first_list(evening):
    return ScoreSheet.objects.filter(series__event=evening).first()


def test_all_open_tables_get_a_code_once(desk, evening, monkeypatch):
    where = "tournaments.events.seats.views.obstacles"
    monkeypatch.setattr(where, lambda _request: ["in keinem Netz"])
    ScoreSheet.objects.filter(table_number=2).update(state=SheetState.FINISHED)
    give_key(sheet=first_list(evening), by=None)
    more = make_sheet(("Hans", "Ida", "Jo"), evening=evening)

    answer = desk.post(address(evening, "hand-out-keys"), follow=True)

    assert "1 Tischcode ist da" in answer.text
    assert TableKey.objects.filter(sheet__series__event=evening).count() == 2
    code = TableKey.objects.get(sheet=more).code
    assert f"{code[:4]}-{code[4:]}" in answer.text
    assert f'{reverse("table:enter")}#{code}">' in answer.text
    assert answer.text.count('class="qr-code"') == 2
    assert '<p class="note warning">in keinem Netz</p>' in answer.text
    assert address(evening, "hand-out-keys") not in answer.text


def test_the_director_sees_who_writes_and_takes_the_pen_back(desk, evening):
    sheet = first_list(evening)
    paper = reverse("papers:sheet", args=[sheet.pk])
    before = desk.get(address(evening)).text
    phone = Phone(Client(), sheet)
    phone.take_pen()
    phone.write(1, "2g4")

    page = desk.get(address(evening)).text
    (printed_list,) = read(desk.get(paper))
    desk.post(address(evening, "change-key", sheet.code), {"action": "pen"})

    assert paper not in before
    assert "ein Telefon" in page
    assert "1/48" in page
    # The list is printed as it stands while its table writes.
    assert f'href="{paper}"' in page
    assert printed_list.split().count("120") >= 1
    assert phone.write(2, "e").json() == {"error": "epoch", "epoch": 2}
    assert "ein Telefon" not in desk.get(address(evening)).text


def test_a_code_is_renewed_or_withdrawn(desk, evening):
    phone = Phone(Client(), first_list(evening))
    button = address(evening, "change-key", first_list(evening).code)
    keys_now = TableKey.objects.valid().filter(sheet__series__event=evening)

    for action, reason, keys in (("?", None, 1), ("renew", "revoked", 1)):
        answer = desk.post(button, {"action": action})
        assert (answer.status_code == 422) == (reason is None)
        assert phone.get().json().get("reason") == reason
        assert keys_now.count() == keys
    desk.post(button, {"action": "revoke"})
    assert not keys_now.exists()


def printed(client, evening, kind):
    return "".join(read(client.get(reverse("papers:paper", args=[evening.pk, kind]))))


@pytest.mark.parametrize("kind", ["lists", "place-cards"])
def test_the_code_is_printed_for_tables_that_write(desk, evening, kind):
    code = give_key(sheet=first_list(evening), by=None).code
    shown = f"{code[:4]}-{code[4:]}"

    assert shown in printed(desk, evening, kind)
    desk.force_login(make_user("emil"))
    answer = desk.get(reverse("papers:paper", args=[evening.pk, kind]))
    if answer.status_code == 200:
        assert shown not in printed(desk, evening, kind)
