"""The yearly report to a federation, and what is left out of it."""

import csv
import io
import json
import re

import jsonschema
import pytest
from django.conf import settings

from tests.factories import make_secretary
from tests.tournaments.leagues.matches import make_division, make_teams, plan, set_up
from tests.tournaments.seasons.seasons import make_season, played_evening
from tournaments.events.models import Series
from tournaments.events.planning.services import publish_event
from tournaments.files.event.writing import file_text
from tournaments.files.report import federation_report, years_to_report
from tournaments.leagues.models import League
from tournaments.people.models import Club, Player
from tournaments.people.services import save_club
from tournaments.scope.models import LogEntry
from tournaments.scope.scope import UNTIL_RELEASED
from tournaments.seasons.services import publish_season
from tournaments.seasons.words import STANDING_TEXT
from tournaments.words.choices import ExportedFile, LogKind, Privacy

pytestmark = pytest.mark.django_db
SCHEMA = json.loads(
    (settings.BASE_DIR / "docs" / "report.schema.json").read_text(encoding="utf-8")
)


@pytest.fixture
def erika(client, db):
    save_club(club=Club(name="Kreuzbube", is_home=True, number="0443006"))
    erika = make_secretary()
    client.force_login(erika)
    return erika


@pytest.fixture
def season(erika):
    publish_event(event=played_evening(0, 2, erika), is_published=True)
    home = Club.objects.get()
    people = Player.objects.order_by("pk")
    for number, person in enumerate(people, 4711):
        person.member_number, person.club = str(number), home
        person.save()
    return publish_season(season=make_season(), is_published=True)


@pytest.fixture
def league(erika):
    division = make_division()
    teams = make_teams(division, people=4)
    set_up(plan(division, teams), teams, by=erika)
    League.objects.update(is_published=True)
    return division


def faults(document):
    document = json.loads(file_text(document))
    return list(jsonschema.Draft202012Validator(SCHEMA).iter_errors(document))


def test_a_report_has_the_pass_numbers(client, season):
    answer = client.get("/downloads/report/2026/json/")

    report = json.loads(answer.content)
    assert faults(report) == []
    assert report["club"] == {"name": "Kreuzbube", "number": "0443006"}
    (row,) = report["seasons"]
    assert row["name"] == "Saison 2026"
    first = row["table"][0]
    assert (first["place"], first["club"]) == (1, "Kreuzbube")
    assert first["member_number"] in {str(number) for number in range(4711, 4720)}
    assert LogEntry.objects.get(kind=LogKind.FILES).label == ExportedFile.REPORT


def test_people_without_a_full_name_have_no_number(season):
    for number, person in enumerate(Player.objects.all(), 1):
        person.privacy, person.cover_number = Privacy.HIDDEN, number
        person.save()

    text = json.dumps(federation_report(2026))

    assert "4711" not in text
    assert "Bernd" not in text
    assert "Spieler 1" in text


def test_unpublished_and_withheld_results_are_not_reported(season):
    assert federation_report(2026)["seasons"][0]["table"]

    Series.objects.update(results_from=UNTIL_RELEASED)
    assert not federation_report(2026)["seasons"][0]["table"]
    publish_season(season=season, is_published=False)

    assert "seasons" not in federation_report(2026)


def test_a_league_is_reported_with_its_divisions(league):
    report = federation_report(2026)

    assert faults(report) == []
    (row,) = report["leagues"]
    assert (row["name"], row["season"]) == ("Landesliga", "2026")
    (division,) = row["divisions"]
    assert [line["team"] for line in division["table"]] == ["A", "B", "C", "D"]
    League.objects.update(is_published=False)
    assert "leagues" not in federation_report(2026)


def test_the_table_has_a_line_for_each_line_of_the_report(client, season, league):
    answer = client.get("/downloads/report/2026/csv/")

    lines = list(csv.DictReader(io.StringIO(answer.content.decode())))
    report = federation_report(2026)
    division = report["leagues"][0]["divisions"][0]
    parts = (report["seasons"][0]["table"], division["table"], division["people"])
    assert len(lines) == sum(map(len, parts))
    assert lines[0]["Wettbewerb"] == "Saison 2026"
    assert lines[0]["Name"] == report["seasons"][0]["table"][0]["name"]


def test_the_page_names_the_years(client, season):
    page = client.get("/downloads/report/").text

    assert 'href="/downloads/report/2026/json/"' in page
    assert "/downloads/report/2025/" not in page
    for none in ("2026/pdf", "2025/json", "0/csv", "99999/csv"):
        assert client.get(f"/downloads/report/{none}/").status_code == 404
    assert "Meldung an den Verband" in client.get("/downloads/").text
    assert "/downloads/report/" in client.get(f"/seasons/{season.pk}/").text
    assert "<p>Saison 2026</p>" in page
    client.logout()
    assert client.get("/downloads/report/").status_code == 302
    assert "/downloads/report/" not in client.get(f"/de/seasons/{season.pk}/").text


def test_a_year_lists_a_league_once_and_the_seasons_that_end_in_it(season, league):
    season.last_date = season.last_date.replace(year=2027)
    season.save()

    assert years_to_report() == {2027: ["Saison 2026"], 2026: ["Landesliga"]}


def test_the_example_in_the_docs_fits_the_schema_which_knows_every_standing():
    text = (settings.BASE_DIR / "docs/federation-report.md").read_text("utf-8")
    (example,) = re.findall(r"^    \{\"format\".*?\n(?=\n)", text, re.DOTALL | re.M)

    assert faults(json.loads(example)) == []
    table = SCHEMA["properties"]["seasons"]["items"]["properties"]["table"]
    standings = table["items"]["properties"]["standing"]["enum"]
    assert standings == [standing.value for standing in STANDING_TEXT]
