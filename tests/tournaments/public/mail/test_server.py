"""Letters to an SMTP server on a socket, which refuses a recipient."""

import contextvars
import socketserver
from threading import Thread

import pytest
from django.core.mail import EmailMessage
from django.core.mail.backends.smtp import EmailBackend

from tournaments.public.mail.smtp import hand_to_server
from tournaments.words.notices import NoticeFault


class Desk(socketserver.StreamRequestHandler):
    """Accepts all letters except those to recipients called "wrong"."""

    def handle(self):
        self.say("220 desk")
        while line := self.rfile.readline().upper():
            if line.startswith(b"QUIT"):
                self.say("221 bye")
                return
            if line.startswith(b"DATA"):
                self.say("354 go on")
                self.server.letters.append(self.letter())
            is_wrong = line.startswith(b"RCPT") and b"WRONG" in line
            self.say("550 5.1.1 no such user" if is_wrong else "250 yes")

    def letter(self):
        return b"".join(iter(self.rfile.readline, b".\r\n")).decode()

    def say(self, text):
        self.wfile.write(f"{text}\r\n".encode())


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self):
        self.letters = []
        super().__init__(("127.0.0.1", 0), Desk)


@pytest.fixture
def server():
    with Server() as found:
        run = contextvars.copy_context().run
        Thread(target=run, args=(found.serve_forever, 0.05), daemon=True).start()
        yield found
        found.shutdown()


def connected(port):
    return EmailBackend(host="127.0.0.1", port=port, timeout=30)


def message_to(address):
    return EmailMessage("Abend", "1. Anna", "club@example.org", [address])


def test_a_refused_recipient_does_not_stop_the_next_letter(server):
    connection = connected(server.server_address[1])

    wrong = hand_to_server(message_to("wrong@example.org"), connection)
    right = hand_to_server(message_to("anna@example.org"), connection)
    connection.close()

    assert (wrong.fault, wrong.status) == (NoticeFault.NO_MAILBOX, 550)
    assert right.fault is None
    (letter,) = server.letters
    assert "To: anna@example.org" in letter


def test_a_machine_on_which_no_server_listens_is_no_fault_of_the_address(server):
    port = server.server_address[1]
    server.shutdown()
    server.server_close()

    outcome = hand_to_server(message_to("anna@example.org"), connected(port))

    assert outcome.fault == NoticeFault.UNREACHABLE
