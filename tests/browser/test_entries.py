"""The pages about who takes part pass axe and fit a phone."""

import os
from pathlib import Path

import pytest
from django.urls import reverse

from tests.browser.test_accessibility import looks, violations
from tests.factories import make_evening, make_player, make_secretary
from tournaments.events.entries.services import add_entry, mark_left
from tournaments.events.models import Team
from tournaments.events.teams.services import add_contest, keep_apart, save_team
from tournaments.people.services import find_or_add_club
from tournaments.words.choices import EntryStatus

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("Anna Köster", "Bernd Kowalski", "Carla von der Heide", "Dieter Öztürk")


@pytest.fixture
def evening():
    """An evening with people of every status, a team and a pair apart."""
    evening = make_evening("Preisskat", series=3)
    tandem = add_contest(event=evening, name="Tandem", size=2)
    club = find_or_add_club(name="Skatfreunde Musterstadt")
    here = [
        add_entry(event=evening, player=make_player(name, club=club)) for name in NAMES
    ]
    for name in ("Emil Groß", "Frieda Lang"):
        add_entry(
            event=evening,
            player=make_player(name, is_guest=True),
            status=EntryStatus.REGISTERED,
        )
    mark_left(entry=here[3], after_series=2)
    save_team(team=Team(contest=tandem, name="Herz Dame"), entries=here[:1])
    keep_apart(first=here[0], second=here[1])
    make_player("Anna Kurz")
    make_player("Anna Kaiser")
    return evening


def pages_of(evening):
    pk = evening.pk
    named = {
        name: reverse(f"events:{name}", args=[pk])
        for name in ("entries", "check_in", "teams", "apart", "settings")
    }
    return named | {
        "register": reverse("files:import-entries", args=[pk]),
        "evening": reverse("events:detail", args=[pk]),
        "entry": reverse("events:entry", args=[pk, 1]),
        "team": reverse("events:team", args=[pk, Team.objects.get().pk]),
        "lots": reverse("events:lots", args=[pk]),
        "history": reverse("history:of-event", args=[pk]),
        "contest": reverse("events:contest", args=[pk, 1]),
        "rules of a contest": reverse("events:edit_contest", args=[pk, 1]),
        "new contest": reverse("events:add_contest", args=[pk]),
        "tournament": reverse("events:create-tournament"),
        "copy": reverse("events:create"),
    }


def faults_of(page):
    wrong = {look: found for look in looks(page) if (found := violations(page))}
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        wrong["width"] = page.url
    return wrong


def picture(page, name):
    """Keep a picture of the page where the environment names a folder for it."""
    if folder := os.environ.get("SKATCLUB_PICTURES"):
        for width, scheme in ((1280, "light"), (390, "dark")):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.set_viewport_size({"width": width, "height": 900})
            page.screenshot(path=Path(folder) / f"{name}-{width}.png", full_page=True)


def test_every_page_passes(evening, site, signed_in):
    page = signed_in(make_secretary())

    found = {}
    for name, path in pages_of(evening).items():
        site(path)
        picture(page, name)
        if wrong := faults_of(page):
            found[name] = wrong

    assert found == {}


def test_the_questions_of_the_door_and_the_preview_pass(evening, site, signed_in):
    page = signed_in(make_secretary())
    pages = pages_of(evening)

    found = {}
    for name, typed in (("several", "anna k"), ("unknown", "Gerd Maus")):
        site(pages["check_in"]).fill("#id_who", typed)
        page.press("#id_who", "Enter")
        page.get_by_role("group").get_by_role("button").first.wait_for()
        picture(page, name)
        found |= faults_of(page)
    site(pages["register"]).fill(
        "textarea", "Meier Hans, Pik Ass\nAnna Kurz\nEmil Groß\nMeier Hans, Pik Ass"
    )
    page.get_by_role("button", name="Tabelle ansehen").click()
    page.get_by_role("button", name="Neues übernehmen").wait_for()
    picture(page, "preview")
    found |= faults_of(page)

    assert found == {}
