"""Every page passes axe and fits: small and wide, with large letters and long words.

One visit asks all of it. Pages of a kind are visited once, by whoever sees most there,
and of those that only ask something the longest.
All colours that there are stand on one page, which is seen in the dark as well.
"""

import re
from contextlib import contextmanager
from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from scoring.house.rules import PRESETS
from scoring.seasons.rules import Bonus, SeasonRule, Unit
from tests import pseudo
from tests.browser.conftest import script
from tests.browser.walking import STAND_STILL
from tests.factories import (
    EIGHT_GAMES,
    INSIDER,
    finish_list,
    make_evening,
    make_owner,
    make_player,
    make_rule_set,
    make_sheet,
    type_games,
)
from tests.tournaments.leagues.matches import (
    make_division,
    make_teams,
    plan,
    play_series,
    played_day,
    set_up,
)
from tests.tournaments.seasons.seasons import (
    AFTER,
    make_season,
    played_evening,
    played_list,
)
from tournaments.events.entries.places import token_of
from tournaments.events.entries.reply_services import renew_reply_link
from tournaments.events.flow.services import (
    adjust,
    close_series,
    reopen_series,
    start_clock,
)
from tournaments.events.models import Event, Registration
from tournaments.events.planning.services import publish_event
from tournaments.leagues.services import publish_league, withdraw_team
from tournaments.organisations.models import Organisation
from tournaments.people.models import Club, Player
from tournaments.seasons.models import Season
from tournaments.seasons.selectors import season_table
from tournaments.seasons.services import draw_season_lots, publish_season
from tournaments.sheets.models import ScoreSheet

pytestmark = pytest.mark.django_db(transaction=True)

NARROW, WIDE = (390, 844), (1280, 800)
# The last look is one in which the desk expects keys.
LOOKS = [("light", "none", NARROW), ("light", "none", WIDE)]
DARK_LOOK = ("dark", "none", WIDE)
# Every part there is stands on one page, and fits wherever it may stand. The last is as
# wide as 1280 pixels are with letters twice as large.
WIDTHS = (390, 320, 768, 1280, 1920, 640)
ALL_LOOKS = [
    *(("light", "none", (width, 800)) for width in WIDTHS),
    DARK_LOOK,
    ("light", "active", WIDE),
]
# The letters that a reader has set, on how wide a phone.
LETTERS, LETTERS_ON = 24, 360
UNBROKEN = "Bierlachsmeisterschaftsvorrunde" * 2
LONG = {
    "Anna": ("Maximiliane", "Freifrau von Düsterlohe-Schwarzenbüttel"),
    "Bernd": ("Christoph-Maria", "Übelhör-Großkreuz"),
}
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOUR_RULES = ["color-contrast", "link-in-text-block"]
AXE = Axe().axe_script
DARK = re.compile(r"@media \(prefers-color-scheme: dark\) \{(.*?)\n {2}\}\n", re.DOTALL)


SETTLE = script("settle")
ASK = script("ask")
ASK_COLOURS = script("askColours")
BEYOND = script("beyond")
PASSED, MET = set(), set()
IS_MISSING = """performance.getEntriesByType("navigation")[0].responseStatus !== 200"""


def asked(page, *, is_first):
    """Return what is wrong apart from colours, and how the texts stand out."""
    about = {"tags": TAGS, "colours": COLOUR_RULES, "isFirst": is_first}
    about |= {"met": [] if is_first else [*MET]}
    if (answer := page.evaluate(ASK, about)) is None:
        page.evaluate(AXE)
        page.add_init_script(AXE)
        answer = page.evaluate(ASK, about)
    return answer


def violations(page, *, is_first=True):
    """Return what axe finds on ``page``: in the dark, what is wrong with its colours.

    Nothing but colours differs there, which a test of its own makes sure of. Each way
    to stand out is asked about until it has passed once, on whichever page. Forced
    colours are the reader's own: nothing of ours to read badly.
    """
    answer = asked(page, is_first=is_first)
    unknown = [each for each in answer["standings"] if each not in PASSED]
    if not unknown or page.evaluate("matchMedia('(forced-colors: active)').matches"):
        MET.update(answer["met"])
        return answer["wrong"]
    faint = page.evaluate(ASK_COLOURS, {"colours": COLOUR_RULES, "unknown": unknown})
    if faint is None:
        return violations(page, is_first=is_first)
    MET.update(answer["met"])
    PASSED.update(faint["passed"])
    return answer["wrong"] + faint["wrong"]


def shown_in(page, looks):
    """Show ``page`` in each look, and say which one it is."""
    media = ("light", "none")
    for scheme, forced, (width, height) in looks:
        if media != (media := (scheme, forced)):
            page.emulate_media(color_scheme=scheme, forced_colors=forced)
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLE)
        yield f"{scheme} {width}" if forced == "none" else f"{forced} {width}"


def faults_of(page, looks=LOOKS, line=None):
    """Return what is wrong with ``page`` in each look, its width included.

    With a line to the browser the first look is one with large letters as well.
    """
    found = {}
    page.evaluate(STAND_STILL)
    for number, look in enumerate(shown_in(page, looks)):
        wrong = violations(page, is_first=not number)
        if not look.startswith("dark"):
            wrong += page.evaluate(BEYOND)
        if line and not number:
            wrong += beyond_by_letters(page, line)
        if wrong:
            found[look] = wrong
    return found


def beyond_by_letters(page, line):
    """Return what stands beyond the screen of a reader with such letters."""
    page.set_viewport_size({"width": LETTERS_ON, "height": 844})
    sizes = {"standard": LETTERS, "fixed": LETTERS}
    line.send("Page.setFontSizes", {"fontSizes": sizes})
    page.evaluate(SETTLE)
    found = page.evaluate(BEYOND)
    line.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    return found


def faults_on(site, page, paths, *, letters=False):
    """Return the pages with faults, and those that are not there."""
    found = {}
    line = page.context.new_cdp_session(page) if letters else None
    for path in paths:
        found[path] = faults_of(site(path), line=line) or page.evaluate(IS_MISSING)
    return {path: wrong for path, wrong in found.items() if wrong}


def typed_evening(erika):
    """Hold an evening with a list half typed and one finished; two people without."""
    # Short lists have every kind of row; each further one costs in all looks.
    evening = make_evening(series=2, rounds=3)
    finished = make_sheet(evening=evening)
    half = make_sheet(("Emil", "Frieda", "Gerd", "Hanna"), evening=evening)
    finish_list(finished, EIGHT_GAMES, by=erika)
    type_games(half, [*EIGHT_GAMES[:2], "1po1-=48"], by=erika)
    publish_event(event=evening, is_published=True)
    make_player("Ida")
    return evening, finished, half


def judged_evening(erika):
    """Hold one with a decision of the referee and a series opened again."""
    evening = make_evening("Preisskat", series=2, rounds=3)
    evening.time_limit = 120
    evening.save()
    sheet = make_sheet(evening=evening)
    finish_list(sheet, EIGHT_GAMES, by=erika)
    first = evening.series.get(number=1)
    close_series(series=first, by=erika)
    reopen_series(series=first, by=erika, reason="Tippfehler")
    adjust(
        series=first,
        player=sheet.seats.get(place=1).player,
        points=-300,
        reason="Karten gezeigt",
        decided_by="Frau Rat",
        by=erika,
    )
    make_sheet(evening=evening, series=2)
    start_clock(series=evening.series.get(number=2))
    return evening


def played_season(erika):
    """Return a published season with everything a table can show, and a lot drawn."""
    played_evening(0, 2, erika, games=2)
    played_evening(1, 1, erika, games=3)
    last = played_evening(2, 1, erika, players=("Emil", "Frieda", "Gerd"))
    played_list(2, last, erika, players=("Hanna", "Ida", "Jan"))
    Player.objects.filter(last_name="Gerd").update(is_guest=True)
    rule = SeasonRule(
        best=1,
        bonuses=(Bonus(unit=Unit.EVENING, at_least=2, points=5),),
        absence_unit=Unit.EVENING,
        absence_cents=300,
    )
    season = publish_season(season=make_season(rule), is_published=True)
    (tie,) = season_table(season, user=INSIDER, today=AFTER).ties[:1]
    draw_season_lots(season=season, people=tie.people, seed="7", by=erika, today=AFTER)
    for evening in Event.objects.all():
        publish_event(event=evening, is_published=True)
    return season


def played_division(erika):
    """Return a division of a published league, a match and one yet to be set up."""
    division = make_division("Staffel Ost", rounds=1, promoted=1, relegated=1)
    teams = make_teams(division)
    match = plan(division, teams, host=teams[0])
    match = set_up(match, teams, (4, 4, 4, 3), by=erika)
    play_series(match, {"A": 2, "B": 1}, by=erika)
    played_day(division, teams, {"C": 3}, number=2)
    planned = plan(division, teams, number=3)
    withdraw_team(team=teams[3], on="2026-03-01", reason="Auflösung")
    publish_league(league=division.league, is_published=True)
    return division, match, planned


def lengthen_names():
    """Give the names that would make a page too wide."""
    Event.objects.update(name=UNBROKEN)
    Season.objects.update(name=UNBROKEN)
    Club.objects.create(name=UNBROKEN, is_home=True)
    for last_name, (first, last) in LONG.items():
        named = Player.objects.filter(last_name=last_name)
        named.update(first_name=first, last_name=last)


def pages_of_the_house(player, other):
    rules = make_rule_set(name="Freitag", rules=PRESETS["friday"])
    return [
        *("/", "/join/", "/help/", "/share/"),
        *map(reverse, ("events:list", "files:index")),
        *map(reverse, ("people:list", "files:import-people")),
        reverse("people:edit", args=[other.pk]),
        reverse("people:joins"),
        reverse("people:join", args=[player.pk]) + f"?other={other.pk}",
        *map(reverse, ("people:accounts", "organisations:change")),
        reverse("sheets:rules"),
        reverse("sheets:rules-edit", args=[rules.pk]),
    ]


def pages_of_evenings(evening, finished, half, judged):
    names = ("live", "settings", "draw", "check_in", "cash", "visibility", "prizes")
    names += ("registrations", "replies")
    let_people_in(evening)
    screens = ("standings", "beamer", "clock", "adjustments")
    reopening = judged.series.get(number=1).reopenings.get()
    return [
        evening.get_absolute_url(),
        *(reverse(f"events:{name}", args=[evening.pk]) for name in names),
        reverse("events:add-table", args=[evening.pk, 1]),
        reverse("papers:print", args=[evening.pk]),
        half.get_absolute_url() + "?buttons=1",
        finished.get_absolute_url(),
        reverse("sheets:explained", args=[finished.pk]),
        reverse("sheets:history", args=[finished.pk]),
        reverse("sheets:accept", args=[half.pk, 3]),
        *(reverse(f"events:{name}", args=[judged.pk]) for name in screens),
        reverse("events:reopening", args=[judged.pk, reopening.pk]),
    ]


def let_people_in(event):
    """Let strangers enter, of whom one waits to be known; return the club's link."""
    until = timezone.now() + timedelta(days=1)
    Event.objects.filter(pk=event.pk).update(open_until=until, is_published=True)
    Registration.objects.create(event=event, last_name=UNBROKEN, club=UNBROKEN)
    return renew_reply_link(organisation=Organisation.objects.get()).reply_code


def pages_of_seasons(season, anna):
    names = ("season", "results", "rule", "lab", "edit", "members")
    sheet = ScoreSheet.objects.order_by("pk")[0]
    rules = make_rule_set(name="Freitag", rules=PRESETS["friday"])
    Event.objects.filter(series=sheet.series_id).update(rule_set=rules)
    return [
        *(reverse(f"seasons:{name}", args=[season.pk]) for name in names),
        reverse("history:all"),
        reverse("seasons:person", args=[season.pk, anna]),
        reverse("people:detail", args=[anna]),
        *map(reverse, ("careers:all-time", "careers:records")),
        reverse("sheets:course", args=[sheet.pk]),
        reverse("events:rules", args=[sheet.series.event_id]),
        *map(reverse, ("sheets:calculator", "sheets:shorthand")),
    ]


def pages_of_leagues(division, match, planned):
    names = {
        "league-edit": division.league_id,
        "division": division.pk,
        "division-teams": division.pk,
        "division-plan": division.pk,
        "division-players": division.pk,
        "match-day": planned.match_day_id,
        "team": match.host_id,
        "team-line-up": match.host_id,
        "group": match.pk,
        "group-seats": match.pk,
        "group-people": match.pk,
        "group-set-up": planned.pk,
    }
    person = [division.pk, match.host.line_up.first().player_id]
    return [
        *(reverse(f"leagues:{name}", args=[pk]) for name, pk in names.items()),
        reverse("leagues:division-person", args=person),
    ]


def pages_of_visitors():
    sheet = ScoreSheet.objects.with_event().order_by("pk")[0]
    evening = sheet.series.event
    link = let_people_in(evening)
    token = token_of(Registration.objects.get())
    Event.objects.filter(pk=evening.pk).update(date=timezone.localdate())
    return [
        *("/", "/accounts/login/", "/widget/", "/privacy/"),
        reverse("events:register", args=[evening.pk]),
        reverse("events:registration", args=[token]),
        reverse("events:coming", args=[link]),
        reverse("events:me", args=[evening.pk]),
        reverse("events:my-seat", args=[sheet.code, 1]),
        evening.get_absolute_url(),
    ]


@contextmanager
def in_long_words(page, live_server):
    """Let whoever is signed in read words longer than those of any language."""
    words = {"name": settings.LANGUAGE_COOKIE_NAME, "value": pseudo.LANGUAGE}
    page.context.add_cookies([{**words, "url": live_server.url}])
    with pseudo.spoken():
        page.goto(f"{live_server.url}/help/")
        expect(page.locator("footer")).to_contain_text(pseudo.strange("Help"))
        yield


def test_the_house_and_its_evenings_pass_and_fit(site, page, signed_in, live_server):
    assert faults_on(site, page, ["/setup/"]) == {}
    erika = make_owner()
    evening, finished, half = typed_evening(erika)
    judged = judged_evening(erika)
    player, other, *_ = [seat.player for seat in finished.seats.all()]
    lengthen_names()

    paths = pages_of_the_house(player, other)
    paths += pages_of_evenings(evening, finished, half, judged)
    with in_long_words(signed_in(erika), live_server):
        assert faults_on(site, page, paths, letters=True) == {}
        assert faults_of(site("/nowhere/")) == {}


def test_seasons_and_leagues_pass_and_fit(site, signed_in, live_server):
    erika = make_owner()
    season = played_season(erika)
    division, match, planned = played_division(erika)
    anna = Player.objects.get(last_name="Anna").pk
    lengthen_names()
    page = signed_in(erika)

    paths = pages_of_seasons(season, anna) + pages_of_leagues(division, match, planned)
    with in_long_words(page, live_server):
        assert faults_on(site, page, paths, letters=True) == {}
    page.context.clear_cookies()
    paths = pages_of_visitors()
    assert faults_on(site, page, paths, letters=True) == {}


def test_every_part_passes_wherever_it_stands(site, signed_in):
    signed_in(make_owner())

    assert faults_of(site("/style/"), ALL_LOOKS) == {}


def test_the_dark_changes_nothing_but_colours():
    styles = settings.BASE_DIR / "skatclub" / "static" / "css"
    tokens = (styles / "tokens.css").read_text(encoding="utf-8")

    (dark,) = DARK.findall(tokens)

    names = set(re.findall(r"([\w-]+): ", dark)) - {"color-scheme"}
    assert names >= {"--paper", "--ink", "--accent"}
    assert not [name for name in names if not is_colour(name, tokens)]
    for path in settings.BASE_DIR.glob("skatclub/static/**/*.[cj]s*"):
        seen = path.read_text(encoding="utf-8").count("prefers-color-scheme")
        assert seen == (path.name == "tokens.css"), path


def is_colour(name, tokens):
    """Say whether both schemes give a token nothing but colours and shadows."""
    values = re.findall(rf"^ *{name}: ([^;]*);", tokens, re.MULTILINE)
    shadow = r"(?:0|\d+px|rgb\([\d .]+ / [\d.]+\)|,|\s)+"
    return len(values) == 2 and all(
        re.fullmatch(r"#[0-9a-f]{6}", value)
        or (name == "--shadow" and re.fullmatch(shadow, value))
        for value in values
    )


def test_faults_are_found_in_every_look(page):
    page.set_content(
        "<style>p { color: #bbb; background: #fff }"
        "@media (prefers-color-scheme: dark) { p { color: #ccc } }"
        "@media (max-width: 500px) { p { color: #000 } input { display: none } }"
        "button { display: block; height: 3em }"
        "@media (min-width: 501px) { button { height: 9px } }"
        "</style><html lang=de><title>Skat</title><main><h1>Skat</h1><p>Null<img src=x>"
        "<input type=checkbox><button>A</button><button>B</button></main>"
    )

    found = {
        look: {one for one, _where in violations(page, is_first=look == "light 390")}
        for look in shown_in(page, [*LOOKS, DARK_LOOK])
    }

    assert found == {
        "light 390": {"image-alt"},
        "light 1280": {"color-contrast", "label", "target-size"},
        "dark 1280": {"color-contrast"},
    }

    # Colours are asked about wherever they stand on something else.
    text = "<li style='color: #767676'>Null"
    for ground, wrong in (("#fff", set()), ("#eee", {"color-contrast"})):
        page.set_content(f"<ol style='background: {ground}'>{text}")
        found = {one for one, _where in violations(page)}
        assert found & {*COLOUR_RULES} == wrong
