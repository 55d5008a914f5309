"""What the history tells, for tests of whatever is told."""

from tournaments.history.selectors import Wanted, lines_of, moments


def told(**about):
    """Return what was done and by whom, the latest first: ``told(event=event)``."""
    keys = {word: [thing.pk] for word, thing in about.items()} or None
    return told_of(Wanted(about=keys))


def told_of(wanted):
    """Return what the history tells of what is asked for."""
    return [
        (line.by, text)
        for line in lines_of(list(moments(wanted)))
        for text in line.texts
    ]


def texts(**about):
    return [text for _by, text in told(**about)]
