"""The widget stands in a page of somebody else, and no other page does."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import STRICT, script
from tests.factories import make_secretary
from tests.tournaments.seasons.seasons import make_season, played_evening
from tournaments.events.models import Event
from tournaments.events.planning.services import publish_event
from tournaments.people.models import Club
from tournaments.people.services import save_club
from tournaments.public.copying import page_with_note
from tournaments.public.views import HEIGHT, TABLE_HEIGHT
from tournaments.seasons.models import Season
from tournaments.seasons.services import publish_season

FILLED = script("fillWidget")
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def erika(transactional_db):
    """The secretary of a club with a season."""
    save_club(club=Club(name="Kreuzbube", is_home=True))
    erika = make_secretary()
    publish_event(event=played_evening(0, 2, erika), is_published=True)
    publish_season(season=make_season(), is_published=True)
    return erika


def test_one_tap_copies_the_line_that_stands_in_a_page_with_a_strict_policy(
    erika, sign_in, new_context, home_page, live_server, site, page
):
    desk = sign_in(new_context(), erika).new_page()
    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    desk.goto(f"{live_server.url}/share/")
    desk.get_by_role("button", name="Kopieren Die Zeile für die Homepage").click()
    expect(desk.get_by_role("button", name="Kopiert")).to_be_visible()
    line = desk.evaluate("navigator.clipboard.readText()")
    asked = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).netloc))
    elsewhere = home_page(f"{STRICT}; frame-src {live_server.url}", line)

    page.goto(elsewhere)

    widget = page.frame_locator("iframe")
    expect(widget.get_by_role("heading", name="Kreuzbube")).to_be_visible()
    expect(widget.get_by_role("heading", name="Saison 2026")).to_be_visible()
    expect(widget.get_by_role("list", name="Saison 2026")).to_contain_text("Bernd")
    ours, theirs = (urlsplit(each).netloc for each in (live_server.url, elsewhere))
    assert {*asked} == {ours, theirs}
    assert page.context.cookies() == []
    widget.get_by_role("link", name="Saison 2026").click()
    expect(page).to_have_url(re.compile(rf"^{live_server.url}/de/seasons/"))
    no_frame_has_a_scroll_bar_of_its_own(site, page)


def no_frame_has_a_scroll_bar_of_its_own(site, page):
    season, event = Season.objects.get(), Event.objects.first()
    frames = {
        "": ([3, 6], HEIGHT),
        f"?season={season.pk}": ([10], TABLE_HEIGHT),
        f"?event={event.slug}": ([10], TABLE_HEIGHT),
    }
    found = {}

    for query, (rows, height) in frames.items():
        site(f"/de/widget/{query}")
        copy = page_with_note(page.content(), "Kopie vom 27. November 2026, 9:30 Uhr.")
        page.locator("main").evaluate(
            "(main, end) => main.insertAdjacentHTML('beforeend', end)",
            re.search(r'<p class="hint">.*?</p>', copy)[0],
        )
        for width in (320, 480, 768, 1280):
            page.set_viewport_size({"width": width, "height": 200})
            lists, needed = page.evaluate(FILLED, rows)
            found[query, width] = (lists == len(rows), needed <= height, needed)

    assert {key: each for key, each in found.items() if not all(each[:2])} == {}
