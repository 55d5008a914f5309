"""Seasons: their events, their rule as columns, and their table from the lists."""

import datetime
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError

from scoring.house.rules import HouseRules
from scoring.ranking.standings import Criterion
from scoring.seasons.rules import (
    PRESETS,
    Absence,
    Bonus,
    Guests,
    Measure,
    Minimum,
    MissingUpTo,
    SeasonRule,
    Unit,
)
from tests.factories import INSIDER, make_evening, make_rule_set
from tests.tournaments.history.entries import entries_of
from tests.tournaments.seasons.seasons import AFTER, FIRST, make_season, played_evening
from tournaments.events.models import Event
from tournaments.people.models import Player
from tournaments.scope.log import working_as
from tournaments.seasons.evenings import season_events
from tournaments.seasons.models import Season
from tournaments.seasons.selectors import person_season, season_table
from tournaments.seasons.services import choose_events, save_season
from tournaments.seasons.views import tables_on_page
from tournaments.seasons.words import shortfall_text
from tournaments.words.choices import EventKind

pytestmark = pytest.mark.django_db
EVERYTHING = SeasonRule(
    unit=Unit.EVENING,
    measure=Measure.SUM,
    best=20,
    planned=36,
    minimums=(
        Minimum(unit=Unit.LIST, count=30),
        Minimum(unit=Unit.EVENING, count=18),
    ),
    missing=-100,
    missing_up_to=MissingUpTo.MINIMUM,
    bonuses=(
        Bonus(unit=Unit.EVENING, at_least=30, points=10),
        Bonus(unit=Unit.EVENING, at_least=35, points=20),
    ),
    absence=Absence(unit=Unit.SERIES, points=5, cents=150, free=3),
    series=(1, 2),
    rounds=12,
    threes_as_fours=True,
    guests=Guests.AMONG,
    ties=(Criterion.BEST_LIST, Criterion.WON, Criterion.FEWER_LOST, Criterion.LOT),
)


def table(season, today=AFTER):
    return season_table(season, user=INSIDER, today=today)


def shown(lines):
    return [(line.row.place, line.player, line.row.value) for line in lines]


@pytest.mark.parametrize("rule", [*PRESETS.values(), EVERYTHING, SeasonRule(ties=())])
def test_every_rule_survives_being_stored_in_columns(rule):
    season = make_season(rule)

    assert Season.objects.get(pk=season.pk).as_rule() == rule


def test_a_rule_that_contradicts_itself_is_refused_with_every_reason(db):
    rule = SeasonRule(best=36, planned=30, missing=0, missing_up_to=MissingUpTo.MINIMUM)

    with pytest.raises(ValidationError) as refusal:
        make_season(rule)

    assert len(refusal.value.messages) == 2
    assert not Season.objects.exists()
    # And a season runs forward.
    with pytest.raises(ValidationError):
        make_season(last_date=datetime.date(2025, 12, 31))


def test_evenings_under_house_rules_belong_only_when_chosen():
    season = make_season()
    friday = make_rule_set(name="Freitag", rules=HouseRules(kontra=True))
    money = make_rule_set(name="Geld", rules=HouseRules(stake_cents="1/10"))
    played = make_evening("Freitag", date=FIRST, rule_set=friday)
    official = make_evening("Um Geld", date=FIRST, rule_set=money)

    by_itself = list(season_events(season))
    choose_events(season=season, chosen=[played, official])

    assert by_itself == [official]
    assert list(season_events(season)) == [played, official]


def test_the_secretary_adds_and_excludes_events():
    season = make_season()
    inside = make_evening("Drin", date=FIRST)
    guests = make_evening("Gästeabend", date=FIRST)
    make_evening("Danach", date=AFTER)
    prize = make_evening("Preisskat", date=FIRST, kind=EventKind.TOURNAMENT)
    assert list(season_events(season)) == [inside, guests]

    choose_events(season=season, chosen=[inside, prize])
    later = make_evening("Später", date=FIRST + datetime.timedelta(weeks=1))

    assert list(season_events(season)) == [inside, prize, later]
    choose_events(season=season, chosen=[inside, guests, later])
    assert list(season_events(season)) == [inside, guests, later]
    assert not season.members.exists()


def test_the_table_ranks_the_exact_average_and_shares_places(erika):
    played_evening(0, 1, erika, series=2)
    played_evening(1, 2, erika)

    found = table(make_season())

    assert [(line.row.place, line.player) for line in found.ranked] == [
        (1, "Anna"),
        (2, "Bernd"),
        (3, "Carla"),
    ]
    anna = found.ranked[0].row
    # Twice 48 plus 50, and once nothing.
    assert (anna.total, anna.counted, anna.won) == (196, 3, 2)
    assert anna.average * 3 == 196


def test_equal_people_are_sorted_by_name(erika):
    played_evening(0, 1, erika, players=("Zora", "Yannik", "Xenia"))
    played_evening(1, 1, erika, players=("Adam", "Britta", "Clemens"))

    found = table(make_season(SeasonRule(ties=())))

    assert [(line.row.place, line.player) for line in found.ranked] == [
        (1, "Adam"),
        (1, "Zora"),
        (3, "Britta"),
        (3, "Clemens"),
        (3, "Xenia"),
        (3, "Yannik"),
    ]


def test_the_trend_counts_from_the_evening_before_the_last(erika):
    played_evening(0, 2, erika)
    played_evening(1, 1, erika, games=3)

    found = table(make_season())

    assert [(line.player, line.up) for line in found.ranked[:2]] == [
        ("Anna", 1),
        ("Bernd", -1),
    ]


def test_struck_results_stay_visible_with_their_lists(erika):
    played_evening(0, 1, erika, games=2)
    played_evening(1, 1, erika, games=1)
    season = make_season(SeasonRule(best=1))
    anna = table(season).ranked[0]

    found = person_season(season, anna.player_id, user=INSIDER, today=AFTER)

    assert [(unit.total.total, unit.total.struck) for unit in found.units] == [
        (196, False),
        (98, True),
    ]
    assert [len(unit.lists) for unit in found.units] == [1, 1]
    assert found.units[1].evening.name == "Abend 1"
    assert person_season(season, 0, user=INSIDER, today=AFTER) is None


@pytest.mark.parametrize("unit", list(Unit))
def test_each_unit_has_its_lists(erika, unit):
    played_evening(0, 1, erika, series=2)
    season = make_season(SeasonRule(unit=unit))
    anna = table(season).ranked[0]

    found = person_season(season, anna.player_id, user=INSIDER, today=AFTER)

    lists = [one for played in found.units for one in played.lists]
    assert len({one.sheet_id for one in lists}) == 2
    assert len(found.units) == (1 if unit is Unit.EVENING else 2)


def test_guests_are_listed_apart_without_a_place(erika):
    played_evening(0, 1, erika)
    Player.objects.filter(last_name="Anna").update(is_guest=True)
    season = make_season()

    found = table(season)

    assert [line.player for line in found.guests] == ["Anna"]
    assert [str(each.caption) for each in tables_on_page(found)][-1] == "Gast"
    two = replace(found, guests=found.guests * 2)
    assert [str(each.caption) for each in tables_on_page(two)][-1] == "Gäste"
    assert "Anna" not in [line.player for line in found.ranked]
    save_season(season=season, rule=SeasonRule(guests=Guests.AMONG))
    assert "Anna" in [line.player for line in table(season).ranked]


def test_people_below_the_minimum_are_listed_with_what_is_missing(erika):
    played_evening(0, 1, erika)

    found = table(make_season(PRESETS["KLINK"]))

    assert found.ranked == ()
    assert {shortfall_text(line.row) for line in found.short} == {"11 Abende"}


@pytest.fixture
def at_work(erika):
    with working_as(erika):
        yield


def test_the_history_tells_changes_of_rule_bonuses_and_evenings(at_work):
    season = make_season()
    steps = [
        Bonus(unit=Unit.EVENING, at_least=at, points=points)
        for at, points in ((20, 10), (30, 20))
    ]
    save_season(season=season, rule=SeasonRule(best=9, bonuses=tuple(steps)))
    season = Season.objects.get()
    save_season(season=season, rule=SeasonRule(best=9, bonuses=(steps[1],)))

    assert entries_of(season=season) == [
        ("erika", "Bonus entfernt: 20 Abende: +10"),
        ("erika", "Bonus hinzugefügt: 30 Abende: +20, 20 Abende: +10"),
        ("erika", "Nur die besten: 9"),
        ("erika", "Saison hinzugefügt: Saison 2026"),
    ]


def test_the_history_tells_added_and_excluded_events(at_work):
    season = make_season()
    make_evening("Drin", date=FIRST)
    make_evening("Preisskat", date=FIRST, kind=EventKind.TOURNAMENT)
    drin, prize = Event.objects.order_by("pk")

    choose_events(season=season, chosen=[prize])
    choose_events(season=season, chosen=[prize])
    choose_events(season=season, chosen=[drin])

    both = "Preisskat (09.01.2026), Drin (09.01.2026) – gehört nicht dazu"
    assert [text for _by, text in entries_of(season=season)[:-1]] == [
        f"Veranstaltung einer Saison entfernt: {both}",
        f"Veranstaltung einer Saison hinzugefügt: {both}",
    ]
