"""What the desk sees of a table that writes its own list."""

import pytest
from django.urls import reverse

from tournaments.sheets.finishing.services import finish_sheet, reopen_sheet
from tournaments.sheets.models import ScoreSheet

pytestmark = pytest.mark.django_db
WRITES = "Der Tisch schreibt am Telefon."


@pytest.fixture
def desk(client, erika):
    client.force_login(erika)
    return client


def page_of(desk, sheet):
    return desk.get(sheet.get_absolute_url()).text


def record(desk, sheet, text, number=1):
    fields = {"text": text, "number": number, "before": ""}
    return desk.post(reverse("sheets:record", args=[sheet.pk]), fields)


def test_the_desk_sees_that_the_table_writes_and_takes_the_pen_back(desk, phone, sheet):
    phone.take_pen()
    phone.write(1, "2a1")

    away = page_of(desk, sheet)
    refused = record(desk, sheet, "e", 2)
    taken = desk.post(reverse("sheets:take-back-pen", args=[sheet.pk]), follow=True)
    record(desk, sheet, "e", 2)

    assert WRITES in away
    assert 'id="line_text"' not in away
    assert refused.status_code == 422
    assert "Bitte zuerst wieder hier schreiben" in refused.text
    assert WRITES not in taken.text
    assert 'id="line_text"' in taken.text
    assert sheet.games.count() == 2
    assert phone.write(3, "e").json() == {"error": "epoch", "epoch": 2}


def test_an_open_desk_is_told_when_the_table_takes_the_pen(desk, phone, sheet):
    address = reverse("sheets:since", args=[sheet.pk, 0])
    assert desk.get(address, {"number": "1"}).status_code == 204

    phone.take_pen()

    assert "jetzt am Telefon" in desk.get(address, {"number": "1"}).text


def test_a_finished_list_brings_the_pen_home(phone, sheet, erika):
    phone.take_pen()
    phone.write(1, "2a1")
    finish_sheet(sheet=sheet, by=erika, cut_short=True)
    reopen_sheet(sheet=sheet, by=erika, reason="verzählt")

    found = ScoreSheet.objects.get(pk=sheet.pk)

    assert (found.pen_is_out, found.pen_epoch) == (False, 2)
    assert phone.write(2, "e").json() == {"error": "epoch", "epoch": 2}
