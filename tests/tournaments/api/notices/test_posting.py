"""A request to an unknown machine: checked, bounded and never redirected."""

import socket
from contextlib import contextmanager
from threading import Thread

import pytest
from django.utils import timezone

from tests.tournaments.api.notices.receiver import Receiver, is_genuine, receiving
from tournaments.api.notices import places
from tournaments.api.notices.posting import Outcome, post
from tournaments.api.notices.signing import new_secret, signed_headers
from tournaments.words.notices import NoticeFault


@pytest.fixture
def may_be_private(settings):
    settings.PRIVATE_NOTICES = True


@contextmanager
def machine(talk):
    """Give the port of a machine that handles connections by ``talk``."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve():
            connection, _address = server.accept()
            with connection:
                talk(connection)

        thread = Thread(target=serve)
        thread.start()
        yield server.getsockname()[1]
        thread.join()


def resolving(monkeypatch, *answers):
    """Let every look-up return the next of ``answers``; return the names asked for."""
    asked, left = [], list(answers)

    def look_up(host, port, **_kind):
        asked.append(host)
        return [(2, 1, 6, "", (number, port)) for number in left.pop(0)]

    monkeypatch.setattr(places.socket, "getaddrinfo", look_up)
    return asked


def test_a_receiver_gets_the_signed_body(may_be_private):
    secret, receiver = new_secret(), Receiver()
    headers = signed_headers(secret, "msg_1", '{"ü":1}', timezone.now())

    with receiving(receiver) as address:
        outcome = post(address, headers, '{"ü":1}')

    (request,) = receiver.requests
    assert outcome == Outcome(None, 204)
    assert request["body"] == {"ü": 1}
    assert request["headers"]["host"] == address.split("/")[2]
    assert is_genuine(secret, request["headers"], request["raw"])
    assert not is_genuine(new_secret(), request["headers"], request["raw"])


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("/ä?ü=ö", "/%C3%A4?%C3%BC=%C3%B6"),
        ("/♠ 7?x=%C3%A4&y=a+b", "/%E2%99%A0%207?x=%C3%A4&y=a+b"),
        ("?ü#part", "/?%C3%BC"),
        ("", "/"),
    ],
)
def test_all_letters_in_an_address_are_sent(may_be_private, typed, sent):
    receiver = Receiver()

    with receiving(receiver) as address:
        outcome = post(address.removesuffix("/hook") + typed, {"webhook-id": "1"}, "{}")

    assert (outcome, receiver.targets) == (Outcome(None, 204), [sent])


@pytest.mark.parametrize("name", ["müller.example", "кошка.example"])
def test_all_letters_in_a_name_are_sent(may_be_private, monkeypatch, name):
    receiver, look_up = Receiver(), socket.getaddrinfo

    def resolve_home(_host, *arguments, **named):
        return look_up("127.0.0.1", *arguments, **named)

    monkeypatch.setattr(places.socket, "getaddrinfo", resolve_home)

    with receiving(receiver) as address:
        port = address.split(":")[2].partition("/")[0]
        outcome = post(f"http://{name}:{port}/", {"webhook-id": "1"}, "{}")

    (request,) = receiver.requests
    named = name.encode("idna").decode()
    assert outcome == Outcome(None, 204)
    assert request["headers"]["host"] == f"{named}:{port}"


@pytest.mark.parametrize(
    ("status", "fault"),
    [
        (200, None),
        (302, NoticeFault.ELSEWHERE),
        (410, NoticeFault.GONE),
        (404, NoticeFault.REFUSED),
        (503, NoticeFault.REFUSED),
    ],
)
def test_the_status_determines_the_outcome(may_be_private, status, fault):
    receiver = Receiver(lambda request: status, [("Location", "http://127.0.0.1:1/")])

    with receiving(receiver) as address:
        outcome = post(address, {"webhook-id": "1"}, "{}")

    assert outcome == Outcome(fault, status)
    assert len(receiver.requests) == 1


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "localhost", "[::1]", "10.0.0.1", "192.168.1.1", "127.1"),
        *("169.254.169.254", "0x7f000001", "2130706433", "[::ffff:10.0.0.1]"),
        # Old ways to write an IPv4 address as one of IPv6
        *("[::127.0.0.1]", "[::7f00:1]", "[::ffff:0:127.0.0.1]"),
        *("[64:ff9b::7f00:1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]"),
        # Site-local, special purposes, nearest relay, tunnels, examples
        *("[fec0::1]", "[fd00::1]", "192.0.0.8", "192.0.0.192", "192.88.99.1"),
        *("[2001::1]", "[2001:1::1]", "[2001:db8::1]", "[3fff::1]", "[5f00::1]"),
        # Multicast, unspecified, unassigned
        *("224.0.0.1", "[ff0e::1]", "0.0.0.0", "[::]", "240.0.0.1", "[4000::1]"),
    ],
)
def test_nothing_is_sent_into_a_private_network(host):
    assert post(f"http://{host}/", {}, "{}") == Outcome(NoticeFault.PRIVATE)


@pytest.mark.parametrize(
    "number",
    [
        *("1.1.1.1", "192.0.1.1", "192.88.98.1", "223.255.255.1"),
        *("2606:4700::1111", "2003::1", "64:ff9b::101:101", "::ffff:1.1.1.1"),
    ],
)
def test_a_translator_reaches_the_internet(number):
    assert places.is_public_number(number)


def test_one_private_number_among_several_is_enough(monkeypatch):
    resolving(monkeypatch, ["93.184.216.34", "10.0.0.1"])

    assert post("https://example.org/", {}, "{}") == Outcome(NoticeFault.PRIVATE)


def test_the_connection_leads_to_the_checked_number(monkeypatch):
    """A name that would lead home on a second look-up is looked up only once."""
    asked = resolving(monkeypatch, ["93.184.216.34"], ["127.0.0.1"])
    connected = []

    def connect(where, _limit):
        connected.append(where)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", connect)

    outcome = post("http://example.org/", {}, "{}")

    assert outcome == Outcome(NoticeFault.UNREACHABLE)
    assert (asked, connected) == (["example.org"], [("93.184.216.34", 80)])


def test_an_unknown_name(monkeypatch):
    def look_up(*_arguments, **_named):
        raise socket.gaierror

    monkeypatch.setattr(places.socket, "getaddrinfo", look_up)

    assert post("https://nobody.invalid/", {}, "{}") == Outcome(NoticeFault.UNKNOWN)


def test_a_silent_receiver_is_cut_off(may_be_private):
    def listen(connection):
        while connection.recv(999):
            pass

    with machine(listen) as at:
        outcome = post(f"http://127.0.0.1:{at}/", {}, "{}", limit=0.1)

    assert outcome == Outcome(NoticeFault.SILENT)


def test_a_slow_receiver_is_cut_off(may_be_private):
    def dribble(connection):
        try:
            while True:
                connection.sendall(b"HTTP/1.1 100 Continue\r\nX: y\r\n\r\n")
        except OSError:
            return

    with machine(dribble) as at:
        outcome = post(f"http://127.0.0.1:{at}/", {}, "{}", limit=0.1)

    assert outcome == Outcome(NoticeFault.SILENT)


def test_an_answer_other_than_http_is_garbled(may_be_private):
    with machine(lambda connection: connection.sendall(b"SSH-2.0-x\r\n\r\n")) as at:
        outcome = post(f"http://127.0.0.1:{at}/", {}, "{}")

    assert outcome.fault in {NoticeFault.GARBLED, NoticeFault.UNREACHABLE}


def test_a_machine_without_a_certificate(may_be_private):
    with receiving(Receiver()) as address:
        outcome = post(address.replace("http:", "https:"), {}, "{}")

    assert outcome == Outcome(NoticeFault.INSECURE)
