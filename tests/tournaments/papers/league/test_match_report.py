from fractions import Fraction

import pytest

from scoring.leagues.rules import SeriesPoints
from scoring.leagues.table import LeagueRow
from tests.tournaments.papers.pdf import reader_of
from tournaments.papers.league.match_report import (
    MatchReport,
    ReportPlayer,
    ReportTeam,
)

LONG = "Skatfreunde Reizende Buben und Damen von 1898 e. V. Musterstadt 2"


def make_team(letter="A", name="Herz Dame", *, players=4, series=3, **more):
    people = [
        ReportPlayer(number=number, name=f"Anna {number}", series=(900,) * series)
        for number in range(1, players + 1)
    ]
    half = Fraction(3, 2)
    result = SeriesPoints(
        team=1, place=1, plus=half, minus=half, possible=3, score=Fraction(3600)
    )
    values = {
        "results": (result,) * series,
        "row": LeagueRow(
            team=1,
            place=1,
            plus=Fraction(9, 2),
            minus=Fraction(9, 2),
            score=Fraction(3600 * series),
        ),
    }
    return ReportTeam(letter=letter, name=name, players=people, **(values | more))


def make_report(*teams, series=3, **more):
    return MatchReport(
        title="Spielbericht", series=tuple(range(1, series + 1)), teams=teams, **more
    )


def text_of(report):
    (page,) = reader_of(report).pages
    return " ".join(page.extract_text().split())


def test_the_report_shows_series_and_both_kinds_of_points_of_each_team():
    report = make_report(make_team(is_host=True), make_team("B", "Karo 7"))

    heads, host, guest = report.rows()
    assert heads == (
        *("", "Mannschaft", "Serie 1", "Serie 2", "Serie 3"),
        *("Spielpunkte", "Wertungspunkte", "Platz"),
    )
    assert host == (
        *("A", "Herz Dame\nAusrichter"),
        *("3600\n1,5:1,5",) * 3,
        *("10.800", "4,5:4,5", "1."),
    )
    assert guest[:2] == ("B", "Karo 7")


def test_the_line_up_names_substitutes_and_adds_up():
    bernd = ReportPlayer(name="Bernd", remark="ab Serie 2", series=(None, 48, -20))
    team = make_team(players=0)
    report = make_report(team)

    rows = report.line_up_rows(ReportTeam(name="Karo 7", letter="B", players=[bernd]))

    assert rows[1] == ("", "Bernd\nab Serie 2", "–", "48", "−20", "28")
    assert report.line_up_rows(team)[-1][-1] == "10.800"


def test_host_guests_and_a_second_person_sign():
    report = make_report(
        make_team(is_host=True), make_team("B", "Karo 7"), entered_by="Erika"
    )

    assert report.signatures() == [
        "Ausrichter: Herz Dame",
        "Gast: Karo 7",
        "Eingegeben von: Erika",
        "Von einer zweiten Person bestätigt",
    ]
    assert "Gast: Karo 7" in text_of(report)


def test_sums_and_what_is_off_stand_on_the_page():
    text = text_of(
        make_report(make_team(), sums=["Serie 1: Summe 6:6"], warnings=["Falsch!"])
    )

    assert "Serie 1: Summe 6:6" in text
    assert "Falsch!" in text


@pytest.mark.parametrize(
    ("teams", "players", "series"), [(2, 4, 2), (4, 8, 3), (5, 8, 4), (4, 12, 12)]
)
def test_every_match_fits_one_page(teams, players, series):
    letters = "ABCDE"[:teams]
    report = make_report(
        *(
            make_team(letter, f"{LONG} {letter}", players=players, series=series)
            for letter in letters
        ),
        series=series,
        state="Vorläufig",
        sums=["Serie: Summe 6:6"] * series,
    )

    assert len(reader_of(report).pages) == 1


def test_a_match_without_a_result_prints_too():
    empty = make_team(results=(None,) * 3, row=None)

    assert make_report(empty).rows()[1][2:5] == ("",) * 3
    assert "Herz Dame" in text_of(make_report(empty))
