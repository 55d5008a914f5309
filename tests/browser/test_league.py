"""A league host enters a match day with one short team; the pages pass axe."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.desk.keys import finish_unproved, open_list, type_lines
from tests.browser.rounds import pdf_text
from tests.browser.test_accessibility import SIZES, looks, violations
from tests.tournaments.leagues.matches import (
    games_for,
    known,
    make_division,
    make_teams,
    plan,
    play_series,
    played_day,
    set_up,
    sheets_of,
)
from tournaments.leagues.models import Division, LeagueTeam, MatchGroup
from tournaments.leagues.services import withdraw_team

pytestmark = pytest.mark.django_db(transaction=True)
WINS = {"A": 4, "B": 2, "C": 1, "D": 0}


@pytest.fixture
def match(erika):
    """A planned match of four teams; one series of one round is played."""
    division = make_division("Staffel Ost", rounds=1, promoted=1, relegated=1)
    teams = make_teams(division)
    return plan(division, teams, host=teams[0])


def test_a_league_host_enters_a_match_day_with_one_short_team(
    erika, match, signed_in, live_server
):
    page = signed_in(erika)
    page.get_by_role("link", name="Ligen").click()
    page.get_by_role("link", name="Landesliga").click()
    page.get_by_role("link", name="Spieltage").click()
    page.locator("a.card", has_text="Gruppe 1").click()

    page.get_by_role("link", name="Wer ist da?").first.click()
    page.get_by_label("D4").select_option(label="niemand")
    page.get_by_role("button", name="Plätze setzen").click()
    seats = page.get_by_role("table", name="Serie 1")
    expect(seats.get_by_role("row")).to_have_count(5)
    assert "D4" not in seats.inner_text()
    type_all_lists(page, live_server)

    page.goto(live_server.url + match.get_absolute_url())
    page.get_by_role("button", name="Ergebnisse abgeben").click()
    expect(page.get_by_text("bestätigen muss sie jemand anderes")).to_be_visible()
    assert points_on(page) == [("A", "3:0"), ("B", "2:1"), ("C", "1:2"), ("D", "0:3")]
    report = page.get_by_role("link", name="Spielbericht (PDF)").get_attribute("href")
    printed = " ".join(pdf_text(page, live_server.url + report).split())
    for words in (
        "Spielbericht Landesliga 2026",
        "mit 3 Spielern angetreten",
        "Serie 1: Summe 6:6",
        "192",
        "Ausrichter: A",
        "Gast: D",
        "Vorläufig: noch nicht von einer zweiten Person bestätigt.",
    ):
        assert words in printed


def type_all_lists(page, live_server):
    """Type every list: A wins a Grand at each table, B at the first two, C at one."""
    left = dict(WINS)
    for sheet in sheets_of(MatchGroup.objects.get()):
        names = [seat.player.last_name for seat in sheet.seats.select_related("player")]
        wins = {}
        for name in sorted(names):
            if len(wins) < 2 and left[name[0]]:
                wins[names.index(name) + 1] = 1
                left[name[0]] -= 1
        lines = games_for(wins, len(names))
        lines += ["e"] * (len(names) - len(lines))
        open_list(page, live_server, sheet)
        type_lines(page, lines, of=len(names))
        finish_unproved(page)


def points_on(page):
    rows = page.locator("table.league tbody tr").evaluate_all(
        "rows => rows.map(row => [row.querySelector('a').textContent, "
        "row.querySelector('.total').textContent])"
    )
    return [tuple(row) for row in rows]


def test_a_secretary_makes_a_league_from_pasted_teams(erika, signed_in):
    page = signed_in(erika)
    page.get_by_role("link", name="Ligen").click()
    page.get_by_role("link", name="Neue Liga").first.click()
    page.get_by_role("link", name="ISPA").click()
    expect(page.get_by_label("Spieler je Mannschaft")).to_have_value("8")
    page.get_by_role("link", name="DSkV").click()
    page.get_by_label("Name", exact=True).fill("Verbandsliga")
    page.get_by_role("button", name="Anlegen").click()

    page.get_by_label("Eine Mannschaft je Zeile").fill(
        "Herz: Anna Alt, Bernd Beck\nKaro: Carla Cron\nPik\nKreuz"
    )
    page.get_by_label("als Gäste anlegen").check()
    page.get_by_role("button", name="Mannschaften hinzufügen").click()
    page.get_by_role("link", name="Spieltage").click()
    page.get_by_role("link", name="Spieltag ansetzen").first.click()
    page.get_by_role("button", name="Speichern").click()

    expect(page.get_by_role("heading", name="Gruppe 1")).to_be_visible()
    assert LeagueTeam.objects.count() == 4
    assert MatchGroup.objects.get().sides.count() == 4


def pages_of(division, group, planned):
    names = {
        "league-edit": division.league_id,
        "league-delete": division.league_id,
        "division-edit": division.pk,
        "division-teams": division.pk,
        "division-plan": division.pk,
        "division-players": division.pk,
        "match-day-create": division.pk,
        "match-day": planned.match_day_id,
        "team-edit": group.host_id,
        "team-line-up": group.host_id,
        "group-seats": group.pk,
        "group-people": group.pk,
        "group-edit": group.pk,
        "group-set-up": planned.pk,
    }
    paths = [reverse(f"leagues:{name}", args=[pk]) for name, pk in names.items()]
    person = [division.pk, known("A1").pk]
    return [
        reverse("leagues:league-list"),
        reverse("leagues:league-create"),
        *paths,
        division.get_absolute_url(),
        group.get_absolute_url(),
        group.host.get_absolute_url(),
        reverse("leagues:division-person", args=person),
    ]


def wrong_pages(page, site, paths):
    """Return what axe finds, and which pages are wider than the screen."""
    found = {}
    for path in paths:
        site(path)
        for look in looks(page):
            if wrong := violations(page):
                found[path, look] = wrong
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            reached = page.evaluate("document.documentElement.scrollWidth")
            if reached > width:
                found[path, width] = reached
    return found


def test_the_pages_of_a_league_pass_and_do_not_scroll_sideways(
    erika, match, signed_in, site
):
    division = Division.objects.select_related("league").get()
    teams = list(division.teams.all())
    match = set_up(match, teams, (4, 4, 4, 3), by=erika)
    play_series(match, {"A": 2, "B": 1}, by=erika)
    played_day(division, teams, {"C": 3}, number=2)
    planned = plan(division, teams, number=3)
    withdraw_team(team=teams[3], on="2026-03-01", reason="Auflösung")
    page = signed_in(erika)

    assert wrong_pages(page, site, pages_of(division, match, planned)) == {}
