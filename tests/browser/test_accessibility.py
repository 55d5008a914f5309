"""Every page passes axe, in light and dark, on a phone and on a small laptop."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.urls import reverse

from scoring.house.rules import PRESETS
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
    return [
        "/",
        reverse("events:list"),
        reverse("events:create"),
        evening.get_absolute_url(),
        reverse("events:edit", args=[evening.pk]),
        reverse("events:add-table", args=[evening.pk, 1]),
        reverse("events:standings", args=[evening.pk]),
        reverse("papers:print", args=[evening.pk]),
        half.get_absolute_url(),
        half.get_absolute_url() + "?buttons=1",
        finished.get_absolute_url(),
        reverse("sheets:explained", args=[finished.pk]),
        reverse("sheets:history", args=[finished.pk]),
        reverse("sheets:paste", args=[half.pk]),
        reverse("sheets:reopen", args=[finished.pk]),
        reverse("sheets:accept", args=[half.pk, 3]),
        reverse("people:list"),
        reverse("people:add"),
        reverse("files:import-people"),
        player.get_absolute_url(),
        reverse("people:edit", args=[other.pk]),
        reverse("people:joins"),
        reverse("people:join", args=[player.pk]) + f"?other={other.pk}",
        reverse("people:remove", args=[player.pk]),
        reverse("people:clubs"),
        reverse("people:accounts"),
        "/join/",
        "/help/",
        reverse("people:add-account"),
        reverse("password_change"),
        reverse("sheets:rules"),
        reverse("sheets:rules-create") + "?preset=friday",
        reverse("sheets:rules-edit", args=[rules.pk]),
        reverse("sheets:rules-copy", args=[rules.pk]),
        reverse("sheets:rules-delete", args=[rules.pk]),
    ]


# All but colours is asked about in the light only. What passes is not asked for, which
# took longer to hand over than to find. Then come the ways in which texts stand out:
# their colours and sizes, and everything that they lie on.
ASK = """async ({tags, colours}) => {
  if (!window.axe) return null;
  // What reckons with a new size or scheme has done so two frames later.
  const frame = () => new Promise(requestAnimationFrame);
  await frame().then(frame);
  let wrong = [];
  if (!matchMedia("(prefers-color-scheme: dark)").matches) {
    const found = await axe.run(document, {
      runOnly: {type: "tag", values: tags},
      rules: Object.fromEntries(colours.map(rule => [rule, {enabled: false}])),
      resultTypes: ["violations"], iframes: false,
    });
    wrong = found.violations.map(
      one => [one.id, one.nodes.slice(0, 3).map(node => node.target)]);
  }
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
  const speaks = element => element.matches(
      "input:not([type=radio], [type=checkbox], [type=hidden]), select, textarea")
    || [...element.childNodes].some(
      node => node.nodeType === Node.TEXT_NODE && node.data.trim());
  // Some texts are for the ear only.
  const isSeen = element => {
    const {width, height, right, bottom} = element.getBoundingClientRect();
    return Math.min(width, height) > 1 && Math.min(right, bottom) > 0
      && element.checkVisibility({visibilityProperty: true})
      && !element.matches(":disabled");
  };
  window.standings = new Map();
  for (const element of document.querySelectorAll("body, body *")) {
    if (speaks(element) && isSeen(element)) {
      window.standings.set(element, standing(element));
    }
  }
  return {wrong, standings: [...new Set(window.standings.values())]};
}"""
ASK_COLOURS = """async ({colours, unknown}) => {
  const asked = new Set(unknown), standings = window.standings;
  const include = [...standings.keys()].filter(each => asked.has(standings.get(each)));
  const found = await axe.run({include}, {
    runOnly: {type: "rule", values: colours},
    selectors: false, elementRef: true, iframes: false});
  const nodes = kind => found[kind].flatMap(one => one.nodes.map(
    node => ({rule: one.id, element: node.element})));
  const open = new Set(
    [...nodes("violations"), ...nodes("incomplete")].map(node => node.element));
  return {
    wrong: nodes("violations").map(node => [node.rule, node.element.outerHTML]),
    passed: [...new Set(nodes("passes").map(node => node.element))]
      .filter(element => !open.has(element)).map(element => standings.get(element)),
  };
}"""
PASSED = set()
IS_MISSING = """performance.getEntriesByType("navigation")[0].responseStatus !== 200"""


def asked(page):
    """Return what is wrong apart from colours, and how the texts stand out."""
    about = {"tags": TAGS, "colours": COLOUR_RULES}
    if (answer := page.evaluate(ASK, about)) is None:
        page.evaluate(AXE)
        page.add_init_script(AXE)
        answer = page.evaluate(ASK, about)
    return answer


def violations(page):
    """Return what axe finds on ``page``: in the dark, what is wrong with its colours.

    Nothing but colours differs there, which a test of its own makes sure of. Most of
    its time goes into colours, so each way to stand out is asked about until it has
    passed once, on whichever page.
    """
    answer = asked(page)
    if not (unknown := [each for each in answer["standings"] if each not in PASSED]):
        return answer["wrong"]
    faint = page.evaluate(ASK_COLOURS, {"colours": COLOUR_RULES, "unknown": unknown})
    PASSED.update(faint["passed"])
    return answer["wrong"] + faint["wrong"]


def looks(page):
    """Show ``page`` in every size and scheme, and say which one it is."""
    for scheme, sizes in (("light", SIZES), ("dark", SIZES[::-1])):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            yield f"{scheme} {width}"


def faults_of(page):
    """Return what is wrong with ``page`` in each look, its width included."""
    found = {}
    for look in looks(page):
        wrong = violations(page)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wrong.append("scrolls sideways")
        if wrong:
            found[look] = wrong
    return found


def faults_on(site, paths):
    """Return the pages with faults, and those that are not there."""
    found = {}
    for path in paths:
        page = site(path)
        found[path] = faults_of(page) or page.evaluate(IS_MISSING)
    return {path: wrong for path, wrong in found.items() if wrong}


def test_every_page_of_the_owner_passes_and_fits(club, site, signed_in):
    erika, *rest = club
    signed_in(erika)

    assert faults_on(site, pages_of(*rest)) == {}
    assert faults_of(site("/nowhere/")) == {}


def test_the_pages_of_a_visitor_pass(club, site):
    _erika, evening, finished, _half = club
    paths = [
        "/",
        "/accounts/login/",
        "/join/",
        reverse("events:me", args=[evening.pk]),
        reverse("events:my-seat", args=[finished.code, 1]),
        evening.get_absolute_url(),
        reverse("events:standings", args=[evening.pk]),
        finished.get_absolute_url(),
    ]

    assert faults_on(site, paths) == {}


def test_the_set_up_page_passes(site):
    assert faults_on(site, ["/setup/"]) == {}


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
