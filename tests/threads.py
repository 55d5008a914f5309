"""Doing something in threads, each with a database connection of its own."""

import contextvars
from concurrent.futures import Future, ThreadPoolExecutor, wait

from django.db import connection, connections

BLOCKED_BY_THIS = """
    SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted
    AND pg_backend_pid() = ANY(pg_blocking_pids(pid)))
"""


def at_once(calls):
    """Run all calls in separate threads; return their results."""
    with ThreadPoolExecutor(max_workers=len(calls)) as pool:
        return [future.result() for future in [begin(pool, call) for call in calls]]


def begin(pool: ThreadPoolExecutor, call) -> Future:
    """Run a call in a thread of ``pool``, in the context of this one."""

    def alone():
        try:
            return call()
        finally:
            connections.close_all()

    return pool.submit(contextvars.copy_context().run, alone)


def begin_and_wait(pool: ThreadPoolExecutor, call) -> Future:
    """Do as ``begin``, until the call ends or waits for this transaction.

    SQLite lets it wait from its very beginning.
    """
    future = begin(pool, call)
    while connection.vendor == "postgresql" and not wait([future], timeout=0.05).done:
        with connection.cursor() as cursor:
            [is_blocked] = cursor.execute(BLOCKED_BY_THIS).fetchone()
        if is_blocked:
            break
    return future
