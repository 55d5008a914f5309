"""Planning a league: match days, groups, line-ups (6.1, 6.3)."""

import pytest

from tests.factories import make_player
from tests.tournaments.leagues.matches import (
    FIRST,
    WINS,
    known,
    line_up,
    make_division,
    make_teams,
    plan,
    played_day,
    refused,
    secretary,
    set_up,
)
from tournaments.events.models import Event
from tournaments.leagues.match_services import set_up_group, undo_set_up
from tournaments.leagues.models import League, MatchGroup
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
    remove_from_line_up,
    withdraw_team,
)
from tournaments.people.models import Club

pytestmark = pytest.mark.django_db


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


@pytest.mark.parametrize(
    ("letters", "code"), [("AB", "size"), ("ABCDEF", "size"), ("ABCA", "twice")]
)
def test_a_group_has_three_to_five_different_teams(letters, code):
    division = make_division()
    teams = {team.name: team for team in make_teams(division, "ABCDEF", people=0)}
    group = PlannedGroup(teams=tuple(teams[letter] for letter in letters))

    refused(
        code, plan_match_day, division=division, number=1, date=FIRST, groups=[group]
    )


def test_a_group_has_teams_of_its_division_that_have_not_withdrawn():
    division = make_division()
    teams = make_teams(division, people=0)
    (stranger,) = make_teams(
        make_division("Staffel Süd", league=division.league), "X", people=0
    )
    planned = {"division": division, "number": 1, "date": FIRST}

    groups = [PlannedGroup(teams=(*teams[:3], stranger))]
    refused("division", plan_match_day, **planned, groups=groups)
    groups = [PlannedGroup(teams=tuple(teams), host=stranger)]
    refused("division", plan_match_day, **planned, groups=groups)
    withdraw_team(team=teams[0], on=FIRST, reason="Aufgelöst")
    groups = [PlannedGroup(teams=tuple(teams))]
    refused("withdrawn", plan_match_day, **planned, groups=groups)


def test_groups_that_were_set_up_stay():
    division = make_division()
    teams = make_teams(division)
    group = set_up(plan(division, teams), teams, by=secretary())
    day = group.match_day

    refused("set-up", plan, division=division, teams=teams)
    for call, what in (
        (delete_match_day, {"match_day": day}),
        (delete_division, {"division": division}),
        (delete_league, {"league": division.league}),
    ):
        refused("set-up", call, **what)
    with pytest.raises(LeagueIsPlayed):
        delete_team(team=teams[0])
    refused("set-up", set_up, group=group, teams=teams, by=secretary())
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


def test_6_3_nobody_plays_a_match_day_of_one_number_twice():
    club = Club.objects.create(name="Karo Einfach")
    division, other = (
        make_division(),
        make_division(league=create_league(name="Oberliga", season="2026")),
    )
    teams, others = make_teams(division), make_teams(other, "EFGH")
    for team in (teams[0], others[0]):
        team.club = club
        team.save()
    add_to_line_up(team=others[0], players=[known("A1")])
    set_up(plan(division, teams), teams, by=secretary())
    here = {team.pk: line_up(team) for team in others}
    here[others[0].pk] = [known("A1"), *line_up(others[0], 3)]

    group = plan(other, others)
    refused(
        "match-day", set_up_group, group=group, line_ups=here, by=secretary(), seed="1"
    )
    group = plan(other, others, number=2)
    set_up_group(group=group, line_ups=here, by=secretary())


def test_players_must_be_in_the_line_up_of_that_match_day():
    division = make_division()
    teams = make_teams(division)
    (place,) = add_to_line_up(
        team=teams[0], players=[make_player("A6")], from_match_day=2
    )
    here = {team.pk: line_up(team) for team in teams}
    here[teams[0].pk][0] = place.player

    group = plan(division, teams)
    refused("line-up", set_up_group, group=group, line_ups=here, by=secretary())
    here[teams[0].pk] = line_up(teams[0], 5)
    refused("size", set_up_group, group=group, line_ups=here, by=secretary())
    here[teams[0].pk] = [known("A1")] * 4
    refused("twice", set_up_group, group=group, line_ups=here, by=secretary())
    here[teams[0].pk] = line_up(teams[0])
    withdraw_team(team=teams[0], on=FIRST, reason="Aufgelöst")
    with pytest.raises(TeamIsWithdrawn):
        set_up_group(group=group, line_ups=here, by=secretary())


def test_a_line_up_is_reordered_and_keeps_those_who_played():
    division = make_division()
    teams = make_teams(division)
    played_day(division, teams, WINS)
    places = list(teams[0].line_up.all())

    order_line_up(team=teams[0], players=[known("A3"), known("A1")])
    assert [p.player.last_name for p in teams[0].line_up.all()][:2] == ["A3", "A1"]
    refused("played", change_line_up_place, place=places[0], from_match_day=2)
    change_line_up_place(place=places[0], from_match_day=1, until_match_day=1)
    refused("played", remove_from_line_up, place=places[0])
    remove_from_line_up(place=places[4])
    assert teams[0].line_up.count() == 4


def test_a_league_may_refuse_people_of_other_clubs():
    division = make_division(allows_guests=False)
    (team,) = make_teams(division, "A", people=0)
    team.club = Club.objects.create(name="Karo Einfach")
    team.save()
    guest = make_player("Gast", club=Club.objects.create(name="Herz Dame"))

    refused("guest", add_to_line_up, team=team, players=[guest])
