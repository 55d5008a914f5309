from dataclasses import replace

import pytest

from scoring.house.rules import PRESETS, HouseRules
from scoring.lists.sheets import System, close_list
from tests.factories import EIGHT_GAMES, make_secretary, make_sheet, type_games
from tests.scoring.game_lists import written_line
from tests.tournaments.papers.pdf import closing_rows, pdf_of, reader_of
from tournaments.papers.ink import (
    foot_texts,
    lists_paper,
    preprinted_texts,
    sheet_sides,
)
from tournaments.papers.lists import (
    FIRST_BLOCK,
    Head,
    ListPage,
    Occupants,
    WrittenGame,
    blank_page,
    typed_pages,
)
from tournaments.scope.scope import Audience, shown_to
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ScoreSheet
from tournaments.web.canvas import width_of

HOSTILE_NAMES = (
    "x" * 200,
    "Łukasz 'Łuki' Żółć",
    "<script>alert(1)</script> & <b>",
    "שלום עולם",
    "😀👨‍👩‍👧",
    "",
    "\u202eabc\x00\n\t",
    "Donaudampfschifffahrtsgesellschaft-" * 5,
)


@pytest.fixture(scope="module")
def pages(module_db):
    """The list of rules 3.3, finished after eight games and after six times as many."""
    erika = make_secretary()
    for people, times in ((("Anna", "Bernd", "Carla", "Dieter"), 1), ("EFGH", 6)):
        sheet = make_sheet(people)
        type_games(sheet, EIGHT_GAMES * times, by=erika)
        finish_sheet(sheet=sheet, by=erika, cut_short=times == 1)
    with shown_to(Audience.CLUB):
        return typed_pages(ScoreSheet.objects.with_event().order_by("pk"))


@pytest.fixture
def finished(pages):
    return pages[0]


def text_of(*pages):
    """Return the text of lists in one file."""
    sides = reader_of(lists_paper(pages)).pages
    return "\n".join(side.extract_text() for side in sides)


@pytest.mark.parametrize(("players", "rounds"), [(3, 12), (4, 1), (5, 6), (5, 12)])
def test_a_blank_list_is_one_page_with_all_its_numbers(players, rounds):
    page = blank_page(players, rounds=rounds)

    reader = reader_of(lists_paper([page]))

    words = reader.pages[0].extract_text().split()
    assert len(reader.pages) == 1
    assert {str(n) for n in range(1, players * rounds + 1)} <= set(words)


def test_the_heads_are_those_of_the_official_list():
    (side,) = sheet_sides(blank_page(3))

    heads = " ".join(text.text for text in preprinted_texts(side.layout))
    assert (
        "Lfd. Nr. Grundwert mit Spitzen ohne Spitzen Hand Schneider Schneider angesagt "
        "Schwarz Schwarz angesagt offen Gewinnstufen Werte + − eingepasst" in heads
    )
    for place in (1, 2, 3):
        assert f"{place} Punkte gewonnen verloren" in heads


@pytest.mark.parametrize(
    ("rules", "room"),
    [
        (HouseRules(target=500), "Augen + −"),
        (PRESETS["marks"], "R Ramsch: Augen der drei quer über die Gewinnstufen"),
    ],
)
def test_a_blank_list_has_room_for_card_points_where_they_count(rules, room):
    def heads(page):
        (side,) = sheet_sides(page)
        return " ".join(text.text for text in preprinted_texts(side.layout))

    assert room in heads(blank_page(3, rules=rules))
    assert room not in heads(blank_page(3))


@pytest.mark.parametrize(("players", "rounds"), [(4, 16), (3, 21), (5, 12)])
def test_the_type_of_the_fullest_page_is_legible(players, rounds):
    (side,) = sheet_sides(blank_page(players, rounds=rounds))

    smallest = min(text.size for text in preprinted_texts(side.layout))
    assert 8 <= smallest <= side.layout.row_height


def test_a_very_long_list_goes_on_in_whole_rounds_and_closes_on_the_last_page():
    reader = reader_of(lists_paper([blank_page(5, rounds=20)]))

    first, second = (page.extract_text() for page in reader.pages)
    assert "60" in first.split()
    assert "61" not in first.split()
    assert "Gesamtpunkte" not in first
    assert "Gesamtpunkte" in second


def test_the_closing_block_is_that_of_the_rules(finished):
    assert closing_rows(finished) == [
        (
            *("Spielpunkte", "−8", "1", "1", "−78", "1", "1"),
            *("72", "1", "0", "63", "2", "0", "1"),
        ),
        (
            "+ (gewonnene − verlorene Spiele) × 50",
            *("0", "0", "0", "0", "50", "1", "100", "2"),
        ),
        (
            "+ verlorene Spiele der anderen × 30",
            *("30", "1", "30", "1", "60", "2", "60", "2"),
        ),
        ("Gesamtpunkte", "22", "−48", "182", "223"),
    ]


def test_other_systems_have_shorter_closings():
    plain, seeger = (
        [row[0] for row in closing_rows(blank_page(4, rules=HouseRules(system=system)))]
        for system in (System.PLAIN, System.SEEGER)
    )

    assert plain == ["Spielpunkte", "Gesamtpunkte"]
    bonus = "+ (gewonnene − verlorene Spiele) × 50"
    assert seeger == ["Spielpunkte", bonus, "Gesamtpunkte"]


def test_at_three_the_others_lost_games_count_forty():
    assert "der anderen × 40" in text_of(blank_page(3))


def test_remarks_substitutes_and_what_was_not_played_stand_on_the_list(finished):
    rows = (finished.rows[0]._replace(remark="überreizt"),)
    player = Occupants(name="Anna", substitutes=((13, "Emil"),))
    people = (player, *(Occupants(name="Bernd"),) * 3)
    said = "Zeit abgelaufen: 8 von 48 Spielen"

    page = replace(finished, players=people, rows=rows, games_played=8, note=said)

    text = text_of(page)
    assert all(each in text for each in ("Anna", "ab 13: Emil", "überreizt", said))


def test_a_list_of_totals_has_only_the_closing_block(finished):
    page = replace(finished, rows=(), games_played=0, note="Nur das Ergebnis")

    text = text_of(page)

    assert "Nur das Ergebnis" in text
    assert "223" in text
    assert "✓" not in text


def test_several_lists_are_numbered_pages_of_one_document(pages):
    eight, full = pages
    assert len(full.rows) == 48

    reader = reader_of(lists_paper([full, blank_page(3), eight]))

    assert len(reader.pages) == 3
    assert "Seite 2 von 3" in reader.pages[1].extract_text()


@pytest.mark.usefixtures("standing_clock")
@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_no_name_breaks_a_list(name):
    player = Occupants(name, name, substitutes=((2, name),) * 5)
    row = WrittenGame(1, ("1", *[""] * (FIRST_BLOCK + 15)), declarer=5, remark=name)
    page = ListPage(
        players=(player, Occupants(name=name), player, player, player),
        games=5,
        head=Head(event=name, place=name, series=name, table=name, code=name),
        rows=(row,),
        games_played=1,
        note=name,
    )

    paper = lists_paper([page])

    assert len(reader_of(paper, title=name).pages) == 1
    assert pdf_of(paper, title=name) == pdf_of(lists_paper([page]), title=name)


def test_the_closing_of_five_players_stays_inside_its_cells():
    lost = {"declarer": 1, "score": -264, "won": False}
    lines = [written_line(number=number, **lost) for number in range(1, 6)]
    page = replace(blank_page(5), totals=close_list(lines, players=5))
    side = sheet_sides(page)[-1]
    columns = side.layout.columns

    (first,) = (text for text in foot_texts(side) if text.text == "−1320")

    width = width_of(first.text, first.size, first.font)
    assert columns[FIRST_BLOCK] < first.x - width < first.x < columns[FIRST_BLOCK + 1]
