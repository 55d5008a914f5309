"""Long words, long names and large letters fit on a phone, on the main pages."""

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import expect

from tests import pseudo
from tests.factories import (
    EIGHT_GAMES,
    make_evening,
    make_owner,
    make_sheet,
    type_games,
)
from tests.tournaments.seasons.seasons import make_season
from tournaments.events.models import Event
from tournaments.events.planning.services import publish_event
from tournaments.people.models import Club, Player, User
from tournaments.seasons.models import Season
from tournaments.sheets.finishing.services import finish_sheet

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"width": 360, "height": 740}
LONG = {
    "Anna": ("Maximiliane", "Freifrau von Düsterlohe-Schwarzenbüttel"),
    "Bernd": ("Christoph-Maria", "Übelhör-Großkreuz"),
}
BEYOND = """width => document.documentElement.scrollWidth <= width ? [] :
  [...document.querySelectorAll("main *, header *, footer *")]
    .filter((it) => it.getBoundingClientRect().right > width + 1)
    .filter((it) => !it.closest(".scroll"))
    .slice(0, 3).map((it) => it.outerHTML.slice(0, 160))"""


@pytest.fixture
def evening():
    """An evening with a list half typed and one finished, in a season."""
    erika = make_owner("erika")
    evening = make_evening(series=2, rounds=3)
    finished = make_sheet(evening=evening)
    half = make_sheet(("Emil", "Frieda", "Gerd", "Hanna"), evening=evening)
    type_games(finished, EIGHT_GAMES, by=erika)
    finish_sheet(sheet=finished, by=erika, cut_short=True)
    type_games(half, EIGHT_GAMES[:2], by=erika)
    make_season()
    Season.objects.update(is_published=True)
    return publish_event(event=evening, is_published=True)


@pytest.fixture
def strange_language(evening):
    with pseudo.spoken():
        yield


@pytest.fixture
def phone(new_context, live_server):
    """Return a function that opens a page of the site in the strange language."""
    context = new_context(viewport=PHONE)
    words = {"name": settings.LANGUAGE_COOKIE_NAME, "value": pseudo.LANGUAGE}
    context.add_cookies([{**words, "url": live_server.url}])
    page = context.new_page()

    def go(path):
        page.goto(live_server.url + path)
        return page

    return go


def beyond(phone, paths):
    """Return what reaches beyond the screen, by page."""
    found = {}
    for path in paths:
        page = phone(path)
        expect(page.locator("footer")).to_contain_text(pseudo.strange("Help"))
        if parts := page.evaluate(BEYOND, PHONE["width"]):
            found[path] = parts
    return found


def pages_for_visitors(evening):
    sheet = evening.series.first().sheets.get(table_number=1)
    player = sheet.seats.first().player
    season = Season.objects.get()
    return [
        "/",
        "/help/",
        "/join/",
        "/privacy/",
        *map(reverse, ("events:list", "seasons:list", "careers:all-time")),
        *map(reverse, ("careers:records", "sheets:calculator", "sheets:shorthand")),
        evening.get_absolute_url(),
        reverse("events:standings", args=[evening.pk]),
        reverse("events:rules", args=[evening.pk]),
        reverse("seasons:season", args=[season.pk]),
        sheet.get_absolute_url(),
        player.get_absolute_url(),
    ]


def pages_of_the_desk(evening):
    half = evening.series.first().sheets.get(table_number=2)
    of_evening = ("edit", "entries", "draw", "visibility", "prizes", "settings")
    return [
        "/",
        half.get_absolute_url(),
        *(reverse(f"events:{name}", args=[evening.pk]) for name in of_evening),
        *map(
            reverse, ("events:create", "people:list", "people:add", "people:accounts")
        ),
        *map(reverse, ("organisations:change", "history:all", "files:index")),
        *map(reverse, ("own-account", "seasons:create", "sheets:rules")),
        reverse("papers:print", args=[evening.pk]),
    ]


def test_long_words_fit_for_visitors(phone, evening, strange_language):
    assert beyond(phone, pages_for_visitors(evening)) == {}


def test_long_words_fit_at_the_desk(phone, evening, strange_language, sign_in):
    sign_in(phone("/").context, User.objects.get())

    assert beyond(phone, pages_of_the_desk(evening)) == {}


@pytest.mark.parametrize("letters", [16, 24])
def test_names_without_blanks_make_no_page_wider(site, signed_in, evening, letters):
    name = "Bierlachsmeisterschaftsvorrunde" * 2
    Event.objects.update(name=name)
    Season.objects.update(name=name)
    Club.objects.create(name=name, is_home=True)
    page = signed_in(User.objects.get())
    page.set_viewport_size({"width": 320, "height": 700})
    sizes = {"fontSizes": {"standard": letters, "fixed": letters}}
    page.context.new_cdp_session(page).send("Page.setFontSizes", sizes)
    addresses = [*pages_for_visitors(evening), reverse("files:index")]
    addresses += [reverse("events:live", args=[evening.pk])]

    wide = {}
    for address in addresses:
        site(address)
        if parts := page.evaluate(BEYOND, 320):
            wide[address] = parts

    assert wide == {}


def test_letters_twice_as_large_make_no_page_wider(site, signed_in, evening):
    for last_name, (first, last) in LONG.items():
        named = Player.objects.filter(last_name=last_name)
        named.update(first_name=first, last_name=last)
    page = signed_in(User.objects.get())
    page.set_viewport_size({"width": 390, "height": 844})
    sizes = {"fontSizes": {"standard": 32, "fixed": 32}}
    page.context.new_cdp_session(page).send("Page.setFontSizes", sizes)
    sheet = evening.series.first().sheets.get(table_number=1)
    person = Player.objects.get(last_name=last)
    names = ("standings", "settings", "draw", "check_in", "cash")
    addresses = [
        "/",
        evening.get_absolute_url(),
        *(reverse(f"events:{name}", args=[evening.pk]) for name in names),
        reverse("events:create"),
        sheet.get_absolute_url(),
        person.get_absolute_url(),
        reverse("people:edit", args=[person.pk]),
        reverse("people:list"),
    ]

    widths = {}
    for address in addresses:
        site(address)
        widths[address] = page.evaluate("document.documentElement.scrollWidth")

    size = page.evaluate("getComputedStyle(document.documentElement).fontSize")
    assert size == "36px"
    assert {name: wide for name, wide in widths.items() if wide > 390} == {}
