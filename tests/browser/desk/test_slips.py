"""Six kinds of slip, from the foot of the paper to the list that is right again."""

import pytest
from playwright.sync_api import expect

from scoring.notation.reading import read_line
from tests.browser.desk.keys import open_list, texts_of
from tests.factories import type_games
from tests.tournaments.sheets.paper import sample_texts, totals_of
from tournaments.sheets.finishing import services as finishing_services
from tournaments.sheets.typing import services

pytestmark = pytest.mark.django_db(transaction=True)

GRAND = sample_texts().index("2g1") + 1  # line 16; nobody else has Grand with 1 alone


def put(number, text):
    return lambda **sheet: services.record_line(
        number=number, noted=read_line(text), **sheet
    )


def left_out(number):
    return lambda **sheet: services.delete_line(number=number, **sheet)


def twice(number):
    def spoil(**sheet):
        noted = read_line(sample_texts()[number - 1])
        services.insert_line(number=number, noted=noted, **sheet)
        finishing_services.strike_rest(**sheet)

    return spoil


@pytest.fixture
def beside(desk, live_server, sheet, erika):
    """Type games and spoil them, then type the foot of the paper into the page."""

    def show(*, spoil=None, texts=None, off=None):
        type_games(sheet, texts or sample_texts(), by=erika)
        totals = totals_of(sheet)
        if spoil:
            spoil(sheet=sheet, by=erika)
        open_list(desk, live_server, sheet)
        for seat in totals.seats:
            cells = {
                "points": seat.game_points,
                "won": seat.won,
                "lost": seat.lost,
                "total": seat.total,
            }
            for name, number in cells.items():
                by = (off or {}).get((seat.place, name), 0)
                desk.locator(f"#foot_{name}_{seat.place}").fill(str(number + by))
        desk.locator("#foot_passed_in").fill(str(totals.passed_in))
        desk.locator("#foot_passed_in").press("Enter")
        return desk

    return show


def press_key_of(page, words):
    """Press the number key of the explanation with these words."""
    suspect = page.locator("[data-suspect]", has_text=words).first
    expect(suspect).to_be_visible()
    page.wait_for_load_state()  # the keys belong to a script
    page.locator("h1").click()  # out of the number that was typed last
    page.keyboard.press(suspect.get_attribute("data-suspect"))


def is_proved(page):
    expect(page.locator(".status .proof")).to_be_visible()


def test_a_turned_sign_is_turned_back(beside, sheet):
    page = beside(spoil=put(GRAND, "2g1-"))

    press_key_of(page, f"Zeile {GRAND}, gewonnen und verloren verwechselt")

    is_proved(page)
    assert texts_of(sheet) == sample_texts()


def test_a_game_left_out_is_put_in(beside, sheet):
    page = beside(spoil=left_out(31))

    press_key_of(page, "Ein Spiel fehlt: Platz 2, verloren, −118")

    is_proved(page)
    assert len(texts_of(sheet)) == 48
    assert "2-118" in texts_of(sheet)


def test_a_line_typed_twice_is_taken_out(beside, sheet):
    texts = sample_texts()[:40]
    page = beside(spoil=twice(GRAND), texts=texts)

    press_key_of(page, f"Zeile {GRAND + 1}, ein Spiel steht doppelt")

    is_proved(page)
    assert texts_of(sheet) == texts


def test_a_wrong_tick_is_mended_after_a_look_at_the_paper(beside, sheet):
    page = beside(spoil=put(GRAND, "2g2"))

    press_key_of(page, f"Zeile {GRAND}, ")
    expect(page.get_by_text("Bitte die Kreuze auf dem Papier ansehen")).to_be_visible()
    press_key_of(page, "Auf dem Papier ist Grand mit 1 angekreuzt")

    is_proved(page)
    assert texts_of(sheet) == sample_texts()


def test_where_the_writer_reckoned_wrongly_the_ticks_stay(beside, sheet):
    page = beside(off={(2, "points"): 24, (2, "total"): 24})

    press_key_of(page, f"Zeile {GRAND}, ")
    press_key_of(
        page, f"Fehler auf dem Papier, Zeile {GRAND}, Bernd, Spielwert: 72 statt 48"
    )

    expect(page.get_by_text("Abweichungen begründet").first).to_be_visible()
    assert texts_of(sheet) == sample_texts()


def test_a_sum_that_was_added_wrongly_leaves_the_list_alone(beside, sheet):
    page = beside(off={(3, "total"): -100})

    press_key_of(page, "falsch addiert")

    expect(page.get_by_text("Abweichungen begründet").first).to_be_visible()
    assert texts_of(sheet) == sample_texts()
