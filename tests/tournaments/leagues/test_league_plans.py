"""Planning a league: match days, groups, line-ups (6.1, 6.3)."""

from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError

from scoring.leagues.rules import PRESETS
from tests.factories import INSIDER, make_player
from tests.tournaments.leagues.matches import (
    FIRST,
    GRAND,
    WINS,
    known,
    line_up,
    make_division,
    make_teams,
    plan,
    played_day,
    refused,
    seated,
    secretary,
    set_up,
    sheets_of,
)
from tournaments.events.models import Event
from tournaments.leagues.match_services import set_up_group, undo_set_up
from tournaments.leagues.models import League, LeagueTeam, MatchGroup
from tournaments.leagues.ranking import match_day_tables
from tournaments.leagues.services import (
    LeagueIsPlayed,
    PlannedGroup,
    PlaysElsewhere,
    TeamIsWithdrawn,
    add_to_line_up,
    change_group,
    change_line_up_place,
    change_match_day,
    create_league,
    delete_division,
    delete_league,
    delete_match_day,
    delete_team,
    order_line_up,
    plan_match_day,
    publish_league,
    remove_from_line_up,
    save_league,
    save_team,
    take_back_withdrawal,
    withdraw_team,
)
from tournaments.people.models import Club

pytestmark = pytest.mark.django_db


@pytest.fixture
def division(db):
    return make_division()


@pytest.fixture
def teams(division):
    return make_teams(division)


# Planning


def test_a_match_day_is_planned_and_planned_again():
    division = make_division()
    teams = make_teams(division, "ABCDEFGH", people=0)
    first, second = tuple(teams[:4]), tuple(teams[4:])
    groups = [
        PlannedGroup(teams=first, host=teams[0], place="Grüner Baum"),
        PlannedGroup(teams=second),
    ]

    day = plan_match_day(division=division, number=1, date=FIRST, groups=groups)
    again = plan_match_day(division=division, number=1, date=FIRST, groups=groups[::-1])

    assert again == day
    assert [group.host for group in again.groups.all()] == [None, teams[0]]
    assert [side.team for side in again.groups.first().sides.all()] == teams[4:]


def test_a_group_has_three_to_five_different_teams():
    division = make_division()
    teams = {team.name: team for team in make_teams(division, "ABCDEF", people=0)}
    planned = {"division": division, "number": 1, "date": FIRST}

    size, twice = "drei, vier oder fünf Mannschaften", "A steht .* in zwei Gruppen"
    for letters, words in (("AB", size), ("ABCDEF", size), ("ABCA", twice)):
        group = PlannedGroup(teams=tuple(teams[letter] for letter in letters))
        refused(words, plan_match_day, **planned, groups=[group])


def test_a_group_has_teams_of_its_division_that_have_not_withdrawn():
    division = make_division()
    teams = make_teams(division, people=0)
    (stranger,) = make_teams(
        make_division("Staffel Süd", league=division.league), "X", people=0
    )
    planned = {"division": division, "number": 1, "date": FIRST}

    groups = [PlannedGroup(teams=(*teams[:3], stranger))]
    refused("in einer anderen Staffel", plan_match_day, **planned, groups=groups)
    groups = [PlannedGroup(teams=tuple(teams), host=stranger)]
    refused("in einer anderen Staffel", plan_match_day, **planned, groups=groups)
    with pytest.raises(ValidationError, match="begründen"):
        withdraw_team(team=teams[0], on=FIRST, reason=" ")
    withdraw_team(team=teams[0], on=FIRST, reason="Aufgelöst")
    groups = [PlannedGroup(teams=tuple(teams))]
    refused("aus der Liga zurückgezogen", plan_match_day, **planned, groups=groups)


def test_groups_that_were_set_up_stay(division, teams):
    group = set_up(plan(division, teams), teams, by=secretary())
    day = group.match_day

    refused("ist schon gesetzt", plan, division=division, teams=teams)
    for call, what in (
        (delete_match_day, {"match_day": day}),
        (delete_division, {"division": division}),
        (delete_league, {"league": division.league}),
    ):
        refused("ist schon gesetzt", call, **what)
    with pytest.raises(LeagueIsPlayed):
        delete_team(team=teams[0])
    refused("ist schon gesetzt", set_up, group=group, teams=teams, by=secretary())
    undo_set_up(group=group)
    assert not Event.objects.exists()
    change_match_day(match_day=day, date=FIRST.replace(day=8))
    change_group(group=group, host=teams[1], place=" Krone ")
    assert MatchGroup.objects.get().place == "Krone"
    delete_league(league=division.league)
    assert not League.objects.exists()


# Line-ups


def test_6_3_nobody_plays_for_two_clubs_in_a_category_and_season():
    division = make_division()
    club = Club.objects.create(name="Karo Einfach")
    first, second = make_teams(division, "AB", people=0)
    other = make_teams(
        make_division("Staffel Süd", league=create_league(name="X", season="2026")),
        "C",
        people=0,
    )[0]
    for team in (first, other):
        team.club = club
        team.save()
    anna = make_player("Anna")
    add_to_line_up(team=first, players=[anna])

    # Another team of the same club is not another club.
    add_to_line_up(team=other, players=[anna])
    with pytest.raises(PlaysElsewhere):
        add_to_line_up(team=second, players=[anna])


@pytest.mark.parametrize(
    "fields", [{"season": "2027"}, {"category": "Damen"}, {"federation": "ISPA"}]
)
def test_6_3_another_season_category_or_federation_is_allowed(fields):
    (first,) = make_teams(make_division(), "A", people=0)
    league = create_league(**{"name": "Oberliga", "season": "2026", **fields})
    (second,) = make_teams(make_division(league=league), "B", people=0)
    anna = make_player("Anna")

    add_to_line_up(team=first, players=[anna])
    add_to_line_up(team=second, players=[anna])


def test_6_3_nobody_plays_a_match_day_of_one_number_twice(division, teams):
    club = Club.objects.create(name="Karo Einfach")
    other = make_division(league=create_league(name="Oberliga", season="2026"))
    others = make_teams(other, "EFGH")
    for team in (teams[0], others[0]):
        team.club = club
        team.save()
    add_to_line_up(team=others[0], players=[known("A1")])
    set_up(plan(division, teams), teams, by=secretary())
    here = {team.pk: line_up(team) for team in others}
    here[others[0].pk] = [known("A1"), *line_up(others[0], 3)]

    group = plan(other, others)
    refused(
        "A1 spielt den 1. Spieltag schon",
        set_up_group,
        group=group,
        line_ups=here,
        by=secretary(),
        seed="1",
    )
    group = plan(other, others, number=2)
    set_up_group(group=group, line_ups=here, by=secretary())


def test_players_must_be_in_the_line_up_of_that_match_day(division, teams):
    (place,) = add_to_line_up(
        team=teams[0], players=[make_player("A6")], from_match_day=2
    )
    here = {team.pk: line_up(team) for team in teams}
    here[teams[0].pk][0] = place.player

    group = plan(division, teams)
    seats = {"group": group, "line_ups": here, "by": secretary()}
    refused("A6 steht .* nicht in der Aufstellung", set_up_group, **seats)
    here[teams[0].pk] = line_up(teams[0], 5)
    refused("mit höchstens 4 Spielern", set_up_group, **seats)
    here[teams[0].pk] = [known("A1")] * 4
    refused("doppelt genannt", set_up_group, **seats)
    here[teams[0].pk] = line_up(teams[0])
    withdraw_team(team=teams[0], on=FIRST, reason="Aufgelöst")
    with pytest.raises(TeamIsWithdrawn):
        set_up_group(group=group, line_ups=here, by=secretary())


def test_a_line_up_is_reordered_and_keeps_those_who_played(division, teams):
    played_day(division, teams, WINS)
    places = list(teams[0].line_up.all())

    order_line_up(team=teams[0], players=[known("A3"), known("A1")])
    assert [p.player.last_name for p in teams[0].line_up.all()][:2] == ["A3", "A1"]
    refused(
        "am 1. Spieltag gespielt",
        change_line_up_place,
        place=places[0],
        from_match_day=2,
    )
    change_line_up_place(place=places[0], from_match_day=1, until_match_day=1)
    refused("hat für diese Mannschaft gespielt", remove_from_line_up, place=places[0])
    remove_from_line_up(place=places[4])
    assert teams[0].line_up.count() == 4


def test_a_league_may_refuse_people_of_other_clubs():
    division = make_division(allows_guests=False)
    (team,) = make_teams(division, "A", people=0)
    team.club = Club.objects.create(name="Karo Einfach")
    team.save()
    guest = make_player("Gast", club=Club.objects.create(name="Herz Dame"))

    refused("einem anderen Verein", add_to_line_up, team=team, players=[guest])


# 6.3 Structure


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
