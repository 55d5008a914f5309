"""The entries of the history as pairs of account and text, for tests."""

from tournaments.history.selectors import HistoryFilter, history_lines, matching_rows


def entries_of(**about):
    """Return entries, the latest first: ``entries_of(event=event)``."""
    keys = {word: [subject.pk] for word, subject in about.items()} or None
    return filtered_entries(HistoryFilter(about=keys))


def filtered_entries(wanted):
    return [
        (line.by, text)
        for line in history_lines(list(matching_rows(wanted)))
        for text in line.texts
    ]


def entry_texts(**about):
    return [text for _by, text in entries_of(**about)]
