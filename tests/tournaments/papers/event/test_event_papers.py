"""The papers of an event: draw, cards, prizes, receipts and certificates."""

import base64

import pytest
from reportlab.lib.units import mm

from scoring.game.contracts import Contract
from tests.tournaments.papers.lists.test_score_sheet import (
    OUR_FACES,
    face_of,
    fonts_of,
)
from tests.tournaments.papers.pdf import pdf_of, reader_of
from tournaments.papers.canvas.frames import PageFrame, drawing_inside
from tournaments.papers.canvas.suits import suit_drawing
from tournaments.papers.event.certificates import Certificate, CertificatesDocument
from tournaments.papers.event.posters import PosterDocument
from tournaments.papers.event.prize_list import Prize, PrizeListDocument
from tournaments.papers.event.standings import StandingsDocument, StandingsLine
from tournaments.papers.money.receipts import Receipt, ReceiptsDocument, shown_items
from tournaments.papers.seats.draw_sheets import (
    DrawByName,
    DrawByTable,
    DrawnName,
    DrawnSeat,
    DrawnTable,
)
from tournaments.papers.seats.hat_lots import LotsDocument
from tournaments.papers.seats.place_cards import (
    PlaceCard,
    PlaceCardsDocument,
)
from tournaments.papers.seats.start_cards import CardSeat, StartCard, StartCardsDocument
from tournaments.papers.seats.table_signs import TableSignsDocument

LOGO = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAA"
    "AABJRU5ErkJggg=="
)


def papers(name="Anna", count=1):
    """Return one document of each kind about ``count`` people of that name."""
    people = range(count)
    seat = DrawnSeat(name=name, start_number="17", club=name)
    return {
        "draw by table": DrawByTable(
            title=name,
            subtitle=name,
            note=name,
            tables=[DrawnTable(number=n + 1, seats=(seat,) * 4) for n in people],
        ),
        "draw by name": DrawByName(
            title=name,
            subtitle=name,
            series=("1", "2"),
            lines=[DrawnName(name=name, seats=("1 / 2", "3 / 4")) for _ in people],
        ),
        "draw by name, all series": DrawByName(
            title=name,
            series=tuple("123456789"),
            lines=[DrawnName(name=name, seats=("1 / 2",) * 9) for _ in people],
        ),
        "start cards": StartCardsDocument(
            event=name,
            cards=[
                StartCard(
                    name=name,
                    club=name,
                    start_number=name,
                    code="K7F",
                    seats=(CardSeat(series="1", table="3", seat="2"),) * 12,
                )
                for _ in people
            ],
        ),
        "place cards": PlaceCardsDocument(
            event=name,
            cards=[PlaceCard(name=name, table="3", seat="1") for _ in people],
        ),
        "poster": PosterDocument(
            standings=StandingsDocument(
                title=name,
                lines=[
                    StandingsLine(place=n + 1, name=name, total=7, won=1, lost=0)
                    for n in people
                ],
            )
        ),
        "prize list": PrizeListDocument(
            title=name,
            total="25,00 €",
            prizes=[Prize(place="1.", name=name, prize="25,00 €") for _ in people],
        ),
        "receipts": ReceiptsDocument(
            event=name,
            receiver=name,
            receipts=[
                Receipt(
                    number="1",
                    payer=name,
                    items=((name, "1,00 €"),) * 9,
                    total="9,00 €",
                )
                for _ in people
            ],
        ),
        "certificates": CertificatesDocument(
            event=name,
            signatures=("Spielleiter", name),
            certificates=[Certificate(name=name, place="1. Platz") for _ in people],
        ),
    }


KINDS = list(papers())


@pytest.mark.parametrize("kind", KINDS)
def test_every_paper_shows_the_name_and_embeds_its_fonts(kind):
    reader = reader_of(papers()[kind])

    assert "Anna" in reader.pages[0].extract_text()
    assert {face_of(font) for font in fonts_of(reader)} <= OUR_FACES


@pytest.mark.parametrize("kind", KINDS)
def test_a_paper_about_nobody_is_still_a_document(kind):
    assert pdf_of(papers(count=0)[kind]).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("kind", "pages"),
    [
        ("start cards", 3),
        ("place cards", 3),
        ("receipts", 5),
        ("certificates", 17),
    ],
)
def test_seventeen_people_need_so_many_pages(kind, pages):
    assert len(reader_of(papers(count=17)[kind]).pages) == pages


def test_no_word_of_a_name_is_broken_on_the_draw_by_table():
    seat = DrawnSeat(name="Maximiliane von Düsterlohe-Schwarzenbüttel")
    document = DrawByTable(
        title="Auslosung", tables=[DrawnTable(number=1, seats=(seat,) * 4)]
    )

    text = reader_of(document).pages[0].extract_text()

    assert text.count("Schwarzenbüttel") == 4


def test_a_table_of_three_leaves_its_fourth_place_empty():
    seats = (DrawnSeat(name="Anna"),) * 4
    document = DrawByTable(
        title="Auslosung",
        tables=(
            DrawnTable(number=1, seats=seats),
            DrawnTable(number=2, seats=seats[:3]),
        ),
    )

    assert document.rows()[2] == ("2", "Anna", "Anna", "Anna", "")


def test_a_start_card_lists_all_series():
    (page,) = reader_of(papers()["start cards"]).pages

    words = page.extract_text().split()
    assert words.count("Anna") == 4
    assert "K7F" in words
    assert [words.count(word) for word in ("1", "3", "2")] == [12, 12, 12]


@pytest.mark.parametrize(
    "document",
    [
        PlaceCardsDocument(
            event="Pokal",
            cards=[PlaceCard(name="Anna", start_number="5", code="K7FQ", qr="K")] * 8,
        ),
        LotsDocument(event="Pokal", sizes=[4] * 8),
    ],
)
def test_cards_keep_away_from_what_printers_leave_blank(document):
    (page,) = reader_of(document).pages
    places = []
    page.extract_text(
        visitor_text=lambda text, _matrix, at, *_font: (
            places.append((at[4], at[5])) if text.strip() else None
        )
    )

    assert min(x for x, _y in places) >= 6 * mm
    assert min(y for _x, y in places) >= 12 * mm


def test_a_prize_list_has_a_column_to_sign():
    assert papers()["prize list"].rows()[0][-1] == "Erhalten"
    assert papers()["prize list"].rows()[1] == ("1.", "Anna", "", "25,00 €", "")


def test_a_prize_list_has_clubs_only_where_there_are_some():
    prize = Prize(place="1.", name="Anna", club="Pik Sieben", prize="Schinken")

    assert PrizeListDocument(title="Pokal", prizes=[prize]).rows()[1][2] == "Pik Sieben"


def test_a_certificate_keeps_a_long_event_and_its_day():
    event = "Großes Jubiläumsturnier zum hundertfünfundzwanzigjährigen Bestehen"
    place = "Mehrzweckhalle der Grundschule Nebelhausen an der Obermühle"
    document = CertificatesDocument(
        event=event,
        place_and_date=f"{place}, 6. November 2026",
        certificates=[Certificate(name="Anna", place="1. Platz")],
    )

    text = reader_of(document).pages[0].extract_text()

    assert "…" not in text
    assert all(part in text.split() for part in ("Bestehen", "Obermühle,", "2026"))


def test_a_receipt_with_too_many_items_says_that_there_are_more():
    (receipt,) = papers()["receipts"].receipts

    assert shown_items(receipt)[-1] == ("weitere Posten", "…")
    assert receipt.total == "9,00 €"


def test_a_certificate_says_who_reached_which_place():
    reader = reader_of(papers()["certificates"])

    text = reader.pages[0].extract_text()
    (certificate,) = papers()["certificates"].certificates
    assert certificate == Certificate(name="Anna", place="1. Platz")
    assert all(part in text for part in ("Urkunde", "Anna", "1. Platz"))
    assert hearts_on(reader.pages[0])


def hearts_on(page):
    """Return whether the red hearts are drawn on a page."""
    return suit_drawing(Contract.HEARTS, 0, 0, 1).split(" cm ")[1][:60] in str(
        page.get_contents().get_data()
    )


def test_the_club_hands_a_certificate_over_in_its_own_words():
    document = CertificatesDocument(
        event="Pokal",
        organiser="Pik Sieben",
        text="Wir gratulieren von Herzen.\n\nGut Blatt!",
        certificates=[Certificate(name="Anna", place="1. Platz")],
    )

    with drawing_inside(PageFrame(club="Pik Sieben", logo=LOGO)):
        (page,) = reader_of(document).pages

    assert page.extract_text().count("Pik Sieben") == 1
    lines = page.extract_text().splitlines()
    assert {"Wir gratulieren von Herzen.", "Gut Blatt!"} <= set(map(str.strip, lines))
    assert len(page.images) == 1


def test_a_certificate_keeps_the_whole_name_of_a_team_and_its_people():
    team = "Spielgemeinschaft Skatfreunde Rot-Weiß Hinterzarten-Titisee II"
    people = "Hans-Joachim von der Heide-Osterkamp, " * 4 + "Anna"
    document = CertificatesDocument(
        event="Pokal",
        certificates=[Certificate(name=team, place="1. Platz", club=people)],
    )

    text = reader_of(document).pages[0].extract_text()

    assert "".join(team.split()) in "".join(text.split())
    assert "".join(people.split()) in "".join(text.split())


def test_every_place_is_one_lot():
    lots = LotsDocument(event="Pokal", sizes=(4, 3))

    assert lots.lots == [(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (2, 3)]
    (page,) = reader_of(lots).pages
    assert page.extract_text().count("Tisch 2") == 3


def test_a_table_sign_says_its_number_on_both_sides():
    reader = reader_of(TableSignsDocument(event="P", tables=[7, 12]))

    assert [page.extract_text().count("Tisch") for page in reader.pages] == [2, 2]
    assert reader.pages[1].extract_text().count("12") == 2


@pytest.mark.parametrize(("count", "pages"), [(4, 1), (48, 1), (160, 3)])
def test_a_poster_has_everybody(count, pages):
    reader = reader_of(papers(count=count)["poster"])

    assert len(reader.pages) == pages
    assert (
        "".join(p.extract_text() for p in reader.pages).count("Anna") == count + pages
    )


@pytest.mark.parametrize("count", [1, 32, 160])
@pytest.mark.parametrize("series", [1, 3, 9])
def test_no_page_of_the_draw_by_name_is_without_names(count, series):
    name = "Hans-Joachim von der Heide-Osterkamp zu Schwartau-Rensefeld"
    document = DrawByName(
        title="Wer sitzt wo",
        series=("S",) * series,
        lines=[DrawnName(name=name, seats=("12 / 3",) * series) for _ in range(count)],
    )

    pages = reader_of(document).pages

    assert all("Heide-" in page.extract_text() for page in pages)


@pytest.mark.parametrize(
    "kind", ["start cards", "place cards", "receipts", "certificates", "poster"]
)
def test_what_is_cut_or_framed_does_not_name_house_rules(kind):
    with drawing_inside(PageFrame(rules="Hausregeln: Kontra und Re")):
        reader = reader_of(papers()[kind])

    assert "Kontra" not in reader.pages[0].extract_text()


@pytest.mark.parametrize(("tables", "least"), [(3, 11), (8, 11), (12, 11), (40, 11)])
def test_all_names_of_a_draw_are_of_one_size_that_is_read_from_afar(tables, least):
    names = ("Anna", "Hans-Joachim von der Heide-Osterkamp zu Schwartau-Rensefeld")
    seats = tuple(DrawnSeat(name=name, club="Pik Sieben") for name in names * 2)
    document = DrawByTable(
        title="Auslosung",
        tables=[DrawnTable(number=n, seats=seats) for n in range(1, tables + 1)],
    )
    sizes = set()

    def visit(text, _matrix, _at, font, size):
        if font and "Bold" in font["/BaseFont"] and "Anna" in text:
            sizes.add(size)

    for page in reader_of(document).pages:
        page.extract_text(visitor_text=visit)

    assert len(sizes) == 1
    assert min(sizes) >= least
