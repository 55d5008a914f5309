import pytest

from tests.tournaments.papers.pdf import reader_of
from tournaments.papers.leagues import (
    ReportForm,
    TeamReport,
    line_up,
    list_totals,
    report_paper,
)

LONG = "Skatfreunde Reizende Buben und Damen von 1898 e. V. Musterstadt 2"


def make_team(letter="A", name="Herz Dame", *, players=4, series=3, **more):
    people = [
        (str(number), f"Anna {number}", *["900"] * series, str(900 * series))
        for number in range(1, players + 1)
    ]
    values = {
        "people": people,
        "result_cells": (*["3600\n1,5:1,5"] * series, "10.800", "4,5:4,5", "1."),
        "sums": (*["3600"] * series, "10.800"),
    }
    return TeamReport(letter=letter, name=name, **(values | more))


def make_form(*teams, series=3, **more):
    return ReportForm(series=range(1, series + 1), teams=teams, **more)


def make_report(*teams, checks=(), above=(), **more):
    form = make_form(*teams, **more)
    return report_paper(form, title="Spielbericht", above=above, checks=checks)


def text_of(report):
    (page,) = reader_of(report).pages
    return " ".join(page.extract_text().split())


def test_the_report_shows_series_and_both_kinds_of_points_of_each_team():
    host = make_team(is_host=True, remarks=["Ausrichter"])
    heads, host, guest = make_form(host, make_team("B", "Karo 7")).results().rows
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
    bernd = ("", "Bernd\nab Serie 2", *list_totals({1: 48, 2: -20}, 3))

    rows = line_up(make_team(players=0, people=[bernd]), range(1, 4)).rows

    assert rows[1] == ("", "Bernd\nab Serie 2", "–", "48", "−20", "28")
    assert rows[-1][-1] == "10.800"


def test_host_guests_and_a_second_person_sign():
    teams = make_team(is_host=True), make_team("B", "Karo 7")

    assert make_form(*teams, entered_by="Erika").signatures() == [
        "Ausrichter: Herz Dame",
        "Gast: Karo 7",
        "Eingegeben von: Erika",
        "Von einer zweiten Person bestätigt",
    ]
    assert "Gast: Karo 7" in text_of(make_report(*teams))


def test_sums_and_what_is_off_stand_on_the_page():
    text = text_of(make_report(make_team(), checks=["Falsch!", "Serie 1: Summe 6:6"]))

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
        above=["Vorläufig"],
        checks=[" · ".join(["Serie: Summe 6:6"] * series)],
    )

    assert len(reader_of(report).pages) == 1


def test_a_match_without_a_result_prints_too():
    cells = {"result_cells": [""] * 6, "sums": [""] * 4}

    text = text_of(make_report(make_team(is_open=True, **cells)))

    assert "Herz Dame" in text
    assert "Ersatz:" in text
