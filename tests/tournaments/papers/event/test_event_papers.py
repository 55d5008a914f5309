"""The papers of an event: draw, cards, prizes, receipts and certificates."""

import base64
from functools import partial
from itertools import groupby
from operator import attrgetter
from types import SimpleNamespace

import pytest

from scoring.game.written_games import Contract
from tests.tournaments.papers.event.test_standings import (
    make_event,
    make_line,
    make_standings,
)
from tests.tournaments.papers.pdf import pdf_of, reader_of
from tournaments.events.money.awards import PrizeList, Winner
from tournaments.papers.event.cards import (
    Receipt,
    StartCard,
    draw_place_card,
    draw_receipt,
    draw_start_card,
    start_card_head,
    table_signs,
)
from tournaments.papers.event.certificates import Certificate, draw_certificate
from tournaments.papers.event.draws import DrawByName, DrawByTable, SeriesDraw
from tournaments.papers.event.standings import poster_paper, prize_table, prizes_paper
from tournaments.web.canvas import Addresses, PageFrame, drawing_inside, suit_drawing
from tournaments.web.shapes import CardPaper, SheetPaper

LOGO = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAA"
    "AABJRU5ErkJggg=="
)


SITE = Addresses("http://192.168.1.20:8000/")


def make_seat(name="Anna", *, number="17", club="", **where):
    about = {"name": name, "number": number, "club": club, "code": "K7FQ"}
    return SimpleNamespace(**{"table": 1, "place": 1} | about | where)


def draw_by_table(*people):
    tables = [list(seats) for _at, seats in groupby(people, attrgetter("table"))]
    return DrawByTable(series=[SeriesDraw(1, "", tables)])


def draw_by_name(name, series, count):
    heads = ("Nr.", "Name", *["S"] * series)
    rows = [("1", name, *["12 / 3"] * series)] * count
    return DrawByName(title="Wer sitzt wo", rows=[heads, *rows])


def place_cards(cards, event="Pokal"):
    about = {"headline": f"{event} · Serie 1", "addresses": SITE}
    return CardPaper(cards=cards, draw_card=partial(draw_place_card, **about))


def receipts(cards, event="Pokal"):
    about = {"event": event, "place": "Linde", "receiver": "Skatfreunde Musterstadt"}
    return CardPaper(cards=cards, draw_card=partial(draw_receipt, **about), columns=1)


def certificates(*sheets, event="Pokal", **about):
    draw = partial(draw_certificate, event=event, **about)
    return SheetPaper(sheets=sheets, draw_sheet=draw)


def prize_list(*people):
    """Return a list of prizes of the winners of a ranking nobody looks at."""
    empty = {"plan": None, "others": (), "rest": 0, "overpaid": (), "absent": []}
    return PrizeList(rankings=[make_standings()], people=people, **empty)


def make_winner(name="Anna", **changes):
    values = {"place": 1, "prize": 1, "gap": 0, "owner": 1, "shared": False}
    values |= {"club": "", "points": 7, "amount": 2500, "things": (), "note": ""}
    return Winner(name=name, **(values | changes))


def papers(name="Anna", count=1):
    """Return one document of each kind about ``count`` people of that name."""
    people = range(count)
    event = make_event(name)
    seats = [("1", "3", "2")] * 12
    card = StartCard(name, name, name, "K7F", "K7F", seats)
    draw_card = partial(draw_start_card, headline=name)
    lines = [make_line(place=n + 1, name=name) for n in people]
    return {
        "draw by table": draw_by_table(
            *(
                make_seat(name, table=n + 1, place=place, club=name)
                for n in people
                for place in range(1, 5)
            )
        ),
        "draw by name": draw_by_name(name, 2, count),
        "draw by name, all series": draw_by_name(name, 9, count),
        "start cards": CardPaper(cards=[card] * count, draw_card=draw_card),
        "place cards": place_cards([make_seat(name)] * count, name),
        "poster": poster_paper(event, make_standings(*lines)),
        "prize list": prizes_paper(event, prize_list(*[make_winner(name)] * count)),
        "receipts": receipts([Receipt("1", name, [(name, 100)] * 9)] * count, name),
        "certificates": certificates(
            *[Certificate(name=name, place="1. Platz")] * count, event=name
        ),
    }


def test_a_paper_about_nobody_is_still_a_document():
    for kind, paper in papers(count=0).items():
        assert pdf_of(paper).startswith(b"%PDF"), kind


def test_a_long_name_of_an_event_is_broken_before_it_is_printed_small():
    name = "22. Offene Stadtmeisterschaft im Preisskat um den Wanderpokal"
    card = StartCard("Anna", "", "12", "K7F", "K7F", [])

    lines = start_card_head(card, f"{name} · 6.11.2026", 0, 100, 200)[:2]

    assert {line.size for line in lines} == {8.5}


def test_seventeen_people_need_so_many_pages():
    pages = {"start cards": 3, "place cards": 3, "receipts": 5, "certificates": 17}
    of_many = papers(count=17)

    assert {kind: len(reader_of(of_many[kind]).pages) for kind in pages} == pages


def test_no_word_of_a_name_is_broken_on_the_draw_by_table():
    name = "Maximiliane von Düsterlohe-Schwarzenbüttel"
    document = draw_by_table(*(make_seat(name, place=n) for n in range(1, 5)))

    text = reader_of(document).pages[0].extract_text()

    assert text.count("Schwarzenbüttel") == 4


def test_a_prize_list_has_a_column_to_sign_and_clubs_only_where_there_are_some():
    heads, row = prize_table(prize_list(make_winner())).rows
    clubs = prize_list(make_winner(club="Pik Sieben"))

    assert heads[-1] == "Unterschrift"
    assert row == ("1.", "Anna", "7", "25,00 €", "")
    assert prize_table(clubs).rows[1][2] == "Pik Sieben"


def test_a_certificate_keeps_all_its_long_names_whole():
    event = "Großes Jubiläumsturnier zum hundertfünfundzwanzigjährigen Bestehen"
    place = "Mehrzweckhalle der Grundschule Nebelhausen an der Obermühle"
    team = "Spielgemeinschaft Skatfreunde Rot-Weiß Hinterzarten-Titisee II"
    people = "Hans-Joachim von der Heide-Osterkamp, " * 4 + "Anna"
    document = certificates(
        Certificate(name=team, place="1. Platz", club=people),
        event=event,
        place_and_date=f"{place}, 6. November 2026",
    )

    text = reader_of(document).pages[0].extract_text()

    assert "…" not in text
    for name in (event, place, "6. November 2026", team, people):
        assert "".join(name.split()) in "".join(text.split())


def test_a_receipt_with_too_many_items_says_that_there_are_more():
    (receipt,) = papers()["receipts"].cards

    assert receipt.shown_items[-1] == ("weitere Posten", "…")
    assert receipt.total == "9,00 €"


def test_a_certificate_says_who_reached_which_place():
    (page,) = reader_of(papers()["certificates"]).pages

    text = page.extract_text()
    assert all(part in text for part in ("Urkunde", "Anna", "1. Platz"))
    hearts = suit_drawing(Contract.HEARTS, 0, 0, 1).split(" cm ")[1][:60]
    assert hearts in str(page.get_contents().get_data())


def test_the_club_hands_a_certificate_over_in_its_own_words():
    document = certificates(
        Certificate(name="Anna", place="1. Platz"),
        organiser="Pik Sieben",
        text="Wir gratulieren von Herzen.\n\nGut Blatt!",
    )

    with drawing_inside(PageFrame(club="Pik Sieben", logo=LOGO)):
        (page,) = reader_of(document).pages

    assert page.extract_text().count("Pik Sieben") == 1
    lines = page.extract_text().splitlines()
    assert {"Wir gratulieren von Herzen.", "Gut Blatt!"} <= set(map(str.strip, lines))
    assert len(page.images) == 1


def test_a_table_sign_says_its_number_on_both_sides():
    reader = reader_of(table_signs("P", [7, 12]))

    assert [page.extract_text().count("Tisch") for page in reader.pages] == [2, 2]
    assert reader.pages[1].extract_text().count("12") == 2


@pytest.mark.parametrize(("count", "series"), [(1, 9), (48, 9), (160, 1)])
def test_no_page_of_the_draw_by_name_is_without_names(count, series):
    name = "Hans-Joachim von der Heide-Osterkamp zu Schwartau-Rensefeld"
    pages = reader_of(draw_by_name(name, series, count)).pages

    assert all("Heide-" in page.extract_text() for page in pages)


def test_what_is_cut_or_framed_does_not_name_house_rules():
    for kind in ("start cards", "place cards", "receipts", "certificates", "poster"):
        with drawing_inside(PageFrame(rules="Hausregeln: Kontra und Re")):
            reader = reader_of(papers()[kind])
        assert "Kontra" not in reader.pages[0].extract_text(), kind


@pytest.mark.parametrize(("tables", "pages"), [(4, 1), (24, 2)])
def test_series_share_a_page_where_their_names_are_read_from_afar(tables, pages):
    seats = [[make_seat(table=n, place=p) for p in (1, 2, 3)] for n in range(tables)]
    series = [SeriesDraw(number, f"Note {number}", seats) for number in (1, 2)]

    paper = reader_of(DrawByTable(series=series))
    texts = [page.extract_text() for page in paper.pages]

    assert len(texts) == pages
    assert all(f"Serie {n}" in "".join(texts) for n in (1, 2))
    assert ("Note 1 · Note 2" in texts[0]) == (pages == 1)


@pytest.mark.parametrize("tables", [3, 12, 40])
def test_all_names_of_a_draw_are_of_one_size_that_is_read_from_afar(tables):
    names = ("Anna", "Hans-Joachim von der Heide-Osterkamp zu Schwartau-Rensefeld")
    document = draw_by_table(
        *(
            make_seat(name, table=n, number="", club="Pik Sieben")
            for n in range(1, tables + 1)
            for name in names * 2
        )
    )
    sizes = set()

    def visit(text, _matrix, _at, font, size):
        if font and "Bold" in font["/BaseFont"] and "Anna" in text:
            sizes.add(size)

    for page in reader_of(document).pages:
        page.extract_text(visitor_text=visit)

    assert len(sizes) == 1
    assert min(sizes) >= 11
