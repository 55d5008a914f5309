"""The server: who goes first, and which connections stay open."""

import gc
from http.client import HTTPConnection
from threading import Thread
from types import SimpleNamespace

import pytest

from skatclub.machine.serving import VISITORS_AT_ONCE, DeskFirst, create_server, roomy
from skatclub.middleware import forget_session, note_session

STATUSES = {"/same": "304 Not Modified", "/nothing": "204 No Content"}


def answer(environ, start_response):
    status = STATUSES.get(environ["PATH_INFO"], "200 OK")
    body = b"page" if status == "200 OK" else b""
    start_response(status, [("Content-Length", str(len(body)))])
    return [body]


@pytest.fixture
def server():
    server = create_server(answer, host="127.0.0.1", port=0, threads=6)
    Thread(target=server.run, daemon=True).start()
    yield server
    server.task_dispatcher.shutdown()
    server.trigger.pull_trigger(server.close)


def test_what_was_loaded_is_not_looked_through_for_rubbish():
    loaded = [[]]

    create_server(answer, host="127.0.0.1", port=0).close()

    assert id(loaded) not in {id(each) for each in gc.get_objects()}


def doubled(number):
    return 2 * number


def pages_taken(environ, start_response, depth=0):
    """Return how often memory was got for a thousand calls at each of 100 depths."""
    resource = pytest.importorskip("resource", reason="Windows counts no page faults")
    if depth == 100:
        return 0
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for number in range(1000):
        doubled(number)
    taken = resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
    return taken + pages_taken(environ, start_response, depth + 1)


def test_no_depth_of_calls_gets_its_memory_anew_for_each():
    pages_taken({}, None)  # the first call of each has to get some

    assert roomy(pages_taken)({}, None) < 500


@pytest.mark.parametrize("path", ["/page", "/same", "/nothing"])
def test_a_phone_stays_connected_after_every_answer(server, path):
    phone = HTTPConnection("127.0.0.1", server.effective_port, timeout=60)
    statuses, sockets = [], set()

    for _visit in range(3):
        phone.request("GET", path)
        reply = phone.getresponse()
        reply.read()
        statuses.append(reply.status)
        sockets.add(phone.sock and phone.sock.getsockname())
    phone.close()

    assert len(set(statuses)) == 1
    assert len(sockets) == 1
    assert None not in sockets


def test_who_asks_to_be_disconnected_is(server):
    phone = HTTPConnection("127.0.0.1", server.effective_port, timeout=60)

    phone.request("GET", "/same", headers={"Connection": "close"})
    reply = phone.getresponse()
    reply.read()

    assert reply.headers["Connection"] == "close"
    assert phone.sock is None


def request_of(name, cookies=""):
    request = SimpleNamespace(headers={"COOKIE": cookies} if cookies else {})
    return SimpleNamespace(name=name, requests=[request], service=lambda: None)


@pytest.fixture(autouse=True)
def signed_in():
    note_session("y")
    yield
    forget_session("y")


def test_an_invented_session_waits_with_the_visitors():
    queue = DeskFirst()
    queue.append(request_of("phone", "sessionid=invented"))
    queue.append(request_of("game", "sessionid=y"))

    assert queue.popleft().name == "game"
    assert len(queue.visitors) == 1


def test_a_game_overtakes_the_phones():
    queue = DeskFirst()
    queue.append(request_of("phone 1"))
    queue.append(request_of("phone 2", "csrftoken=x; deck=german"))
    queue.append(request_of("game 1", "csrftoken=x; sessionid=y"))
    queue.append(request_of("game 2", "sessionid=y"))

    order = [queue.popleft() for _ in range(len(queue))]

    names = [getattr(each, "channel", each).name for each in order]
    assert names == ["game 1", "game 2", "phone 1", "phone 2"]


def test_phones_never_take_every_thread():
    queue = DeskFirst()
    for number in range(20):
        queue.append(request_of(f"phone {number}"))

    in_threads = [queue.popleft() for _ in range(VISITORS_AT_ONCE)]
    assert len(queue) == 0
    queue.append(request_of("game", "sessionid=y"))
    assert queue.popleft().name == "game"
    in_threads[0].service()

    assert len(queue) == 1


def test_a_phone_whose_answer_fails_makes_room_as_well():
    queue = DeskFirst()
    phone = request_of("phone")
    phone.service = lambda: 1 // 0
    queue.append(phone)

    with pytest.raises(ZeroDivisionError):
        queue.popleft().service()

    assert queue.visits == 0
