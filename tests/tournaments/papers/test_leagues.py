"""League tables on paper and in files, and the report of a match to sign."""

import datetime
import io
import re
from fractions import Fraction
from types import SimpleNamespace

import openpyxl
import pytest
from django.urls import reverse

from scoring.leagues.rules import LeagueRule, SeriesPoints
from scoring.leagues.table import LeagueRow
from tests.tournaments.leagues.matches import (
    make_division,
    make_teams,
    plan,
    play_series,
    set_up,
)
from tests.tournaments.leagues.pages import pdf_text, send
from tests.tournaments.papers.pdf import reader_of
from tournaments.events.models import Entry
from tournaments.leagues.models import (
    Division,
    GroupTeam,
    League,
    LeagueTeam,
    MatchDay,
    MatchGroup,
)
from tournaments.leagues.ranking import (
    GroupTables,
    PersonScore,
    SeriesLine,
    SeriesTable,
    TeamLine,
)
from tournaments.leagues.selectors import GroupSide
from tournaments.leagues.services import create_league, withdraw_team
from tournaments.papers.tables import list_totals, match_report
from tournaments.people.models import Player
from tournaments.words.choices import GroupState, SystemChoice

pytestmark = pytest.mark.django_db
LONG = "Skatfreunde Reizende Buben und Damen von 1898 e. V. Musterstadt 2"


def test_the_table_prints_with_marks_and_struck_teams(client, erika, league):
    division, teams, _group = league
    withdraw_team(team=teams[3], on="2026-03-01", reason="Auflösung")

    text = pdf_text(client.get(reverse("papers:division", args=[division.pk])))

    assert "▲ Aufstiegsplatz" in text
    assert "× zurückgezogen" in text
    assert "2:0" in text


def test_the_table_is_there_as_a_file(client, erika, league):
    division, _teams, _group = league
    answer = client.get(reverse("files:division", args=[division.pk, "xlsx"]))

    heads, first, *_rest = openpyxl.load_workbook(
        io.BytesIO(answer.content)
    ).active.values

    line = dict(zip(heads, first, strict=True))
    assert (line["Wertungspunkte plus"], line["Wertungspunkte minus"]) == (3, 0)
    assert line["1. Tag plus"] == 3


def test_6_3_the_single_ranking_prints_with_the_games_it_needs(client, erika, league):
    division, _teams, _group = league
    League.objects.update(minimum_percent=7)

    address = reverse("papers:division-players", args=[division.pk])

    text = pdf_text(client.get(address))
    assert "Einzelwertung" in text
    assert "sind 4 der bisher 48 Spiele nötig" in text
    assert re.search(r"1\. A\d A 192,00 192 1 \d+ 4 0", text)
    assert re.search(r"– D\d D 0,00 0 1 1 0 0", text)


def test_6_3_the_single_ranking_is_there_as_a_file(client, erika, league):
    division, _teams, _group = league

    answer = client.get(reverse("files:division-players", args=[division.pk, "xlsx"]))

    heads, first, *_rest = openpyxl.load_workbook(
        io.BytesIO(answer.content)
    ).active.values
    line = dict(zip(heads, first, strict=True))
    assert line["Name"].startswith("A")
    assert [line[head] for head in ("Platz", "Mannschaft", "Schnitt")] == [1, "A", 192]


def test_the_report_names_line_ups_sums_and_who_signs(client, erika):
    rule = {"series_per_day": 1, "system": SystemChoice.PLAIN}
    league = create_league(name="Oberliga", season="2026", **rule)
    division = make_division(league=league)
    teams = make_teams(division)
    group = plan(division, teams, host=teams[1])
    address = reverse("papers:match-report", args=[group.pk])

    by_hand = pdf_text(client.get(address))
    assert "noch nicht abgegeben" in by_hand
    assert "S1 Ges. 1 2 3 4 Ersatz: Mannschaft" in by_hand
    assert all(field in by_hand for field in ("Beginn", "Ende", "Einsprüche"))

    group = set_up(group, teams, (4, 4, 3, 4), by=erika)
    assert "1 A1" in pdf_text(client.get(address))
    play_series(group, {"A": 4, "B": 4, "C": 2, "D": 1}, by=erika)
    send(client, "group-hand-in", group.pk)

    text = pdf_text(client.get(address))
    assert "Spielbericht Oberliga 2026" in text
    assert "Serie 1: Summe 6:6" in text
    assert "B Ausrichter" in text
    assert "2,5:0,5" in text
    assert "mit 3 Spielern angetreten" in text
    assert "Ausrichter: B" in text
    assert "Gast: A" in text
    assert "Eingegeben von: erika Von einer zweiten Person bestätigt" in text
    assert "Vorläufig: noch nicht von einer zweiten Person bestätigt." in text


def test_a_series_that_somebody_else_played_is_a_dash():
    assert list_totals({1: 48, 2: -20}, 3) == ["–", "48", "−20", "28"]


@pytest.mark.parametrize(
    ("teams", "players", "series"), [(2, 4, 2), (4, 8, 3), (5, 8, 4), (4, 12, 12)]
)
def test_every_match_fits_one_page(teams, players, series):
    report = match_report(*long_match(teams, players, range(1, series + 1)))

    assert len(reader_of(report).pages) == 1


def long_match(count, players, series):
    """Return the tables and the sides of a match of teams with long names."""
    division = Division(league=League(team_size=players), name="Nord")
    day = MatchDay(division=division, number=1, date=datetime.date(2026, 2, 7))
    group = MatchGroup(match_day=day)
    teams = [LeagueTeam(pk=n, name=f"{LONG} {'ABCDE'[n]}") for n in range(count)]
    people = [Player(pk=n, last_name=f"Anna {n}") for n in range(players)]
    half, played = Fraction(3, 2), SimpleNamespace(total=900)
    tables = GroupTables(
        group=group,
        state=GroupState.PLAYED,
        rule=LeagueRule(team_size=players),
        teams=tuple(teams),
        absent=(),
        series=tuple(
            SeriesTable(
                number=number,
                is_complete=True,
                sheets=(),
                lines=tuple(
                    SeriesLine(
                        team=team,
                        points=SeriesPoints(
                            team=team.pk,
                            place=1,
                            plus=half,
                            minus=half,
                            possible=3,
                            score=Fraction(3600),
                        ),
                        players=players,
                        won=0,
                        lost=0,
                        people=tuple(
                            PersonScore(player=player, played=played)
                            for player in people
                        ),
                    )
                    for team in teams
                ),
            )
            for number in series
        ),
        day=tuple(
            TeamLine(
                team=team,
                row=LeagueRow(team=team.pk, place=1, plus=half, minus=half),
            )
            for team in teams
        ),
        imbalances=(),
    )
    sides = [
        GroupSide(
            group_team=GroupTeam(team=team),
            letter="ABCDE"[team.pk],
            line_up=(),
            entries=tuple(Entry(player=player) for player in people),
        )
        for team in teams
    ]
    return tables, sides
