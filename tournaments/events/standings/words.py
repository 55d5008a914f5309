"""Sentences about a ranking."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.models import Adjustment, Series
from tournaments.events.results import Note, Progress, RankedRow, lists_in_all
from tournaments.events.standings.selectors import Standings
from tournaments.scope.scope import UNTIL_RELEASED
from tournaments.words.choices import Ranking
from tournaments.words.formats import clock_time, number, short_date, signed


def nobody_text(standings: Standings) -> str:
    """Return why a ranking has no places; empty before the first finished list."""
    if standings.places or standings.unranked:
        return ""
    if not standings.finished:
        return _("The results are not released yet.") if standings.withheld else ""
    if standings.ranking == Ranking.SINGLE:
        return _("So far only guests have finished a list; they are ranked apart.")
    return _("Nobody of this ranking has finished a list yet.")


def beside_text(entry: RankedRow, standings: Standings) -> str:
    """Return what is said beside a name: who left early, who has fewer lists."""
    texts = []
    until = getattr(entry, "until_series", None)
    if until is not None and until < max(standings.series_numbers, default=0):
        texts.append(_("left after series %(number)s") % {"number": until})
    lists = entry.lists_counted
    if lists < standings.most_lists:
        words = ngettext("only %(lists)s list", "only %(lists)s lists", lists)
        texts.append(words % {"lists": lists})
    return ", ".join(texts)


def remark_text(standings: Standings) -> str:
    """Return who takes no place for having too few lists, or how lists are shown."""
    if standings.ranking == Ranking.LISTS:
        return as_played_text(standings.notes)
    if not standings.unranked:
        return ""
    names = ", ".join(f"{row.name} ({number(row.total)})" for row in standings.unranked)
    words = ngettext(
        "Not ranked, with fewer than %(lists)s list: %(names)s.",
        "Not ranked, with fewer than %(lists)s lists: %(names)s.",
        standings.lists_needed,
    )
    return words % {"lists": standings.lists_needed, "names": names}


def as_played_text(notes: Iterable[Note]) -> str:
    """Return what the referee decided about single lists; empty for nothing."""
    if not (changes := [changed_numbers(note.adjustment) for note in notes]):
        return ""
    text = _(
        "Lists are shown as they were played; what the referee decided counts in the "
        "standings (%(changes)s)."
    )
    return text % {"changes": "; ".join(changes)}


def changed_numbers(adjustment: Adjustment) -> str:
    """Return what a decision adds to points, games won and games lost."""
    texts = _("%(points)s points"), _("%(games)s won"), _("%(games)s lost")
    numbers = adjustment.points, adjustment.won, adjustment.lost
    pairs = [(t, signed(n)) for t, n in zip(texts, numbers, strict=True) if n]
    return " ".join(text % {"points": n, "games": n} for text, n in pairs)


def state_text(standings: Standings) -> str:
    """Return why a ranking is not final, or when it was corrected; "" for others.

    Counts would tell of a withheld series.
    """
    if not standings.is_provisional:
        day = short_date(standings.corrected_at)
        return _("Corrected on %(day)s.") % {"day": day} if day else ""
    if standings.withheld:
        texts = [seen_text(number, until) for number, until in standings.withheld]
        return " ".join([_("Provisional."), *texts])
    if standings.announced_at:
        texts = [_("Provisional: the announced results are being corrected.")]
        if standings.reopened:
            words = _("Until then these do not count: %(lists)s.")
            texts.append(words % {"lists": "; ".join(standings.reopened)})
        return " ".join(texts)
    if standings.is_complete:
        return _("Provisional: not released yet.")
    if not standings.lists:
        return ""
    return _("Provisional: %(text)s.") % {"text": progress_text(standings)}


def progress_text(progress: Progress) -> str:
    """Return how many lists are finished, of all once every series has its tables."""
    words = _("%(finished)s of %(lists)s lists")
    if progress.undrawn:
        words = _("%(finished)s of about %(lists)s lists")
    return words % {"finished": progress.finished, "lists": lists_in_all(progress)}


MOST_PROVISIONAL = 3


def provisional_text(events: Sequence[Any]) -> str:
    """Return which of ``events``, the latest first, are provisional, and why.

    They come ``with_progress``. The text is empty if there are none.
    """
    names = []
    for event in events[:MOST_PROVISIONAL]:
        reason = provisional_reason(event)
        names.append(f"{event.dated_name} ({reason})" if reason else event.dated_name)
    if not names:
        return ""
    words = _("Provisional: %(text)s.")
    if len(events) > MOST_PROVISIONAL:
        words = _("Provisional, among others: %(text)s.")
    return words % {"text": "; ".join(names)}


def provisional_reason(event: Any) -> str:
    """Return why an event is provisional, empty if nothing but the release is missing.

    It comes ``with_progress``: "being corrected, 7 of 8 lists".
    """
    texts = [_("being corrected")] if event.announced_at else []
    if event.finished < event.lists or (event.undrawn and not event.hides_series):
        texts.append(progress_text(event))
    return ", ".join(texts)


def seen_text(number: int, until: datetime) -> str:
    """Return when the results of a series can be seen."""
    if until == UNTIL_RELEASED:
        return _("Series %(number)s: not released yet.") % {"number": number}
    words = {"number": number, "time": moment_text(until)}
    return _("Series %(number)s: can be seen from %(time)s.") % words


def moment_text(moment: datetime) -> str:
    """Return a time of today, or a day and a time."""
    day, time = timezone.localtime(moment), clock_time(moment)
    is_today = day.date() == timezone.localdate()
    return time if is_today else f"{short_date(day)}, {time}"


def hidden_texts(series: Iterable[Series]) -> list[str]:
    """Say what visitors cannot read yet; with its tables, results are hidden anyway."""
    now, texts = timezone.now(), []
    of_draw = _("Series %(number)s is hidden from visitors %(until)s.")
    of_results = _(
        "The results of series %(number)s are hidden from visitors %(until)s."
    )
    for row in series:
        moments = ((row.draw_from, of_draw), (row.results_from, of_results))
        later = [(moment, text) for moment, text in moments if moment and moment > now]
        for moment, text in later[:1]:
            texts.append(text % {"number": row.number, "until": until_text(moment)})
    return texts


def until_text(moment: datetime) -> str:
    """Return the end of the hiding in words: a time today, or a day and a time."""
    if moment == UNTIL_RELEASED:
        return _("until the results are released")
    return _("until %(time)s") % {"time": moment_text(moment)}
