"""Every address answers, whatever is asked of it and whatever is sent to it."""

import copy
import re
from collections import Counter

import pytest
from django.contrib.auth import SESSION_KEY
from django.test import Client

from tests.walk import make_things, paths
from tournaments.people.models import User
from tournaments.sheets.models import ScoreSheet

NOT_THIS_WAY = 405  # said before anything that was sent is read
NUMBERS = (
    *("number", "place", "events", "people", "players", "first", "groups", "here"),
    *("open", "source", "points_1"),
)
NONSENSE = (
    {},
    {"text": "\0", "name": "", "action": "?", **dict.fromkeys(NUMBERS, "²")},
    {
        **{"text": "9" * 300, "name": "<script>alert(1)</script>" * 9},
        **dict.fromkeys(NUMBERS, "9" * 4301),
    },
    {
        **{"reason": " ", "name": "\u202e\u2066🂡" * 70, "date": "2026-13-45"},
        **{"rounds": "1e9", "series": "NaN", "system": "?", "pk": "x"},
        **dict.fromkeys(NUMBERS, "-1"),
    },
)
QUESTIONS = (
    *("q", "search", "show", "page", "code", "beside", "number", "text", "line"),
    *("series", "ranking", "copy", "stake", "system", "players", "rounds", "papers"),
    *("table", "kind", "revision", "values", "buttons", "who", "sort", "per_page"),
    *("next", "year", "other", "of"),
)
ID = re.compile(rb' id="([^"]+)"')
FORM, SEEN = re.compile(rb"<form.*?</form>", re.DOTALL), b'name="seen"'
MARKUP = "'\"><b>"
# Of the last two, SQLite stores one, PostgreSQL neither.
ANSWERS = (MARKUP, "-1", "²", "\0", "9" * 30)

pytestmark = [pytest.mark.usefixtures("bare_refusals"), pytest.mark.database]


@pytest.fixture(scope="module")
def cookies(first_keys):
    """Make what has the id 1, and sign its owner in, once."""
    browser = Client()
    browser.force_login(make_things())
    assert ScoreSheet.objects.order_by("pk")[0].pk == 1
    return browser.cookies


@pytest.fixture
def sign_in(client, cookies, db):
    """Return what lets the client be the owner's; before, it is a visitor's."""

    def become_owner():
        client.cookies = copy.deepcopy(cookies)

    return become_owner


def depends_on_fields(answer):
    """Say whether anything looked at what was sent along.

    Where nothing did, other fields lead to the same answer.
    """
    request = answer.wsgi_request
    has_read = "GET" in vars(request) or hasattr(request, "_post")
    return has_read and answer.status_code != NOT_THIS_WAY


def test_a_page_that_looks_at_its_fields_is_asked_again(client, sign_in):
    sign_in()

    assert depends_on_fields(client.get("/members/"))
    assert not depends_on_fields(client.get("/help/"))
    assert depends_on_fields(client.post("/members/add/"))
    assert not depends_on_fields(client.post("/api/v1/events/erster/lists/ABCD/lines/"))


@pytest.mark.parametrize("path", paths())
def test_no_page_breaks_for_anybody(client, sign_in, path):
    asked(client, path, MARKUP)
    sign_in()
    for answer in ANSWERS:
        if not asked(client, path, answer):
            break


@pytest.mark.parametrize("path", paths())
def test_nothing_that_is_sent_breaks_a_page(client, sign_in, path):
    sign_in()
    for number, fields in enumerate(NONSENSE):
        if SESSION_KEY not in client.session:
            client.force_login(User.objects.get(username="erika"))
        headers = {"HTTP_HX_REQUEST": "true"} if number % 2 else {}
        answer = client.post(path, fields, **headers)
        assert answer.status_code < 500, (path, fields)
        if not depends_on_fields(answer):
            return


def asked(client, path, answer):
    """Answer all questions alike; return whether the page listens to them."""
    response = client.get(path, dict.fromkeys(QUESTIONS, answer))
    assert response.status_code < 500, (path, answer)
    if response.headers.get("Content-Type", "").startswith("text/html"):
        ids = Counter(ID.findall(response.content))
        assert not ids or ids.most_common(1)[0][1] == 1, (path, ids.most_common(2))
        assert all(form.count(SEEN) < 2 for form in FORM.findall(response.content))
    return depends_on_fields(response)
