"""Responses of views: pages with forms, and messages for refusals."""

import pytest
from django.contrib import messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.exceptions import ValidationError
from django.urls import reverse

from tests.factories import make_sheet
from tests.tournaments.leagues.matches import make_division
from tests.tournaments.seasons.seasons import make_season
from tournaments.events.planning.services import publish_event
from tournaments.events.teams.forms import ApartForm
from tournaments.leagues.services import publish_league
from tournaments.seasons.services import publish_season
from tournaments.web.answers import refusals_as_messages, show_form

WORDS = ("maybe", "", "YES")
TEMPLATE = "tournaments/events/teams/_team_fields.html"


@pytest.fixture
def request_(rf):
    request = rf.get("/")
    request._messages = CookieStorage(request)
    return request


def told(request):
    return [(each.level, each.message) for each in messages.get_messages(request)]


def test_a_page_is_fine_until_a_form_on_it_has_errors(request_):
    empty, wrong = ApartForm(labels={}), ApartForm({}, labels={})

    def status(**context):
        return show_form(request_, TEMPLATE, **context).status_code

    assert status(event="Abend") == 200
    assert status(form=empty, here=None) == 200
    assert status(form=empty, many=wrong) == 422


def test_what_a_service_refuses_is_told(request_):
    with refusals_as_messages(request_):
        messages.success(request_, "begun")
        raise ValidationError(["Zu spät.", "Zu viele."])

    assert told(request_) == [
        (messages.SUCCESS, "begun"),
        (messages.ERROR, "Zu spät. Zu viele."),
    ]


def test_other_faults_are_raised(request_):
    with pytest.raises(KeyError), refusals_as_messages(request_):
        raise KeyError("place")


def test_what_no_button_sends_changes_nothing(client, erika):
    sheet = make_sheet()
    event = publish_event(event=sheet.series.event, is_published=True)
    season = publish_season(season=make_season(), is_published=True)
    league = publish_league(league=make_division().league, is_published=True)
    asked = [
        ("events:publish", event, "published"),
        ("events:release", event, "released"),
        ("seasons:publish", season, "published"),
        ("leagues:league-publish", league, "published"),
        ("sheets:mode", sheet, "mode"),
    ]

    codes = [
        client.post(reverse(name, args=[row.pk]), {field: word}).status_code
        for name, row, field in asked
        for word in WORDS
    ]

    rows = [event, season, league]
    for row in rows:
        row.refresh_from_db()
    assert codes == [422] * len(asked) * len(WORDS)
    assert [row.is_published for row in rows] == [True] * len(rows)
