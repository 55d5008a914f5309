"""A whole evening by keys alone: from "new" to the prizes."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PASSWORD
from tests.browser.desk.keys import type_lines
from tests.browser.walking import Keyboard
from tests.factories import make_owner, make_players
from tests.tournaments.events.draws.draws import tables_of
from tournaments.events.models import Event
from tournaments.sheets.models import ScoreSheet

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE = (
    *("Anna Albers", "Bernd Brandt", "Carla Conrad", "Dieter Dahlke"),
    *("Emil Esser", "Frieda Falk", "Gerd Grothe", "Hanna Hölzl"),
)
# One round: four games.
GAMES = ("2g2", "3h1", "1po1-", "e")
# A second list of which only the foot is typed: each has won one game for 50.
FOOT = (*["50"] * 4, *["1"] * 4, *["0"] * 4, *["100"] * 4, "0", "4")


@pytest.fixture
def erika(transactional_db):
    make_players(PEOPLE)
    return make_owner(password=PASSWORD)


def test_an_evening_by_the_keyboard_alone(erika, live_server, page):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_server.url}/accounts/login/")
    keys = Keyboard(page)

    keys.fill("Benutzername", erika.username)
    keys.fill("Passwort", PASSWORD)
    keys.go("Anmelden", lambda url: "login" not in url)
    open_the_evening(keys, PEOPLE)
    two_people_are_swapped_and_back(keys)
    keys.go("Liste von Tisch 1 tippen", "**/lists/**")
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

    event = Event.objects.get()
    assert (event.is_released, event.is_published) == (True, True)
    lists = ScoreSheet.objects.all()
    assert [(it.is_finished, it.is_unproved) for it in lists] == [(True, False)] * 2


def open_the_evening(hand, names):
    """Open an evening of one series and one round, let people in, and draw."""
    hand.go("Neuer Abend", "**/events/new/**")
    hand.fill("Serien", "1")
    hand.tick("Mehr Angaben")
    hand.fill("Runden je Serie", "1")
    hand.go("Anlegen", "**/check-in/")
    for name in names:
        hand.check_in(", ".join(reversed(name.split())))
    expect(hand.page.locator("[data-here]")).to_contain_text("8 sind da")
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
    for name in ("Ergebnisse bekanntgeben", "Veröffentlichen"):
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
