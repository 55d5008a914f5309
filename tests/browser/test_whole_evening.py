"""A whole evening by keys alone, and by a finger alone: from "new" to the prizes."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PASSWORD
from tests.browser.desk.keys import type_lines
from tests.browser.walking import Finger, Keyboard
from tests.factories import make_owner, make_players
from tests.tournaments.events.draws.draws import tables_of
from tournaments.events.models import Event
from tournaments.sheets.models import ScoreSheet

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE = (
    *("Anna Albers", "Bernd Brandt", "Carla Conrad", "Dieter Dahlke"),
    *("Emil Esser", "Frieda Falk", "Gerd Grothe", "Hanna Hölzl"),
)
FIRST_LIST = ("Liste von Tisch 1 tippen", "**/lists/**")
# One round: four games, typed or pressed.
GAMES = ("2g2", "3h1", "1po1-", "e")
BUTTONS = (
    ({"declarer": "2", "contract": "grand", "matadors": "2"}, "gewonnen"),
    ({"declarer": "3", "contract": "hearts", "matadors": "1"}, "gewonnen"),
    (
        {"declarer": "1", "contract": "spades", "without": "yes", "matadors": "1"},
        "verloren",
    ),
    ({}, "eingepasst"),
)
# A second list of which only the foot is typed: each has won one game for 50.
FOOT = (*["50"] * 4, *["1"] * 4, *["0"] * 4, *["100"] * 4, "0", "4")


@pytest.fixture
def erika(transactional_db):
    make_players(PEOPLE)
    return make_owner(password=PASSWORD)


def test_an_evening_by_the_keyboard_alone(erika, live_server, page):
    page.set_viewport_size({"width": 1280, "height": 800})
    start(page, live_server)
    keys = Keyboard(page)

    open_the_evening(page, keys, erika)
    draw_the_tables(keys)
    two_people_are_swapped_and_back(keys)
    keys.go(*FIRST_LIST)
    type_lines(page, GAMES, of=len(GAMES))
    expect(page.locator("#foot_total_1")).to_be_focused()
    for total in reckoned(page):
        keys.type(total)
        keys.press("Enter")
    expect(page.locator("#typing [data-go]")).to_be_focused()
    keys.press("Enter")
    begin_the_second_list(page, keys)
    keys.to("Spielpunkte")
    for text in FOOT:
        keys.type(text)
        keys.press("Enter")
    expect(page.locator("[data-go]")).to_be_focused()
    keys.press("Enter")
    page.wait_for_url("**/standings/**")
    release_and_pay(page, keys)

    assert what_is_done() == ALL_DONE


def test_an_evening_by_a_finger_alone(erika, live_server, new_context):
    phone = new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = phone.new_page()
    start(page, live_server)
    finger = Finger(page)

    open_the_evening(page, finger, erika)
    draw_the_tables(finger)
    finger.go(*FIRST_LIST)
    press_the_games(page, finger)
    finger.use("Weiter zu den Summen des Papiers")
    for place, total in enumerate(reckoned(page), 1):
        finger.type(page.locator(f"#foot_total_{place}"), total)
    finger.use("Liste abschließen und weiter")
    begin_the_second_list(page, finger)
    fields = page.locator(".foot-grid input, #foot_passed_in, #foot_games").all()
    for field, text in zip(fields, FOOT, strict=True):
        finger.type(field, text)
    finger.go("Liste abschließen und weiter", "**/standings/**")
    release_and_pay(page, finger)

    assert what_is_done() == ALL_DONE


def start(page, live_server):
    page.goto(f"{live_server.url}/accounts/login/")


def open_the_evening(page, hand, erika):
    hand.fill("Benutzername", erika.username)
    hand.fill("Passwort", PASSWORD)
    hand.go("Anmelden", lambda url: "login" not in url)
    hand.go("Neuer Abend", "**/events/new/**")
    hand.fill("Serien", "1")
    hand.tick("Genauer")
    hand.fill("Runden je Serie", "1")
    hand.go("Anlegen", "**/check-in/")
    for name in PEOPLE:
        hand.check_in(turned(name))
    expect(page.locator("[data-here]")).to_contain_text("8 sind da")


def draw_the_tables(hand):
    hand.go("Tische auslosen", "**/draw/**")
    hand.go("Tische auslosen", "**/draw/series/1/")


def two_people_are_swapped_and_back(keys):
    before = tables_of(Event.objects.get(), 1)
    for label, name in (("Diese Person", "bernd"), ("tauscht den Platz mit", "gerd")):
        keys.to(label)
        keys.type(name)
        keys.press("Enter")
    keys.go("Was ändert der Tausch?", "**/swap/**")
    keys.use("Plätze tauschen")
    keys.use("Rückgängig")
    expect(keys.page.get_by_text("wie zuvor")).to_be_visible()
    assert tables_of(Event.objects.get(), 1) == before


def press_the_games(page, finger):
    """Press the games; the page comes anew after each."""
    buttons = page.locator("#buttons")
    for number, (choices, ending) in enumerate(BUTTONS, 1):
        expect(buttons.locator(".game-number")).to_contain_text(f"Spiel {number}")
        for name, value in choices.items():
            finger.tap(buttons.locator(f"label:has([name={name}][value='{value}'])"))
        finger.tap(buttons.get_by_role("button", name=ending))


def reckoned(page):
    """Return the totals that the site has reckoned, as paper would have them."""
    cells = page.locator("#closing [data-total]").all_inner_texts()
    assert len(cells) == 4
    return [text.replace("−", "-") for text in cells]


def begin_the_second_list(page, hand):
    expect(page.get_by_role("heading", level=1)).to_contain_text("Tisch 2")
    hand.use("Nur die Endsummen dieser Liste")
    page.get_by_role("button", name="Doch die Spiele eintippen").wait_for()


def release_and_pay(page, hand):
    for name in ("Ergebnisse freigeben", "Veröffentlichen"):
        hand.use(name)
        button = page.get_by_role("button", name=name, exact=True)
        expect(button).to_have_count(0)
    hand.go("Geld", "**/money/**")
    hand.go("Preise", "**/prizes/")
    hand.go("Preisplan festlegen", "**/plan/")
    hand.fill("Preise, ein Platz je Zeile", "30")
    hand.use("Speichern")
    hand.tick("Der Verein legt dazu")
    hand.go("Speichern", "**/prizes/")
    hand.use("Alle offenen Preise auszahlen")
    hand.use("Ja, weiter")
    expect(page.locator("tbody").first).to_contain_text("30,00 € ausgezahlt")


ALL_DONE = {"released": True, "published": True, "lists": [(True, False)] * 2}


def what_is_done():
    event = Event.objects.get()
    lists = ScoreSheet.objects.order_by("table_number")
    return {
        "released": event.is_released,
        "published": event.is_published,
        "lists": [(sheet.is_finished, sheet.is_unproved) for sheet in lists],
    }


def turned(name):
    first, last = name.split()
    return f"{last}, {first}"
