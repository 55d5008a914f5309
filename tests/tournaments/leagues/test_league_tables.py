"""Leagues over a season: marks, withdrawals, ISPA, single ranking, pages (6.3)."""

from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError

from scoring.leagues.rules import PRESETS
from tests.factories import INSIDER
from tests.tournaments.leagues.matches import (
    FIRST,
    GRAND,
    make_division,
    make_teams,
    plan,
    played_day,
    seated,
    secretary,
    set_up,
    sheets_of,
)
from tournaments.leagues.models import League, LeagueTeam
from tournaments.leagues.ranking import (
    match_day_tables,
)
from tournaments.leagues.services import (
    change_line_up_place,
    create_league,
    publish_league,
    save_league,
    save_team,
    take_back_withdrawal,
    withdraw_team,
)

pytestmark = pytest.mark.django_db


# 6.3 Structure


def test_6_3_a_team_withdraws_with_a_reason():
    (team,) = make_teams(make_division(), "A", people=0)

    with pytest.raises(ValidationError, match="begründen"):
        withdraw_team(team=team, on=FIRST, reason=" ")


def test_changes_saved_by_another_page_stay():
    """A page opened earlier writes only its own fields."""
    division = make_division()
    (team,) = make_teams(division, "A", people=1)
    opened = LeagueTeam.objects.get(pk=team.pk)
    league = League.objects.get(pk=division.league_id)
    place = team.line_up.get()

    withdraw_team(team=team, on=FIRST, reason="Aufgelöst")
    opened.name = "Alte Buben"
    save_team(team=opened)
    take_back_withdrawal(team=team)
    assert LeagueTeam.objects.get(pk=team.pk).name == "Alte Buben"

    publish_league(league=division.league, is_published=True)
    save_league(league=league)
    assert League.objects.get(pk=league.pk).is_published

    team.line_up.update(position=7)
    change_line_up_place(place=place, from_match_day=2)
    assert team.line_up.get().position == 7


def test_6_3_ispa_is_a_preset_as_dskv_is():
    ispa = create_league(name="1. Bundesliga", season="2026", preset="ISPA")
    dskv = create_league(name="Oberliga", season="2026")

    assert ispa.as_rule() == PRESETS["ISPA"]
    assert dskv.as_rule() == PRESETS["DSKV"]
    assert ispa.team_size == 8
    assert ispa.rounds * 4 * ispa.series_per_day * ispa.match_days == 720
    assert dskv.rounds * 4 == 48


def test_3_4_three_at_a_table_play_as_many_games_in_the_ispa():
    division = make_division(
        preset="ISPA", series_per_day=1, team_size=4, least_players=3
    )
    teams = make_teams(division, "ABC")

    group = set_up(plan(division, teams), teams, by=secretary())

    sheets = sheets_of(group)
    assert {len(names) for names in seated(group)} == {3}
    assert {sheet.rounds for sheet in sheets} == {12}
    assert {sheet.games_planned for sheet in sheets} == {36}


def test_6_3_eight_players_of_a_team_sit_at_eight_tables():
    division = make_division(preset="ISPA", series_per_day=2)
    teams = make_teams(division, people=8)

    group = set_up(plan(division, teams), teams, (8, 8, 8, 8), by=secretary())

    assert all(len({name[0] for name in table}) == 4 for table in seated(group, 2))
    assert len(seated(group)) == 8


def test_6_3_three_count_as_four_if_the_league_allows_it():
    division = make_division(scale_short=True)
    teams = make_teams(division)

    group = played_day(
        division, teams, {"A": 4, "B": 3, "C": 2, "D": 6}, present=(4, 4, 4, 3)
    )

    (series,) = match_day_tables(group, user=INSIDER).series
    assert series.lines[0].team.name == "D"
    assert series.lines[0].points.score == 6 * GRAND * Fraction(4, 3)


# Other


def test_a_league_of_a_season_has_one_name():
    create_league(name="Oberliga", season="2026")

    with pytest.raises(ValidationError):
        create_league(name=" Oberliga ", season="2026")
    assert League.objects.count() == 1
