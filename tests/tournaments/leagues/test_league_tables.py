"""Leagues over a season: marks, withdrawals, ISPA, single ranking, pages (6.3)."""

from fractions import Fraction
from functools import partial

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.league_tables import Mark
from scoring.leagues import PRESETS
from tests.factories import INSIDER
from tests.tournaments.leagues.matches import (
    FIRST,
    GRAND,
    another_secretary,
    known,
    line_up,
    make_division,
    make_teams,
    plan,
    played_day,
    points,
    seated,
    secretary,
    set_up,
)
from tests.tournaments.leagues.seasons import make_season
from tournaments.choices import GroupState
from tournaments.competitions.selectors import evenings_for, standings_of
from tournaments.leagues.models import League, LeagueTeam
from tournaments.leagues.selectors import (
    choosable_competitions,
    group_state,
    league_games_of,
    league_single_ranking,
    league_table_of,
    match_day_tables,
    schedule_of,
    season_lists,
    team_page,
)
from tournaments.leagues.selectors.plans import division_days
from tournaments.leagues.services import (
    change_line_up_place,
    create_league,
    hand_in_group,
    league_from,
    publish_league,
    save_league,
    save_team,
    take_back_withdrawal,
    withdraw_team,
)

pytestmark = pytest.mark.django_db


def queries_of(call, *arguments):
    with CaptureQueriesContext(connection) as captured:
        call(*arguments)
    return len(captured)


# 6.3 Structure


def test_6_3_promotion_and_relegation_are_marked_by_the_numbers_of_the_season():
    division = make_division(promoted=1, relegated=2)
    teams = make_teams(division)

    played_day(division, teams, {"A": 4, "B": 3, "C": 2, "D": 1})

    assert [
        line.row.mark for line in league_table_of(division, user=INSIDER).lines
    ] == [
        Mark.PROMOTED,
        None,
        Mark.RELEGATED,
        Mark.RELEGATED,
    ]


def test_6_3_a_withdrawn_team_is_struck_with_all_that_was_won_against_it():
    division = make_division(relegated=1)
    teams = make_teams(division)
    played_day(division, teams, {"A": 4, "B": 3, "C": 2, "D": 1})

    withdraw_team(team=teams[1], on=FIRST, reason="Zu wenige Spieler")

    table = league_table_of(division, user=INSIDER)
    assert points(table.lines) == [
        ("A", "2:0"),
        ("C", "1:1"),
        ("D", "0:2"),
        ("B", "0:0"),
    ]
    assert table.lines[-1].row.mark is Mark.WITHDRAWN
    # It fills the place of relegation.
    assert [line.row.mark for line in table.lines[:3]] == [None] * 3
    assert table.imbalances == ()
    take_back_withdrawal(team=teams[1])
    assert points(league_table_of(division, user=INSIDER).lines)[1] == ("B", "2:1")


def test_6_3_every_page_counts_without_the_withdrawn_team():
    division = make_division()
    teams = make_teams(division)
    played_day(division, teams, {"A": 4, "B": 3, "C": 2, "D": 1})

    withdraw_team(team=teams[1], on=FIRST, reason="Zu wenige Spieler")

    (day,) = team_page(teams[0], user=INSIDER).matches
    assert (day.line.row.plus, day.line.row.minus) == (2, 0)
    assert (
        division_days(division, user=INSIDER).cells[teams[0].pk, 1].row == day.line.row
    )
    (struck,) = team_page(teams[1], user=INSIDER).matches
    assert struck.line is None


def test_6_3_a_team_withdraws_with_a_reason():
    (team,) = make_teams(make_division(), "A", people=0)

    with pytest.raises(ValidationError, match="begründen"):
        withdraw_team(team=team, on=FIRST, reason=" ")


def test_what_somebody_else_saved_meanwhile_stays():
    """A page that was opened earlier writes what it asks for, and nothing else."""
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
    assert ispa.rounds * 4 * ispa.series_per_day * ispa.match_days == 720
    assert dskv.rounds * 4 == 48


def test_6_3_ispa_gives_six_to_no_points_to_teams_of_eight():
    division = make_division(
        preset="ISPA", series_per_day=1, team_size=4, least_players=3
    )
    teams = make_teams(division)

    group = played_day(division, teams, {"A": 4, "B": 3, "C": 2, "D": 1})

    (series,) = match_day_tables(group, user=INSIDER).series
    assert points(series.lines) == [
        ("A", "6:0"),
        ("B", "4:2"),
        ("C", "2:4"),
        ("D", "0:6"),
    ]
    assert league_from("ISPA").team_size == 8


def test_6_3_eight_of_a_team_sit_at_eight_tables():
    division = make_division(preset="ISPA", series_per_day=2)
    teams = make_teams(division, people=8)

    group = set_up(plan(division, teams), teams, (8, 8, 8, 8), by=secretary())

    assert all(len({name[0] for name in table}) == 4 for table in seated(group, 2))
    assert len(seated(group)) == 8


def test_6_3_three_count_as_four_where_the_league_says_so():
    division = make_division(scale_short=True)
    teams = make_teams(division)

    group = played_day(
        division, teams, {"A": 4, "B": 3, "C": 2, "D": 6}, present=(4, 4, 4, 3)
    )

    (series,) = match_day_tables(group, user=INSIDER).series
    assert series.lines[0].team.name == "D"
    assert series.lines[0].points.score == 6 * GRAND * Fraction(4, 3)


def test_6_3_the_single_ranking_goes_by_average_with_a_minimum_of_games():
    division = make_division(minimum_percent=75)
    teams = make_teams(division)
    played_day(division, teams, {"A": 4, "B": 3, "C": 2, "D": 1})

    ranking = league_single_ranking(division, user=INSIDER)

    # Struck games are not played: nobody has three quarters of 48.
    assert (ranking.possible, ranking.needed) == (48, 36)
    assert {line.row.place for line in ranking.lines} == {None}
    division.league.minimum_percent = 0
    save_league(league=division.league)
    ranking = league_single_ranking(division, user=INSIDER)
    best = ranking.lines[0]
    assert (best.player.last_name[0], best.row.average) == ("A", 4 * GRAND)
    assert best.teams == (teams[0],)
    assert len(ranking.lines) == 16
    assert not ranking.is_provisional


# The rest of the house


def test_matches_do_not_stand_among_the_evenings_nor_in_a_season_by_themselves():
    division = make_division()
    teams = make_teams(division)
    group = played_day(division, teams, {"A": 4, "B": 3, "C": 2, "D": 1})
    season = make_season()

    assert not evenings_for(secretary()).exists()
    assert not season_lists(season, user=INSIDER).lists
    # Somebody may say that it belongs to it.
    assert group.competition in choosable_competitions(season)
    assert len(standings_of(group.competition).places) == 16


def test_a_team_page_has_line_up_and_matches():
    division = make_division()
    teams = make_teams(division)
    played_day(division, teams, {"A": 4, "B": 3, "C": 2, "D": 1})
    plan(division, teams, number=2)

    page = team_page(teams[0], user=INSIDER)

    assert page.line.row.place == 1
    assert [person.player.last_name for person in page.people] == [
        f"A{number}" for number in range(1, 6)
    ]
    assert [bool(person.row) for person in page.people] == [True] * 4 + [False]
    first, second = page.matches
    assert (first.line.row.plus, len(first.people)) == (3, 4)
    assert second.line is None or not second.people
    assert {team.name for team in second.opponents} == {"B", "C", "D"}


def test_a_person_has_his_league_games():
    division = make_division()
    teams = make_teams(division)
    group = played_day(division, teams, {"A": 4, "B": 3, "C": 2, "D": 1})

    (game,) = league_games_of(known("B2"), user=INSIDER)

    assert (game.team, game.group, game.number) == (teams[1], group, 1)
    assert game.state is GroupState.CONFIRMED
    assert league_games_of(known("B5"), user=INSIDER) == []


def test_the_schedule_says_how_far_every_match_has_come():
    division = make_division()
    teams = make_teams(division)
    played_day(division, teams, {"A": 4, "B": 3, "C": 2, "D": 1})
    played_day(division, teams, {"A": 1}, number=2, confirmed=False)
    set_up(plan(division, teams, number=3), teams, by=secretary())
    plan(division, teams, number=4)

    days = schedule_of(division, user=INSIDER)

    assert [day.matches[0].state for day in days] == [
        GroupState.CONFIRMED,
        GroupState.ENTERED,
        GroupState.PLAYING,
        GroupState.PLANNED,
    ]
    assert (days[2].matches[0].finished, days[2].matches[0].lists) == (0, 4)


def test_queries_do_not_grow_with_teams_and_match_days():
    small = make_division("Klein")
    teams = make_teams(small, prefix="k")
    few = played_day(
        small, teams, {"kA": 1, "kB": 2, "kC": 3, "kD": 4}, confirmed=False
    )
    large = make_division("Groß", league=small.league)
    more = make_teams(large, "ABCDE", prefix="g")
    for number in (1, 2, 3):
        many = played_day(large, more, {"gA": number}, number=number, confirmed=False)

    for selector, one, other in (
        (partial(league_table_of, user=INSIDER), small, large),
        (partial(league_single_ranking, user=INSIDER), small, large),
        (partial(schedule_of, user=INSIDER), small, large),
        (partial(match_day_tables, user=INSIDER), few, many),
        (partial(team_page, user=INSIDER), teams[0], more[0]),
        (partial(league_games_of, user=INSIDER), known("kA1"), known("gA1")),
        (group_state, few, many),
    ):
        assert queries_of(selector, one) == queries_of(selector, other), selector
        assert queries_of(selector, other) <= 13, selector


def test_a_league_of_a_season_has_one_name():
    create_league(name="Oberliga", season="2026")

    with pytest.raises(ValidationError):
        create_league(name=" Oberliga ", season="2026")
    assert League.objects.count() == 1


def test_a_match_day_without_finished_lists_is_not_handed_in():
    division = make_division()
    teams = make_teams(division)
    group = set_up(plan(division, teams), teams, by=secretary())

    with pytest.raises(ValidationError) as refusal:
        hand_in_group(group=group, by=another_secretary())
    assert len(refusal.value.messages) == 4
    assert line_up(teams[0])[0] == known("A1")
