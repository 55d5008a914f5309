"""Wrongly seated people on a list with games: corrected, recorded, undone."""

import json

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from tests.factories import (
    make_evening,
    make_player,
    make_players,
    make_secretary,
    type_games,
)
from tournaments.events.seats.services import open_table
from tournaments.files.event.reading import read_event
from tournaments.files.event.services import import_event
from tournaments.files.event.writing import event_text
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.seats import correct_seats, delete_lists
from tournaments.sheets.typing.services import redo, undo
from tournaments.sheets.writing import NothingToRevert, SheetIsFinished
from tournaments.words.choices import Action

pytestmark = pytest.mark.django_db
NAMES = ("Anna", "Bernd", "Carla", "Emil")


@pytest.fixture
def erika(client):
    user = make_secretary()
    client.force_login(user)
    return user


@pytest.fixture
def people():
    return make_players(NAMES)


@pytest.fixture
def sheet(people, erika):
    evening = make_evening(series=1, rounds=1)
    sheet = open_table(series=evening.series.get(), players=people[:3])
    type_games(sheet, ("1g1", "2k2", "e"), by=erika)
    sheet.refresh_from_db()
    return sheet


def seated(sheet):
    return [seat.player.last_name for seat in sheet.seats.order_by("place")]


def correct(sheet, players, by, reason="Plätze vertauscht"):
    return correct_seats(sheet=sheet, players=players, by=by, reason=reason)


def test_people_change_places_and_the_games_stay(sheet, people, erika):
    anna, bernd, carla, _emil = people
    before = [(game.number, game.declarer) for game in sheet.games.order_by("number")]

    correct(sheet, [bernd, anna, carla], erika)

    assert seated(sheet) == ["Bernd", "Anna", "Carla"]
    after = sheet.games.order_by("number").values_list("number", "declarer")
    assert list(after) == before
    changes = sheet.changes.filter(action=Action.RESEAT).order_by("number")
    assert [(each.number, each.reason) for each in changes] == [
        (1, "Plätze vertauscht"),
        (2, "Plätze vertauscht"),
    ]


@pytest.mark.parametrize("order", [(1, 0, 2), (1, 2, 0), (2, 0, 1), (3, 1, 2)])
def test_a_correction_is_undone_and_done_again(sheet, people, erika, order):
    players = [people[index] for index in order]

    correct(sheet, players, erika)
    after = seated(sheet)
    undo(sheet=sheet, by=erika)
    undone = seated(sheet)
    redo(sheet=sheet, by=erika)

    assert undone == ["Anna", "Bernd", "Carla"]
    assert seated(sheet) == after == [NAMES[index] for index in order]


def test_the_result_goes_to_the_right_person(sheet, people, erika):
    sheet.seats.filter(place=1).update(paper_total=77)
    right = [people[3], people[1], people[2]]

    correct(sheet, right, erika)

    # What the paper says of a place stays with it.
    assert sheet.seats.get(place=1).paper_total == 77
    sheet.seats.filter(place=1).update(paper_total=None)
    finish_sheet(sheet=sheet, by=erika)
    assert sheet.results.get(place=1).player == people[3]
    with pytest.raises(SheetIsFinished):
        correct(sheet, right[::-1], erika)


@pytest.mark.parametrize(
    ("order", "reason", "words"),
    [
        ((1, 0, 2), "  ", "Warum"),
        ((0, 1, 2), "ja", "ändert nichts"),
        ((0, 1, 2, 3), "ja", "behält die Zahl"),
        ((0, 0, 1), "ja", ""),
    ],
)
def test_an_impossible_correction_is_refused(
    sheet, people, erika, order, reason, words
):
    with pytest.raises(ValidationError) as refused:
        correct(sheet, [people[index] for index in order], erika, reason)

    assert words in " ".join(refused.value.messages) or words == "Warum"
    assert seated(sheet) == ["Anna", "Bernd", "Carla"]


def test_a_player_who_sits_elsewhere_meanwhile_does_not_come_back(sheet, people, erika):
    correct(sheet, [people[3], people[1], people[2]], erika)
    others = [make_player("Frieda"), make_player("Gerd")]
    open_table(series=sheet.series, players=[people[0], *others])

    with pytest.raises(NothingToRevert):
        undo(sheet=sheet, by=erika)


def test_the_page_asks_for_a_reason(client, sheet, people, erika):
    address = reverse("events:change-seats", args=[sheet.pk])
    seats = {"player_1": "Bernd", "player_2": "Anna", "player_3": "Carla"}

    without = client.post(address, seats)
    client.post(address, seats | {"reason": "Liste falsch beschriftet"})
    history = client.get(reverse("sheets:history", args=[sheet.pk])).text

    assert without.status_code == 422
    assert "reason" in without.context["form"].errors
    assert seated(sheet) == ["Bernd", "Anna", "Carla"]
    assert "falscher Spieler berichtigt" in history
    assert "Liste falsch beschriftet" in history


def test_the_event_file_keeps_a_correction(sheet, people, erika):
    correct(sheet, [people[3], people[1], people[2]], erika)
    event = sheet.series.event
    text = event_text(event)
    file = read_event(text.encode())

    assert f"1:{people[0].public_id}:Anna" in text
    assert import_event(document=file).is_changed is False
    delete_lists(event.series.get().sheets.all())
    import_event(document=file, replace=True)
    assert json.loads(event_text(event)) == json.loads(text)
