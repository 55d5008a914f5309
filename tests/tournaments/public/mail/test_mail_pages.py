"""Who gets results by mail, and the button that sends one."""

import re

import pytest
from django.core import mail as outbox

from tests.factories import make_player
from tests.tournaments.seasons.seasons import played_evening
from tournaments.careers.joins.removals import remove_person
from tournaments.careers.joins.services import join_people
from tournaments.events.flow.services import release
from tournaments.events.planning.services import publish_event
from tournaments.files.person import person_document
from tournaments.people.models import MailAddress
from tournaments.public.letters import record_address

pytestmark = pytest.mark.django_db


@pytest.fixture
def berta(erika):
    return record_address(player=make_player("Berta Kern"), address="berta@example.org")


@pytest.fixture
def evening(erika):
    return publish_event(event=played_evening(0, 2, erika), is_published=True)


def text_of(answer):
    return " ".join(re.sub("<[^>]*>", " ", answer.text).split())


def test_an_address_needs_the_word_that_the_person_agreed(client, erika):
    player = make_player("Berta Kern")
    sent = {"person": player.pk, "address": "berta@example.org"}

    refused = client.post("/share/mail/", sent)
    assert refused.status_code == 422
    assert "Ohne das darf nichts verschickt werden." in refused.text
    client.post("/share/mail/", {**sent, "agreed": "on"})
    assert "berta@example.org" in client.get("/share/mail/").text
    changed = {**sent, "address": "b@example.org", "agreed": "on"}
    client.post("/share/mail/", changed)
    assert MailAddress.objects.get().address == "b@example.org"
    client.post(f"/share/mail/{player.pk}/off/")

    assert not MailAddress.objects.exists()


def test_one_button_sends_a_released_result_and_names_who_got_it(
    client, berta, evening
):
    path = f"/events/{evening.pk}/mail/"
    standings = f"/events/{evening.pk}/standings/"
    before = client.get(standings, follow=True).text
    client.post(path)
    release(event=evening, is_released=True)
    assert path in client.get(standings, follow=True).text
    assert path not in before
    assert not outbox.outbox

    page = text_of(client.post(path, follow=True))

    assert "1 Brief verschickt." in page
    assert "Wer es bekommen hat Kern, Berta berta@example.org" in page


def test_where_no_mail_can_be_sent_there_is_no_button(client, berta, evening, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    release(event=evening, is_released=True)

    page = client.get(f"/events/{evening.pk}/mail/").text

    assert "SKATCLUB_EMAIL" in page
    assert "Ergebnis per Mail verschicken" not in page


def test_no_visitor_sees_an_address(client, berta):
    client.logout()

    assert "berta@" not in client.get(f"/de/members/{berta.player_id}/").text


def test_the_address_goes_with_the_person(berta):
    assert person_document(berta.player)["MailAddress"][0]["address"] == (
        "berta@example.org"
    )

    remove_person(player=berta.player)

    assert not MailAddress.objects.exists()


def test_of_two_entries_that_are_one_the_first_keeps_its_address(berta, erika):
    second = make_player("Bertha Kern")
    record_address(player=second, address="bertha@example.org")

    join_people(kept=berta.player, gone=second, by=erika)

    assert MailAddress.objects.get().address == "berta@example.org"
