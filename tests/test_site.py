"""Every address answers, whatever is asked of it and whatever is sent to it."""

import pytest
from django.contrib.auth import SESSION_KEY
from django.urls import URLResolver, get_resolver, reverse
from django.urls.converters import IntConverter

from scoring.house.presets import PRESETS
from tests.factories import (
    EIGHT_GAMES,
    make_secretary,
    make_sheet,
    make_user,
    type_games,
)
from tests.tournaments.leagues.matches import make_division, make_teams, plan, set_up
from tests.tournaments.seasons.seasons import make_season
from tournaments.people.models import User
from tournaments.sheets.house.services import create_rule_set
from tournaments.sheets.models import ScoreSheet

FOREIGN = ("admin", "django_admin")
NOT_THIS_WAY = 405  # said before anything that was sent is read
NONSENSE = (
    {},
    {"text": "\0", "number": "x", "name": "", "action": "?"},
    {"text": "9" * 300, "number": "9" * 40, "name": "<script>alert(1)</script>" * 9},
    {"number": "-1", "place": "-1", "reason": " ", "name": "\u202e\u2066🂡" * 70},
    {"date": "2026-13-45", "rounds": "1e9", "series": "NaN", "system": "?", "pk": "x"},
)


def paths():
    """Return each address once, with the ids of the first things there are."""
    return sorted(set(flat(get_resolver(), "")))


def flat(resolver, prefix):
    for pattern in resolver.url_patterns:
        route = prefix + example(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if pattern.app_name not in FOREIGN:
                yield from flat(pattern, route)
        else:
            yield f"/{route}"


def example(pattern):
    """Return a route with an example for each of its parts."""
    text = str(pattern)
    for name, converter in pattern.converters.items():
        value = "1" if isinstance(converter, IntConverter) else "csv"
        kind = type(converter).__name__.removesuffix("Converter").lower()
        kind = {"string": "str"}.get(kind, kind)
        text = text.replace(f"<{kind}:{name}>", value).replace(f"<{name}>", value)
    return text


QUESTIONS = [
    "q",
    "search",
    "show",
    "page",
    "code",
    "beside",
    "number",
    "text",
    "line",
    "series",
    "ranking",
    "copy",
    "stake",
    "system",
    "players",
    "rounds",
    "papers",
    "table",
    "kind",
    "revision",
    "values",
    "buttons",
    "who",
    "sort",
    "per_page",
    "next",
]


@pytest.fixture(scope="module")
def things(first_keys):
    """Make what has the id 1, once."""
    erika = make_things()
    assert ScoreSheet.objects.order_by("pk")[0].pk == 1
    return erika.pk


@pytest.fixture
def some_evening(things, db):
    """Return the secretary of one evening, a season, a league match."""
    return User.objects.get(pk=things)


def make_things():
    erika = make_secretary()
    sheet = make_sheet()
    type_games(sheet, EIGHT_GAMES, by=erika)
    make_season()
    division = make_division()
    teams = make_teams(division, people=4)
    set_up(plan(division, teams), teams, by=erika)
    create_rule_set(name="Freitag", rules=PRESETS["friday"])
    return erika


def depends_on_fields(answer):
    """Say whether anything looked at what was sent along.

    Where nothing did, other fields lead to the same answer.
    """
    request = answer.wsgi_request
    has_read = "GET" in vars(request) or hasattr(request, "_post")
    return has_read and answer.status_code != NOT_THIS_WAY


def test_a_page_that_looks_at_its_fields_is_asked_again(client, some_evening):
    client.force_login(some_evening)

    assert depends_on_fields(client.get("/members/"))
    assert not depends_on_fields(client.get("/help/"))
    assert depends_on_fields(client.post("/members/add/"))
    assert not depends_on_fields(client.post("/lists/rules/1/delete/"))


@pytest.mark.parametrize("path", paths())
def test_no_page_breaks_for_anybody(client, some_evening, path):
    visitors = [None, make_user("emil"), some_evening]

    for visitor in visitors:
        client.logout()
        if visitor:
            client.force_login(visitor)
        for fields in (NONSENSE[1], {}):
            answer = client.get(path, fields)
            assert answer.status_code < 500, (path, visitor)
            if not depends_on_fields(answer):
                break


@pytest.mark.database
@pytest.mark.parametrize("path", paths())
def test_no_question_breaks_a_page(client, some_evening, path):
    client.force_login(some_evening)

    for answer in ("\0", "-1", "9" * 30, "²", "'\"><b>"):
        response = client.get(path, dict.fromkeys(QUESTIONS, answer))
        assert response.status_code < 500, (path, answer)
        if not depends_on_fields(response):
            break


@pytest.mark.database
@pytest.mark.parametrize("path", paths())
def test_no_form_breaks_on_nonsense(client, some_evening, path):
    for fields in NONSENSE:
        if SESSION_KEY not in client.session:
            client.force_login(some_evening)
        for headers in ({}, {"HTTP_HX_REQUEST": "true"}):
            answer = client.post(path, fields, **headers)
            assert answer.status_code < 500, (path, fields)
            if answer.status_code == NOT_THIS_WAY:
                return
        if not depends_on_fields(answer):
            return


def test_a_reader_writes_nowhere(client, some_evening):
    reader = make_user("emil")
    names = ("set_language", "login", "logout", "password_change")
    harmless = {reverse(name) for name in names}

    for path in set(paths()) - harmless:
        client.force_login(reader)
        answer = client.post(path, {})
        assert answer.status_code in (302, 401, 403, 404, 405), path
