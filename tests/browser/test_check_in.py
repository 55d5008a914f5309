"""The door: names typed ahead of the network, what was refused, who is here."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.conftest import script
from tests.browser.desk.keys import silence
from tests.browser.test_accessibility import SETTLE
from tests.factories import (
    make_evening,
    make_owner,
    make_player,
    make_players,
    make_secretary,
)
from tournaments.events.entries.services import add_entry
from tournaments.events.models import Event
from tournaments.people.models import Player
from tournaments.words.choices import EntryStatus

pytestmark = pytest.mark.django_db(transaction=True)
KNOWN = (
    "Hans Schmidt",
    "Karl Vogel",
    "Uwe Vogelsang",
    "Rita Ogelbach",
    "Ines Kaiser",
    "Otto Lang",
    "Emma Fuchs",
    "Paul Zorn",
)
# What the page before said, as after a new evening is created.
GREET = "box => box.innerHTML = '<div class=message><span>Angelegt</span></div>'"
WATCH = script("watchNames")
TICK = "**/tick/"
TYPED = ("hans schm", "karl vogel", "vogels", "kaiser", "otto l", "fuchs", "zorn")


@pytest.fixture
def evening():
    make_players(KNOWN)
    return make_evening("Preisskat")


@pytest.fixture
def door(evening, site, signed_in):
    signed_in(make_secretary())
    return site(reverse("events:check_in", args=[evening.pk]))


def test_names_typed_ahead_arrive_in_order_and_a_refused_one_stays(door, evening):
    with silence(door, "**/check-in/"):
        for text in (*TYPED[:3], "Gerd Maus", *TYPED[3:]):
            door.keyboard.type(f"{text}\n")
        expect(door.locator("#id_who")).to_be_focused()
        expect(door.locator("[data-queue]")).to_contain_text("8 unterwegs")
    expect(door.locator("[data-queue]")).to_be_hidden()
    at_first = names_here(evening)
    mended = door.locator("[data-refused] [name=who]")
    expect(mended).to_have_value("Gerd Maus")
    question = door.get_by_role("heading", name="Wer ist gemeint?")
    expect(question).to_be_visible()
    expect(door.locator("#id_who")).to_be_focused()
    mended.fill("Maus Gerd, Pik Sieben")
    mended.press("Enter")
    expect(door.locator("aside")).to_contain_text("Gerd Maus, Paul Zorn, Emma")
    expect(question).to_be_hidden()

    assert at_first == [name for name in KNOWN if name != "Rita Ogelbach"]
    assert names_here(evening) == [*at_first, "Gerd Maus"]
    expect(door.locator("[data-refused] form")).to_have_count(0)


def test_a_question_goes_when_all_it_may_mean_are_here(door, evening):
    refused = door.locator("[data-refused]")
    queue = door.locator("[data-queue]")
    door.keyboard.type("Vogel\n")
    expect(refused.locator("[name=person]")).to_have_count(2)
    tap(door, "Karl Vogel")
    expect(door.locator("aside")).to_contain_text("Karl Vogel")
    expect(queue).to_be_hidden()
    expect(refused.locator("form")).to_have_count(1)
    tap(door, "Uwe Vogelsang")
    expect(door.locator("aside")).to_contain_text("Uwe Vogelsang")
    expect(refused.locator("form")).to_have_count(0)
    expect(refused).to_be_hidden()

    it_stays_a_question_behind_a_reload(door, evening)
    it_is_none_that_was_answered_elsewhere(door, evening)


def it_stays_a_question_behind_a_reload(door, evening):
    refused = door.locator("[data-refused]")
    make_players(("Jan Vogt", "Jan Vogts", "Eva Kurz", "Eva Kurzmann"))
    door.reload()
    door.keyboard.type("Vogt\n")
    expect(refused.locator("[name=person]")).to_have_count(2)
    add_entry(event=evening, player=Player.objects.get(last_name="Vogt"))

    door.reload()

    expect(refused.locator("[name=person]")).to_have_count(2)
    expect(refused.locator("[name=who]")).to_have_value("Vogt")
    assert evening.entries.filter(status=EntryStatus.PRESENT).count() == 3
    refused.get_by_role("button", name="Jan Vogts").click()
    expect(door.locator("aside")).to_contain_text("Jan Vogts")
    expect(refused.locator("form")).to_have_count(0)


def it_is_none_that_was_answered_elsewhere(door, evening):
    refused = door.locator("[data-refused]")
    door.keyboard.type("Kurz\n")
    expect(refused.locator("[name=person]")).to_have_count(2)
    for player in Player.objects.filter(first_name="Eva"):
        add_entry(event=evening, player=player)

    door.reload()

    expect(door.locator("[data-roll] [aria-pressed=true]")).to_have_count(6)
    door.keyboard.type("Kaiser\n")
    expect(door.locator("aside")).to_contain_text("Ines Kaiser")
    expect(refused.locator("form")).to_have_count(0)


def test_a_bad_network_loses_no_name_and_holds_up_nobody(door, evening):
    answers, sent = {2: 404, 4: 500, 5: 500, 6: 500, 8: None}, []

    def answer(route):
        if route.request.method != "POST":
            return route.continue_()
        sent.append(route.request.post_data)
        status = answers.get(len(sent), 200)
        if status is None:  # it arrives, and its answer does not
            route.fetch(max_redirects=0)
            route.abort()
        elif status == 200:
            route.continue_()
        else:
            route.fulfill(status=status, body="<h1>Nein</h1>")

    door.route("**/check-in/", answer)
    for text in ("vogels", "karl", "kaiser", "otto l", "fuchs", "zorn"):
        door.keyboard.type(f"{text}\n")
    expect(door.locator("aside")).to_contain_text("Paul Zorn")
    expect(door.locator("[data-queue]")).to_be_hidden()

    assert names_here(evening) == [KNOWN[at] for at in (2, 4, 6, 7)]
    refused = door.locator("[data-refused] [name=who]")
    expect(refused).to_have_count(2)
    assert [field.input_value() for field in refused.all()] == [KNOWN[1], KNOWN[5]]
    alert = door.locator("[data-refused] [role=alert]").first
    expect(alert).to_have_text("Dieser Name wurde nicht angenommen.")
    assert len(sent) == 9


def test_names_are_tapped_faster_than_the_network(door, evening):
    add_entry(
        event=evening, player=make_player("Gerd Maus"), status=EntryStatus.REGISTERED
    )
    door.reload()

    nothing_moves_under_the_finger(door, [*KNOWN[:5], KNOWN[1]], width=390)
    expect(door.locator("[data-roll] [aria-pressed=true]")).to_have_count(4)
    nothing_moves_under_the_finger(door, [KNOWN[6], KNOWN[0]], width=1280)
    a_finger_that_is_down_meanwhile_counts(door, KNOWN[7], on="Gerd Maus")
    # The way on waits until every name has arrived.
    with silence(door, TICK):
        door.get_by_role("button", name=turned(KNOWN[5])).dblclick()
        door.get_by_role("button", name="Tische auslosen").click()
    door.wait_for_url("**/draw/series/1/")

    here = evening.entries.filter(status=EntryStatus.PRESENT)
    assert sorted(str(entry.player) for entry in here) == sorted(
        [*(KNOWN[at] for at in (2, 3, 4, 5, 6, 7)), "Gerd Maus"]
    )


def test_fees_are_ticked_faster_than_the_network(evening, site, signed_in):
    Event.objects.update(entry_fee=500)
    signed_in(make_owner())
    door = site(reverse("events:check_in", args=[evening.pk]))
    fees = door.locator("[data-roll] [formaction]")
    with silence(door, TICK):
        for name in KNOWN[:3]:
            tap(door, name)
    expect(fees).to_have_count(3)
    expect(door.locator("aside")).to_contain_text(
        "Alle haben Startgeld gezahlt (15,00 €)"
    )
    with silence(door, "**/paid/"):
        for fee in (fees.nth(0), fees.nth(2), fees.nth(0)):
            fee.click()
        expect(door.locator("[data-queue]")).to_contain_text("2 unterwegs")
    expect(door.locator("aside")).to_contain_text(
        "Alle haben Startgeld gezahlt (5,00 €)"
    )
    door.wait_for_timeout(600)
    fees.nth(0).click()
    expect(door.locator("aside")).to_contain_text(
        "Alle haben Startgeld gezahlt (10,00 €)"
    )

    amounts = evening.payments.order_by("pk").values_list("amount", flat=True)
    assert list(amounts) == [500, 500, -500]
    expect(door.locator("[data-roll] [formaction][aria-pressed=true]")).to_have_count(1)


def nothing_moves_under_the_finger(page, names, *, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.locator("#messages").evaluate(GREET)
    page.evaluate(SETTLE)
    page.evaluate(WATCH)
    with silence(page, TICK):
        for name in names:
            tap(page, name)
    expect(page.locator("[data-queue]")).to_be_hidden()
    assert len(page.evaluate("window.seen")) == 1


def a_finger_that_is_down_meanwhile_counts(page, name, *, on):
    """The names are renewed while it lies on the number of another one."""
    with silence(page, TICK):
        tap(page, name)
        page.get_by_role("button", name=turned(on)).locator("small").hover()
        page.mouse.down()
    expect(page.locator("[data-queue]")).to_be_hidden()
    page.mouse.up()


def tap(page, name):
    page.get_by_role("button", name=turned(name)).click()


def turned(name):
    first, last = name.split()
    return f"{last}, {first}"


def names_here(evening):
    entries = evening.entries.select_related("player").order_by("start_number")
    return [entry.player.name for entry in entries]
