"""The entries of the log as pairs of account and text, for tests."""

from django.db.models import Q

from tournaments.scope.models import LogEntry
from tournaments.site.history import about, history_lines


def entries_of(**subjects):
    """Return entries, the latest first: ``entries_of(event=event)``."""
    (found,) = [about(word, [row.pk]) for word, row in subjects.items()] or [Q()]
    return filtered_entries(found)


def filtered_entries(condition):
    entries = LogEntry.objects.filter(condition)
    lines = history_lines(entries)
    return [(line["by"], text) for line in lines for text in line["texts"]]


def entry_texts(**subjects):
    return [text for _by, text in entries_of(**subjects)]
