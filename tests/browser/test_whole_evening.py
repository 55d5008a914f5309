"""The first two evenings of a new club by keys alone, in as few steps as can be."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PASSWORD
from tests.browser.desk.keys import type_lines
from tests.browser.walking import Keyboard
from tests.factories import make_owner
from tests.tournaments.events.draws.draws import tables_of
from tournaments.events.models import Event, Series
from tournaments.sheets.models import ScoreSheet

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE = (
    *("Anna Albers", "Bernd Brandt", "Carla Conrad", "Dieter Dahlke"),
    *("Emil Esser", "Frieda Falk", "Gerd Grothe", "Hanna Hölzl"),
)
# One round: four games.
GAMES = ("2g2", "3h1", "1po1-", "e")
MEMBERS = ["Viele einfügen", "Tabelle ansehen", "Neues übernehmen"]
EVENING = [
    *("Abend anlegen", "Alle da", "Tische auslosen", "Drucken (PDF)"),
    *("Serie 1, Tisch 1 tippen", "Bekanntgeben"),
]


@pytest.fixture
def erika(transactional_db):
    return make_owner(password=PASSWORD)


def test_two_evenings_by_the_keyboard_alone(erika, live_server, page):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_server.url}/accounts/login/")
    Keyboard(page).fill("Benutzername", erika.username)
    Keyboard(page).fill("Passwort", PASSWORD)
    Keyboard(page).go("Anmelden", lambda url: "login" not in url)

    first = Keyboard(page)
    first.go(MEMBERS[0], "**/import/")
    first.to("oder hier einfügen")
    page.keyboard.insert_text("\n".join(PEOPLE))
    first.use(MEMBERS[1])
    first.go(MEMBERS[2], "**/members/**")
    play(first)
    page.goto(live_server.url)
    second = Keyboard(page)
    play(second)

    assert first.used == MEMBERS + EVENING
    assert second.used == EVENING
    events = Event.objects.order_by("date")
    assert [(it.is_released, it.is_published) for it in events] == [(True, True)] * 2
    assert (events[1].date - events[0].date).days == 7
    lists = ScoreSheet.objects.all()
    assert [(it.is_finished, it.is_unproved) for it in lists] == [(True, False)] * 4
    pay(page, Keyboard(page))


def play(keys):
    """Play an evening of one series and one round; games are not counted."""
    page = keys.page
    keys.go(EVENING[0], "**/check-in/")
    Event.objects.update(rounds=1)
    Series.objects.filter(number=2).delete()
    keys.use(EVENING[1])
    expect(page.locator("[data-here]")).to_contain_text("8 Personen sind da")
    keys.go(EVENING[2], "**/draw/series/1/")
    if keys.used[0] == MEMBERS[0]:
        two_people_are_swapped_and_back(Keyboard(page))
    with page.context.expect_page() as paper:
        keys.use(EVENING[3])
    paper.value.close()
    keys.go(EVENING[4], "**/lists/**")
    for table in (1, 2):
        expect(page.get_by_role("heading", level=1)).to_contain_text(f"Tisch {table}")
        type_lines(page, GAMES, of=len(GAMES))
        expect(page.locator("#foot_total_1")).to_be_focused()
        for total in reckoned(page):
            keys.type(total)
            keys.press("Enter")
        expect(page.locator("#typing [data-go]")).to_be_visible()
        keys.to("Liste abschließen")
        keys.press("Enter")
    page.wait_for_url("**/standings/**")
    keys.go(EVENING[5], "**/press/")


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


def pay(page, keys):
    keys.use("Vereinsabend,")
    keys.go("Geld", "**/money/")
    keys.go("Preise", "**/prizes/")
    keys.go("Preisplan festlegen", "**/plan/")
    keys.fill("Preise, ein Platz je Zeile", "30")
    keys.use("Speichern")
    keys.tick("Der Verein legt dazu")
    keys.go("Speichern", "**/prizes/")
    keys.use("Alle offenen Preise übergeben")
    keys.use("Ja, weiter")
    expect(page.locator("tbody").first).to_contain_text("15,00 € ausgezahlt")
