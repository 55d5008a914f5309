from io import BytesIO

import pytest
from pypdf import PdfReader
from pypdf.generic import IndirectObject

from scoring.house.rules import PRESETS, HouseRules
from scoring.lists.sheets import System
from tests.tournaments.papers.sheets import (
    closing_rows,
    full_page,
    make_page,
    score_sheets_pdf,
    written_game,
)
from tournaments.papers.canvas.canvas import width_of
from tournaments.papers.lists.form import FIRST_BLOCK, preprinted_texts
from tournaments.papers.lists.ink import foot_texts, sheet_sides
from tournaments.papers.lists.pages import Head, ListPage, Occupants, blank_page

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


def reader_of(pdf):
    return PdfReader(BytesIO(pdf))


KINDS, WEIGHTS = ("Sans", "Serif"), ("Regular", "Bold")
OUR_FACES = {f"Skat{kind}-{weight}" for kind in KINDS for weight in WEIGHTS}
OUR_FACES |= {"DejaVuSans"}


def face_of(font):
    """Return the name of an embedded font, without its subset prefix."""
    return font["/BaseFont"].split("+")[1]


def text_of(pdf):
    return "\n".join(page.extract_text() for page in reader_of(pdf).pages)


def fonts_of(reader):
    """Return the base font of every font object in the file."""
    objects = (
        reader.get_object(IndirectObject(number, 0, reader))
        for number in range(1, int(reader.trailer["/Size"]))
    )
    return [
        thing
        for thing in objects
        if isinstance(thing, dict) and thing.get("/Type") == "/Font"
    ]


@pytest.mark.parametrize(("players", "rounds"), [(3, 12), (4, 1), (5, 6), (5, 12)])
def test_a_blank_list_is_one_page_with_all_its_numbers(players, rounds):
    page = blank_page(players, rounds=rounds)

    reader = reader_of(score_sheets_pdf([page]))

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
    reader = reader_of(score_sheets_pdf([blank_page(5, rounds=20)]))

    first, second = (page.extract_text() for page in reader.pages)
    assert "60" in first.split()
    assert "61" not in first.split()
    assert "Gesamtpunkte" not in first
    assert "Gesamtpunkte" in second


def test_the_closing_block_is_that_of_the_rules():
    assert closing_rows(make_page()) == [
        (
            *("Spielpunkte", "−8", "1", "1", "−78", "1", "1"),
            *("72", "1", "0", "63", "2", "0", "1"),
        ),
        (
            "+ (gewonnene − verlorene Spiele) × 50",
            *("0", "0", "0", "0", "50", "1", "100", "2"),
        ),
        (
            "+ verlorene Spiele der Gegenspieler × 30",
            *("30", "1", "30", "1", "60", "2", "60", "2"),
        ),
        ("Gesamtpunkte", "22", "−48", "182", "223"),
    ]


def test_other_systems_have_shorter_closings():
    plain, seeger = (
        [row[0] for row in closing_rows(blank_page(4, system=system))]
        for system in (System.PLAIN, System.SEEGER)
    )

    assert plain == ["Spielpunkte", "Gesamtpunkte"]
    bonus = "+ (gewonnene − verlorene Spiele) × 50"
    assert seeger == ["Spielpunkte", bonus, "Gesamtpunkte"]


def test_at_three_the_others_lost_games_count_forty():
    assert "Gegenspieler × 40" in text_of(score_sheets_pdf([blank_page(3)]))


def test_remarks_substitutes_and_what_was_not_played_stand_on_the_list():
    sums = {"minus": 66, "running": -66, "lost": 1}
    row = written_game(1, declarer=2, remark="überreizt", base=11, **sums)
    player = Occupants(name="Anna", substitutes=((13, "Emil"),))
    people = (player, *(Occupants(name="Bernd"),) * 3)
    said = "Zeit abgelaufen: 8 von 48 Spielen"

    page = make_page(players=people, rows=(row,), games_played=8, note=said)

    text = text_of(score_sheets_pdf([page]))
    assert all(each in text for each in ("Anna", "ab 13: Emil", "überreizt", said))


def test_a_list_of_totals_has_only_the_closing_block():
    page = make_page(rows=(), games_played=0, note="Nur das Ergebnis")

    text = text_of(score_sheets_pdf([page]))

    assert "Nur das Ergebnis" in text
    assert "223" in text
    assert "✓" not in text


def test_several_lists_are_numbered_pages_of_one_document():
    pages = [full_page("1"), blank_page(3), make_page(table="3")]

    reader = reader_of(score_sheets_pdf(pages))

    assert len(reader.pages) == 3
    assert "Seite 2 von 3" in reader.pages[1].extract_text()


def test_every_font_is_embedded():
    fonts = fonts_of(reader_of(score_sheets_pdf([make_page()])))

    assert len(fonts) >= 2
    for font in fonts:
        assert face_of(font) in OUR_FACES
        assert "/FontFile2" in font["/FontDescriptor"]


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_no_name_breaks_a_list(name):
    player = Occupants(
        name=name,
        start_number=name,
        substitutes=((2, name),) * 5,
    )
    page = ListPage(
        players=(player, Occupants(name=name), player, player, player),
        games=5,
        head=Head(event=name, place=name, series=name, table=name, code=name),
        rows=(written_game(1, 5, declarer=5, minus=18, remark=name),),
        games_played=1,
        note=name,
    )

    pdf = score_sheets_pdf([page], title=name)

    assert len(reader_of(pdf).pages) == 1
    assert pdf == score_sheets_pdf([page], title=name)


def test_the_closing_of_five_players_stays_inside_its_cells():
    lost = tuple((1, -264, {"base": 11, "without_matadors": 1}) for _ in range(5))
    page = make_page(games=lost, size=5)
    side = sheet_sides(page)[-1]
    columns = side.layout.columns

    (first,) = (text for text in foot_texts(side) if text.text == "−1320")

    width = width_of(first.text, first.size, first.font)
    assert columns[FIRST_BLOCK] < first.x - width < first.x < columns[FIRST_BLOCK + 1]
