"""The race of a season: the top of the table, evening by evening."""

from datetime import date
from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils.translation import override

from scoring.seasons.rules import Measure, SeasonRule
from tests.factories import INSIDER
from tests.tournaments.seasons.seasons import AFTER, known, make_season, played_evening
from tournaments.events.planning.services import publish_event
from tournaments.people.models import Player
from tournaments.seasons.selectors import (
    LAST_SEASONS,
    season_places,
    season_table,
    table_race,
)
from tournaments.seasons.services import publish_season
from tournaments.seasons.views import race_charts
from tournaments.seasons.words import distance_text
from tournaments.words.choices import Privacy

pytestmark = pytest.mark.django_db
SUM = SeasonRule(measure=Measure.SUM)


def race(season):
    return table_race(season_table(season, user=INSIDER, today=AFTER))


def test_the_race_has_the_sums_after_each_evening(erika):
    for week, winner in enumerate((2, 1, 1)):
        played_evening(week, winner, erika)

    found = race(make_season(SUM))

    anna, bernd = found.racers[:2]
    assert [racer.line.player for racer in (anna, bernd)] == ["Anna", "Bernd"]
    assert [each.name for each in found.evenings] == ["Abend 0", "Abend 1", "Abend 2"]
    assert anna.values[-1] == anna.line.row.value
    steps = [b - a for a, b in zip(anna.values, anna.values[1:], strict=False)]
    assert steps[0] == steps[1] > anna.values[0]


def test_the_drawing_of_a_season_over_new_year_names_the_years(erika):
    season = make_season(first_date=date(2025, 12, 1))
    played_evening(-2, 1, erika)
    assert race(season) is None
    for week in (0, 1):
        played_evening(week, 1, erika)

    steps = race_charts(season_table(season, user=INSIDER, today=AFTER))["wide"].steps

    assert (steps[0].text, steps[-1].text) == ("26. Dez. 25", "16. Jan. 26")


def test_a_person_who_came_late_starts_late(erika):
    played_evening(0, 1, erika, players=("Anna", "Bernd", "Carla"))
    played_evening(1, 1, erika, players=("Dieter", "Bernd", "Carla"))

    found = race(make_season())

    by_name = {racer.line.player: racer.values for racer in found.racers}
    assert by_name["Dieter"][0] is None
    assert by_name["Dieter"][1] is not None
    assert by_name["Anna"][0] is not None


def test_the_page_draws_the_race_with_public_names(client, erika):
    evenings = [played_evening(week, 1, erika) for week in range(2)]
    carla = known("Carla")
    Player.objects.filter(pk=carla.pk).update(
        privacy=Privacy.HIDDEN, cover_number=Player.objects.count() + 7
    )
    season = make_season()
    publish_season(season=season, is_published=True)
    for evening in evenings:
        publish_event(event=evening, is_published=True)

    client.logout()
    text = client.get(reverse("seasons:season", args=[season.pk])).text

    drawing = text.split('<figure class="card race">')[1].split("</figure>")[0]
    assert ">1 Anna</text>" in drawing
    assert "Carla" not in text
    assert "9. Jan." in drawing


def places(person, today=AFTER):
    return season_places(known(person).pk, user=INSIDER, today=today)


def test_the_place_tells_the_distance_to_the_next(erika):
    for week, winner in enumerate((1, 1, 2)):
        played_evening(week, winner, erika)
    make_season(SUM)

    (anna,), (bernd,) = places("Anna"), places("Bernd")

    assert (anna.line.row.place, anna.next.player) == (1, "Bernd")
    assert (bernd.line.row.place, bernd.next.player) == (2, "Anna")
    assert anna.difference == bernd.difference
    assert anna.difference == anna.line.row.value - bernd.line.row.value


@pytest.mark.parametrize(
    ("place", "difference", "text"),
    [
        (1, Fraction(117, 2), "58,50 Punkte vor Anna Berg."),
        (3, Fraction(117, 2), "Bis Platz 2 (Anna Berg) fehlen 58,50 Punkte."),
        (3, Fraction(0), "Punktgleich mit Anna Berg."),
    ],
)
def test_the_distance_is_a_sentence(place, difference, text):
    with override("de"):
        told = distance_text(place, 2, "Anna Berg", difference, SeasonRule())

    assert told == text


def test_other_and_future_seasons_give_no_place(erika):
    played_evening(0, 1, erika)
    make_season()

    assert places("Emil") == []
    assert places("Anna", today=date(2025, 12, 31)) == []


def test_only_the_last_seasons_are_read(erika, django_assert_max_num_queries):
    played_evening(0, 1, erika)
    for number in range(5):
        make_season(name=f"Saison {number}")
    anna, bernd = known("Anna").pk, known("Bernd").pk

    with django_assert_max_num_queries(8 * LAST_SEASONS + 1):
        found = season_places(anna, user=INSIDER, today=AFTER)
    with django_assert_max_num_queries(LAST_SEASONS + 1):
        others = season_places(bernd, user=INSIDER, today=AFTER)

    assert len(found) == len(others) == LAST_SEASONS
    assert {place.line.player_id for place in others} == {bernd}
