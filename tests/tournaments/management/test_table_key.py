"""``manage.py table_key`` lets a device in."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.factories import make_secretary, make_sheet
from tournaments.organisations.models import HostName
from tournaments.sheets.models import ScoreSheet, TableDevice
from tournaments.words.choices import SheetState

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet(db):
    make_secretary()
    return make_sheet()


def key_of(name):
    out = StringIO()
    call_command("table_key", str(name), "--json", stdout=out)
    return json.loads(out.getvalue())


def test_the_printed_key_lets_a_client_write(client, sheet):
    key = key_of(sheet.code.lower())

    answer = client.get(
        f"/table/{sheet.code}/", headers={"Authorization": f"Bearer {key['token']}"}
    )

    assert key.keys() == {"address", "code", "token"}
    assert key["address"] == f"http://127.0.0.1:8000/table/{sheet.code}/"
    assert answer.json()["next_sequence"] == 1


def test_each_call_admits_another_device_with_the_same_code(sheet):
    first, second = key_of(sheet.code), key_of(sheet.pk)

    assert first["code"] == second["code"]
    assert first["token"] != second["token"]
    assert TableDevice.objects.count() == 2


def test_the_address_is_where_the_site_is_served(sheet, settings):
    (settings.DATA_DIR / "running").write_text("http://192.168.1.20:8042/")
    assert key_of(sheet.code)["address"].startswith("http://192.168.1.20:8042/table/")

    organisation = sheet.series.event.organisation
    HostName.objects.create(organisation=organisation, name="herz7.example")
    assert key_of(sheet.code)["address"].startswith("http://herz7.example:8042/table/")

    settings.ADDRESS = "https://skat.example/"
    assert key_of(sheet.code)["address"].startswith("https://herz7.example/table/")


@pytest.mark.parametrize("name", ["ZZZZZZ", "0", "99999999999999999999", "?"])
def test_a_list_that_is_not_there_is_named(sheet, name):
    with pytest.raises(CommandError, match=f"„{name.replace('?', '.')}“"):
        call_command("table_key", name)


def test_a_finished_list_gets_no_key(sheet):
    ScoreSheet.objects.update(state=SheetState.FINISHED)

    with pytest.raises(CommandError, match="abgeschlossen"):
        call_command("table_key", sheet.code)
