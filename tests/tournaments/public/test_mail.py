"""Results by mail: only to people who agreed, once, and only what visitors read."""

import re
import socketserver
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected
from threading import Thread

import pytest
from django.core import mail as outbox
from django.core.mail.backends.locmem import EmailBackend

from tests.factories import finish_list, make_owner, make_player, make_sheet
from tests.tournaments.files.club.test_club_file import exported_club, files_in
from tests.tournaments.leagues.matches import secretary
from tournaments.careers.joins.services import join_people, remove_person
from tournaments.events.flow.services import release
from tournaments.events.models import Event
from tournaments.events.planning.services import publish_event
from tournaments.events.standings.selectors import standings_of
from tournaments.files.person import person_document
from tournaments.organisations.models import Organisation
from tournaments.people.models import Club, MailAddress, Player
from tournaments.people.services import save_club
from tournaments.public.letters import NotSent, record_address, send_result
from tournaments.words.choices import Privacy
from tournaments.words.formats import number

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _with_a_mail_server(settings):
    settings.EMAIL_HOST = "mail.example"


@pytest.fixture(scope="module")
def released(module_db):
    save_club(club=Club(name="Kreuzbube", is_home=True))
    sheet = make_sheet(rounds=1)
    finish_list(sheet, ["2gr2", "1he1h", "2nu", "1pi3-"], by=secretary())
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
    assert "\nErgebnisse per Mail, wie bestellt." in letter.body
    assert "http" not in letter.body  # without a public address
    assert "Einfach dem Verein Bescheid sagen." in letter.body
    assert letter.from_email == "Kreuzbube <skatclub@localhost>"
    assert set(evening.mailed.all()) == {berta, paul}
    assert send_result(event=evening) == (0, [])


def test_two_who_press_at_the_same_moment_send_a_letter_once(
    evening, berta, paul, monkeypatch
):
    def send(self, messages, taken=EmailBackend.send_messages):
        monkeypatch.undo()
        assert send_result(event=evening) == (1, [])
        return taken(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send)

    assert send_result(event=evening) == (1, [])
    assert addressed() == ["berta@example.org", "paul@example.org"]


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


def test_a_way_out_that_nobody_signed_leads_nowhere(berta, client):
    for token in (f"{berta.pk}", f"{berta.pk}:abc", "csv"):
        assert client.post(f"/no-mail/{token}/").status_code == 404

    assert MailAddress.objects.get() == berta
    # No visitor sees an address.
    assert "berta@" not in client.get(f"/de/members/{berta.player_id}/").text


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
    client, erika, berta, evening, settings
):
    path = f"/events/{evening.pk}/mail/"
    standings = f"/events/{evening.pk}/standings/"
    release(event=evening, is_released=False)
    before = client.get(standings, follow=True).text
    client.post(path)
    release(event=evening, is_released=True)
    assert path in client.get(standings, follow=True).text
    assert path not in before
    assert not outbox.outbox

    page = client.post(path, follow=True).text

    page = " ".join(re.sub("<[^>]*>", " ", page).split())
    assert "1 Mail verschickt." in page
    assert "Wer es bekommen hat Kern, Berta berta@example.org" in page
    settings.EMAIL_HOST = ""
    without = client.get(path).text
    assert "Unter „Unser Verein“ ist kein Mailserver eingetragen" in without
    assert "Ergebnis per Mail verschicken" not in without


def test_the_first_of_two_joined_entries_keeps_its_address_until_it_is_removed(
    berta, erika
):
    second = make_player("Bertha Kern")
    record_address(player=second, address="bertha@example.org")

    join_people(kept=berta.player, gone=second, by=erika)

    (row,) = person_document(berta.player)["MailAddress"]
    assert row["address"] == MailAddress.objects.get().address == "berta@example.org"
    remove_person(player=berta.player)
    assert not MailAddress.objects.exists()


@pytest.fixture
def mail_server(settings):
    """Take letters on a port of this machine, as a mail server does."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    letters = []

    class Answers(socketserver.StreamRequestHandler):
        def handle(self):
            self.wfile.write(b"220 ready\r\n")
            for line in iter(self.rfile.readline, b""):
                if line.upper().startswith(b"DATA"):
                    self.wfile.write(b"354 go on\r\n")
                    letter = b"".join(iter(self.rfile.readline, b".\r\n"))
                    letters.append(letter.decode())
                self.wfile.write(b"250 fine\r\n")

    with socketserver.TCPServer(("127.0.0.1", 0), Answers) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1], letters
        server.shutdown()


def test_the_club_names_its_mail_server_and_gets_a_test_letter(
    client, evening, berta, mail_server
):
    client.force_login(make_owner("kassandra"))
    port, letters = mail_server
    sent = {"name": "Kreuzbube", "felt": "green", "rhythm": "weekly", "photo_days": 30}
    sent |= {"mail_host": f"127.0.0.1:{port}", "mail_password": "Geheim-77"}

    nobody = client.post("/club/", sent)
    sent["mail_sender"] = "skat@pik.example"
    said = client.post("/club/", sent, follow=True).text

    assert list(nobody.context["form"].errors) == ["mail_sender"]
    assert "Ein Probebrief ging an skat@pik.example." in said
    assert "From: Kreuzbube <skat@pik.example>" in letters[0]
    # The password is in no page and no file, and stays until the server is another.
    files = files_in(exported_club())["club.json"].decode()
    assert "Geheim-77" not in said + client.get("/history/").text + files
    sent["mail_password"] = ""
    client.post("/club/", sent)
    assert Organisation.objects.get().mail_password == "Geheim-77"
    assert send_result(event=evening) == (1, [])
    assert "To: berta@example.org" in letters[-1]
    sent["mail_host"] = "localhost:1"
    page = client.get("/club/").text
    sent["seen"] = re.search(r'name="seen" value="([^"]+)"', page)[1]
    said = client.post("/club/", sent, follow=True).text
    why = "der Mailserver nahm den Probebrief nicht: Auf diesem Anschluss nimmt niemand"
    assert f"Gespeichert, aber {why}" in said
    assert Organisation.objects.get().mail_password == ""


def test_a_letter_holds_the_own_result(evening):
    last = standings_of(evening).places[-1]
    record_address(
        player=Player.objects.get(pk=last.entry.player_id), address="dieter@example.org"
    )

    send_result(event=evening)

    total = number(last.entry.total)
    own = f"Eigenes Ergebnis: Platz {last.place} mit {total} Punkten."
    assert outbox.outbox[0].body.startswith(f"{own}\n\n♣ ")
