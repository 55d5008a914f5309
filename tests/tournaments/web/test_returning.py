"""Typed texts survive an expired session, and a page asks where no script does."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_evening, make_player, make_secretary, make_sheet
from tournaments.events.entries.services import add_entry


@pytest.fixture(autouse=True)
def erika(db):
    return make_secretary()


@pytest.fixture
def address():
    return f"/lists/{make_sheet().pk}/"


def send(client, page, form, to=""):
    return client.post(
        f"{page}{to}", form, headers={"referer": f"http://testserver{page}"}
    )


def test_a_typed_line_comes_back_after_signing_in(client, address):
    line = {"number": 1, "before": "", "text": "2k2h"}

    answer = send(client, address, line, "lines/")

    assert answer.status_code == 302
    assert answer["Location"].endswith("%3Ftext%3D2k2h%26line%3D1")


def test_the_numbers_of_a_foot_are_shown_to_somebody_signed_out(client, address):
    answer = send(client, address, {"points_1": "512", "reason": "Regen"}, "foot/")

    page = answer.content.decode()
    assert answer.status_code == 403
    assert "Spielpunkte 1: 512" in page
    assert "Begründung, falls das Papier abweicht: Regen" in page
    assert "points_1" not in page
    assert f"/accounts/login/?next={address}" in page


def test_what_is_chosen_again_is_not_shown_and_no_name_of_a_field(client):
    form = {"name": "Vereinsmeisterschaft", "first_date": "2026-01-01", "unit": "list"}
    form["seen"] = "name:f3d6"

    page = send(client, "/seasons/new/", {**form, "mystery": "x"}).content.decode()

    assert "<pre>Name: Vereinsmeisterschaft</pre>" in page
    assert "<pre>Erster Tag: 2026-01-01</pre>" in page
    assert "<pre>x</pre>" in page
    assert "list</pre>" not in page
    assert "f3d6" not in page


def test_a_long_paste_is_shown_whole_to_somebody_signed_out(client):
    names = "\n".join(f"Vorname{number} Nachname" for number in range(1000))

    page = send(client, "/downloads/people/import/", {"text": names}).content.decode()

    assert "Vorname0 Nachname" in page
    assert "Vorname999 Nachname" in page
    # Typed on no page of ours, it only asks to sign in.
    elsewhere = client.post("/downloads/people/import/", {"text": names})
    assert elsewhere.status_code == 302


def test_a_page_open_too_long_shows_every_field_but_no_password(address, erika):
    client = Client(enforce_csrf_checks=True)
    client.force_login(erika)
    form = {"points_1": "512", "new_password1": "streng-geheim"}

    page = send(client, address, form, "foot/").content.decode()

    assert "Spielpunkte 1: 512" in page
    assert "streng-geheim" not in page


HIDDEN = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)">')


@pytest.fixture
def desk(erika):
    """A browser without scripts, with CSRF checks."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(erika)
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


def test_a_question_of_somebody_else_or_to_who_may_not_do_it_is_not_asked(
    desk, client, entry
):
    address = reverse("events:call_entry", args=[entry.event_id])

    foreign = desk.post(address, {"ask": "Gewonnen! Weiter?", "remove": 1})
    answer = client.post(address, {"ask": "Wirklich?", "remove": 1})

    assert foreign.status_code == 403
    assert "Gewonnen" not in foreign.text
    assert "Sind Sie sicher?" not in answer.text
    assert entry.event.entries.count() == 1
