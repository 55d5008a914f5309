"""Lists under house rules on paper."""

import pytest

from tests.factories import make_secretary
from tests.tournaments.papers.sheets import closing_rows, game_cells
from tests.tournaments.sheets.house import house_lists as house
from tournaments.papers.canvas.canvas import PageFrame, drawing_inside
from tournaments.papers.canvas.shapes import pdf_bytes
from tournaments.papers.lists.pages import typed_pages
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ScoreSheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def erika(db):
    return make_secretary()


def page_of(sheet, erika):
    finish_sheet(sheet=sheet, by=erika)
    (page,) = typed_pages(ScoreSheet.objects.with_event().filter(pk=sheet.pk))
    return page


def test_a_friday_list_prints_bock_ramsch_and_kontra(erika):
    page = page_of(house.friday(erika), erika)

    rows = [game_cells(page, number) for number in range(1, 5)]
    assert [row[0] for row in rows] == ["1", "2", "3 B", "4 B"]
    assert page.rows[0].remark == "Kontra"
    assert rows[3][:3] == ("4 B", "R", "70/30/20")
    assert rows[3][11:13] == ("140", "−44")
    assert closing_rows(page)[-1] == ("Gesamtpunkte", "152", "276", "4", "−340")


def test_marks_are_printed_for_everybody_without_a_bonus(erika):
    page = page_of(house.marks(erika), erika)

    row = game_cells(page, 1)
    assert row[:3] == ("1 R", "R", "48/42/30 · Kontra und Re")
    assert row[12::3][:3] == ("19", "4", "3")
    assert [row[0] for row in closing_rows(page)] == [
        "Spielpunkte",
        "Gesamtpunkte",
    ]


def test_the_rest_behind_the_target_is_struck(erika):
    page = page_of(house.target(erika), erika)

    assert page.games_played == 7
    assert page.note
    assert page.totals is not None


def test_the_head_of_a_page_names_the_house_rules():
    def draw(canvas):
        canvas.open_part()
        canvas.showPage()

    plain = pdf_bytes(draw, title="Liste")
    with drawing_inside(PageFrame(rules="Hausregeln: Kontra und Re")):
        noted = pdf_bytes(draw, title="Liste")

    assert len(noted) > len(plain)
    assert pdf_bytes(draw, title="Liste") == plain
