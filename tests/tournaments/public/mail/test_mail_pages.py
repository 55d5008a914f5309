"""Recipients of results by mail, on the secretary's page and a person's page."""

import re
import smtplib

import pytest
from django.core import mail as outbox
from django.core.mail.backends.locmem import EmailBackend

from tests.factories import make_evening, make_player, make_secretary, make_user
from tests.tournaments.seasons.seasons import played_evening
from tournaments.careers.joins.removals import remove_person
from tournaments.careers.joins.services import join_people
from tournaments.events.flow.services import release
from tournaments.events.planning.services import publish_event
from tournaments.files.person.person_file import person_document
from tournaments.people.mail.services import mark_refused, record_consent
from tournaments.people.models import MailAddress, Player
from tournaments.words.rights import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def erika(client, db):
    erika = make_secretary()
    client.force_login(erika)
    return erika


@pytest.fixture
def berta(erika):
    return record_consent(
        player=make_player("Berta Kern"), address="berta@example.org", by=erika
    )


def text_of(answer):
    return " ".join(re.sub("<[^>]*>", " ", answer.text).split())


def test_an_address_is_written_down_with_who_did_it(client, erika):
    player = make_player("Berta Kern")
    sent = {"person": player.pk, "address": "berta@example.org"}

    refused = client.post("/share/mail/", sent)
    assert refused.status_code == 422
    assert "Ohne das darf nichts verschickt werden." in refused.text
    client.post("/share/mail/", {**sent, "agreed": "on"})

    row = MailAddress.objects.get()
    assert (row.player, row.recorded_by) == (player, erika)
    page = text_of(client.get("/share/mail/"))
    assert "1 bekommt Mail" in page
    assert "berta@example.org" in page
    assert "eingetragen von erika" in page


def test_an_address_is_changed_and_ended_at_the_person(client, berta):
    path = f"/share/mail/{berta.player_id}/"

    wrong = client.post(path, {"address": "berta", "agreed": "on"})
    assert wrong.status_code == 422
    client.post(path, {"address": "b@example.org", "agreed": "on"})
    assert MailAddress.objects.get().address == "b@example.org"
    client.post(f"{path}off/")

    row = MailAddress.objects.get()
    assert (row.address, row.withdrawn_at is None) == ("", False)
    assert "Abbestellt am" in client.get(path).text


def test_a_wrong_address_is_shown_at_the_person(client, berta):
    mark_refused(mail=berta)

    assert "gibt es nicht" in client.get(f"/share/mail/{berta.player_id}/").text
    assert "1 Adresse ist falsch" in text_of(client.get("/share/mail/"))


def test_the_page_says_when_no_mail_can_be_sent(client, erika, settings):
    assert "SKATCLUB_EMAIL" not in client.get("/share/mail/").text

    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"

    sent = {"person": make_player("Berta Kern").pk, "address": "b@example.org"}
    page = client.post("/share/mail/", {**sent, "agreed": "on"}, follow=True).text
    assert "SKATCLUB_EMAIL" in page
    assert "Probe-Mail an mich" not in page
    assert "sobald Mails verschickt werden können" in page
    assert "1 möchte Mail" in page


def test_the_letter_about_the_last_result_is_shown(client, berta):
    evening = publish_event(
        event=played_evening(0, 2, berta.recorded_by), is_published=True
    )
    assert "sobald Ergebnisse freigegeben sind" in client.get("/share/mail/").text

    release(event=evening, is_released=True)

    page = text_of(client.get("/share/mail/"))
    assert "♣ Abend 0" in page
    assert "Abend 0, 9. Januar 2026 0 verschickt" in page
    assert "1 wartet" in page


def test_a_test_goes_out_at_once(client, erika):
    client.post("/share/mail/try/", {"address": "erika@example.org"})

    (letter,) = outbox.outbox
    assert letter.to == ["erika@example.org"]
    assert letter.subject == "Probe: Ergebnisse per Mail"


def test_a_test_says_what_the_server_said(client, erika, monkeypatch):
    def refuse(_self, messages):
        raise smtplib.SMTPAuthenticationError(535, b"no")

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)

    page = client.post("/share/mail/try/", {"address": "e@example.org"}, follow=True)

    assert "unser Mailserver verschickt sie nicht (535)" in text_of(page)


def test_no_visitor_and_no_reader_sees_an_address(client, berta):
    make_evening()
    client.force_login(make_user("emil", role=Role.READER))
    assert client.get("/share/mail/").status_code == 403
    assert client.get(f"/share/mail/{berta.player_id}/").status_code == 404
    assert "/share/mail/" not in client.get("/share/").text
    client.logout()
    for path in ("/share/mail/", f"/share/mail/{berta.player_id}/"):
        assert client.get(path).status_code == 302
    assert "berta@" not in client.get(f"/de/members/{berta.player_id}/").text


def test_the_page_asks_no_more_for_many(client, berta, django_assert_max_num_queries):
    def queries():
        with django_assert_max_num_queries(60) as found:
            client.get("/share/mail/")
        return len(found)

    queries()
    few = queries()
    for number in range(5):
        player = make_player(f"Gast {number}")
        record_consent(
            player=player, address=f"g{number}@example.org", by=berta.recorded_by
        )

    assert queries() == few


def test_the_address_goes_with_the_person(berta):
    assert person_document(berta.player)["MailAddress"][0]["address"] == (
        "berta@example.org"
    )

    remove_person(player=berta.player)

    assert not MailAddress.objects.exists()


def test_of_two_entries_that_are_one_the_first_keeps_its_address(berta, erika):
    second = make_player("Bertha Kern")
    record_consent(player=second, address="bertha@example.org", by=erika)

    join_people(kept=berta.player, gone=second, by=erika)

    assert MailAddress.objects.get().address == "berta@example.org"


def test_an_address_of_the_second_entry_alone_moves(berta, erika):
    first = make_player("Bertha Kern")

    join_people(kept=first, gone=berta.player, by=erika)

    assert MailAddress.objects.get().player == Player.objects.get(pk=first.pk)
