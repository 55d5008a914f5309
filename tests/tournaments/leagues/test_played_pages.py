"""The public pages of a match day that was played."""

import re

import pytest
from django.urls import reverse
from django.utils.translation import override

from tests.tournaments.leagues.matches import WINS, known, played_day, sheets_of
from tests.tournaments.leagues.pages import page, pdf_text, text_of
from tournaments.leagues.services import publish_league, save_team
from tournaments.people.models import Club, Player
from tournaments.people.services import save_player
from tournaments.sheets.models import YearTally
from tournaments.words.choices import Privacy

pytestmark = pytest.mark.django_db


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
        assert str(event) == "Landesliga Staffel Nord, match day 1, group 1"
