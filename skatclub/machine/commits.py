"""A word before each commit, for what has to be the last statement of a transaction."""

from typing import Any

from django.dispatch import Signal

before_commit = Signal()


class TellsBeforeCommit:
    """A connection that sends ``before_commit`` at the end of each transaction."""

    def commit(self) -> None:
        before_commit.send(type(self), connection=self)
        parent: Any = super()
        parent.commit()
