"""What is read of a match day that was played: tables, rankings, public pages (6.3)."""

import re
from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils.translation import override

from scoring.leagues.table import LeagueMark
from tests.factories import INSIDER
from tests.tournaments.leagues.matches import (
    FIRST,
    GRAND,
    WINS,
    known,
    plan,
    played_day,
    points,
    secretary,
    set_up,
    sheets_of,
)
from tests.tournaments.leagues.pages import page, pdf_text, text_of
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
    publish_league,
    save_division,
    save_team,
    take_back_withdrawal,
    withdraw_team,
)
from tournaments.leagues.tables import single_columns
from tournaments.people.models import Club, Player
from tournaments.people.services import save_player
from tournaments.seasons.evenings import choosable_events, season_lists
from tournaments.sheets.models import YearTally
from tournaments.web.tables import told
from tournaments.words.choices import GroupState, Privacy
from tournaments.words.formats import mean

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
    # Every page counts without it.
    ((_match, _others, day),) = team_page(teams[0], user=INSIDER)["matches"]
    assert (day.plus, day.minus) == (2, 0)
    cells = division_days(division, user=INSIDER).cells
    assert cells[teams[0].pk, 1][1] == day
    ((_match, _others, struck),) = team_page(teams[1], user=INSIDER)["matches"]
    assert struck is None
    take_back_withdrawal(team=teams[1])
    assert points(division_table(division, user=INSIDER).lines)[1] == ("B", "2:1")


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


PER_LIST, PER_GAME = 4 * GRAND, Fraction(4 * GRAND, 13)  # four won of 13 games


@pytest.mark.parametrize(
    ("average_of", "ranking", "beside"),
    [
        ("lists", PER_LIST, ("je Spiel", PER_GAME)),
        ("games", PER_GAME, ("je Liste", PER_LIST)),
    ],
)
def test_6_3_the_other_average_stands_beside_the_one_that_ranks(
    league, average_of, ranking, beside
):
    division, _teams, _group = league
    division.league.average_of = average_of
    table = league_single_ranking(division, user=INSIDER)

    columns = {column.name: column for column in single_columns(table)}

    assert table.lines[0].row.average == ranking
    further = columns["further"]
    assert (further.head, told(further.value, table.lines[0])) == beside
    assert further.shown(table.lines[0]) == mean(beside[1])


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

    assert page["line"].row.place == 1
    people = [(player.last_name, bool(row)) for player, _place, row in page["people"]]
    assert people == [(f"A{number}", number < 5) for number in range(1, 6)]
    (_first, _opponents, won), (_second, opponents, planned) = page["matches"]
    assert won.plus == 3
    assert planned is None
    assert {team.name for team in opponents} == {"B", "C", "D"}


def test_the_schedule_shows_the_state_of_every_match(league):
    division, teams, _group = league
    played_day(division, teams, {"A": 1}, number=2, confirmed=False)
    set_up(plan(division, teams, number=3), teams, by=secretary())
    plan(division, teams, number=4)

    days = division_schedule(division, user=INSIDER)

    planned = [match for _day, (match, *_others) in days]
    assert [match.state for match in planned] == [
        GroupState.CONFIRMED,
        GroupState.ENTERED,
        GroupState.PLAYING,
        GroupState.PLANNED,
    ]
    assert (planned[2].finished, len(planned[2].sheets)) == (0, 4)


def test_the_table_shows_both_columns_and_what_places_mean(client, erika, league):
    division, teams, group = league

    shown = text_of(page(client, "division", division.pk))

    assert ">3:0</td>" in shown
    assert "▲ Aufstiegsplatz" in shown
    assert "▼ Abstiegsplatz" in shown
    assert f'<a href="{group.get_absolute_url()}">3:0<small>192</small></a>' in shown
    assert "Vorläufig" not in shown
    played_day(division, teams, WINS, number=2, confirmed=False)
    assert "Vorläufig" in text_of(page(client, "division", division.pk))


def test_the_table_marks_the_team_of_our_club(client, erika, league):
    division, teams, _group = league
    teams[1].club = Club.objects.create(name="Skatclub Kreuzbube", is_home=True)
    save_team(team=teams[1])

    shown = page(client, "division", division.pk).text

    assert shown.count("is-own") == 1
    row = re.search(r'<tr class="[^"]*is-own">(.*?)</tr>', shown, re.DOTALL)
    assert teams[1].name in row[1]


def test_people_and_teams_have_their_pages(client, erika, league):
    division, teams, _group = league

    people = text_of(page(client, "division-players", division.pk))
    team = text_of(page(client, "team", teams[0].pk))

    own = reverse("leagues:division-person", args=[division.pk, known("A1").pk])
    assert f'<a href="{own}">A1</a>' in people
    assert "192,00" in people
    assert "3:0" in team
    assert "B · C · D" in team
    assert f'<a href="{own}">A1</a>' in team
    lists = text_of(client.get(own))
    assert "Serie 1, Tisch" in lists
    stranger = reverse("leagues:division-person", args=[division.pk, known("A5").pk])
    assert client.get(stranger).status_code == 404


def test_hidden_people_are_on_no_public_page(client, league):
    division, teams, group = league
    publish_league(league=division.league, is_published=True)
    for player in Player.objects.all():
        player.privacy = Privacy.HIDDEN
        save_player(player=player)
    addresses = [
        division.get_absolute_url(),
        reverse("leagues:division-players", args=[division.pk]),
        reverse("leagues:division-teams", args=[division.pk]),
        reverse("leagues:division-person", args=[division.pk, known("B1").pk]),
        teams[1].get_absolute_url(),
        group.get_absolute_url(),
        reverse("leagues:group-seats", args=[group.pk]),
    ]

    for address in addresses:
        shown = text_of(client.get(address))
        assert not re.search(r"\b[BC][1-5]\b", shown), address
        assert "viktor" not in shown, address
        # Beside their team, not even the number that stands for the name.
        is_by_teams = address != addresses[1]
        assert not (is_by_teams and re.search(r"Spieler \d", shown)), address
    ranking = text_of(client.get(addresses[1]))
    assert re.search(r"Spieler \d", ranking)
    assert f">{teams[1].name}<" not in ranking
    report = client.get(reverse("papers:match-report", args=[group.pk]))
    assert "viktor" not in pdf_text(report)
    assert not re.search(r"\b[BC][1-5]\b", pdf_text(report))


def test_a_published_league_counts_for_everybody_over_the_years(league):
    division, _teams, _group = league
    before = set(YearTally.objects.values_list("is_published", flat=True))

    publish_league(league=division.league, is_published=True)

    assert before == {False}
    assert set(YearTally.objects.values_list("is_published", flat=True)) == {True}


def test_unproved_lists_are_marked_on_the_match(client, erika, league):
    group = league[2]

    shown = text_of(page(client, "group", group.pk))

    unproved = sum(sheet.is_unproved for sheet in sheets_of(group))
    assert 0 < unproved == shown.count("abgeschlossen, ungeprüft")


def test_the_name_of_a_match_is_in_the_language_of_its_reader(league):
    event = league[2].event

    assert str(event) == "Landesliga Staffel Nord, 1. Spieltag, Gruppe 1"
    with override("en"):
        assert str(event) == "Landesliga Staffel Nord, Match day 1, group 1"
