import pytest
from django.urls import reverse

from scoring.notation.reading import read_line
from tests.factories import EIGHT_GAMES, make_evening, make_sheet, type_games
from tournaments.sheets.finishing import services as finishing_services
from tournaments.sheets.typing import services as typing_services


def news(client, sheet, revision):
    return client.get(reverse("sheets:since", args=[sheet.pk, revision]))


def test_nothing_is_sent_while_nobody_writes(erika_online, sheet, erika):
    written = type_games(sheet, EIGHT_GAMES, by=erika)

    response = news(erika_online, sheet, written.ledger.sheet.revision)

    assert response.status_code == 204


def test_only_the_rows_that_changed_are_sent(erika_online, sheet, erika):
    written = type_games(sheet, EIGHT_GAMES, by=erika)
    seen = written.ledger.sheet.revision
    typing_services.record_line(sheet=sheet, number=7, noted=read_line("4h3"), by=erika)

    page = news(erika_online, sheet, seen).text

    assert 'id="line-6"' not in page
    assert 'id="line-7"' in page
    assert 'id="line-8"' in page
    assert 'id="line-10"' not in page
    assert 'id="line_text"' not in page


def test_a_deleted_line_clears_the_last_row(erika_online, sheet, erika):
    written = type_games(sheet, EIGHT_GAMES, by=erika)
    seen = written.ledger.sheet.revision
    typing_services.delete_line(sheet=sheet, number=8, by=erika)

    assert 'id="line-8"' in news(erika_online, sheet, seen).text


def test_more_than_a_line_asks_for_the_whole_page(erika_online, sheet, erika):
    written = type_games(sheet, EIGHT_GAMES, by=erika)
    seen = written.ledger.sheet.revision
    finishing_services.strike_rest(sheet=sheet, by=erika)

    assert "Seite neu laden" in news(erika_online, sheet, seen).text


@pytest.mark.parametrize("number", ["", "x", "-1", "0", "999", "9" * 20])
def test_a_strange_line_number_marks_no_row(erika_online, sheet, erika, number):
    type_games(sheet, EIGHT_GAMES, by=erika)

    url = reverse("sheets:since", args=[sheet.pk, 0])
    response = erika_online.get(url, {"number": number})

    assert response.status_code == 200
    assert "is-current" not in response.text


def find(client, sheet, name):
    query = {"code": name, "beside": sheet.pk}
    return client.get(reverse("sheets:find"), query).url


def test_a_list_is_opened_by_its_table_number(erika_online):
    evening = make_evening(series=2)
    first = make_sheet(evening=evening)
    second = make_sheet(("Emil", "Frieda", "Gerd"), evening=evening)
    later = make_sheet(evening=evening, series=2)

    assert find(erika_online, first, "2") == second.get_absolute_url()
    assert find(erika_online, later, "1") == later.get_absolute_url()
    assert find(erika_online, first, "2/1") == later.get_absolute_url()
    assert find(erika_online, first, second.code) == second.get_absolute_url()


@pytest.mark.parametrize(
    "name", ["", "9", "7/7", "/", "1/", "x/2", "²", "\0", "9" * 40]
)
def test_a_list_that_is_not_there_leaves_one_where_one_was(erika_online, sheet, name):
    assert find(erika_online, sheet, name) in (
        sheet.get_absolute_url(),
        reverse("events:list"),
    )


def test_value_only_stays_ticked_from_line_to_line(erika_online, sheet):
    url = reverse("sheets:record", args=[sheet.pk])
    fields = {"number": 1, "before": "", "text": "248", "values": "1"}

    part = erika_online.post(url, fields, HTTP_HX_REQUEST="true")

    assert "data-values checked" in part.text
    assert sheet.games.get().written_value == 48


def test_a_game_in_shorthand_is_read_among_values(erika_online, sheet):
    url = reverse("sheets:record", args=[sheet.pk])

    erika_online.post(url, {"number": 1, "text": "2k2h", "values": "1"})

    assert sheet.games.get().contract == "clubs"


def test_a_user_who_was_signed_out_keeps_the_line(client, sheet, erika):
    type_games(sheet, EIGHT_GAMES, by=erika)

    response = news(client, sheet, 0)

    assert response.status_code == 204
    assert not response.has_header("HX-Redirect")
