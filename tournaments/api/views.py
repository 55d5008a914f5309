"""The views of the interface; each returns a value that is sent as JSON."""

import json
import re
from collections.abc import Iterable
from contextlib import suppress
from http import HTTPStatus
from uuid import UUID

from django.core.paginator import EmptyPage, Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from scoring.lists.sheets import ListTotals
from tournaments.api.door import Problem
from tournaments.api.models import ApiKey
from tournaments.api.services import write_line
from tournaments.events.models import MOST_SERIES, Event
from tournaments.events.results import PersonRow, RankedRow
from tournaments.events.standings.selectors import Standings, standings_of
from tournaments.events.standings.words import provisional_text
from tournaments.files.event.sections import Row, Section, file_row, without_empty
from tournaments.files.event.writing import (
    event_document,
    event_people,
    list_document,
    list_people,
    public_document,
    public_row,
)
from tournaments.files.lists.services import receive_list
from tournaments.people.audit import record_export
from tournaments.people.models import Player
from tournaments.people.names.mentions import reader_mentions
from tournaments.people.names.names import is_public
from tournaments.sheets.board import board_of
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.selectors import ledger_of
from tournaments.words.choices import ArrivalRoute, ExportedFile


def event_line(event: Event) -> Row:
    """Return an event as one row of many: the top of its file."""
    row = public_row(Section(Event), file_row(event, id=str(event.public_id)))
    return reader_mentions().public_copy(row)


def people_to_shorten(people: Iterable[Player]) -> list[Player]:
    """Return the people whose names are to be shortened: none for the club."""
    return list(people) if is_public() else []


def totals_rows(totals: ListTotals) -> list[Row]:
    """Return the totals of a list, a row for each place."""
    names = ("place", "game_points", "won", "lost", "others_lost", "total")
    return [{name: getattr(seat, name) for name in names} for seat in totals.seats]


def standings_answer(standings: Standings) -> Row:
    """Return one ranking. One query more than the ranking itself."""
    entries = [*(line.entry for line in standings.places), *standings.unranked]
    people = [entry.player_id for entry in entries if isinstance(entry, PersonRow)]
    ids = dict(Player.objects.filter(pk__in=people).values_list("pk", "public_id"))
    return {
        "ranking": standings.word,
        "label": standings.label,
        "is_provisional": standings.is_provisional,
        "lists": {"finished": standings.finished, "expected": standings.in_all},
        "series": list(standings.series_numbers),
        "rows": [
            {"place": line.place, "shared": line.shared} | standing_row(line.entry, ids)
            for line in standings.places
        ],
        "unranked": [standing_row(row, ids) for row in standings.unranked],
        "note": provisional_text(standings),
    }


def standing_row(entry: RankedRow, ids: dict[int, object]) -> Row:
    """Return a row of a ranking; ``person`` is missing for people without a page."""
    has_page = isinstance(entry, PersonRow) and entry.has_page
    person = str(ids[entry.player_id]) if has_page else None  # type: ignore[attr-defined]
    return without_empty({"person": person, "club": entry.club}) | {
        "name": entry.name,
        "total": entry.total,
        "won": entry.won,
        "lost": entry.lost,
        "per_series": list(entry.per_series),
    }


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
    """Return an event as its file has it, with the names that the reader may see.

    Money, dates of birth and the histories of lists are left out.
    """
    event = readable_event(request, slug)
    record_reading(request, ExportedFile.EVENT, event)
    return public_document(
        event_document(event), people_to_shorten(event_people(event))
    )


def show_standings(request: HttpRequest, slug: str) -> Row:
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
    """Return one list as the event file has it, with its values and totals."""
    sheets = ScoreSheet.objects.visible_to(request.user).with_event()
    sheet = get_object_or_404(
        sheets, by_slug(slug, "series__event__"), code=code.upper()
    )
    record_reading(request, ExportedFile.RESULTS, sheet.series.event)
    board = board_of(ledger_of(sheet))
    people = people_to_shorten(list_people(sheet))
    document = public_document(list_document(sheet), people)
    (series,) = document["series"]
    return {
        "series": series["number"],
        "revision": sheet.revision,
        "people": document["people"],
        "list": series["tables"][0],
        "scores": [row.score for row in board.rows[: board.played]],
        "totals": totals_rows(board.totals),
    }


def add_line(
    request: HttpRequest, slug: str, code: str, *, key: ApiKey, body: Row
) -> Row:
    sheets = ScoreSheet.objects.editable_by(request.user)
    sheet = get_object_or_404(sheets, series__event__slug=slug, code=code.upper())
    line, is_repeated = write_line(
        key=key,
        sheet=sheet,
        line_id=body["id"],
        number=body["number"],
        text=body["text"],
        before=body.get("before"),
    )
    return {
        "repeated": is_repeated,
        "id": line.line_id,
        "number": line.number,
        "score": line.score,
    }


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
