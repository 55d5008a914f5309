"""Problems at an event: each has a clear answer, and nothing is half done."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.factories import make_evening, make_player, make_secretary, type_games
from tests.tournaments.events.draws.draws import (
    draw,
    everybody_at,
    make_entries,
    sheet_at,
    tables_of,
)
from tests.tournaments.events.played import page_of
from tournaments.files.imports.people import people_spreadsheet
from tournaments.files.spreadsheets.spreadsheets import FileKind, spreadsheet_bytes
from tournaments.people.models import Player
from tournaments.sheets.finishing.services import finish_sheet

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture(autouse=True)
def erika(client):
    user = make_secretary()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return user


def draw_on(client, evening, **fields):
    wish = {"first": 1, "last": 1, "mode": "lot", "tables": "fours"}
    return client.post(page_of(evening, "draw"), wish | fields)


@pytest.mark.parametrize(("people", "sizes"), [(4, [4]), (6, [3, 3]), (7, [4, 3])])
def test_few_people_get_their_tables_whatever_is_preferred(client, people, sizes):
    evening = make_evening()
    make_entries(evening, people)

    for number, tables in enumerate(("fours", "threes", "five"), start=1):
        draw_on(client, evening, tables=tables, replace="on")
        drawn = tables_of(evening, 1)
        assert [len(table) for table in drawn.values()] == sizes
        assert everybody_at(drawn) == list(range(1, people + 1))
        assert evening.draws.count() == number


def test_people_who_fit_no_table_are_told_the_way_out(client):
    for people, tables, said in (
        (2, "fours", "Ein Tisch braucht mindestens 3"),
        (5, "fours", "Fünfertisch"),
        (5, "threes", "Fünfertisch"),
    ):
        evening = make_evening()
        make_entries(evening, people)
        answer = draw_on(client, evening, tables=tables)
        assert answer.status_code == 422
        assert said in answer.text
        assert not tables_of(evening, 1)
        assert not evening.draws.exists()


@pytest.fixture
def begun(erika):
    """Two series drawn for eight people; at the first table one game is written."""
    evening = make_evening(series=2)
    make_entries(evening, 8)
    draw(evening, erika, 1, 2)
    type_games(sheet_at(evening, 1, 1), ["2k1"], by=erika)
    return evening


def test_people_who_leave_in_the_middle_of_a_list_stay_on_it(client, begun, erika):
    leaver = tables_of(begun, 1)[1][0]
    before = tables_of(begun, 1)

    early = client.post(page_of(begun, "leave", leaver), {"after_series": "0"})
    client.post(page_of(begun, "call_entry"), {"absent": leaver})
    client.post(page_of(begun, "call_entry"), {"remove": leaver})
    refused = begun.entries.get(start_number=leaver).status
    client.post(page_of(begun, "leave", leaver), {"after_series": "1"})
    finish_sheet(sheet=sheet_at(begun, 1, 1), by=erika, cut_short=True)
    draw_on(client, begun, first=2, last=2, replace="on")

    assert (early.status_code, refused) == (422, "present")
    gone = begun.entries.get(start_number=leaver)
    assert (gone.status, gone.until_series) == ("left", 1)
    assert sheet_at(begun, 1, 1).results.filter(player=gone.player).exists()
    assert tables_of(begun, 1) == before
    assert everybody_at(tables_of(begun, 2)) == [
        number for number in range(1, 9) if number != leaver
    ]


@pytest.mark.parametrize("kind", [FileKind.XLSX, FileKind.ODS])
def test_half_a_table_is_refused(client, kind):
    entries = f"/downloads/entries/{make_evening().pk}/import/"
    for name in ("Anna Abel", "Bernd Zorn"):
        make_player(name)
    content = spreadsheet_bytes(people_spreadsheet(Player.objects.all()), kind)
    Player.objects.all().delete()
    middle = len(content) // 2
    said = ("nicht lesbar", "weder eine Textdatei noch", "keine Textdatei")

    for left in (content[:middle], content[middle:]):
        for address in ("/downloads/people/import/", entries):
            file = SimpleUploadedFile(f"leute.{kind}", left)
            answer = client.post(address, {"file": file})
            assert any(words in answer.text for words in said)
    assert not Player.objects.exists()


@pytest.mark.parametrize("what", ["people", "results/{}"])
def test_tables_of_200_megabytes_are_refused_by_their_size(client, what):
    address = f"/downloads/{what.format(make_evening().pk)}/import/"

    answer = client.generic(
        "POST",
        address,
        content_type="multipart/form-data; boundary=x",
        CONTENT_LENGTH=str(200 * 1024 * 1024),
    )

    assert answer.status_code == 413
    assert "200 MB" in answer.text
