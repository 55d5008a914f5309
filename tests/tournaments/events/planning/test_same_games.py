"""Games instead of rounds (ISPA): 36 at every table, of three or of four."""

import datetime

import pytest
from django.core.exceptions import ValidationError

from tests.factories import make_evening, make_sheet, type_games
from tests.tournaments.events.draws.draws import draw, make_entries
from tournaments.events.overview.rules import list_sentences
from tournaments.events.planning.services import copy_event, update_event
from tournaments.files.event.reading import read_event
from tournaments.files.event.writing import event_text
from tournaments.files.event_store.services import import_event
from tournaments.papers.lists.pages import blank_pages
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.seats import seat_players

pytestmark = pytest.mark.django_db


@pytest.fixture
def ispa():
    return make_evening(rounds=9, same_games=True)


def lengths(event):
    """Return how many games the lists of an event have, by players."""
    sheets = ScoreSheet.objects.filter(series__event=event)
    return {(sheet.table_size, sheet.games_planned) for sheet in sheets}


def test_tables_of_three_and_four_draw_lists_of_36_games(ispa, erika):
    make_entries(ispa, 7)
    draw(ispa, erika)

    assert lengths(ispa) == {(4, 36), (3, 36)}
    assert [page.games for page in blank_pages(ispa, {3: 1, 4: 1})] == [36, 36]
    text = "9 Runden am Vierertisch: 36 Spiele; 12 am Dreiertisch: 36."
    assert text in list_sentences(ispa)


def test_a_table_that_loses_a_player_keeps_its_number_of_games(ispa, erika):
    sheet = make_sheet(evening=ispa)
    people = [seat.player for seat in sheet.seats.order_by("place")]

    seat_players(sheet=sheet, players=people[:3], by=erika)
    assert lengths(ispa) == {(3, 36)}
    seat_players(sheet=sheet, players=people, by=erika)
    assert lengths(ispa) == {(4, 36)}


def test_empty_lists_follow_the_event_and_written_ones_stay(erika):
    evening = make_evening(rounds=9)
    sheet = make_sheet(["Anna", "Bernd", "Carla"], evening=evening)

    evening.same_games = True
    update_event(event=evening, series=1)
    assert lengths(evening) == {(3, 36)}

    type_games(sheet, ["1k1"], by=erika)
    evening.same_games = False
    with pytest.raises(ValidationError) as refusal:
        update_event(event=evening, series=1)
    assert set(refusal.value.message_dict) == {"same_games"}


def test_a_copy_and_a_file_keep_the_setting(ispa):
    make_sheet(["Anna", "Bernd", "Carla"], evening=ispa)
    copy = copy_event(source=ispa, name="Neu", date=datetime.date(2026, 11, 13))
    file = read_event(event_text(ispa).encode())
    ispa.same_games = False
    ispa.save()

    import_event(document=file, replace=True)

    ispa.refresh_from_db()
    assert copy.same_games
    assert ispa.same_games
    assert lengths(ispa) == {(3, 36)}
