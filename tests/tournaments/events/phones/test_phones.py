"""The director sees how each table writes, hands out codes and revokes them."""

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.factories import make_evening, make_secretary, make_sheet, make_user
from tests.tournaments.sheets.table.phones import Phone
from tournaments.events.planning.services import publish_event
from tournaments.sheets.models import ScoreSheet, TableKey
from tournaments.sheets.table.services import give_key
from tournaments.words.choices import SheetState

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(db):
    evening = publish_event(event=make_evening(), is_published=True)
    make_sheet(evening=evening)
    make_sheet(("Emil", "Franz", "Gerd"), evening=evening)
    return evening


@pytest.fixture
def desk(client, evening):
    client.force_login(make_secretary())
    return client


def address(evening, name="phones", *more):
    return reverse(f"events:{name}", args=[evening.pk, *more])


def first_list(evening):
    return ScoreSheet.objects.filter(series__event=evening).first()


def test_all_open_tables_get_a_code_once(desk, evening):
    ScoreSheet.objects.filter(table_number=2).update(state=SheetState.FINISHED)
    give_key(sheet=first_list(evening), by=None)
    more = make_sheet(("Hans", "Ida", "Jo"), evening=evening)

    answer = desk.post(address(evening, "hand-out-keys"), follow=True)

    assert "1 Tischcode ist da" in answer.text
    assert TableKey.objects.count() == 2
    code = TableKey.objects.get(sheet=more).code
    assert f"{code[:4]}-{code[4:]}" in answer.text
    assert address(evening, "hand-out-keys") not in answer.text


def test_the_director_sees_who_writes_and_takes_the_pen_back(desk, evening):
    phone = Phone(Client(), first_list(evening))
    phone.take_pen()
    phone.write(1, "2a1")

    page = desk.get(address(evening)).text
    back = {"action": "pen"}
    desk.post(address(evening, "change-key", first_list(evening).code), back)

    assert "ein Telefon" in page
    assert "1/48" in page
    assert phone.write(2, "e").json() == {"error": "epoch", "epoch": 2}
    assert "ein Telefon" not in desk.get(address(evening)).text


@pytest.mark.parametrize(("action", "keys"), [("renew", 1), ("revoke", 0)])
def test_a_code_is_renewed_or_withdrawn(desk, evening, action, keys):
    phone = Phone(Client(), first_list(evening))

    fields = {"action": action}
    desk.post(address(evening, "change-key", first_list(evening).code), fields)

    assert phone.get().json()["reason"] == "revoked"
    assert TableKey.objects.valid().count() == keys


def test_an_unknown_button_changes_nothing(desk, evening):
    give_key(sheet=first_list(evening), by=None)
    answer = desk.post(address(evening, "change-key", first_list(evening).code))

    assert answer.status_code == 422
    assert TableKey.objects.valid().count() == 1


def printed(client, evening, kind):
    answer = client.get(reverse("papers:paper", args=[evening.pk, kind]))
    pages = PdfReader(BytesIO(b"".join(answer))).pages
    return "".join(page.extract_text() for page in pages)


@pytest.mark.parametrize("kind", ["lists", "place-cards"])
def test_the_code_is_printed_for_tables_that_write(desk, evening, kind):
    code = give_key(sheet=first_list(evening), by=None).code
    shown = f"{code[:4]}-{code[4:]}"

    assert shown in printed(desk, evening, kind)
    desk.force_login(make_user("emil"))
    answer = desk.get(reverse("papers:paper", args=[evening.pk, kind]))
    if answer.status_code == 200:
        assert shown not in printed(desk, evening, kind)


def test_a_list_is_printed_as_it_stands_while_its_table_writes(desk, evening):
    sheet = first_list(evening)
    paper = reverse("papers:sheet", args=[sheet.pk])
    assert paper not in desk.get(address(evening)).text
    phone = Phone(Client(), sheet)
    phone.take_pen()
    phone.write(1, "2g4")

    assert f'href="{paper}"' in desk.get(address(evening)).text
    (page,) = PdfReader(BytesIO(desk.get(paper).content)).pages
    assert page.extract_text().split().count("120") >= 1
