"""Every address admits exactly the roles in the table."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.template.base import Template
from django.urls import resolve

from tests.walk import example, make_everybody, make_things, paths, sign_in
from tournaments.events.models import Event
from tournaments.leagues.models import League
from tournaments.seasons.models import Season
from tournaments.site.access import RIGHTS, VISITOR, access_table, addresses
from tournaments.web.access import is_open
from tournaments.words.rights import ROLES, Right, Role

TABLE = Path(__file__).parents[3] / "docs" / "access.md"
SIGN_IN = "/accounts/login/"
NOTHING_NEW = 204
SECRET = "Zwirbelpreis"
pytestmark = pytest.mark.usefixtures("bare_refusals")
# What hangs on an event, a season or a league.
OF_EVENTS = (
    *("/events/1/", "/seasons/1/", "/leagues/1/", "/leagues/divisions/", "/lists/1/"),
    *("/leagues/matches/", "/leagues/teams/", "/paper/", "/downloads/"),
)


@pytest.fixture(scope="module")
def world(first_keys):
    """Create objects with the key 1, public if possible, and an account per role."""
    make_things()
    for model in (Event, League, Season):
        model.objects.update(is_published=True)
    make_everybody()


@pytest.fixture
def undrawn(monkeypatch):
    """Draw no page at all: who comes in is all that counts."""
    monkeypatch.setattr(Template, "render", lambda *_given: "")


def test_each_address_is_in_the_table():
    """``manage.py generate`` updates it."""
    assert TABLE.read_text() == access_table()


def refused_roles(admitted):
    """Return who is refused in spite of most rights; others have a part of theirs.

    Visitors and hosts come in by other doors.
    """
    refused = RIGHTS.keys() - admitted
    mightiest = {
        role
        for role in refused
        if not any(RIGHTS[role] < RIGHTS[other] for other in refused)
    }
    return mightiest | refused & {VISITOR, Role.HOST}


@pytest.mark.parametrize("role", RIGHTS)
def test_nobody_comes_in_whom_the_table_does_not_name(client, world, db, role):
    sign_in(client, role)
    let_in = []
    for address in addresses():
        page = example(address)
        if role in refused_roles(address.readers) and not is_refused(client.get(page)):
            let_in.append(f"GET {page}")
        if role in refused_roles(address.writers) and not is_refused(client.post(page)):
            let_in.append(f"POST {page}")

    assert let_in == []


@pytest.mark.usefixtures("undrawn")
def test_whom_the_table_names_finds_what_the_owner_finds(client, world, db):
    """Only addresses not open to all, as the others have their own test.

    Whoever comes in with least rights stands for those who have them and more.
    """
    reserved = [each for each in addresses() if set(RIGHTS) - each.readers - {VISITOR}]
    found = {}
    for role in ROLES:
        sign_in(client, role)
        for address in reserved:
            readers = address.readers
            is_weakest = not any(RIGHTS[other] < RIGHTS[role] for other in readers)
            if role in readers and (is_weakest or role == Role.OWNER):
                answer = client.get(example(address))
                found.setdefault(address.route, {})[role] = is_refused(answer)

    differing = {page: who for page, who in found.items() if len({*who.values()}) > 1}
    assert differing == {}


def test_visitors_find_nothing_that_is_not_published(client, world, db):
    for model in (Event, League, Season):
        model.objects.update(is_published=False, name=SECRET)

    answers = {path: client.get(path) for path in paths()}

    said = {
        path for path, each in answers.items() if SECRET.encode() in each.getvalue()
    }
    shown = {
        path
        for path, each in answers.items()
        if path.startswith(OF_EVENTS)
        and not (
            is_refused(each) or each.status_code == NOTHING_NEW or "all-time" in path
        )
    }
    assert said == set()
    assert shown == set()
    assert sum(path.startswith(OF_EVENTS) for path in answers) > 100


def is_refused(answer):
    """Return whether a reader was refused or redirected to the sign-in."""
    leads_to = answer.get("Location", "")
    return answer.status_code in (403, 404, 405) or SIGN_IN in leads_to


def test_each_role_may_read_and_the_owner_everything():
    assert set(ROLES) == set(Role.values)
    assert ROLES[Role.OWNER] == set(Right)
    assert {role for role in ROLES if Right.READ not in ROLES[role]} == {Role.HOST}
    assert RIGHTS[VISITOR] == set()


# Where a club is most of the time, with links and buttons to nearly everything else.
PAGES = (
    *("/", "/events/", "/events/1/", "/events/1/standings/", "/events/1/entries/"),
    *("/events/1/adjustments/", "/events/1/money/cash/", "/events/1/money/"),
    *("/events/1/prizes/", "/events/1/draw/", "/events/1/teams/", "/lists/1/"),
    *("/events/1/print/", "/members/", "/members/1/", "/seasons/", "/seasons/1/"),
    *("/leagues/", "/leagues/1/", "/leagues/divisions/1/", "/leagues/teams/1/"),
    *("/leagues/divisions/1/plan/", "/leagues/matches/1/", "/help/", "/join/"),
    "/share/",
)
OFFER = re.compile(r'(?:href|(?P<sends>action))="(/[^"?#]*)')


@pytest.mark.parametrize("role", [role for role in ROLES if role != Role.HOST])
def test_no_page_offers_what_would_be_refused(client, world, db, role):
    sign_in(client, role)
    account = SimpleNamespace(rights=ROLES[role])
    refused = set()
    for page in PAGES:
        text = client.get(page).content.decode()
        for address, method in forms_and_links(text):
            if not is_open(resolve(address).func, account, method):
                refused.add((page, method, address))

    assert refused == set()


def forms_and_links(text):
    """Yield the addresses that a page offers, with their methods."""
    for found in OFFER.finditer(text):
        address = found[2]
        start = text.rfind("<", 0, found.start())
        is_post = (
            bool(found["sends"]) and 'method="get"' not in text[start : start + 300]
        )
        if not address.startswith("/static/"):
            yield address, "POST" if is_post else "GET"
