"""Django's PostgreSQL, which tells before it commits."""

from django.db.backends.postgresql import base

from skatclub.machine.commits import TellsBeforeCommit


class DatabaseWrapper(TellsBeforeCommit, base.DatabaseWrapper):
    """A connection that is as Django's own in everything else."""
