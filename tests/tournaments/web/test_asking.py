"""A page asks for confirmation where no script does."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_evening, make_player, make_secretary
from tournaments.events.entries.services import add_entry

pytestmark = pytest.mark.django_db
HIDDEN = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)">')


@pytest.fixture
def desk():
    """A browser without scripts, with CSRF checks."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(make_secretary())
    return browser


@pytest.fixture
def entry():
    return add_entry(event=make_evening(), player=make_player("Anna Koch"))


def sent(page, button):
    """Return the data of the form with ``button``, without the button."""
    (form,) = (part for part in page.text.split("<form") if button in part)
    return dict(HIDDEN.findall(form))


def test_a_page_asks_and_what_was_sent_goes_on_from_there(desk, entry):
    event, address = entry.event, reverse("events:call_entry", args=[entry.event_id])
    page = desk.get(reverse("events:entry", args=[event.pk, entry.start_number]))
    fields = sent(page, 'name="remove"')

    asked = desk.post(address, {**fields, "remove": entry.start_number})

    assert "Anna Koch aus den Teilnehmern streichen?" in asked.text
    assert event.entries.count() == 1
    again = sent(asked, "Ja, weiter</button>\n      <a")
    assert again.keys() == {"csrfmiddlewaretoken", "remove"}
    desk.post(address, again)
    assert event.entries.count() == 0


def test_a_question_of_somebody_else_is_not_asked(desk, entry):
    address = reverse("events:call_entry", args=[entry.event_id])

    answer = desk.post(address, {"ask": "Gewonnen! Weiter?", "remove": 1})

    assert answer.status_code == 403
    assert "Gewonnen" not in answer.text


def test_who_may_not_do_it_is_not_asked(client, entry):
    address = reverse("events:call_entry", args=[entry.event_id])

    answer = client.post(address, {"ask": "Wirklich?", "remove": 1})

    assert "Sind Sie sicher?" not in answer.text
    assert entry.event.entries.count() == 1
