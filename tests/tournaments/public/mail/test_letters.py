"""Results by mail: only to people who consented, once, and only public data."""

import datetime
import re
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from django.core import mail as outbox
from django.core.mail.backends.locmem import EmailBackend
from django.db import transaction
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from tests.factories import make_player, make_secretary, make_sheet, type_games
from tournaments.api.notices.posting import Outcome
from tournaments.api.notices.sending import PAUSES, RETENTION, release_sending
from tournaments.events.flow.services import release
from tournaments.events.planning.services import publish_event
from tournaments.notices.models import MAIL, Notice, Subscription
from tournaments.notices.services import notify_people
from tournaments.organisations.models import Organisation
from tournaments.people.mail.services import record_consent, withdraw_consent
from tournaments.people.models import Club, MailAddress, Player
from tournaments.people.services import save_club
from tournaments.public.mail import sending
from tournaments.public.mail.sending import send_letters_due
from tournaments.public.mail.smtp import hand_to_server
from tournaments.sheets.finishing.services import finish_sheet, reopen_sheet
from tournaments.words.choices import Privacy
from tournaments.words.notices import NoticeFault, NoticeState

pytestmark = pytest.mark.django_db


class Killed(BaseException):
    """The sender process died here."""


class Clock:
    def __init__(self):
        self.now = timezone.now() + datetime.timedelta(hours=1)

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def erika(db):
    save_club(club=Club(name="Kreuzbube", is_home=True))
    return make_secretary()


@pytest.fixture
def evening(erika):
    sheet = make_sheet(rounds=1)
    type_games(sheet, ["2gr2", "1he1h", "2nu", "1pi3-"], by=erika)
    finish_sheet(sheet=sheet, by=erika)
    return publish_event(event=sheet.series.event, is_published=True)


@pytest.fixture
def berta(erika):
    return record_consent(
        player=make_player("Berta Kern"), address="berta@example.org", by=erika
    )


@pytest.fixture
def paul(erika):
    return record_consent(
        player=make_player("Paul Hain"), address="paul@example.org", by=erika
    )


def send(clock, **how):
    return send_letters_due(Subscription.objects.get(address=MAIL).pk, now=clock, **how)


def released(event):
    return release(event=event, is_released=True)


def addressed():
    return sorted(message.to[0] for message in outbox.outbox)


def test_whoever_asked_gets_the_short_text_once(evening, berta, paul, clock):
    released(evening)

    assert send(clock) == 2
    assert addressed() == ["berta@example.org", "paul@example.org"]
    letter = outbox.outbox[0]
    assert letter.subject.startswith(f"{evening.name}, ")
    assert letter.body.startswith(f"♣ {evening.name}, ")
    assert "1. " in letter.body
    assert letter.from_email == "Kreuzbube <skatclub@localhost>"
    release(event=evening, is_released=False)
    released(evening)
    assert send(clock) == 0
    assert len(outbox.outbox) == 2


def test_a_release_that_is_taken_back_sends_nothing(evening, berta, clock):
    with transaction.atomic():
        released(evening)
        assert Notice.objects.exists()
        transaction.set_rollback(True)

    assert not Notice.objects.exists()
    assert not DBTaskResult.objects.exists()


def test_where_nobody_asked_one_query_says_so(evening, django_assert_num_queries):
    with django_assert_num_queries(1):
        notify_people(evening)

    assert not Subscription.objects.exists()
    assert not DBTaskResult.objects.exists()


def test_nothing_waits_where_no_mail_can_be_sent(evening, berta, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"

    released(evening)

    assert not Notice.objects.exists()


def test_a_hidden_event_is_told_when_everybody_may_read_it(evening, berta, clock):
    publish_event(event=evening, is_published=False)
    released(evening)

    send(clock)
    assert not outbox.outbox
    assert Notice.objects.get().due_at is None
    publish_event(event=evening, is_published=True)
    send(clock)
    assert addressed() == ["berta@example.org"]


def test_results_that_were_taken_back_wait_until_they_are_released(
    evening, berta, clock
):
    released(evening)
    release(event=evening, is_released=False)

    send(clock)
    assert not outbox.outbox
    released(evening)
    send(clock)
    assert addressed() == ["berta@example.org"]


def test_names_are_those_that_visitors_read(evening, berta, clock):
    Player.objects.filter(last_name="Bernd").update(
        privacy=Privacy.HIDDEN, cover_number=17
    )
    released(evening)

    send(clock)

    assert "Bernd" not in outbox.outbox[0].body
    assert "Spieler 17" in outbox.outbox[0].body


def test_a_consent_withdrawn_before_the_letter_goes_ends_it(
    evening, berta, paul, clock
):
    released(evening)
    withdraw_consent(mail=berta)

    send(clock)

    assert addressed() == ["paul@example.org"]
    berta.refresh_from_db()
    assert (berta.address, berta.withdrawn_at is None) == ("", False)
    assert Notice.objects.count() == 1


def test_a_sender_killed_before_it_could_write_sends_the_same_letter_again(
    evening, berta, clock, monkeypatch
):
    released(evening)

    def record_outcome(*_arguments):
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(sending, "record_outcome", record_outcome)
        with pytest.raises(Killed):
            send(clock)
    assert len(outbox.outbox) == 1
    clock.now += datetime.timedelta(minutes=5)
    send(clock)
    send(clock)

    # At least once: mail programs fold what comes under one id.
    first, second = outbox.outbox
    assert first.extra_headers["Message-ID"] == second.extra_headers["Message-ID"]
    assert Notice.objects.get().state == NoticeState.SENT


class Refusing(EmailBackend):
    """A server that refuses a recipient with ``code`` and ``text``."""

    code, text = 550, b"5.1.1 no such user"

    def send_messages(self, messages):
        raise SMTPRecipientsRefused({messages[0].to[0]: (self.code, self.text)})


class Forbidding(Refusing):
    code, text = 550, b"5.7.1 relaying denied"


class Busy(Refusing):
    code, text = 451, b"4.3.0 try later"


class Away(EmailBackend):
    def send_messages(self, messages):
        raise SMTPServerDisconnected("gone")


def through(backend):
    connection = backend()
    return lambda message: hand_to_server(message, connection)


def test_an_address_that_nobody_has_is_noted_and_left_alone(evening, berta, clock):
    released(evening)

    send(clock, send=through(Refusing))

    notice = Notice.objects.get()
    assert (notice.state, notice.fault) == ("given-up", NoticeFault.NO_MAILBOX)
    assert notice.status == 550
    berta.refresh_from_db()
    assert berta.refused_at is not None
    Notice.objects.all().delete()
    release(event=evening, is_released=False)
    released(evening)
    assert not Notice.objects.exists()


def test_an_address_saved_again_gets_mail_again(evening, berta, erika, clock):
    released(evening)
    send(clock, send=through(Refusing))
    again = record_consent(player=berta.player, address="b@example.org", by=erika)

    assert again.pk == berta.pk
    assert again.refused_at is None
    assert again.agreed_at > berta.agreed_at


@pytest.mark.parametrize("backend", [Forbidding, Busy])
def test_what_is_not_about_the_address_is_tried_again(evening, berta, clock, backend):
    released(evening)

    send(clock, send=through(backend))

    notice = Notice.objects.get()
    assert (notice.state, notice.fault) == ("waiting", NoticeFault.REFUSED)
    assert notice.due_at == clock.now + PAUSES[0]
    berta.refresh_from_db()
    assert berta.refused_at is None


def test_a_server_that_is_away_is_asked_once_for_all(evening, berta, paul, clock):
    released(evening)

    assert send(clock, send=through(Away)) == 1

    rows = list(Notice.objects.values_list("state", "tries", "due_at", "fault"))
    assert rows == [("waiting", 1, clock.now + PAUSES[0], NoticeFault.BAD_SERVER)] * 2
    clock.now += PAUSES[0]
    assert send(clock) == 2
    assert len(outbox.outbox) == 2


def test_after_ten_tries_a_letter_is_given_up(evening, berta, clock):
    released(evening)
    for pause in (*PAUSES, datetime.timedelta()):
        send(clock, send=through(Away))
        clock.now += pause

    notice = Notice.objects.get()
    assert (notice.state, notice.tries) == (NoticeState.GIVEN_UP, 10)


def test_a_letter_is_remembered_as_long_as_its_event(evening, berta, clock):
    released(evening)
    send(clock)

    release_sending(Subscription.objects.get().pk, clock.now + 2 * RETENTION)

    release(event=evening, is_released=False)
    released(evening)
    assert send(clock) == 0


def test_every_letter_has_a_way_out_that_needs_no_account(
    evening, berta, clock, settings, client
):
    settings.ADDRESS = "https://skat.example/"
    settings.ALLOWED_HOSTS = ["skat.example", *settings.ALLOWED_HOSTS]
    released(evening)
    send(clock)

    headers = outbox.outbox[0].extra_headers
    address = headers["List-Unsubscribe"].strip("<>")
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert address in outbox.outbox[0].body
    assert re.search(r"https://skat\.example/de/events/\S+/standings/", letter_text())
    path = address.removeprefix("https://skat.example")
    page = client.get(path, headers={"host": "skat.example"})
    assert page.status_code == 200
    assert "berta" not in page.text
    assert MailAddress.objects.get().withdrawn_at is None
    done = client.post(
        path,
        {"List-Unsubscribe": "One-Click"},
        headers={"host": "skat.example"},
    )
    assert done.status_code == 200
    assert MailAddress.objects.get().address == ""


def letter_text():
    return outbox.outbox[0].body


def test_without_a_public_address_an_answer_ends_it(evening, berta, clock):
    released(evening)
    send(clock)

    headers = outbox.outbox[0].extra_headers
    assert headers["List-Unsubscribe"] == "<mailto:skatclub@localhost>"
    assert "List-Unsubscribe-Post" not in headers
    assert "http" not in letter_text()
    assert "Einfach dem Verein Bescheid sagen." in letter_text()


def test_an_answer_ends_it_where_somebody_reads_it(evening, berta, clock):
    Organisation.objects.update(email="post@kreuzbube.example")
    released(evening)
    send(clock)

    assert "Eine kurze Antwort auf diese Mail genügt." in letter_text()


def test_a_way_out_that_nobody_signed_leads_nowhere(berta, client):
    for token in (f"{berta.pk}", f"{berta.pk}:abc", "csv"):
        assert client.post(f"/no-mail/{token}/").status_code == 404

    berta.refresh_from_db()
    assert berta.address


def test_one_who_reopens_a_list_sends_no_second_letter(evening, berta, erika, clock):
    released(evening)
    send(clock)
    sheet = evening.series.get().sheets.get()
    reopen_sheet(sheet=sheet, by=erika, reason="Karo")
    finish_sheet(sheet=sheet, by=erika)
    released(evening)

    assert send(clock) == 0


def test_a_letter_that_was_taken_is_nobodys_fault():
    assert (
        hand_to_server(outbox.EmailMessage(to=["a@b.example"]), EmailBackend())
        == Outcome()
    )
