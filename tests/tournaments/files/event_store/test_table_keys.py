"""Replacing an event by a file does not lock out the phones on its tables."""

import json

import pytest

from tests.factories import make_secretary, make_sheet
from tests.tournaments.sheets.table.phones import Phone
from tournaments.files.event.reading import read_event
from tournaments.files.event.writing import event_document
from tournaments.files.event_store.services import import_event
from tournaments.sheets.models import ScoreSheet, TableKey

pytestmark = pytest.mark.django_db


def replace_event(sheet, change):
    document = event_document(sheet.series.event)
    change(document)
    return import_event(
        document=read_event(json.dumps(document).encode()), replace=True
    )


def rename(document):
    document["event"]["name"] = "Anders"


def remove_tables(document):
    for series in document["series"]:
        series["tables"] = []


def test_a_key_and_its_phones_stay(client):
    make_secretary()
    sheet = make_sheet()
    phone = Phone(client, sheet)
    phone.take_pen()
    assert phone.write(1, "2a1").status_code == 200

    replace_event(sheet, rename)

    waiting = phone.write(2, "e")
    assert (waiting.status_code, waiting.json()["error"]) == (409, "epoch")
    assert not ScoreSheet.objects.get().pen_is_out
    phone.take_pen()
    assert phone.sequence == 2
    assert phone.write(2, "e").status_code == 200
    assert [line["text"] for line in phone.get().json()["lines"]] == ["2a1", "e"]


def test_the_key_of_a_deleted_list_is_deleted(client):
    make_secretary()
    sheet = make_sheet()
    phone = Phone(client, sheet)

    replace_event(sheet, remove_tables)

    assert not TableKey.objects.exists()
    assert phone.get().status_code == 401
