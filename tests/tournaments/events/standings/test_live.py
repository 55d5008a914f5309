"""The standings while lists are in play, and the places still in reach."""

import re

import pytest

from tests.factories import (
    EIGHT_GAMES,
    make_evening,
    make_player,
    make_secretary,
    make_sheet,
    type_games,
)
from tournaments.events.flow.services import adjust, withhold
from tournaments.events.planning.services import publish_event
from tournaments.events.standings.live import live_standings
from tournaments.events.standings.selectors import standings_of
from tournaments.programme.models import RuleSet
from tournaments.scope.withheld import RESULTS, UNTIL_RELEASED
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.seats import add_substitute

pytestmark = pytest.mark.django_db
NEXT_FOUR = ("Emil", "Frieda", "Gerd", "Heike")


@pytest.fixture
def evening(db):
    return make_evening(rounds=2)


@pytest.fixture
def erika(db):
    return make_secretary()


def live_totals(event):
    return {
        line.placed.entry.name: line.placed.entry.total
        for line in live_standings(event).lines
    }


def reaches(event):
    return {
        line.placed.entry.name: (line.reach.least, line.reach.most)
        for line in live_standings(event).lines
    }


def test_lists_in_play_count_with_the_games_so_far(evening, erika):
    done, running = make_sheet(evening=evening), make_sheet(NEXT_FOUR, evening=evening)
    type_games(done, EIGHT_GAMES, by=erika)
    finish_sheet(sheet=done, by=erika)
    type_games(running, EIGHT_GAMES[:2], by=erika)

    live = live_standings(evening)

    assert [(each.sheet.pk, each.played) for each in live.lists] == [(running.pk, 2)]
    assert live_totals(evening) == {
        "Dieter": 223,
        "Carla": 182,
        "Gerd": 122,
        "Frieda": 68,
        "Anna": 22,
        "Emil": 0,
        "Heike": 0,
        "Bernd": -48,
    }


def test_the_live_standings_end_as_the_result(evening, erika):
    sheet = make_sheet(evening=evening)
    type_games(sheet, EIGHT_GAMES, by=erika)
    before = live_totals(evening)
    places = reaches(evening)

    finish_sheet(sheet=sheet, by=erika)

    found = standings_of(evening).places
    assert before == {line.entry.name: line.entry.total for line in found}
    assert places == {line.entry.name: (line.place, line.place) for line in found}
    assert live_standings(evening) is None


def test_the_last_game_moves_those_it_can_move(evening, erika):
    sheet = make_sheet(evening=evening)
    type_games(sheet, EIGHT_GAMES[:7], by=erika)

    totals = {"Carla": 152, "Dieter": 193, "Bernd": 98, "Anna": -8}
    assert live_totals(evening) == totals
    # Dieter deals and pauses; the others may win 314 points or lose 590.
    assert reaches(evening) == dict.fromkeys(totals, (1, 4))
    adjust(
        series=sheet.series,
        player=sheet.seats.get(place=4).player,
        points=400,
        reason="Probe",
        decided_by="Emil",
        by=erika,
    )
    # Now Dieter is out of reach.
    assert reaches(evening)["Dieter"] == (1, 1)
    assert reaches(evening)["Carla"] == (2, 4)


def test_only_the_substitute_has_games_left(evening, erika):
    sheet = make_sheet(evening=evening)
    type_games(sheet, EIGHT_GAMES[:4], by=erika)
    add_substitute(
        sheet=sheet, place=2, player=make_player("Emil"), from_game=5, by=erika
    )

    left = {
        line.placed.entry.name: line.games_left
        for line in live_standings(evening).lines
    }

    assert left == {"Anna": 4, "Bernd": 0, "Emil": 4, "Carla": 4, "Dieter": 4}


def test_house_rules_have_no_bounds(evening, erika):
    evening.rule_set = RuleSet.objects.create(name="Mit Kontra", options="kontra")
    evening.save()
    make_sheet(evening=evening)

    live = live_standings(evening)

    assert not live.has_bounds
    assert {line.reach for line in live.lines} == {None}


def test_visitors_see_how_far_each_list_is_unless_it_is_hidden(client, evening, erika):
    sheet = make_sheet(evening=evening)
    type_games(sheet, EIGHT_GAMES[:3], by=erika)
    address = f"/de/events/{evening.slug}/live/"
    unpublished = client.get(address)
    publish_event(event=evening, is_published=True)

    page = client.get(address)
    withhold(event=evening, moments={1: {RESULTS: UNTIL_RELEASED}})
    hidden = client.get(address).text

    assert unpublished.status_code == 404
    assert "3 von 8 Spielen" in page.text
    assert "noch 5 Spiele" in page.text
    assert "wenn alles verloren wird" in page.text
    assert '<td class="num">1.–4.</td>' in page.text
    assert not page.cookies
    assert "noch verborgen" in hidden
    assert "noch 5 Spiele" not in hidden
    assert "Dieter" not in hidden


def test_an_open_page_gets_only_changes(client, evening, erika):
    sheet = make_sheet(evening=evening)
    type_games(sheet, EIGHT_GAMES[:3], by=erika)
    publish_event(event=evening, is_published=True)
    page = client.get(f"/de/events/{evening.slug}/live/").text
    again = re.search(r'hx-get="([^"]+)"', page)[1].replace("&amp;", "&")

    unchanged = client.get(again, headers={"hx-request": "true"})
    type_games(sheet, EIGHT_GAMES[3:4], by=erika)
    changed = client.get(again, headers={"hx-request": "true"})

    assert (unchanged.status_code, unchanged.content) == (204, b"")
    assert "4 von 8 Spielen" in changed.text
    assert "<html" not in changed.text
