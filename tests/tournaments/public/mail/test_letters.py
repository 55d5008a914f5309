"""Results by mail: only to people who agreed, once, and only what visitors read."""

import re
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from django.core import mail as outbox
from django.core.mail.backends.locmem import EmailBackend

from tests.factories import make_player, make_secretary, make_sheet, type_games
from tournaments.events.flow.services import release
from tournaments.events.models import Event
from tournaments.events.planning.services import publish_event
from tournaments.people.models import Club, MailAddress, Player
from tournaments.people.services import save_club
from tournaments.public.letters import NotSent, record_address, send_result
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.words.choices import Privacy

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def released(module_db):
    save_club(club=Club(name="Kreuzbube", is_home=True))
    erika = make_secretary()
    sheet = make_sheet(rounds=1)
    type_games(sheet, ["2gr2", "1he1h", "2nu", "1pi3-"], by=erika)
    finish_sheet(sheet=sheet, by=erika)
    event = publish_event(event=sheet.series.event, is_published=True)
    return release(event=event, is_released=True)


@pytest.fixture
def evening(released, db):
    return Event.objects.get(pk=released.pk)


@pytest.fixture
def berta(evening):
    return record_address(player=make_player("Berta Kern"), address="berta@example.org")


@pytest.fixture
def paul(evening):
    return record_address(player=make_player("Paul Hain"), address="paul@example.org")


def addressed():
    return sorted(message.to[0] for message in outbox.outbox)


def test_whoever_agreed_gets_the_short_text_once(evening, berta, paul):
    assert send_result(event=evening) == (2, [])

    assert addressed() == ["berta@example.org", "paul@example.org"]
    letter = outbox.outbox[0]
    assert letter.subject.startswith(f"{evening.name}, ")
    assert letter.body.startswith(f"♣ {evening.name}, ")
    assert "1. " in letter.body
    assert "\nErgebnisse per Mail, wie gewünscht." in letter.body
    assert letter.from_email == "Kreuzbube <skatclub@localhost>"
    assert set(evening.mailed.all()) == {berta, paul}
    assert send_result(event=evening) == (0, [])


@pytest.mark.parametrize("missing", ["is_published", "is_released"])
def test_what_visitors_do_not_read_is_not_sent(evening, berta, missing):
    evening.store(**{missing: False})

    with pytest.raises(NotSent):
        send_result(event=evening)

    assert not outbox.outbox


def test_names_are_those_that_visitors_read(evening, berta):
    Player.objects.filter(last_name="Bernd").update(
        privacy=Privacy.HIDDEN, cover_number=17
    )

    send_result(event=evening)

    assert "Bernd" not in outbox.outbox[0].body
    assert "Spieler 17" in outbox.outbox[0].body


def test_a_refused_address_keeps_no_letter_from_the_next(
    evening, berta, paul, monkeypatch
):
    def send(self, messages, taken=EmailBackend.send_messages):
        if messages[0].to == ["berta@example.org"]:
            raise SMTPRecipientsRefused({"berta@example.org": (550, b"nobody")})
        return taken(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send)

    assert send_result(event=evening) == (1, [berta])
    assert addressed() == ["paul@example.org"]


def test_a_server_that_goes_away_is_asked_again_for_the_rest(
    evening, berta, paul, monkeypatch
):
    def send(self, messages, taken=EmailBackend.send_messages):
        if outbox.outbox:
            raise SMTPServerDisconnected("gone")
        return taken(self, messages)

    with monkeypatch.context() as patch:
        patch.setattr(EmailBackend, "send_messages", send)
        with pytest.raises(NotSent, match="gone"):
            send_result(event=evening)
    assert send_result(event=evening) == (1, [])

    assert addressed() == ["berta@example.org", "paul@example.org"]


def test_every_letter_has_a_way_out_that_needs_no_account(
    evening, berta, settings, client
):
    settings.ADDRESS = "https://skat.example/"
    settings.ALLOWED_HOSTS = ["skat.example", *settings.ALLOWED_HOSTS]
    here = {"host": "skat.example"}
    send_result(event=evening)

    (letter,) = outbox.outbox
    address = letter.extra_headers["List-Unsubscribe"].strip("<>")
    assert address in letter.body
    assert re.search(r"https://skat\.example/de/events/\S+/standings/", letter.body)
    path = address.removeprefix("https://skat.example")
    page = client.get(path, headers=here)
    assert "berta" not in page.text
    assert MailAddress.objects.exists()
    one_click = {"List-Unsubscribe": "One-Click"}
    done = client.post(path, one_click, headers=here)
    assert (done.status_code, MailAddress.objects.exists()) == (200, False)
    assert client.get(path, headers=here).status_code == 200


def test_without_a_public_address_the_club_is_told(evening, berta):
    send_result(event=evening)

    (letter,) = outbox.outbox
    assert "http" not in letter.body
    assert "Einfach dem Verein Bescheid sagen." in letter.body


def test_a_way_out_that_nobody_signed_leads_nowhere(berta, client):
    for token in (f"{berta.pk}", f"{berta.pk}:abc", "csv"):
        assert client.post(f"/no-mail/{token}/").status_code == 404

    assert MailAddress.objects.get() == berta
