"""What visitors read of seasons, leagues, people and rules passes axe everywhere."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scoring.house.rules import PRESETS
from scoring.seasons.rules import Absence, Bonus, SeasonRule, Unit
from tests.browser.test_accessibility import faults_on
from tests.factories import INSIDER, make_rule_set
from tests.tournaments.leagues.matches import make_division, make_teams, played_day
from tests.tournaments.seasons.seasons import (
    AFTER,
    make_season,
    played_evening,
    played_list,
)
from tournaments.events.models import Event
from tournaments.events.planning.services import publish_event
from tournaments.leagues.models import LeagueTeam, MatchGroup
from tournaments.leagues.services import publish_league
from tournaments.people.models import Player
from tournaments.seasons.selectors import season_table
from tournaments.seasons.services import draw_season_lots, publish_season
from tournaments.sheets.models import ScoreSheet

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def season(erika):
    """A published season with everything a table can show, and a lot drawn."""
    played_evening(0, 2, erika, games=2)
    played_evening(1, 1, erika, games=3)
    last = played_evening(2, 1, erika, players=("Emil", "Frieda", "Gerd"))
    played_list(2, last, erika, players=("Hanna", "Ida", "Jan"))
    Player.objects.filter(last_name="Gerd").update(is_guest=True)
    rule = SeasonRule(
        best=1,
        bonuses=(Bonus(unit=Unit.EVENING, at_least=2, points=5),),
        absence=Absence(unit=Unit.EVENING, cents=300),
    )
    season = publish_season(season=make_season(rule), is_published=True)
    (tie,) = season_table(season, user=INSIDER, today=AFTER).ties[:1]
    draw_season_lots(season=season, people=tie.people, seed="7", by=erika, today=AFTER)
    for evening in Event.objects.all():
        publish_event(event=evening, is_published=True)
    return season


@pytest.fixture
def division(erika):
    """A division of a published league that has played a match day."""
    division = make_division("Staffel Ost", rounds=6, promoted=1, relegated=1)
    wins = {"A": 4, "B": 2, "C": 1, "D": 0}
    played_day(division, make_teams(division), wins)
    publish_league(league=division.league, is_published=True)
    return division


def test_a_visitor_reads_seasons_people_records_and_rules(season, site):
    anna = Player.objects.get(last_name="Anna").pk
    sheet = ScoreSheet.objects.order_by("pk")[0]
    names = ("season", "results", "rule")
    house, official = Event.objects.order_by("pk")[:2]
    Event.objects.filter(pk=house.pk).update(
        rule_set=make_rule_set(name="Freitag", rules=PRESETS["friday"])
    )
    paths = [
        *(reverse(f"seasons:{name}", args=[season.pk]) for name in names),
        reverse("seasons:list"),
        reverse("seasons:person", args=[season.pk, anna]),
        reverse("people:detail", args=[anna]),
        reverse("careers:all-time"),
        reverse("careers:records"),
        reverse("sheets:explained", args=[sheet.pk]),
        reverse("sheets:course", args=[sheet.pk]),
        reverse("events:rules", args=[official.pk]),
        reverse("events:rules", args=[house.pk]),
        reverse("sheets:calculator"),
        reverse("sheets:shorthand"),
    ]

    assert faults_on(site, paths) == {}


def test_a_page_that_renews_itself_keeps_the_focus(season, site, page):
    event = Event.objects.filter(series__sheets__isnull=False).first()
    sheet = ScoreSheet.objects.filter(series__event=event).earliest("pk")
    site(reverse("events:my-seat", args=[sheet.code, 1]))
    link = page.locator("#me a").last
    link.focus()
    page.evaluate("window.first = document.querySelector('#me')")

    with page.expect_response("**/seats/**"):
        page.evaluate("window.dispatchEvent(new Event('online'))")
    page.wait_for_timeout(200)

    assert page.evaluate("window.first === document.querySelector('#me')")
    page.evaluate("document.querySelector('#me h2').textContent = 'Serie 9'")
    with page.expect_response("**/seats/**"):
        page.evaluate("window.dispatchEvent(new Event('online'))")
    page.wait_for_function("window.first !== document.querySelector('#me')")
    expect(link).to_be_focused()


def test_a_visitor_reads_leagues(division, site):
    team, group = LeagueTeam.objects.first(), MatchGroup.objects.first()
    names = ("division", "division-players", "division-teams", "division-plan")
    person = [division.pk, team.line_up.first().player_id]
    paths = [
        *(reverse(f"leagues:{name}", args=[division.pk]) for name in names),
        reverse("leagues:league-list"),
        reverse("leagues:league", args=[division.league_id]),
        reverse("leagues:team", args=[team.pk]),
        reverse("leagues:group", args=[group.pk]),
        reverse("leagues:group-seats", args=[group.pk]),
        reverse("leagues:division-person", args=person),
    ]

    assert faults_on(site, paths) == {}


SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) sum += shift.value;
  }).observe({ type: "layout-shift", buffered: true });
  document.fonts.ready.then(() => setTimeout(() => done(sum), 300));
})"""


def test_nothing_jumps_when_the_typefaces_arrive_late(season, site, page):
    page.set_viewport_size({"width": 390, "height": 844})
    person = ScoreSheet.objects.first().seats.first().player

    def late(route):
        page.wait_for_timeout(500)
        route.continue_()

    page.route("**/*.woff2", late)
    shifts = {}
    for address in ("/de/", person.get_absolute_url(), season.get_absolute_url()):
        site(address)
        shifts[address] = page.evaluate(SHIFTS)

    assert page.evaluate("document.fonts.check('1rem Skat Sans')")
    assert {name: shift for name, shift in shifts.items() if shift >= 0.01} == {}
