"""The pages about who takes part and who sits where pass axe and fit a phone."""

import pytest
from django.urls import reverse

from tests.browser.test_accessibility import faults_of, faults_on
from tests.factories import make_evening, make_player
from tests.tournaments.events.draws.draws import draw, make_entries
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


@pytest.fixture
def drawn(erika):
    """The report of the second draw of an evening, and its pages."""
    evening, empty = (make_evening(name, series=2) for name in "AB")
    make_entries(evening, 9)
    number = draw(evening, erika, 1, 2).number
    first, *_, second = evening.entries.values_list("player", flat=True)[:5]
    swap = reverse("events:draw-swap", args=[evening.pk, 2])
    return [
        reverse("events:draw", args=[empty.pk]),
        reverse("events:draw", args=[evening.pk]),
        reverse("events:draw-series", args=[evening.pk, 1]),
        f"{swap}?first={first}&second={second}",
        reverse("events:draw-report", args=[evening.pk, number]),
    ]


def pages_of(evening):
    pk = evening.pk
    names = ("entries", "teams", "apart", "lots")
    return [
        *(reverse(f"events:{name}", args=[pk]) for name in (*names, "add_contest")),
        reverse("files:import-entries", args=[pk]),
        reverse("events:entry", args=[pk, 1]),
        reverse("events:team", args=[pk, Team.objects.get().pk]),
        reverse("history:of-event", args=[pk]),
        reverse("events:contest", args=[pk, 1]),
        reverse("events:edit_contest", args=[pk, 1]),
        reverse("events:create-tournament"),
    ]


def test_every_page_with_its_questions_and_previews_passes(
    evening, drawn, erika, site, signed_in
):
    page = signed_in(erika)

    assert faults_on(site, [*pages_of(evening), *drawn]) == {}

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
