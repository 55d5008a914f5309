"""The season table on paper and in files; the rule for the bylaws."""

import copy
import io

import openpyxl
import pypdf
import pytest
from django.urls import reverse
from django.utils import timezone
from reportlab.platypus import Table

from scoring.seasons.rules import PRESETS, SeasonRule
from tests.factories import INSIDER, make_secretary
from tests.tournaments.papers.pdf import rows_of, texts_of
from tests.tournaments.seasons.seasons import AFTER, make_season, played_evening
from tournaments.events.models import Event
from tournaments.events.planning.services import publish_event
from tournaments.papers.tables import all_results_paper, season_paper
from tournaments.seasons.selectors import season_table
from tournaments.seasons.services import publish_season, save_season
from tournaments.words.formats import with_date

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def public_season(module_db):
    erika = make_secretary()
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
        *("392", "196,00", "4", "0", "0"),
    )
    assert [row[0] for row in rows] == ["1.", "2.", "3."]
    rule = "1. Gewertet wird der Durchschnitt der besten 2 Listen."
    assert rule in texts_of(paper)


def test_the_paper_strikes_what_is_struck(season):
    paper = season_paper(season_table(season, user=INSIDER, today=AFTER))

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
    assert pdf.metadata.creation_date.date() == timezone.localdate()


def test_the_paper_of_the_staff_names_what_visitors_do_not_see(season):
    of_all = season_paper(season_table(season, user=INSIDER, today=AFTER))
    hidden = publish_event(event=Event.objects.earliest("date"), is_published=False)
    of_staff = season_paper(season_table(season, user=INSIDER, today=AFTER))

    said = "Besucher sehen diese Saison ohne das, was nicht veröffentlicht ist: "
    assert not any(said in text for text in texts_of(of_all))
    (note,) = (text for text in texts_of(of_staff) if said in text)
    assert note.endswith(said + with_date(hidden.name, hidden.date))


def test_the_rule_prints_for_the_bylaws(client, season):
    answer = client.get(reverse("papers:season-rule", args=[season.pk]))

    text = pypdf.PdfReader(io.BytesIO(answer.content)).pages[0].extract_text()
    assert "1. Gewertet wird der Durchschnitt der besten 2 Listen." in text


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


def test_what_is_not_published_is_no_paper(client, season):
    publish_season(season=season, is_published=False)

    for name, more in (("papers:season", []), ("files:season", ["csv"])):
        assert client.get(reverse(name, args=[season.pk, *more])).status_code == 404
