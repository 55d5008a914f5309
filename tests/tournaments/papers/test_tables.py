"""Tables of leagues and seasons on paper and in files, reports of matches, rules."""

import copy
import datetime
import io
import re
from fractions import Fraction

import openpyxl
import pypdf
import pytest
from django.urls import reverse
from django.utils import timezone
from reportlab.platypus import Table

from scoring.leagues.rules import LeagueRule, SeriesPoints
from scoring.leagues.table import LeagueRow
from scoring.seasons.rules import PRESETS, SeasonRule
from tests.factories import INSIDER
from tests.tournaments.leagues.matches import (
    make_division,
    make_teams,
    plan,
    play_series,
    secretary,
    set_up,
)
from tests.tournaments.leagues.pages import pdf_text, send
from tests.tournaments.papers.pdf import reader_of, rows_of, texts_of
from tests.tournaments.seasons.seasons import AFTER, make_season, played_evening
from tournaments.events.models import Entry, Event
from tournaments.events.planning.services import publish_event
from tournaments.leagues.models import (
    Division,
    GroupTeam,
    League,
    LeagueTeam,
    MatchDay,
    MatchGroup,
)
from tournaments.leagues.ranking import GroupTables, SeriesLine, SeriesTable, TeamLine
from tournaments.leagues.services import create_league, withdraw_team
from tournaments.papers.tables import (
    all_results_paper,
    list_totals,
    match_report,
    season_paper,
)
from tournaments.people.models import Player
from tournaments.seasons.selectors import season_table
from tournaments.seasons.services import publish_season, save_season
from tournaments.sheets.models import Result
from tournaments.words.choices import GroupState, SystemChoice

pytestmark = pytest.mark.django_db
LONG = "Skatfreunde Reizende Buben und Damen von 1898 e. V. Musterstadt 2"


def first_line(answer):
    """Return the first line of a spreadsheet by its heads."""
    sheet = openpyxl.load_workbook(io.BytesIO(answer.content)).active
    heads, first, *_rest = sheet.values
    return dict(zip(heads, first, strict=True))


def test_the_table_prints_with_marks_and_struck_teams_and_is_a_file(
    client, erika, league
):
    division, teams, _group = league
    line = first_line(client.get(reverse("files:division", args=[division.pk, "xlsx"])))
    withdraw_team(team=teams[3], on="2026-03-01", reason="Auflösung")

    text = pdf_text(client.get(reverse("papers:division", args=[division.pk])))

    assert "▲ Aufstiegsplatz" in text
    assert "× zurückgezogen" in text
    assert "2:0" in text
    assert (line["Wertungspunkte plus"], line["Wertungspunkte minus"]) == (3, 0)
    assert line["1. Tag plus"] == 3


def test_6_3_the_single_ranking_prints_with_the_games_it_needs_and_is_a_file(
    client, erika, league
):
    division, _teams, _group = league
    file = client.get(reverse("files:division-players", args=[division.pk, "xlsx"]))
    League.objects.update(minimum_percent=7)

    address = reverse("papers:division-players", args=[division.pk])

    text = pdf_text(client.get(address))
    assert "Einzelwertung" in text
    assert "sind 4 der bisher 48 Spiele nötig" in text
    assert re.search(r"1\. A\d A 192,00 192 1 \d+ 4 0", text)
    assert re.search(r"– D\d D 0,00 0 1 1 0 0", text)
    line = first_line(file)
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
    half = Fraction(3, 2)
    points = SeriesPoints(
        team=0, place=1, plus=half, minus=half, possible=3, score=Fraction(3600)
    )
    lists = [Result(player=player, total=900) for player in people]
    counts = {"points": points, "players": players, "lists": lists}
    lines = tuple(SeriesLine(team=team, **counts) for team in teams)
    row = LeagueRow(team=0, place=1, plus=half, minus=half)
    tables = GroupTables(
        group=group,
        state=GroupState.PLAYED,
        rule=LeagueRule(team_size=players),
        teams=tuple(teams),
        absent=(),
        series=tuple(
            SeriesTable(number=number, is_complete=True, sheets=(), lines=lines)
            for number in series
        ),
        day=tuple(TeamLine(team=team, row=row) for team in teams),
        imbalances=(),
    )
    sides = [GroupTeam(team=team) for team in teams]
    for side in sides:
        side.letter, side.line_up = "ABCDE"[side.team.pk], []
        side.entries = [Entry(player=player) for player in people]
    return tables, sides


@pytest.fixture(scope="module")
def public_season(module_db):
    erika = secretary()
    for week, (winner, games) in enumerate(((2, 2), (1, 3), (2, 2))):
        evening = played_evening(week, winner, erika, games=games)
        publish_event(event=evening, is_published=True)
    season = make_season(SeasonRule(best=2))
    return publish_season(season=season, is_published=True)


@pytest.fixture
def season(public_season, db):
    return copy.deepcopy(public_season)


def test_the_paper_shows_the_table_with_struck_results(season):
    paper = season_paper(season_table(season, user=INSIDER, today=AFTER))

    heads, *rows = rows_of(paper)
    assert heads[3:5] == ("Ergebnis", "gewertet")
    assert rows[0] == (
        *("1.", "Bernd", "▲ 1", "196,00", "2 / 3"),
        *("392", "4", "0", "0"),
    )
    assert [row[0] for row in rows] == ["1.", "2.", "3."]
    rule = "1. Der Durchschnitt der besten 2 Listen wird gewertet."
    assert rule in texts_of(paper)
    table = next(part for part in paper.story(10) if isinstance(part, Table))
    column = rows_of(paper)[0].index("gestrichen")
    _head, *cells = (row[column] for row in table._cellvalues)
    (words,) = cells[0].frags
    assert (words.text, bool(words.strike)) == ("0", True)


def test_the_paper_says_what_the_short_ones_still_need(season):
    save_season(season=season, rule=PRESETS["KLINK"])

    paper = season_paper(season_table(season, user=INSIDER, today=AFTER))

    heads, *rows = rows_of(paper)
    assert "Mindestzahl noch nicht erreicht" in texts_of(paper)
    assert (heads[0], heads[-1]) == ("Name", "Fehlt noch")
    assert {row[-1] for row in rows} == {"9 Abende"}


def test_all_results_print_with_what_is_struck_in_brackets(client, season):
    table = season_table(season, user=INSIDER, today=AFTER)
    heads, *rows = rows_of(all_results_paper(table))
    answer = client.get(reverse("papers:season-results", args=[season.pk]), follow=True)
    pdf = pypdf.PdfReader(io.BytesIO(answer.content))

    assert len(heads) == 3 + 3
    assert rows[0][:3] == ("1.", "Bernd", "196,00")
    assert sorted(rows[0][3:])[0].startswith("(")
    assert pdf.pages[0].mediabox.width > pdf.pages[0].mediabox.height
    assert pdf.metadata.creation_date.date() == timezone.now().date()


def test_the_paper_of_the_staff_names_what_visitors_do_not_see(season):
    of_all = season_paper(season_table(season, user=INSIDER, today=AFTER))
    hidden = publish_event(event=Event.objects.earliest("date"), is_published=False)
    of_staff = season_paper(season_table(season, user=INSIDER, today=AFTER))

    said = "Besucher sehen diese Tabelle ohne das, was nicht veröffentlicht ist: "
    assert not any(said in text for text in texts_of(of_all))
    (note,) = (text for text in texts_of(of_staff) if said in text)
    assert note.endswith(said + hidden.dated_name)


def test_the_rule_prints_for_the_bylaws(client, season):
    answer = client.get(reverse("papers:season-rule", args=[season.pk]))

    rule = "1. Der Durchschnitt der besten 2 Listen wird gewertet."
    assert rule in pdf_text(answer)


def test_the_table_is_there_as_a_file_of_numbers(client, season):
    answer = client.get(reverse("files:season", args=[season.pk, "xlsx"]))

    heads, _first, second, *_rest = openpyxl.load_workbook(
        io.BytesIO(answer.content)
    ).active.values
    line = dict(zip(heads, second, strict=True))
    assert "saison-2026" in answer["Content-Disposition"]
    assert (line["Platz"], line["Name"], line["Ergebnis"]) == (2, "Anna", 147)
    assert isinstance(line["Durchschnitt"], int | float)
    assert line["gestrichen"] == "0"
