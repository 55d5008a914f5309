"""Pages fit a phone in a language whose words are longer than those of any other."""

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import expect

from tests import pseudo
from tests.browser.test_accessibility import BEYOND, typed_evening
from tests.factories import make_owner
from tests.tournaments.seasons.seasons import make_season
from tournaments.seasons.services import publish_season

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"width": 360, "height": 740}


def pages_of(season, evening, finished, half):
    of_evening = ("standings", "rules", "edit", "entries", "draw", "visibility")
    of_evening += ("prizes", "settings")
    return [
        *("/", "/help/", "/join/", "/privacy/"),
        *map(reverse, ("events:list", "seasons:list", "careers:all-time")),
        *map(reverse, ("careers:records", "sheets:calculator", "sheets:shorthand")),
        season.get_absolute_url(),
        evening.get_absolute_url(),
        *(reverse(f"events:{name}", args=[evening.pk]) for name in of_evening),
        reverse("papers:print", args=[evening.pk]),
        finished.get_absolute_url(),
        finished.seats.first().player.get_absolute_url(),
        half.get_absolute_url(),
        *map(reverse, ("events:create", "people:list", "people:add")),
        *map(reverse, ("people:accounts", "organisations:change", "history:all")),
        *map(reverse, ("files:index", "own-account", "seasons:create")),
        reverse("sheets:rules"),
    ]


def test_long_words_make_no_page_wider(
    transactional_db, new_context, sign_in, live_server
):
    erika = make_owner()
    typed = typed_evening(erika)
    season = publish_season(season=make_season(), is_published=True)
    context = sign_in(new_context(viewport=PHONE), erika)
    words = {"name": settings.LANGUAGE_COOKIE_NAME, "value": pseudo.LANGUAGE}
    context.add_cookies([{**words, "url": live_server.url}])
    page = context.new_page()

    found = {}
    with pseudo.spoken():
        for path in pages_of(season, *typed):
            page.goto(live_server.url + path)
            expect(page.locator("footer")).to_contain_text(pseudo.strange("Help"))
            if parts := page.evaluate(BEYOND):
                found[path] = parts

    assert found == {}
