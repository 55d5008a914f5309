from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.tournaments.papers.pdf import pdf_of
from tournaments.papers.event.standings import StandingsDocument, StandingsLine


def make_line(place=1, name="Anna", **changes):
    values = {"total": 941, "won": 10, "lost": 2, "series": (941,)}
    return StandingsLine(place=place, name=name, **(values | changes))


def make_document(*lines, **changes):
    return StandingsDocument(
        **({"title": "Rangliste", "series": ("1",)} | changes), lines=lines
    )


def read(document):
    return PdfReader(BytesIO(pdf_of(document)))


def test_a_ranking_shows_place_name_series_total_won_and_lost():
    document = make_document(make_line(), make_line(place=2, name="Bernd", total=-48))

    assert document.rows() == [
        ("Platz", "Name", "1", "Gesamt", "gew.", "verl."),
        ("1.", "Anna", "941", "941", "10", "2"),
        ("2.", "Bernd", "941", "−48", "10", "2"),
    ]


def test_a_shared_place_is_shown_as_shared():
    document = make_document(
        make_line(shared=True), make_line(name="Bernd", shared=True)
    )

    assert [row[0] for row in document.rows()] == ["Platz", "= 1.", "= 1."]


def test_a_series_somebody_missed_is_a_dash_and_not_a_nought():
    document = make_document(make_line(series=(None, 0)), series=("1", "2"))

    assert document.rows()[1][2:4] == ("–", "0")


def test_clubs_have_a_column_only_when_there_are_some():
    document = make_document(make_line(club="Skat & Co"))

    assert document.rows()[0] == (
        *("Platz", "Name", "Verein", "1", "Gesamt", "gew.", "verl."),
    )


def test_what_decided_a_tie_stands_below_with_the_places():
    tied = {"remark": "mehr gewonnene Spiele"}
    document = make_document(
        make_line(**tied), make_line(place=2, **tied), make_line(place=3)
    )

    assert document.ties() == ["Platz 1, 2: mehr gewonnene Spiele"]
    assert "Platz 1, 2: mehr gewonnene Spiele" in read(document).pages[0].extract_text()


@pytest.mark.parametrize(
    ("count", "is_wide"), [(1, False), (4, False), (5, True), (12, True)]
)
def test_many_series_turn_the_page(count, is_wide):
    heads = tuple(str(number) for number in range(1, count + 1))
    document = make_document(make_line(series=(10,) * count), series=heads)

    page = read(document).pages[0]

    assert (page.mediabox.width > page.mediabox.height) == is_wide
    assert round(sum(column.width for column in document.columns())) <= 267


def test_the_head_is_repeated_on_every_page():
    lines = [make_line(place=place) for place in range(1, 201)]

    pages = [page.extract_text() for page in read(make_document(*lines)).pages]

    assert len(pages) > 1
    assert all("Gesamt" in page for page in pages)
    assert f"Seite 1 von {len(pages)}" in pages[0]


def test_a_club_name_that_looks_like_markup_is_printed_as_it_is():
    club = "<b>A & B</b>"
    document = make_document(make_line(club=club), title=club, subtitle=club, note=club)

    assert read(document).pages[0].extract_text().count(club) == 4


def test_no_results_are_said_in_words():
    assert "Noch keine Ergebnisse" in read(make_document()).pages[0].extract_text()


def test_a_place_that_is_shared_is_named_once():
    tied = {"remark": "mehr gewonnene Spiele", "shared": True}
    document = make_document(make_line(**tied), make_line(**tied), make_line(place=3))

    assert document.ties() == ["Platz 1: mehr gewonnene Spiele"]
