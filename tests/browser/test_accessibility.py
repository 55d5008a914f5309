"""Every page passes axe, in light and dark, on a phone and on a small laptop."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse

from scoring.house.presets import PRESETS
from tests.browser.conftest import PASSWORD
from tests.factories import (
    EIGHT_GAMES,
    make_evening,
    make_player,
    make_secretary,
    make_sheet,
    type_games,
)
from tournaments.competitions.services import publish
from tournaments.sheets.models import RuleSet
from tournaments.sheets.services import create_rule_set, finish_sheet

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = ((1280, 800), (390, 844))
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture
def club():
    """An evening with a list half typed and one finished; two people without."""
    erika = make_secretary(password=PASSWORD)
    evening = make_evening(series=2)
    finished = make_sheet(evening=evening)
    half = make_sheet(("Emil", "Frieda", "Gerd", "Hanna"), evening=evening)
    type_games(finished, EIGHT_GAMES, by=erika)
    finish_sheet(sheet=finished, by=erika, cut_short=True)
    type_games(half, [*EIGHT_GAMES[:2], "1po1-=48"], by=erika)
    publish(competition=evening, is_published=True)
    make_player("Ida")
    create_rule_set(name="Freitag", rules=PRESETS["friday"])
    return erika, evening, finished, half


def pages_of(evening, finished, half):
    rules = RuleSet.objects.get()
    return {
        "start": reverse("competitions:list"),
        "new evening": reverse("competitions:create"),
        "evening": evening.get_absolute_url(),
        "edit evening": reverse("competitions:edit", args=[evening.pk]),
        "add table": reverse("competitions:add-table", args=[evening.pk, 1]),
        "standings": reverse("competitions:standings", args=[evening.pk]),
        "print": reverse("documents:print", args=[evening.pk]),
        "import codes": reverse("exchange:import-codes"),
        "half typed list": half.get_absolute_url(),
        "list by buttons": half.get_absolute_url() + "?buttons=1",
        "finished list": finished.get_absolute_url(),
        "explained": reverse("sheets:explained", args=[finished.pk]),
        "history": reverse("sheets:history", args=[finished.pk]),
        "paste": reverse("sheets:paste", args=[half.pk]),
        "reopen": reverse("sheets:reopen", args=[finished.pk]),
        "accept": reverse("sheets:accept", args=[half.pk, 3]),
        "members": reverse("members:list"),
        "add member": reverse("members:add"),
        "paste members": reverse("members:paste"),
        "player": finished.seats.first().player.get_absolute_url(),
        "change member": reverse("members:edit", args=[2]),
        "entered twice": reverse("members:joins"),
        "join": reverse("members:join", args=[1]) + "?other=9",
        "remove": reverse("members:remove", args=[1]),
        "clubs": reverse("members:clubs"),
        "accounts": reverse("members:accounts"),
        "add account": reverse("members:add-account"),
        "password": reverse("password_change"),
        "house rules": reverse("sheets:rules"),
        "new house rules": reverse("sheets:rules-create") + "?preset=friday",
        "house rules of the club": reverse("sheets:rules-edit", args=[rules.pk]),
        "copy house rules": reverse("sheets:rules-copy", args=[rules.pk]),
        "delete house rules": reverse("sheets:rules-delete", args=[rules.pk]),
        "not found": "/nowhere/",
    }


def violations(page):
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": TAGS}})
    return [
        (one["id"], [node["target"] for node in one["nodes"]][:3])
        for one in found.response["violations"]
    ]


def looks(page):
    """Show ``page`` in every size and scheme, and say which one it is."""
    for scheme in ("light", "dark"):
        for width, height in SIZES:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(50)
            yield f"{scheme} {width}"


def test_every_page_of_the_secretary_passes(club, site, signed_in):
    erika, *rest = club
    page = signed_in(erika)

    found = {}
    for name, path in pages_of(*rest).items():
        site(path)
        for look in looks(page):
            if wrong := violations(page):
                found[name, look] = wrong

    assert found == {}


def test_the_pages_of_a_visitor_pass(club, site, page):
    _erika, evening, finished, _half = club
    paths = {
        "start": "/",
        "sign in": "/accounts/login/",
        "evening": evening.get_absolute_url(),
        "standings": reverse("competitions:standings", args=[evening.pk]),
        "list": finished.get_absolute_url(),
    }

    found = {}
    for name, path in paths.items():
        site(path)
        for look in looks(page):
            if wrong := violations(page):
                found[name, look] = wrong

    assert found == {}


def test_no_page_scrolls_sideways(club, site, signed_in):
    erika, *rest = club
    page = signed_in(erika)

    wide = {}
    for name, path in pages_of(*rest).items():
        site(path)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            reached = page.evaluate("document.documentElement.scrollWidth")
            if reached > width:
                wide[name, width] = reached

    assert wide == {}


def test_the_set_up_page_passes(site, page):
    site("/setup/")

    found = {look: violations(page) for look in looks(page)}

    assert not any(found.values()), found
