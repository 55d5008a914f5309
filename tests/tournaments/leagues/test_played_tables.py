"""The table and the rankings after a match day was played (6.3)."""

import pytest

from scoring.leagues.table import LeagueMark
from tests.factories import INSIDER
from tests.tournaments.leagues.matches import (
    FIRST,
    GRAND,
    plan,
    played_day,
    points,
    secretary,
    set_up,
)
from tests.tournaments.seasons.seasons import make_season
from tournaments.events.seats.selectors import evenings_for
from tournaments.events.standings.selectors import standings_of
from tournaments.leagues.ranking import (
    division_schedule,
    division_table,
    league_single_ranking,
)
from tournaments.leagues.selectors import division_days, team_page
from tournaments.leagues.services import (
    save_division,
    take_back_withdrawal,
    withdraw_team,
)
from tournaments.seasons.evenings import choosable_events, season_lists
from tournaments.words.choices import GroupState

pytestmark = pytest.mark.django_db


def test_6_3_a_withdrawn_team_is_struck_with_all_points_won_against_it(league):
    division, teams, _group = league
    division.promoted = 0
    save_division(division=division)

    withdraw_team(team=teams[1], on=FIRST, reason="Zu wenige Spieler")

    table = division_table(division, user=INSIDER)
    assert points(table.lines) == [
        ("A", "2:0"),
        ("C", "1:1"),
        ("D", "0:2"),
        ("B", "0:0"),
    ]
    assert table.lines[-1].row.mark is LeagueMark.WITHDRAWN
    # It takes the relegation place.
    assert [line.row.mark for line in table.lines[:3]] == [None] * 3
    assert table.imbalances == ()
    take_back_withdrawal(team=teams[1])
    assert points(division_table(division, user=INSIDER).lines)[1] == ("B", "2:1")


def test_6_3_every_page_counts_without_the_withdrawn_team(league):
    division, teams, _group = league

    withdraw_team(team=teams[1], on=FIRST, reason="Zu wenige Spieler")

    (day,) = team_page(teams[0], user=INSIDER).matches
    assert (day.line.row.plus, day.line.row.minus) == (2, 0)
    assert (
        division_days(division, user=INSIDER).cells[teams[0].pk, 1][1] == day.line.row
    )
    (struck,) = team_page(teams[1], user=INSIDER).matches
    assert struck.line is None


def test_6_3_the_single_ranking_is_by_average_with_a_minimum_of_games(league):
    division, teams, _group = league
    division.league.minimum_percent = 75

    ranking = league_single_ranking(division, user=INSIDER)

    # Struck games are not played: nobody has three quarters of 48.
    assert (ranking.possible, ranking.needed) == (48, 36)
    assert {line.row.place for line in ranking.lines} == {None}
    division.league.minimum_percent = 0
    ranking = league_single_ranking(division, user=INSIDER)
    best = ranking.lines[0]
    assert (best.player.last_name[0], best.row.average) == ("A", 4 * GRAND)
    assert best.teams == (teams[0],)
    assert len(ranking.lines) == 16
    assert not ranking.is_provisional


def test_matches_are_neither_among_the_evenings_nor_in_a_season(league):
    _division, _teams, group = league
    season = make_season()

    assert not evenings_for(secretary()).exists()
    assert not season_lists(season, user=INSIDER).lists
    # It may be added explicitly.
    assert group.event in choosable_events(season)
    assert len(standings_of(group.event).places) == 16


def test_a_team_page_has_line_up_and_matches(league):
    division, teams, _group = league
    plan(division, teams, number=2)

    page = team_page(teams[0], user=INSIDER)

    assert page.line.row.place == 1
    assert [person.player.last_name for person in page.people] == [
        f"A{number}" for number in range(1, 6)
    ]
    assert [bool(person.row) for person in page.people] == [True] * 4 + [False]
    first, second = page.matches
    assert (first.line.row.plus, len(first.lists)) == (3, 4)
    assert second.line is None or not second.lists
    assert {team.name for team in second.opponents} == {"B", "C", "D"}


def test_the_schedule_shows_the_state_of_every_match(league):
    division, teams, _group = league
    played_day(division, teams, {"A": 1}, number=2, confirmed=False)
    set_up(plan(division, teams, number=3), teams, by=secretary())
    plan(division, teams, number=4)

    days = division_schedule(division, user=INSIDER)

    assert [day.matches[0].state for day in days] == [
        GroupState.CONFIRMED,
        GroupState.ENTERED,
        GroupState.PLAYING,
        GroupState.PLANNED,
    ]
    assert (days[2].matches[0].finished, len(days[2].matches[0].sheets)) == (0, 4)
