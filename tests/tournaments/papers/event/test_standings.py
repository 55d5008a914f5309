from datetime import date
from types import SimpleNamespace

import pytest

from scoring.ranking.standings import Criterion, Placed
from tests.tournaments.papers.pdf import reader_of, rows_of, texts_of
from tournaments.events.results import StandingRow
from tournaments.events.standings.selectors import Standings
from tournaments.papers.event.standings import (
    changed_numbers,
    poster_paper,
    ranking_paper,
)
from tournaments.words.choices import Ranking


def make_event(name=""):
    return SimpleNamespace(name=name, date=date(2026, 11, 6), place="")


def make_line(place=1, name="Anna", *, shared=False, decided_by=0, **changes):
    values = {"total": 941, "won": 10, "lost": 2, "per_series": (941,)}
    values |= {"is_guest": False, "game_points": 0, "best_list": 0, "player_id": place}
    row = StandingRow(name_key=name, player=name, has_page=False, **(values | changes))
    return Placed(place=place, shared=shared, entry=row, decided_by=decided_by)


def make_standings(*lines, series=1, **changes):
    numbers = tuple(range(1, series + 1))
    values = {
        **dict.fromkeys(("series", "contest", "announced_at", "corrected_at")),
        **{"is_released": True, "lowest_wins": False, "is_former": False},
        "chain": (Criterion.TOTAL, Criterion.WON),
        **dict.fromkeys(
            ("choices", "notes", "unranked", "withheld", "reopened", "under_way"), ()
        ),
        **dict.fromkeys(("unproved", "undrawn", "drawn", "most_lists"), 0),
        **{"prize_places": 0, "lists_needed": 0, "finished": 1, "lists": 1},
    }
    return Standings(
        ranking=Ranking.SINGLE,
        series_numbers=numbers,
        series_choices=numbers,
        places=list(lines),
        **(values | changes),
    )


def make_document(*lines, event="", **changes):
    return ranking_paper(make_event(event), make_standings(*lines, **changes))


def test_a_ranking_shows_place_name_series_total_won_and_lost():
    document = make_document(make_line(), make_line(place=2, name="Bernd", total=-48))

    assert rows_of(document) == [
        ("Platz", "Name", "S1", "Gesamt", "gew.", "verl."),
        ("1.", "Anna", "941", "941", "10", "2"),
        ("2.", "Bernd", "941", "−48", "10", "2"),
    ]


def test_a_missed_series_and_games_a_former_year_did_not_count_are_dashes():
    line = make_line(per_series=(None, 0), won=0, lost=0, shared=True)
    document = make_document(line, line, series=2, is_former=True)

    rows = rows_of(document)
    assert [row[0] for row in rows] == ["Platz", "=1.", "=1."]
    assert rows[1][2:4] == ("–", "0")
    assert rows[1][-2:] == ("–", "–")


def test_clubs_have_a_column_only_when_there_are_some():
    lines = (make_line(), make_line(club_beside="Pik Sieben"))

    assert rows_of(make_document(*lines))[0] == (
        *("Platz", "Name", "Verein", "S1", "Gesamt", "gew.", "verl."),
    )


def test_what_decided_a_tie_stands_below_with_the_places():
    tied = {"decided_by": 1}
    document = make_document(
        make_line(**tied), make_line(place=2, **tied), make_line(place=3)
    )

    decided = "Platz 1, 2: mehr gewonnene Spiele"
    assert texts_of(document)[-1].startswith(decided)
    assert decided in reader_of(document).pages[0].extract_text()
    tied["shared"] = True
    shared = make_document(make_line(**tied), make_line(**tied), make_line(place=3))
    assert texts_of(shared)[-1].startswith("Platz 1: mehr gewonnene Spiele")


@pytest.mark.parametrize(
    ("count", "is_wide"), [(1, False), (4, False), (5, True), (12, True)]
)
def test_many_series_turn_the_page(count, is_wide):
    document = make_document(make_line(per_series=(10,) * count), series=count)

    page = reader_of(document).pages[0]

    assert (page.mediabox.width > page.mediabox.height) == is_wide
    assert round(sum(space.width for space in document.parts[0].spaces)) <= 267


def test_the_head_is_repeated_on_every_page():
    lines = [make_line(place=place) for place in range(1, 201)]

    pages = [page.extract_text() for page in reader_of(make_document(*lines)).pages]

    assert len(pages) > 1
    assert all("Gesamt" in page for page in pages)
    assert f"Seite 1 von {len(pages)}" in pages[0]


def test_a_club_name_that_looks_like_markup_is_printed_as_it_is():
    club = "<b>A & B</b>"
    document = make_document(make_line(club_beside=club), event=club)

    assert reader_of(document).pages[0].extract_text().count(club) == 2


def test_no_results_are_said_in_words():
    (page,) = reader_of(make_document(finished=0)).pages

    assert "Noch ist nichts gespielt" in page.extract_text()


@pytest.mark.parametrize(("count", "pages"), [(4, 1), (48, 1), (160, 3)])
def test_a_poster_has_everybody(count, pages):
    lines = [make_line(place=number) for number in range(1, count + 1)]
    poster = poster_paper(make_event(), make_standings(*lines))

    found = reader_of(poster).pages

    assert len(found) == pages
    assert "".join(page.extract_text() for page in found).count("Anna") == count


def test_a_footnote_names_points_and_games_that_a_decision_changes():
    decision = SimpleNamespace(points=-1, won=-1, lost=0)

    assert changed_numbers(decision) == "−1 Punkte −1 gewonnen"
