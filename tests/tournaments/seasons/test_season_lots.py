"""Equal places in a season: lots decide, are recorded, and can be taken back."""

import copy

import pytest
from django.urls import reverse

from scoring.ranking.standings import Criterion
from scoring.seasons.rules import SeasonRule
from tests.factories import INSIDER
from tests.tournaments.leagues.matches import secretary
from tests.tournaments.leagues.pages import text_of
from tests.tournaments.seasons.seasons import AFTER, make_season, played_evening
from tournaments.files.report import season_spreadsheet
from tournaments.people.models import Player
from tournaments.seasons.evenings import season_lists
from tournaments.seasons.models import SeasonDraw
from tournaments.seasons.selectors import lab_lines, season_table, valid_draws
from tournaments.seasons.services import (
    NothingToDraw,
    draw_season_lots,
    take_back_season_lots,
)
from tournaments.seasons.tables import season_columns
from tournaments.web.shapes import ruled

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def played(module_db):
    played_evening(0, 1, secretary())
    return make_season()


@pytest.fixture
def season(played, db):
    """Anna won; Bernd and Carla are equal in everything."""
    return copy.deepcopy(played)


def table(season):
    return season_table(season, user=INSIDER, today=AFTER)


def drawn(season, by, seed="7"):
    (tie,) = table(season).ties
    return draw_season_lots(
        season=season, people=tie.people, seed=seed, by=by, today=AFTER
    )


def places(season):
    return [
        (line.row.place, line.row.shared, line.player) for line in table(season).ranked
    ]


def test_equal_people_share_a_place_until_a_lot_is_drawn(season, erika):
    assert places(season)[1:] == [(2, True, "Bernd"), (2, True, "Carla")]
    (tie,) = table(season).ties
    assert (tie.place, tie.names) == (2, ("Bernd", "Carla"))

    draw = drawn(season, erika)

    found = table(season)
    first, second = found.lots[0].names
    assert places(season)[1:] == [(2, False, first), (3, False, second)]
    assert [line.row.decided_by for line in found.ranked] == [0, 3, 0]
    assert SeasonRule().ties[2] is Criterion.LOT
    assert (found.ties, found.lots[0].place) == ((), 2)
    assert draw.drawn_by == found.lots[0].draw.drawn_by == erika
    assert draw.drawn_at is not None
    # It is taken back and stays on record.
    take_back_season_lots(draw=draw, by=erika)
    assert places(season)[1:] == [(2, True, "Bernd"), (2, True, "Carla")]
    kept = SeasonDraw.objects.get()
    assert (kept.taken_back_by, kept.lots.count()) == (erika, 2)


def test_a_lot_counts_only_while_exactly_these_people_are_equal(season, erika):
    drawn(season, erika)

    played_evening(1, 3, erika)

    found = table(season)
    assert found.lots[0].place is None
    assert {line.row.lot for line in found.lines} == {0}


def test_people_who_are_not_equal_draw_no_lots(season, erika):
    people = list(Player.objects.values_list("pk", flat=True))
    with pytest.raises(NothingToDraw):
        draw_season_lots(season=season, people=people, seed="1", by=erika, today=AFTER)

    (tie,) = table(season).ties
    drawn(season, erika)
    with pytest.raises(NothingToDraw):
        draw_season_lots(
            season=season, people=tie.people, seed="1", by=erika, today=AFTER
        )


def test_the_lab_applies_the_lots(season, erika):
    drawn(season, erika)
    rule = season.as_rule()

    lines = lab_lines(
        rule,
        rule,
        season_lists(season, user=INSIDER),
        over=True,
        draws=valid_draws(season),
    )

    assert [line.move.after.place for line in lines] == [1, 2, 3]


def test_page_paper_and_file_name_the_lot(client, season, erika):
    drawn(season, erika)

    shown = text_of(client.get(season.get_absolute_url()))

    assert "Über Platz 2 hat das Los entschieden" in shown
    assert shown.count(">Los</td>") == 1
    found = table(season)
    heads, *rows = ruled(found.ranked, season_columns(found)).rows
    assert heads[-1] == "Entschieden durch"
    assert [row[-1] for row in rows] == ["", "Los", ""]
    assert [row[-1] for row in season_spreadsheet(found).rows] == ["", "Los", ""]


def test_the_secretary_draws_and_takes_back_on_the_page(client, season, erika):
    page = season.get_absolute_url()
    (tie,) = table(season).ties
    assert "Bernd und Carla teilen sich Platz 2." in text_of(client.get(page))

    people = ",".join(map(str, tie.people))
    draw_address = reverse("seasons:draw-lots", args=[season.pk])
    answer = client.post(draw_address, {"people": people}, follow=True)
    assert "Das Los hat entschieden." in text_of(answer)
    answer = client.post(draw_address, {"people": people}, follow=True)
    assert "es wurde nicht gelost" in text_of(answer)

    back = reverse("seasons:lots-back", args=[SeasonDraw.objects.get().pk])
    answer = client.post(back, follow=True)
    assert "teilen sich Platz 2" in text_of(answer)
