"""Prizes at the microphone: one key a step, passed on, and without the network."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.conftest import connect, cut_off
from tests.factories import make_evening, make_owner, make_players
from tests.tournaments.events.played import give_points
from tournaments.events.entries.services import register_seated
from tournaments.events.models import Prize
from tournaments.events.money.awards import prize_list
from tournaments.events.money.services import save_prize_plan

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening():
    """Fourteen people, each 10 points ahead of the next, and twelve prizes."""
    evening = make_evening(series=1)
    people = make_players(f"Gast {letter}" for letter in "ABCDEFGHIJKLMN")
    for number, player in enumerate(people):
        give_points(evening.series.get(), player, 2000 - 10 * number)
        evening.entries.create(player=player, start_number=number + 1)
    register_seated(event=evening)
    prizes = [Prize(place=n, amount=100 * (13 - n)) for n in range(1, 12)]
    ham = Prize(place=12, text="Schinken", value=2000)
    save_prize_plan(event=evening, prizes=[*prizes, ham], confirmed=True)
    return evening


def test_twelve_prizes_are_announced_with_two_who_have_gone(
    evening, site, signed_in, new_context
):
    signed_in(make_owner())
    page = site(reverse("events:announce", args=[evening.pk]))
    page.get_by_role("button", name="nicht da (Gast D)").click()
    expect(page.locator("s")).to_have_text("Gast D")
    told = announced(page)

    assert [name for name, _prize in told] == [f"Gast {n}" for n in "MLKJIHGFECBA"]
    assert told[0] == ("Gast M", "Schinken (20,00 €)")
    assert told[8] == ("Gast E", "9,00 €")

    page.goto(page.url.partition("#")[0] + "#p0-3")
    expect(page.locator("section:target")).to_contain_text("5. Platz · nachgerückt: 4.")
    expect(page.locator("section:target")).to_contain_text("10 Punkte hinter dem")
    page.locator("section:target").get_by_role("button", name="nicht da").click()
    expect(page.locator("section:target h1")).to_have_text("Gast F")
    assert announced(page)[0] == ("Gast N", "Schinken (20,00 €)")

    cut_off(page.context)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("section:target h1")).to_have_text("Gast B")
    page.locator("section:target").get_by_role("button", name="nicht da").click()
    expect(page.get_by_role("alert")).to_have_text("Nicht gemerkt: keine Verbindung.")
    expect(page.locator("section:target h1")).to_have_text("Gast B")
    connect(page.context)

    page.goto(page.url.partition("#")[0])
    page.get_by_role("listitem").filter(has_text="Gast D").get_by_role("button").click()
    expect(page.locator("s")).to_have_text(["Gast E"])
    assert announced(page) == [
        (line.called, line.text) for line in reversed(prize_list(evening).people)
    ]

    state = page.context.storage_state()
    bare = new_context(java_script_enabled=False, storage_state=state).new_page()
    bare.goto(page.url.partition("#")[0])
    bare.get_by_role("link", name="Beginnen").click()
    bare.locator("section:target").get_by_role("button", name="nicht da").click()
    expect(bare.locator("section:target h1")).to_have_text("Gast N")
    bare.locator("section:target a[rel=next]").click()
    expect(bare.locator("h1:visible")).to_have_text("Gast L")


def announced(page):
    """Go through the prizes with one key each, to the last; return what was read."""
    page.evaluate("location.hash = '#who'")
    told = []
    while page.locator("section:target a[rel=next]").count():
        page.keyboard.press("ArrowRight" if len(told) % 2 else "Space")
        shown = page.locator("section:target")
        told.append(
            (shown.locator("h1").inner_text(), shown.locator(".given").inner_text())
        )
    return told
