"""Match reports and league tables on paper and in files."""

import io
import re

import openpyxl
import pytest
from django.urls import reverse

from tests.tournaments.leagues.matches import (
    make_division,
    make_teams,
    plan,
    play_series,
    played_day,
    set_up,
)
from tests.tournaments.leagues.pages import pdf_text, send
from tournaments.leagues.services import withdraw_team

pytestmark = pytest.mark.django_db
WINS = {"A": 4, "B": 3, "C": 2, "D": 1}


@pytest.fixture
def division(db):
    return make_division(promoted=1, relegated=1)


def test_the_report_names_line_ups_sums_and_who_signs(client, erika, division):
    teams = make_teams(division)
    group = set_up(plan(division, teams, host=teams[1]), teams, (4, 4, 3, 4), by=erika)
    play_series(group, {"A": 4, "B": 4, "C": 2, "D": 1}, by=erika)
    send(client, "group-hand-in", group.pk)

    text = pdf_text(client.get(reverse("documents:match-report", args=[group.pk])))

    assert "Spielbericht Landesliga 2026" in text
    assert "Serie 1: Summe 6:6" in text
    assert "2,5:0,5" in text
    assert "mit 3 Spielern angetreten" in text
    assert "Ausrichter: B" in text
    assert "Gast: A" in text
    assert "Eingegeben von: erika" in text
    assert "Vorläufig: noch nicht von einer zweiten Person bestätigt." in text


def test_a_report_prints_before_the_match(client, erika, division):
    teams = make_teams(division)
    group = plan(division, teams)

    address = reverse("documents:match-report", args=[group.pk])

    by_hand = pdf_text(client.get(address))
    assert "noch nicht abgegeben" in by_hand
    assert "S1 Ges. 1 2 3 4 Mannschaft" in by_hand
    set_up(group, teams, by=erika)
    assert "A1" in pdf_text(client.get(address))


def test_the_table_prints_with_marks_and_struck_teams(client, erika, division):
    teams = make_teams(division)
    played_day(division, teams, WINS)
    withdraw_team(team=teams[3], on="2026-03-01", reason="Auflösung")

    text = pdf_text(client.get(reverse("documents:division", args=[division.pk])))

    assert "▲ Aufstieg" in text
    assert "× zurückgezogen" in text
    assert "2:0" in text


@pytest.mark.parametrize("kind", ["csv", "csv-de", "xlsx", "ods"])
def test_the_table_is_there_as_a_file(client, erika, division, kind):
    teams = make_teams(division)
    played_day(division, teams, WINS)

    answer = client.get(reverse("exchange:division", args=[division.pk, kind]))

    assert answer.status_code == 200
    if kind == "xlsx":
        heads, first, *_rest = openpyxl.load_workbook(
            io.BytesIO(answer.content)
        ).active.values
        line = dict(zip(heads, first, strict=True))
        assert (line["Wertungspunkte plus"], line["Wertungspunkte minus"]) == (3, 0)
        assert line["1. Tag plus"] == 3


def test_6_3_the_single_ranking_prints_with_the_games_it_needs(client, erika):
    division = make_division(minimum_percent=7)
    played_day(division, make_teams(division), WINS)

    address = reverse("documents:division-players", args=[division.pk])

    text = pdf_text(client.get(address))
    assert "Einzelwertung" in text
    assert "sind 4 der bisher 48 Spiele nötig" in text
    assert re.search(r"1\. A\d A 192,00 192 1 \d+ 4 0", text)
    assert re.search(r"– D\d D 0,00 0 1 1 0 0", text)


def test_6_3_the_single_ranking_is_there_as_a_file(client, erika, division):
    played_day(division, make_teams(division), WINS)

    answer = client.get(
        reverse("exchange:division-players", args=[division.pk, "xlsx"])
    )

    heads, first, *_rest = openpyxl.load_workbook(
        io.BytesIO(answer.content)
    ).active.values
    line = dict(zip(heads, first, strict=True))
    assert line["Name"].startswith("A")
    assert [line[head] for head in ("Platz", "Mannschaft", "Schnitt")] == [1, "A", 192]
