"""Reading the course of an event: who did what, and when."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.events.models import Event, LogLine, LotDraw, Reopening
from tournaments.events.results.ties import lots_of
from tournaments.events.teams.words import series_text
from tournaments.sheets.models import Change
from tournaments.words.choices import Action, LogAction

ON_LISTS = {
    Action.REOPEN: gettext_lazy("list opened again"),
    Action.SEATS: gettext_lazy("players at the table changed"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """Something that somebody did in the course of an event."""

    at: datetime.datetime
    by: str
    what: str
    about: str = ""


def event_history(event: Event) -> list[Happening]:
    """Return what happened, the latest first. Seven queries."""
    found = [
        *logged(event),
        *drawn(event),
        *reopened(event),
        *on_lists(event),
        *lots_in(event),
        *released(event),
    ]
    return sorted(found, key=lambda each: each.at, reverse=True)


def logged(event: Event) -> Iterator[Happening]:
    """Give opened tables, started clocks and closed series. One query."""
    lines = LogLine.objects.filter(series__event=event)
    for line in lines.select_related("series", "by"):
        words = _("Series %(series)s")
        if line.table_number is not None:
            words = _("Series %(series)s, table %(table)s")
        yield Happening(
            at=line.at,
            by=str(line.by),
            what=str(LogAction(line.action).label),
            about=words % {"series": line.series.number, "table": line.table_number},
        )


def drawn(event: Event) -> Iterator[Happening]:
    """Give the draws. One query."""
    for draw in event.draws.select_related("by"):
        yield Happening(
            at=draw.at,
            by=str(draw.by),
            what=_("tables drawn"),
            about=_("Draw %(number)s: %(series)s")
            % {
                "number": draw.number,
                "series": series_text(draw.first_series, draw.last_series),
            },
        )


def reopened(event: Event) -> Iterator[Happening]:
    """Give series that were opened again. One query."""
    found = Reopening.objects.filter(series__event=event)
    for each in found.select_related("series", "by"):
        series = _("Series %(series)s") % {"series": each.series.number}
        yield Happening(
            at=each.at,
            by=str(each.by),
            what=_("series opened again"),
            about=f"{series}: {each.reason}",
        )


def on_lists(event: Event) -> Iterator[Happening]:
    """Give lists that were opened again, and changed tables. One query."""
    changes = Change.objects.filter(sheet__series__event=event, action__in=ON_LISTS)
    for change in changes.select_related("sheet__series", "by"):
        place = _("Series %(series)s, table %(table)s") % {
            "series": change.sheet.series.number,
            "table": change.sheet.table_number,
        }
        more = change.reason or change.after
        yield Happening(
            at=change.at,
            by=str(change.by or ""),
            what=str(ON_LISTS[Action(change.action)]),
            about=f"{place}: {more}" if more else place,
        )


def lots_in(event: Event) -> Iterator[Happening]:
    """Give the lots that were drawn, and those that were taken back. Two queries."""
    for draw in lots_of(event):
        about = lot_text(draw)
        yield Happening(at=draw.at, by=str(draw.by), what=_("lot drawn"), about=about)
        if draw.taken_back_at:
            yield Happening(
                at=draw.taken_back_at,
                by=str(draw.taken_back_by),
                what=_("lot taken back"),
                about=about,
            )


def lot_text(draw: LotDraw) -> str:
    """Return what a lot decided, with the names in the order it brought. No query."""
    names = [
        ticket.team.name if ticket.team else str(ticket.entry and ticket.entry.player)
        for ticket in draw.tickets.all()
    ]
    words = _("Place %(place)s: %(names)s (seed %(seed)s)")
    if draw.contest:
        words = _("%(ranking)s, place %(place)s: %(names)s (seed %(seed)s)")
    return words % {
        "ranking": draw.contest,
        "place": draw.place,
        "names": ", ".join(names),
        "seed": draw.seed,
    }


def released(event: Event) -> Iterator[Happening]:
    """Give when results were released or taken back. One query."""
    before = False
    rows = event.history.order_by("history_date", "history_id")
    for row in rows.select_related("history_user"):
        if row.is_released != before:
            yield Happening(
                at=row.history_date,
                by=str(row.history_user or ""),
                what=_("results released") if row.is_released else _("release undone"),
            )
        before = row.is_released
