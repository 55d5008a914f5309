"""The page of a season that only the club sees."""

import pytest
from django.urls import reverse

from scoring.seasons.rules import SeasonRule
from tests.factories import make_secretary, make_user
from tests.tournaments.seasons.seasons import AFTER, make_season, played_evening
from tournaments.seasons.selectors import season_table
from tournaments.seasons.services import publish_season
from tournaments.seasons.staff.selectors import staff_tables
from tournaments.sheets.models import Game

pytestmark = pytest.mark.django_db
FOUR = ("Anna", "Bernd", "Carla", "Dieter")


@pytest.fixture
def erika(db):
    return make_secretary()


def shares(season, user):
    return {
        each.player.last_name: (each.threes, each.lists)
        for each in staff_tables(season, user=user).shares
    }


def writers(season, user):
    return {
        each.player.last_name: (
            each.lists,
            each.wrong_lists,
            each.wrong_lines,
            each.wrong_totals,
        )
        for each in staff_tables(season, user=user).writers
    }


def test_tables_of_three_are_counted_for_everybody(erika):
    season = make_season()
    played_evening(1, 1, erika)
    played_evening(2, 2, erika, players=FOUR)

    assert shares(season, erika) == {
        "Anna": (1, 2),
        "Bernd": (1, 2),
        "Carla": (1, 2),
        "Dieter": (0, 1),
    }


def test_corrections_are_counted_for_the_writer_of_the_list(erika):
    season = make_season()
    played_evening(1, 1, erika)
    evening = played_evening(2, 1, erika, games=3)
    other = evening.series.get().sheets.get()
    Game.objects.filter(sheet=other, number__lte=2).update(paper_wrong=True)
    late = played_evening(3, 1, erika, players=("Bernd", "Anna", "Carla"))
    late.series.get().sheets.update(mismatch_reason="nicht nachgerechnet")

    assert writers(season, erika) == {"Anna": (2, 1, 2, 0), "Bernd": (1, 1, 0, 1)}


def test_nobody_but_the_staff_sees_the_page(client, erika):
    season = make_season()
    played_evening(1, 1, erika)
    publish_season(season=season, is_published=True)
    address = reverse("seasons:behind", args=[season.pk])

    before = client.get(address)
    page = client.get(season.get_absolute_url()).text
    client.force_login(make_user("leser"))
    reader = client.get(address)
    client.force_login(erika)
    staff = client.get(address)

    assert before.status_code == 302
    assert address not in page
    assert reader.status_code == 404
    assert "Listenführer" in staff.text


@pytest.mark.parametrize("lists", [1, 5])
def test_the_page_needs_no_more_queries_for_many_lists(
    erika, lists, django_assert_max_num_queries
):
    season = make_season()
    for week in range(lists):
        played_evening(week, 1, erika)

    with django_assert_max_num_queries(7):
        staff_tables(season, user=erika)


def test_36_games_count_as_48_where_the_club_wants_it(erika):
    season = make_season(SeasonRule(threes_as_fours=True))
    played_evening(1, 1, erika)

    first = season_table(season, user=erika, today=AFTER).ranked[0]
    plain = season_table(make_season(name="Ohne"), user=erika, today=AFTER).ranked[0]

    assert 3 * first.row.value == 4 * plain.row.value
