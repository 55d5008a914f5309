"""The door: names typed ahead of the network, what was refused, who is here."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.desk.keys import slow_down
from tests.factories import make_evening, make_player, make_secretary
from tournaments.events.entries.services import add_entry
from tournaments.words.choices import EntryStatus

pytestmark = pytest.mark.django_db(transaction=True)
MS_A_KEY = 60
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
# Where all names stand, each time one of them is somewhere else.
WATCH = """() => {
    window.seen = [];
    const look = () => {
        const names = [...document.querySelectorAll(".names button")];
        const tops = names.map(name => name.getBoundingClientRect().top + scrollY);
        if (seen.at(-1) !== tops.join()) seen.push(tops.join());
        requestAnimationFrame(look);
    };
    look();
}"""
TYPED = ("hans schm", "karl vogel", "vogels", "kaiser", "otto l", "fuchs", "zorn")


@pytest.fixture
def evening():
    for name in KNOWN:
        make_player(name)
    return make_evening("Preisskat")


@pytest.fixture
def door(evening, site, signed_in):
    """Return the check-in page, with a network that is slow from now on."""
    signed_in(make_secretary())
    page = site(reverse("events:check_in", args=[evening.pk]))
    slow_down(page, latency=700)
    return page


def test_names_typed_ahead_arrive_in_order_and_a_refused_one_stays(door, evening):
    typed = [*TYPED[:3], "Gerd Maus", *TYPED[3:]]
    for text in typed:
        door.keyboard.type(text, delay=MS_A_KEY)
        door.keyboard.press("Enter")
    expect(door.locator("#id_who")).to_be_focused()
    expect(door.locator("[data-queue]")).to_contain_text("unterwegs")
    expect(door.locator("[data-queue]")).to_be_hidden()
    at_first = names_here(evening)
    mended = door.locator("[data-refused] [name=who]")
    expect(mended).to_have_value("Gerd Maus")
    question = door.get_by_role("heading", name="Noch nicht da: Wer ist gemeint?")
    expect(question).to_be_visible()
    expect(door.locator("#id_who")).to_be_focused()
    mended.fill("Maus Gerd, Pik Sieben")
    mended.press("Enter")
    expect(door.locator("aside")).to_contain_text("Gerd Maus, Paul Zorn, Emma")
    expect(question).to_be_hidden()

    assert at_first == [name for name in KNOWN if name != "Rita Ogelbach"]
    assert names_here(evening) == [*at_first, "Gerd Maus"]
    expect(door.locator("[data-refused] form")).to_have_count(0)


@pytest.mark.parametrize(("status", "times"), [(404, 1), (500, 3)])
def test_a_name_on_which_the_server_fails_holds_up_nobody(door, evening, status, times):
    sent = []

    def fail_on_the_second(route):
        sent.append(route.request.method)
        if 1 < sent.count("POST") < 2 + times and sent[-1] == "POST":
            route.fulfill(status=status, body="<h1>Nein</h1>")
        else:
            route.continue_()

    door.route("**/check-in/", fail_on_the_second)
    for text in ("vogels", "karl", "kaiser"):
        door.keyboard.type(f"{text}\n")
    expect(door.locator("aside")).to_contain_text("Ines Kaiser")

    assert names_here(evening) == ["Uwe Vogelsang", "Ines Kaiser"]
    expect(door.locator("[data-refused] [name=who]")).to_have_value("Karl Vogel")
    alert = door.locator("[data-refused] [role=alert]")
    expect(alert).to_have_text("Der Server hat diesen Namen nicht angenommen.")


def test_a_name_whose_answer_is_lost_is_here_once(door, evening):
    lost = []

    def lose_the_first(route):
        answer = route.fetch(max_redirects=0)
        if route.request.method == "POST" and not lost:
            lost.append(answer.status)
            route.abort()
        else:
            route.fulfill(response=answer)

    door.route("**/check-in/", lose_the_first)
    door.keyboard.type("vogels\n")
    door.keyboard.type("karl\n")
    expect(door.locator("aside")).to_contain_text("Karl Vogel, Uwe Vogelsang")

    assert lost == [302]
    assert names_here(evening) == ["Uwe Vogelsang", "Karl Vogel"]
    expect(door.locator("[data-refused] form")).to_have_count(0)


def test_what_is_pressed_meanwhile_is_done_behind_the_names(door, evening):
    late = add_entry(
        event=evening,
        player=make_player("Gerd Maus"),
        status=EntryStatus.REGISTERED,
    )
    door.reload()
    for text in TYPED[:3]:
        door.keyboard.type(f"{text}\n")
    door.get_by_role("button", name="Die übrigen sind nicht gekommen").click()
    door.locator("dialog[open] [value=yes]").click()
    expect(door.locator("#messages")).to_contain_text("nicht")

    late.refresh_from_db()
    assert late.status == EntryStatus.ABSENT
    assert names_here(evening) == ["Gerd Maus", *KNOWN[:3]]


@pytest.mark.parametrize("width", [390, 1280])
def test_names_are_tapped_faster_than_the_network(door, evening, width):
    add_entry(
        event=evening,
        player=make_player("Gerd Maus"),
        status=EntryStatus.REGISTERED,
    )
    door.set_viewport_size({"width": width, "height": 800})
    door.reload()
    door.locator("#messages").evaluate(GREET)
    door.evaluate(WATCH)
    for name in KNOWN[:5]:
        door.get_by_role("button", name=turned(name)).click()
    door.get_by_role("button", name=turned(KNOWN[1])).click()
    pressed = door.locator("[data-roll] [aria-pressed=true]").count()
    expect(door.locator("[data-queue]")).to_be_hidden()
    moved = door.evaluate("window.seen")
    # The way on waits until every name has arrived.
    door.get_by_role("button", name=turned(KNOWN[6])).click()
    door.get_by_role("link", name="Tische auslosen").click()
    door.wait_for_url("**/draw/")

    assert pressed == 4
    assert len(moved) == 1
    here = evening.entries.filter(status=EntryStatus.PRESENT)
    assert sorted(str(entry.player) for entry in here) == sorted(
        (KNOWN[0], *KNOWN[2:5], KNOWN[6])
    )


def turned(name):
    first, last = name.split()
    return f"{last}, {first}"


def names_here(evening):
    entries = evening.entries.select_related("player").order_by("start_number")
    return [entry.player.name for entry in entries]
