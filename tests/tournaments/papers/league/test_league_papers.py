"""League tables on paper and in files."""

import io
import re

import openpyxl
import pytest
from django.urls import reverse

from tests.tournaments.leagues.pages import pdf_text
from tournaments.leagues.models import League
from tournaments.leagues.services import withdraw_team

pytestmark = pytest.mark.django_db


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
