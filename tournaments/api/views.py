"""The views of the interface; each returns a value that is sent as JSON."""

import json
import re
from contextlib import suppress
from http import HTTPStatus
from uuid import UUID

from django.core.paginator import EmptyPage, Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tournaments.api.answers import (
    event_answer,
    event_line,
    list_answer,
    receipt_answer,
    standings_answer,
    totals_rows,
)
from tournaments.api.door import Problem
from tournaments.api.models import ApiKey
from tournaments.api.services import write_line
from tournaments.events.models import MOST_SERIES, Event
from tournaments.events.standings.selectors import standings_of
from tournaments.files.event.sections import Row
from tournaments.files.lists.services import receive_list
from tournaments.people.audit import record_export
from tournaments.sheets.board import board_of
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.selectors import ledger_of
from tournaments.words.choices import ArrivalRoute, ExportedFile

ON_A_PAGE = 50
LAST_PAGE = 99_999


def show_events(request: HttpRequest) -> Row:
    """Return a page of events, the newest first."""
    rows = Event.objects.visible_to(request.user).order_by("-date", "-pk")
    try:
        page = Paginator(rows, ON_A_PAGE).page(
            query_number(request, "page", LAST_PAGE) or 1
        )
    except EmptyPage:
        raise Http404 from None
    return {
        "count": page.paginator.count,
        "page": page.number,
        "pages": page.paginator.num_pages,
        "events": [event_line(event) for event in page.object_list],
    }


def show_event(request: HttpRequest, slug: str) -> Row:
    """Return an event with everything that belongs to it."""
    event = readable_event(request, slug)
    record_reading(request, ExportedFile.EVENT, event)
    return event_answer(event)


def show_standings(request: HttpRequest, slug: str) -> Row:
    """Return one ranking of an event."""
    series = query_number(request, "series", MOST_SERIES)
    ranking = request.GET.get("ranking", "single")
    event = readable_event(request, slug)
    try:
        standings = standings_of(event, ranking=ranking, series=series)
    except KeyError:
        raise Http404 from None
    record_reading(request, ExportedFile.STANDINGS, event)
    return standings_answer(standings)


def show_list(request: HttpRequest, slug: str, code: str) -> Row:
    """Return one list with its lines, values and totals."""
    sheets = ScoreSheet.objects.visible_to(request.user).with_event()
    sheet = get_object_or_404(
        sheets, by_slug(slug, "series__event__"), code=code.upper()
    )
    record_reading(request, ExportedFile.RESULTS, sheet.series.event)
    return list_answer(sheet, board_of(ledger_of(sheet)))


def add_line(
    request: HttpRequest, slug: str, code: str, *, key: ApiKey, body: Row
) -> Row:
    """Write a line on a list."""
    sheets = ScoreSheet.objects.editable_by(request.user)
    sheet = get_object_or_404(sheets, series__event__slug=slug, code=code.upper())
    return receipt_answer(
        write_line(
            key=key,
            sheet=sheet,
            line_id=body["id"],
            number=body["number"],
            text=body["text"],
            before=body.get("before"),
        )
    )


def bring_list(
    request: HttpRequest, slug: str, code: str, *, key: ApiKey, body: Row
) -> Row:
    """Accept a whole list, about which the club decides."""
    event = get_object_or_404(Event.objects.editable_by(request.user), slug=slug)
    arrived = receive_list(
        event=event,
        content=json.dumps(body).encode(),
        route=ArrivalRoute.PROGRAM,
        by=key.account,
        code=code.upper(),
    )
    return {
        "state": arrived.state,
        "series": arrived.series_number,
        "table": arrived.table_number,
    }


def finish_list(
    request: HttpRequest, slug: str, code: str, *, key: ApiKey, body: Row
) -> Row:
    """Finish a completely typed list."""
    sheets = ScoreSheet.objects.editable_by(request.user).with_event()
    sheet = get_object_or_404(sheets, series__event__slug=slug, code=code.upper())
    result = finish_sheet(
        sheet=sheet,
        by=key.account,
        cut_short=body.get("cut_short", False),
        needs_check=sheet.series.event.second_person,
        needs_proof=not body.get("unproved", False),
    )
    return {
        "revision": result.ledger.sheet.revision,
        "totals": totals_rows(result.board.totals),
    }


def record_reading(request: HttpRequest, file: ExportedFile, event: Event) -> None:
    """Record, once an hour, what a program exported with its key.

    Visitors get only what is public, which is not recorded.
    """
    if request.user.is_authenticated:
        record_export(file, by=request.user, about=event.pk, is_counted=False)


def readable_event(request: HttpRequest, slug: str) -> Event:
    """Return an event that the reader may see; for others it does not exist."""
    events = Event.objects.visible_to(request.user)
    event: Event = get_object_or_404(events, by_slug(slug))
    return event


def by_slug(slug: str, path: str = "") -> Q:
    """Return what finds an event by its word, or by the id that hides a name in it."""
    with suppress(ValueError):
        return Q(**{f"{path}public_id": UUID(slug)})
    return Q(**{f"{path}slug": slug})


def query_number(request: HttpRequest, name: str, most: int) -> int | None:
    """Return a small number from the query string, None without one."""
    text = request.GET.get(name)
    if text is None:
        return None
    if not re.fullmatch("[1-9][0-9]{0,4}", text) or int(text) > most:
        sentence = _("“%(name)s” is a number from 1 to %(most)s.")
        raise Problem(
            HTTPStatus.BAD_REQUEST, "question", sentence % {"name": name, "most": most}
        )
    return int(text)
