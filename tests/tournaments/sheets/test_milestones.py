"""What is said when a list is finished, and in the press: bests, round evenings."""

import datetime

import pytest
from django.urls import reverse

from tests.factories import (
    make_evening,
    make_owner,
    make_players,
    make_sheet,
    type_games,
)
from tests.tournaments.events.played import give_points
from tournaments.papers.event.press import press_text
from tournaments.people.models import Player
from tournaments.sheets.finishing import milestones
from tournaments.sheets.finishing.milestones import (
    milestones_of_event,
    milestones_of_list,
)
from tournaments.sheets.models import Result, ScoreSheet
from tournaments.sheets.tallies import tally_sheets
from tournaments.words.choices import Privacy

pytestmark = pytest.mark.django_db
LAST_YEAR = datetime.date(2025, 3, 7)


def played(name, date, points):
    """Let people play one list each on a day; ``points`` are pairs of both."""
    evening = make_evening(name, series=1)
    evening.store(date=date)
    for player, total in points:
        give_points(evening.series.get(), player, total)
    tally_sheets([row.sheet for row in Result.objects.filter(series__event=evening)])
    return evening


@pytest.fixture
def people():
    """Three people: in this year Anna has 12 lists, Bernd 36; Carla's are old."""
    anna, bernd, carla = people = make_players(("Anna", "Bernd", "Carla"))
    played("Alt", LAST_YEAR, [(carla, 1500)])
    day = datetime.date(2026, 2, 6)
    played("Neu", day, [*[(anna, 1000)] * 12, *[(bernd, 1200)] * 36])
    return people


@pytest.mark.parametrize(
    ("points", "said"),
    [
        (1501, ["Anna: Vereinsrekord (1501)."]),
        (1500, ["Anna: beste Liste des Jahres im Verein (1500)."]),
        (1200, ["Anna: persönliche Bestleistung (1200)."]),
        (1000, []),
    ],
)
def test_a_list_is_compared_with_what_was_played_before(
    people, points, said, django_assert_max_num_queries
):
    today = played("Heute", datetime.date(2026, 5, 8), [(people[0], points)])
    played("Später", datetime.date(2026, 6, 5), [(people[1], 3000)])
    sheet = ScoreSheet.objects.with_event().get(series__event=today)

    with django_assert_max_num_queries(5):
        found = [each.text for each in milestones_of_list(sheet)]

    assert found == said
    assert [each.text for each in milestones_of_event(today)] == said
    Player.objects.filter(pk=people[0].pk).update(is_guest=True)
    assert milestones_of_list(sheet) == []


def test_a_round_evening_is_said_once_and_hidden_people_not_in_the_press(
    people, monkeypatch
):
    monkeypatch.setattr(milestones, "EVENINGS", 2)
    both = people[:2]
    today = played("Heute", datetime.date(2026, 5, 8), [(each, 9) for each in both])
    Player.objects.filter(pk=both[1].pk).update(privacy=Privacy.HIDDEN, cover_number=7)

    said = {each.text for each in milestones_of_event(today)}

    assert said == {"Anna spielt den 2. Abend.", "Spieler 7 spielt den 2. Abend."}
    text = press_text(today)
    assert "Anna spielt den 2. Abend." in text
    assert text.count("den 2. Abend") == 1
    second = give_points(today.series.get(), both[0], 5).sheet
    tally_sheets([second])
    assert milestones_of_list(second) == []


def test_the_desk_says_a_grand_ouvert_when_the_list_is_finished(client):
    owner = make_owner()
    client.force_login(owner)
    sheet = make_sheet()
    type_games(sheet, ("2g4o",), by=owner)

    fields = {"cut_short": "on", "unproved": "on"}
    finish = reverse("sheets:finish", args=[sheet.pk])
    answer = client.post(finish, fields, follow=True)

    assert "Bernd hat einen Grand ouvert gewonnen." in answer.text
