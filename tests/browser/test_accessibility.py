"""Every page passes axe, in light and dark, on a phone and on a small laptop."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.urls import reverse

from scoring.house.presets import PRESETS
from tests.factories import (
    EIGHT_GAMES,
    make_evening,
    make_owner,
    make_player,
    make_rule_set,
    make_sheet,
    type_games,
)
from tournaments.events.planning.services import publish_event
from tournaments.programme.models import RuleSet
from tournaments.sheets.finishing.services import finish_sheet

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = ((1280, 800), (390, 844))
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOUR_RULES = ["color-contrast", "link-in-text-block"]
AXE = Axe().axe_script
DARK = re.compile(r"@media \(prefers-color-scheme: dark\) \{(.*?)\n {2}\}\n", re.DOTALL)


@pytest.fixture
def club():
    """An evening with a list half typed and one finished; two people without."""
    erika = make_owner()
    # Short lists have every kind of row; each further one costs in all four looks.
    evening = make_evening(series=2, rounds=3)
    finished = make_sheet(evening=evening)
    half = make_sheet(("Emil", "Frieda", "Gerd", "Hanna"), evening=evening)
    type_games(finished, EIGHT_GAMES, by=erika)
    finish_sheet(sheet=finished, by=erika, cut_short=True)
    type_games(half, [*EIGHT_GAMES[:2], "1po1-=48"], by=erika)
    publish_event(event=evening, is_published=True)
    make_player("Ida")
    make_rule_set(name="Freitag", rules=PRESETS["friday"])
    return erika, evening, finished, half


def pages_of(evening, finished, half):
    rules = RuleSet.objects.get()
    player, other, *_ = [seat.player for seat in finished.seats.all()]
    return {
        "home": "/",
        "events": reverse("events:list"),
        "new evening": reverse("events:create"),
        "evening": evening.get_absolute_url(),
        "edit evening": reverse("events:edit", args=[evening.pk]),
        "add table": reverse("events:add-table", args=[evening.pk, 1]),
        "standings": reverse("events:standings", args=[evening.pk]),
        "print": reverse("papers:print", args=[evening.pk]),
        "half typed list": half.get_absolute_url(),
        "list by buttons": half.get_absolute_url() + "?buttons=1",
        "finished list": finished.get_absolute_url(),
        "explained": reverse("sheets:explained", args=[finished.pk]),
        "history": reverse("sheets:history", args=[finished.pk]),
        "paste": reverse("sheets:paste", args=[half.pk]),
        "reopen": reverse("sheets:reopen", args=[finished.pk]),
        "accept": reverse("sheets:accept", args=[half.pk, 3]),
        "members": reverse("people:list"),
        "add member": reverse("people:add"),
        "paste members": reverse("files:import-people"),
        "player": player.get_absolute_url(),
        "change member": reverse("people:edit", args=[other.pk]),
        "entered twice": reverse("people:joins"),
        "join": reverse("people:join", args=[player.pk]) + f"?other={other.pk}",
        "remove": reverse("people:remove", args=[player.pk]),
        "clubs": reverse("people:clubs"),
        "accounts": reverse("people:accounts"),
        "on the phone": "/join/",
        "help": "/help/",
        "add account": reverse("people:add-account"),
        "password": reverse("password_change"),
        "house rules": reverse("sheets:rules"),
        "new house rules": reverse("sheets:rules-create") + "?preset=friday",
        "house rules of the club": reverse("sheets:rules-edit", args=[rules.pk]),
        "copy house rules": reverse("sheets:rules-copy", args=[rules.pk]),
        "delete house rules": reverse("sheets:rules-delete", args=[rules.pk]),
        "not found": "/nowhere/",
    }


# What passes is not asked for: handing it over took longer than finding it.
ASK = """async ({tags, colours}) => {
  const found = await axe.run(document, {
    runOnly: {type: "tag", values: tags},
    rules: Object.fromEntries(colours.map(rule => [rule, {enabled: false}])),
    resultTypes: ["violations"],
  });
  return found.violations.map(
    one => [one.id, one.nodes.slice(0, 3).map(node => node.target)]);
}"""
# How a text stands out: its colours and its size, and everything that it lies on.
ASK_COLOURS = """async ({colours, seen}) => {
  const facts = (element, names) => {
    const style = getComputedStyle(element);
    return names.map(name => style[name]).join();
  };
  const layer = element => facts(element,
    ["backgroundColor", "backgroundImage", "opacity", "position", "filter", "clip"]);
  const layers = new Map([[null, ""]]);
  const ground = element => {
    if (!layers.has(element)) {
      const below = ground(element.parentElement), own = layer(element);
      const isPlain = own === "rgba(0, 0, 0, 0),none,1,static,none,auto";
      layers.set(element, isPlain ? below : `${below}/${own}`);
    }
    return layers.get(element);
  };
  const standing = element => [
    facts(element, ["color", "fontSize", "fontWeight", "textShadow", "textDecoration"]),
    facts(element.parentElement ?? element, ["color"]), ground(element)].join();
  const speaks = element => element.matches("input, select, textarea")
    || [...element.childNodes].some(
      node => node.nodeType === Node.TEXT_NODE && node.data.trim());
  // Some texts are for the ear only.
  const isSeen = element => {
    const {width, height, right, bottom} = element.getBoundingClientRect();
    return Math.min(width, height) > 1 && Math.min(right, bottom) > 0;
  };
  const known = new Set(seen);
  const include = [...document.querySelectorAll("body, body *")].filter(
    element => speaks(element) && isSeen(element) && !known.has(standing(element)));
  if (!include.length) return {wrong: [], passed: []};
  const found = await axe.run({include}, {
    runOnly: {type: "rule", values: colours}, selectors: false, elementRef: true});
  const nodes = kind => found[kind].flatMap(one => one.nodes.map(
    node => ({rule: one.id, element: node.element})));
  const open = new Set(
    [...nodes("violations"), ...nodes("incomplete")].map(node => node.element));
  return {
    wrong: nodes("violations").map(node => [node.rule, node.element.outerHTML]),
    passed: [...new Set(nodes("passes").map(node => node.element))]
      .filter(element => !open.has(element)).map(standing),
  };
}"""
PASSED = set()


def violations(page):
    """Return what axe finds on ``page``: in the dark, what is wrong with its colours.

    Nothing but colours differs there, which a test of its own makes sure of.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    if page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches"):
        return faint(page)
    return page.evaluate(ASK, {"tags": TAGS, "colours": COLOUR_RULES}) + faint(page)


def faint(page):
    """Return the texts that axe finds hard to read.

    Most of its time goes there, so each way to stand out is asked about until it has
    passed once, on whichever page.
    """
    asked = {"colours": COLOUR_RULES, "seen": list(PASSED)}
    answer = page.evaluate(ASK_COLOURS, asked)
    PASSED.update(answer["passed"])
    return answer["wrong"]


def looks(page):
    """Show ``page`` in every size and scheme, and say which one it is."""
    for scheme in ("light", "dark"):
        for width, height in SIZES:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(50)
            yield f"{scheme} {width}"


def test_every_page_of_the_owner_passes_and_fits(club, live_server, signed_in):
    erika, *rest = club
    page = signed_in(erika)

    found = {}
    for name, path in pages_of(*rest).items():
        shown = page.goto(live_server.url + path)
        assert shown.status == (404 if name == "not found" else 200), name
        for look in looks(page):
            wrong = violations(page)
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                wrong.append("scrolls sideways")
            if wrong:
                found[name, look] = wrong

    assert found == {}


def test_the_pages_of_a_visitor_pass(club, site, page):
    _erika, evening, finished, _half = club
    paths = {
        "start": "/",
        "sign in": "/accounts/login/",
        "join": "/join/",
        "my evening": reverse("events:me", args=[evening.pk]),
        "my seat": reverse("events:my-seat", args=[finished.code, 1]),
        "evening": evening.get_absolute_url(),
        "standings": reverse("events:standings", args=[evening.pk]),
        "list": finished.get_absolute_url(),
    }

    found = {}
    for name, path in paths.items():
        site(path)
        for look in looks(page):
            if wrong := violations(page):
                found[name, look] = wrong

    assert found == {}


def test_the_set_up_page_passes(site, page):
    site("/setup/")

    found = {look: violations(page) for look in looks(page)}

    assert not any(found.values()), found


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
        "@media (max-width: 500px) { p { color: #000 } }</style>"
        "<html lang=de><title>Skat</title><main><h1>Skat</h1><p>Null<img src=x></main>"
    )

    found = {look: {one for one, _where in violations(page)} for look in looks(page)}

    assert found == {
        "light 1280": {"color-contrast", "image-alt"},
        "light 390": {"image-alt"},
        "dark 1280": {"color-contrast"},
        "dark 390": set(),
    }


def test_colours_are_asked_about_wherever_they_stand_on_something_else(page):
    page.set_content("<p style='color: #767676'>Null")
    found = [violations_of_colour(page)]
    page.set_content("<ol style='background: #eee'><li style='color: #767676'>Null")
    found += [violations_of_colour(page)]
    page.set_content("<p style='color: #767676'>Grand")
    found += [violations_of_colour(page)]

    assert found == [set(), {"color-contrast"}, set()]


def violations_of_colour(page):
    return {one for one, _where in violations(page)} & set(COLOUR_RULES)
