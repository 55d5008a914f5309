"""The threads of one process write in turns, and wait no longer than they are told."""

import contextvars
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.db import OperationalError, connection, connections, transaction

from skatclub.machine.sqlite3.base import Turns, turns_on

pytestmark = pytest.mark.django_db(transaction=True)
LONG = 30  # seconds


@pytest.fixture
def turns():
    if connection.vendor != "sqlite":
        pytest.skip("about SQLite")
    return turns_on(str(connection.settings_dict["NAME"]))


@pytest.fixture
def beside():
    """Do something in a thread of its own, with a connection of its own."""

    def alone(act):
        try:
            return act()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=1) as pool:
        yield lambda act: pool.submit(contextvars.copy_context().run, alone, act)


def write():
    with transaction.atomic():
        return "written"


def test_who_asked_first_writes_first():
    turns, order = Turns(), []
    assert turns.take(0)

    with ThreadPoolExecutor(max_workers=3) as pool:
        waiting = []
        for name in ("Anna", "Bernd", "Carla"):
            waiting.append(
                pool.submit(
                    lambda name=name: (
                        turns.take(LONG),
                        order.append(name),
                        turns.give_back(),
                    )
                )
            )
            while len(turns.waiting) < len(waiting):
                pass
        turns.give_back()
        for each in waiting:
            each.result()

    assert order == ["Anna", "Bernd", "Carla"]
    assert not turns.is_taken


def test_who_waited_for_too_long_stands_in_nobodys_way():
    turns = Turns()
    assert turns.take(0)

    assert not turns.take(0.01)

    turns.give_back()
    assert turns.take(0)


def test_a_write_waits_until_the_one_before_it_is_done(turns, beside):
    with transaction.atomic():
        waiting = beside(write)
        while not turns.waiting:
            pass
        assert not waiting.done()

    assert waiting.result(LONG) == "written"
    assert not turns.is_taken


def test_what_waits_for_too_long_is_called_locked(turns, beside, monkeypatch):
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.05)

    with transaction.atomic():
        waiting = beside(write)
        with pytest.raises(OperationalError, match="database is locked"):
            waiting.result(LONG)

    assert write() == "written"


@pytest.mark.parametrize("end", [transaction.set_rollback, None])
def test_whoever_fails_hands_the_turn_on(turns, end):
    def fail():
        with transaction.atomic():
            if end:
                end(True)
            raise ValueError("bad")

    with pytest.raises(ValueError, match="bad"):
        fail()

    assert not turns.is_taken


def test_a_connection_that_is_closed_hands_the_turn_on(turns, beside):
    began, go = Event(), Event()

    def begin():
        connection.set_autocommit(
            False, force_begin_transaction_with_broken_autocommit=True
        )
        began.set()
        go.wait(LONG)

    waiting = beside(begin)
    assert began.wait(LONG)
    assert turns.is_taken
    go.set()
    waiting.result(LONG)

    assert not turns.is_taken
    assert write() == "written"
