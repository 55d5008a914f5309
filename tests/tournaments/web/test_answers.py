"""How views answer: pages with forms, and messages for what was refused."""

import pytest
from django.contrib import messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.exceptions import ValidationError

from tournaments.events.teams.forms import ApartForm
from tournaments.web.answers import refusals_told, show_form

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
    with refusals_told(request_):
        messages.success(request_, "begun")
        raise ValidationError(["Zu spät.", "Zu viele."])

    assert told(request_) == [
        (messages.SUCCESS, "begun"),
        (messages.ERROR, "Zu spät. Zu viele."),
    ]


def test_other_faults_are_raised(request_):
    with pytest.raises(KeyError), refusals_told(request_):
        raise KeyError("place")
