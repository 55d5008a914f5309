"""The objections to lists that the referee sees."""

import pytest
from django.urls import reverse

from tests.factories import make_secretary, make_sheet, make_user
from tests.tournaments.sheets.table.phones import Phone
from tournaments.events.flow.selectors import objections_in
from tournaments.sheets.finishing.services import (
    finish_sheet,
    give_verdict,
    save_reason,
)

pytestmark = pytest.mark.django_db
LINES = ["2a1", "3g1-", "4p2", "1k1"]


@pytest.fixture
def erika(db):
    return make_secretary()


@pytest.fixture
def sheet(erika):
    return make_sheet(rounds=1)


@pytest.fixture
def phone(client, sheet):
    """A phone whose table has played its whole list."""
    return play_list_on_phone(client, sheet)


def play_list_on_phone(client, sheet):
    phone = Phone(client, sheet)
    phone.take_pen()
    for number, text in enumerate(LINES, 1):
        assert phone.write(number, text).status_code == 200
    return phone


def confirm_list(phone, place, *, is_right=False, remark=""):
    sent = {"place": place, "sequence": phone.sequence, "is_right": is_right}
    assert phone.post("confirm/", {**sent, "remark": remark}).status_code == 200


def waiting_objections(sheet):
    return [(each.name, each.remark) for each in objections_in(sheet.series.event)]


def page_of_referee(client, sheet, user):
    client.force_login(user)
    return client.get(reverse("events:adjustments", args=[sheet.series.event_id])).text


def test_the_referee_sees_who_objects_at_which_table_and_why(
    client, phone, sheet, erika
):
    confirm_list(phone, 3, remark="Der Grand war gewonnen")

    page = page_of_referee(client, sheet, erika)

    assert "Carla, am Tisch" in page
    assert "Der Grand war gewonnen" in page
    assert f'href="{sheet.get_absolute_url()}#status"' in page


def test_the_event_page_shows_that_an_objection_waits(client, phone, sheet, erika):
    event = sheet.series.event
    client.force_login(erika)
    before = client.get(event.get_absolute_url()).text
    confirm_list(phone, 3)

    after = client.get(event.get_absolute_url()).text

    assert "Einspruch" not in before
    assert "1 Einspruch wartet auf eine Antwort." in after
    assert reverse("events:adjustments", args=[event.pk]) in after


def test_an_objection_of_a_second_person_names_the_line(client, sheet, erika):
    play_list_on_phone(client, sheet)
    give_verdict(
        sheet=sheet, by=make_user("otto"), is_right=False, line=2, remark="Mit zwei?"
    )

    page = page_of_referee(client, sheet, erika)

    assert "otto, als zweite Person: Mit zwei?" in page
    assert reverse("sheets:line", args=[sheet.pk, 2]) in page


def test_nothing_waits_if_nobody_objects(client, phone, sheet, erika):
    confirm_list(phone, 3, is_right=True)

    assert "Einsprüche" not in page_of_referee(client, sheet, erika)


@pytest.mark.parametrize(
    "answer",
    [
        lambda phone, _sheet: phone.write(2, "3g1"),
        lambda phone, _sheet: confirm_list(phone, 3, is_right=True),
        lambda _phone, sheet: save_reason(sheet, "Der Schiedsrichter hat entschieden"),
    ],
    ids=["a correction", "agreeing after all", "a reason to keep the list"],
)
def test_an_objection_is_answered(phone, sheet, answer):
    confirm_list(phone, 3, remark="Der Grand war gewonnen")
    assert waiting_objections(sheet) == [("Carla", "Der Grand war gewonnen")]

    answer(phone, sheet)

    assert waiting_objections(sheet) == []


def test_nothing_waits_on_a_finished_list(phone, sheet, erika):
    give_verdict(sheet=sheet, by=make_user("otto"), is_right=False, line=2)
    assert waiting_objections(sheet) == [("otto", "")]

    finish_sheet(sheet=sheet, by=erika)

    assert waiting_objections(sheet) == []


def test_only_the_last_statement_of_a_place_waits(phone, sheet):
    confirm_list(phone, 3, remark="eins")
    confirm_list(phone, 3, remark="zwei")

    assert waiting_objections(sheet) == [("Carla", "zwei")]


def test_objections_wait_at_their_own_event(phone, sheet):
    other = make_sheet(rounds=1)
    confirm_list(phone, 3)

    assert waiting_objections(other) == []
    assert len(waiting_objections(sheet)) == 1
