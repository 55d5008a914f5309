"""A worker in the tests, which does what waits and is gone."""

import signal
from contextlib import contextmanager
from unittest.mock import patch

from django.core.management import call_command
from django_tasks_db.management.commands import db_worker


def work_off(name="here"):
    """Do all that waits, as ``manage.py worker`` does in a process of its own."""
    # Like Django's client, it must not close the connection of the test.
    keeping = patch.object(db_worker, "close_old_connections")
    with own_signals(), keeping:
        call_command("worker", worker_id=name, batch=True, startup_delay=False)


@contextmanager
def own_signals():
    """Handle signals afterwards as before; a worker wants them for itself."""
    names = {"SIGINT", "SIGTERM", "SIGQUIT"} & {each.name for each in signal.Signals}
    before = {name: signal.getsignal(getattr(signal, name)) for name in names}
    yield
    for name, handler in before.items():
        signal.signal(getattr(signal, name), handler)
