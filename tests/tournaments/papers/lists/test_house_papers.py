"""Lists under house rules on paper, and what is settled after them."""

from dataclasses import replace

import pytest

from tests.tournaments.papers.pdf import closing_rows, rows_of
from tests.tournaments.sheets.house import house_lists as house
from tournaments.events.money.selectors import list_money
from tournaments.papers.event.rules import settlement_slip
from tournaments.papers.lists import typed_pages
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ScoreSheet
from tournaments.web.canvas import PageFrame, drawing_inside
from tournaments.web.shapes import pdf_bytes

pytestmark = pytest.mark.django_db


def page_of(sheet, erika):
    finish_sheet(sheet=sheet, by=erika)
    (page,) = typed_pages(ScoreSheet.objects.with_event().filter(pk=sheet.pk))
    return page


def test_a_friday_list_prints_bock_ramsch_and_kontra(erika):
    page = page_of(house.friday(erika), erika)

    rows = [row.cells for row in page.rows[:4]]
    assert [row[0] for row in rows] == ["1", "2", "3 B", "4 B"]
    assert page.rows[0].remark == "Kontra"
    assert rows[3][:3] == ("4 B", "R", "70/30/20")
    assert rows[3][11:13] == ("140", "−44")
    assert closing_rows(page)[-1] == ("Gesamtpunkte", "152", "276", "4", "−340")


def test_marks_are_printed_for_everybody_without_a_bonus(erika):
    page = page_of(house.marks(erika), erika)

    row = page.rows[0].cells
    assert row[:3] == ("1 R", "R", "48/42/30 · Kontra und Re")
    assert row[12::3][:3] == ("19", "4", "3")
    assert [row[0] for row in closing_rows(page)] == ["Spielpunkte", "Gesamtpunkte"]


def test_the_rest_behind_the_target_is_struck(erika):
    page = page_of(house.target(erika), erika)

    assert page.games_played == 7
    assert page.note
    assert page.totals is not None


@pytest.mark.usefixtures("standing_clock")
def test_the_head_of_a_page_names_the_house_rules():
    def draw(canvas):
        canvas.open_part()
        canvas.showPage()

    plain = pdf_bytes(draw, title="Liste")
    with drawing_inside(PageFrame(rules="Hausregeln: Kontra und Re")):
        noted = pdf_bytes(draw, title="Liste")

    assert len(noted) > len(plain)
    assert pdf_bytes(draw, title="Liste") == plain


def friday(erika, **money):
    """The Friday list, totals 152, 276, 4, -340: together 92, four at the table."""
    rules = replace(house.FRIDAY_RULES, **money)
    four = ("Anna", "Bernd", "Carla", "Dieter")
    sheet = house.make_house_sheet(rules, players=four)
    house.typed(sheet, house.FRIDAY, erika)
    return ScoreSheet.objects.with_event().get(pk=sheet.pk)


def amounts(sheet):
    return [
        row[3].replace("\u00a0", " ") for row in rows_of(settlement_slip(sheet))[1:]
    ]


POT = {"losers_pay_pot": True, "grid_cents": 10}


@pytest.mark.parametrize(
    ("money", "settled"),
    [
        # 4 x 152 - 92 = 516, 4 x 276 - 92 = 1012, 4 x 4 - 92 = -76, -1360 - 92 = -1452
        ({}, ["5,16 €", "10,12 €", "−0,76 €", "−14,52 €"]),
        (POT, ["0,00 €", "0,00 €", "−0,80 €", "−14,50 €", "15,30 €"]),
    ],
)
def test_each_pair_settles_the_difference_or_losers_pay_into_the_pot(
    erika, money, settled
):
    assert amounts(friday(erika, stake_cents="1", **money)) == settled


def test_without_a_stake_nobody_pays(erika, client):
    sheet = friday(erika)

    assert settlement_slip(sheet) is None
    assert client.get(f"/paper/lists/{sheet.pk}/money/").status_code == 404


def test_the_list_its_money_and_the_slip_say_the_same(erika, client):
    sheet = friday(erika, stake_cents="1/10", cap_cents=100)
    finish_sheet(sheet=sheet, by=erika)

    people = f"/events/{sheet.series.event_id}/money/"
    pages = (sheet.get_absolute_url(), f"/tables/{sheet.pk}/money/", people)
    texts = [client.get(page).text.replace("\u00a0", " ") for page in pages]
    slip = client.get(f"/paper/lists/{sheet.pk}/money/")

    assert slip.headers["Content-Type"] == "application/pdf"
    assert "−1,00 €" in amounts(sheet)
    assert all(amount in text for amount in amounts(sheet) for text in texts)


def test_in_marks_the_lowest_sum_gets_money(erika):
    rules = replace(house.MARKS_RULES, stake_cents="1")
    sheet = house.typed(house.make_house_sheet(rules), house.MARKS, erika)

    # 30, -41 and -111 count as -30, 41 and 111, together 122: 3 x -30 - 122 = -212.
    sheet = finish_sheet(sheet=sheet, by=erika).ledger.sheet
    (account,) = list_money(sheet.series.event)
    assert [player.settled for player in account.players] == [-212, 1, 211]
