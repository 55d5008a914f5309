"""Pages that ask, doubt and preview pass axe and fit: of an evening, at the desk."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.desk.keys import is_at
from tests.browser.test_accessibility import faults_of, faults_on
from tests.factories import make_evening, make_player, make_sheet, type_games
from tests.tournaments.events.draws.draws import draw, make_entries
from tests.tournaments.sheets.paper import sample_texts, totals_of, write_paper
from tournaments.events.entries.services import add_entry, mark_left
from tournaments.events.models import Team
from tournaments.events.teams.services import add_contest, keep_apart, save_team
from tournaments.people.services import find_or_add_club
from tournaments.sheets.proof.services import write_second_list
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


@pytest.fixture
def drawn(erika):
    """The report of the second draw of an evening, and its pages."""
    evening = make_evening(series=2)
    make_entries(evening, 9)
    number = draw(evening, erika, 1, 2).number
    first, *_, second = evening.entries.values_list("player", flat=True)[:5]
    swap = reverse("events:draw-swap", args=[evening.pk, 2])
    return [
        reverse("events:draw", args=[evening.pk]),
        reverse("events:draw-series", args=[evening.pk, 1]),
        f"{swap}?first={first}&second={second}",
        reverse("events:draw-report", args=[evening.pk, number]),
    ]


def pages_of(evening):
    pk = evening.pk
    names = ("entries", "teams", "apart", "lots")
    return [
        *(reverse(f"events:{name}", args=[pk]) for name in names),
        reverse("events:entry", args=[pk, 1]),
        reverse("events:team", args=[pk, Team.objects.get().pk]),
        reverse("events:edit_contest", args=[pk, 1]),
    ]


@pytest.fixture
def doubtful(erika):
    """A whole, short list whose paper differs, with a second list."""
    sheet = make_sheet(rounds=3)
    type_games(sheet, sample_texts(games=12), by=erika)
    off = {(2, "total"): -100, (3, "points"): 9}
    write_paper(sheet, totals_of(sheet), by=erika, off=off)
    lines = [game.as_noted() for game in sheet.games.all()]
    del lines[3]  # the second list lacks a game
    write_second_list(sheet=sheet, lines=lines, by=erika)
    return sheet


def test_every_page_with_its_questions_and_previews_passes(
    evening, drawn, doubtful, erika, site, signed_in
):
    page = signed_in(erika)

    assert faults_on(site, page, [*pages_of(evening), *drawn]) == {}
    every_page_of_the_desk_passes(site, page, doubtful)
    for typed in ("anna k", "Gerd Maus"):
        site(reverse("events:check_in", args=[evening.pk])).fill("#id_who", typed)
        page.press("#id_who", "Enter")
        page.get_by_role("group").get_by_role("button").first.wait_for()
        assert faults_of(page) == {}
    site(reverse("files:import-entries", args=[evening.pk])).fill(
        "textarea", "Meier Hans, Pik Ass\nAnna Kurz\nEmil Groß\nMeier Hans, Pik Ass"
    )
    page.get_by_role("button", name="Tabelle ansehen").click()
    page.get_by_role("button", name="Neues übernehmen").wait_for()
    assert faults_of(page) == {}


def every_page_of_the_desk_passes(site, page, doubtful):
    site(doubtful.get_absolute_url())
    expect(page.locator("[data-suspect='1']")).to_be_visible()
    assert faults_of(page) == {}
    names = ("suspects", "second", "check", "aloud")
    paths = [reverse(f"sheets:{name}", args=[doubtful.pk]) for name in names]
    paths.append(reverse("sheets:difference", args=[doubtful.pk, 3]))
    assert faults_on(site, page, paths) == {}

    site(make_sheet().get_absolute_url())
    is_at(page, 1)
    page.keyboard.type("1po1-")
    page.keyboard.press("Enter")
    expect(page.locator("#refused_why li")).to_have_count(1)
    is_at(page, 2)
    page.keyboard.type("?")
    expect(page.locator("[data-grammar]")).to_be_visible()
    assert faults_of(page) == {}
