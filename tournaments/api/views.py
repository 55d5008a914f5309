"""The operations of the interface, and the OpenAPI document that describes them.

Each view returns a value that is sent as JSON; the first line of its docstring says in
the document what it is for. The schemas are those of the event file: one description
serves both.
"""

import json
import re
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import Any
from uuid import UUID

from django.core.paginator import EmptyPage, Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from scoring.lists.sheets import ListTotals
from tournaments.api.door import OPERATIONS, PREFIX, Operation, known_problem
from tournaments.api.models import ApiKey
from tournaments.api.services import write_line
from tournaments.events.models import MOST_GAMES, MOST_SERIES, Event
from tournaments.events.results import PersonRow, RankedRow
from tournaments.events.standings.selectors import Standings, standings_of
from tournaments.events.standings.words import state_text
from tournaments.files.event import writing
from tournaments.files.event.schema import (
    NO_NULL,
    UPPER_LIMIT,
    Schema,
    array_schema,
    definitions,
    event_schema,
    game_text_schema,
    integer_schema,
    object_schema,
    ref,
    row_schema,
    sheet_schema,
)
from tournaments.files.event.sections import (
    MOST_PEOPLE,
    Row,
    Section,
    file_row,
    with_values,
    without_empty,
)
from tournaments.files.lists.documents import list_file_schema
from tournaments.files.lists.services import receive_list
from tournaments.people.audit import record_export
from tournaments.people.models import Player
from tournaments.people.names.mentions import reader_mentions
from tournaments.scope.scope import is_public
from tournaments.sheets.board import board_of
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.selectors import ledger_of
from tournaments.words.choices import ArrivalRoute, ArrivalState, ExportedFile

ON_A_PAGE = 50
LAST_PAGE = 99_999
TEXT: Schema = {"type": "string"}
YES_OR_NO: Schema = {"type": "boolean"}
COUNT = integer_schema(0, UPPER_LIMIT)
POINTS = integer_schema(-UPPER_LIMIT, UPPER_LIMIT)
LINE_ID: Schema = {**TEXT, "minLength": 1, "maxLength": 64, "pattern": NO_NULL}
PERSON = row_schema(Player, {"id": ref("id")})
LISTS = "events/<slug:slug>/lists/<slug:code>/"
LIST_TOTALS = {
    "place": COUNT,
    **dict.fromkeys(("game_points", "total"), POINTS),
    **dict.fromkeys(("won", "lost", "others_lost"), COUNT),
}
TOTALS = array_schema(object_schema(LIST_TOTALS), 5)


def totals_rows(totals: ListTotals) -> list[Row]:
    return [
        {name: getattr(seat, name) for name in LIST_TOTALS} for seat in totals.seats
    ]


EVENTS = object_schema(
    {
        **dict.fromkeys(("count", "page", "pages"), COUNT),
        "events": array_schema(row_schema(Event, {"id": ref("id")}), ON_A_PAGE),
    }
)


@Operation(
    "events/",
    EVENTS,
    questions=(("page", integer_schema(1, LAST_PAGE), "which page"),),
    refusals=(400, 404),
)
def show_events(request: HttpRequest) -> Row:
    """Events, the newest first, fifty on a page."""
    rows = Event.objects.visible_to(request.user).order_by("-date", "-pk")
    number = query_number(request, "page", LAST_PAGE) or 1
    try:
        page = Paginator(rows, ON_A_PAGE).page(number)
    except EmptyPage:
        raise Http404 from None
    return {
        "count": page.paginator.count,
        "page": page.number,
        "pages": page.paginator.num_pages,
        "events": [event_line(event) for event in page.object_list],
    }


def event_line(event: Event) -> Row:
    """Return an event as one row of many: the top of its file."""
    row = writing.public_row(Section(Event), file_row(event))
    return reader_mentions().public_copy(row)


OBJECT_KEYS = ("type", "properties", "required", "additionalProperties")


@Operation(
    "events/<slug:slug>/",
    {key: event_schema()[key] for key in OBJECT_KEYS},
    refusals=(404,),
)
def show_event(request: HttpRequest, slug: str) -> Row:
    """One event as its file has it (docs/event-file.md).

    Money, dates of birth and the histories of lists are left out.
    """
    event = readable_event(request, slug)
    record_reading(request, ExportedFile.EVENT, event)
    return writing.public_document(
        writing.event_document(event), people_to_shorten(writing.event_people(event))
    )


def people_to_shorten(people: Iterable[Player]) -> list[Player]:
    """Return the people whose names are to be shortened: none for the club."""
    return list(people) if is_public() else []


PLACED = {"place": COUNT, "shared": YES_OR_NO}
RANKED = {
    "name": TEXT,
    "total": POINTS,
    "won": COUNT,
    "lost": COUNT,
    "per_series": array_schema({"type": ["integer", "null"]}, MOST_SERIES),
}
OPTIONAL = {"person": ref("id"), "club": TEXT}
STANDINGS = object_schema(
    {
        "ranking": TEXT,
        "label": TEXT,
        "is_provisional": YES_OR_NO,
        "lists": object_schema({"finished": COUNT, "expected": COUNT}),
        "series": array_schema(COUNT, MOST_SERIES),
        "rows": array_schema(
            object_schema(PLACED | RANKED | OPTIONAL, [*PLACED, *RANKED]), MOST_PEOPLE
        ),
        "unranked": array_schema(object_schema(RANKED | OPTIONAL, RANKED), MOST_PEOPLE),
        "note": TEXT,
    }
)
RANKINGS = "single, everybody, women, … or the word of a team ranking"


@Operation(
    "events/<slug:slug>/standings/",
    STANDINGS,
    questions=(
        ("ranking", TEXT, RANKINGS),
        ("series", integer_schema(1, MOST_SERIES), "one series alone"),
    ),
    refusals=(400, 404),
)
def show_standings(request: HttpRequest, slug: str) -> Row:
    """One ranking of an event."""
    series = query_number(request, "series", MOST_SERIES)
    ranking = request.GET.get("ranking", "single")
    event = readable_event(request, slug)
    try:
        standings = standings_of(event, ranking=ranking, series=series)
    except KeyError:
        raise Http404 from None
    record_reading(request, ExportedFile.STANDINGS, event)
    return standings_answer(standings)


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
        "note": state_text(standings),
    }


def standing_row(entry: RankedRow, ids: dict[int, object]) -> Row:
    """Return a row of a ranking; ``person`` is missing for people without a page."""
    has_page = isinstance(entry, PersonRow) and entry.has_page
    person = str(ids[entry.player_id]) if has_page else None  # type: ignore[attr-defined]
    values = {name: getattr(entry, name) for name in RANKED}
    return without_empty({"person": person, "club": entry.club}) | values


LIST = object_schema(
    {
        "series": COUNT,
        "revision": COUNT,
        "people": array_schema(PERSON, MOST_PEOPLE),
        "list": sheet_schema(),
        "scores": array_schema(POINTS, MOST_GAMES),
        "totals": TOTALS,
    }
)


@Operation(LISTS, LIST, refusals=(404,))
def show_list(request: HttpRequest, slug: str, code: str) -> Row:
    """One list with its lines, values and totals."""
    sheets = ScoreSheet.objects.visible_to(request.user).with_event()
    sheet = get_object_or_404(
        sheets, by_slug(slug, "series__event__"), code=code.upper()
    )
    record_reading(request, ExportedFile.RESULTS, sheet.series.event)
    board = board_of(ledger_of(sheet))
    people = people_to_shorten(writing.list_people(sheet))
    document = writing.public_document(writing.list_document(sheet), people)
    (series,) = document["series"]
    return {
        "series": series["number"],
        "revision": sheet.revision,
        "people": document["people"],
        "list": series["tables"][0],
        "scores": [row.score for row in board.rows[: board.played]],
        "totals": totals_rows(board.totals),
    }


ARRIVED = object_schema(
    {
        "state": {**TEXT, "enum": list(ArrivalState.values)},
        "series": COUNT,
        "table": COUNT,
    }
)


@Operation(LISTS, ARRIVED, body=list_file_schema())
def bring_list(
    request: HttpRequest, slug: str, code: str, *, key: ApiKey, body: Row
) -> Row:
    """Bring in a whole list; the club decides about it."""
    event = get_object_or_404(Event.objects.editable_by(request.user), slug=slug)
    arrived = receive_list(
        event=event,
        content=json.dumps(body).encode(),
        route=ArrivalRoute.PROGRAM,
        by=key.account,
        code=code.upper(),
    )
    place = {"series": arrived.series_number, "table": arrived.table_number}
    return {"state": arrived.state, **place}


LINE = object_schema(
    {
        "id": LINE_ID,
        "number": integer_schema(1, MOST_GAMES),
        "text": game_text_schema(),
        "before": {**TEXT, "maxLength": 300, "pattern": NO_NULL},
    },
    ["id", "number", "text"],
)
RECEIPT = object_schema(
    {"repeated": YES_OR_NO, "id": LINE_ID, "number": COUNT, "score": POINTS}
)


@Operation(f"{LISTS}lines/", RECEIPT, body=LINE, refusals=(409,))
def add_line(
    request: HttpRequest, slug: str, code: str, *, key: ApiKey, body: Row
) -> Row:
    """Write a line; the same id is written once."""
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


FINISH = object_schema(dict.fromkeys(("cut_short", "unproved"), YES_OR_NO), [])
FINISHED = object_schema({"revision": COUNT, "totals": TOTALS})


@Operation(f"{LISTS}finish/", FINISHED, body=FINISH, refusals=(409,))
def finish_list(
    request: HttpRequest, slug: str, code: str, *, key: ApiKey, body: Row
) -> Row:
    """Finish a list; from then on it counts."""
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


@Operation("openapi.json", {"type": "object"})
def show_openapi(_request: HttpRequest) -> Row:
    """This document."""
    return openapi()


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
        raise known_problem("question", name=name, most=most)
    return int(text)


PROBLEM = object_schema(
    {
        "type": TEXT,
        "title": TEXT,
        "status": integer_schema(400, 599),
        "code": TEXT,
        "detail": TEXT,
        "problems": array_schema(
            object_schema(
                {"code": TEXT, "place": TEXT, "message": TEXT}, ["code", "message"]
            ),
            UPPER_LIMIT,
        ),
    },
    ["type", "title", "status", "code", "detail"],
)


@cache
def openapi() -> Row:
    """Return the description of the interface, as OpenAPI 3.1."""
    paths: dict[str, Any] = {}
    for each in OPERATIONS:
        path = PREFIX + each.route.replace("<slug:", "{").replace(">", "}")
        description = operation_description(each)
        paths.setdefault(path, {})[each.method.lower()] = description
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Skatclub", "version": "1"},
        "paths": paths,
        "components": {
            "schemas": definitions() | {"problem": PROBLEM},
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
    }
    return dict(with_values(document, component_reference))


WRITING_REFUSALS = (400, 403, 404, 413, 415, 422)


def operation_description(operation: Operation) -> Row:
    """Return one operation as OpenAPI describes it."""
    problem = {"application/problem+json": {"schema": ref("problem")}}
    refusal = {"description": "refused", "content": problem}
    statuses = {401, *operation.refusals, 429}
    statuses.update(WRITING_REFUSALS if operation.writes else ())
    slug = {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"}
    parameters: list[Row] = [
        {"name": name, "in": "path", "required": True, "schema": slug}
        for name in re.findall("<slug:([a-z]+)>", operation.route)
    ]
    parameters += [
        {"name": name, "in": "query", "schema": schema, "description": meaning}
        for name, schema, meaning in operation.questions
    ]
    row: Row = {
        "operationId": operation.name,
        "summary": operation.summary,
        "security": [{"key": []}] if operation.writes else [{}, {"key": []}],
        "parameters": parameters,
        "responses": {
            "200": {
                "description": "as asked",
                "content": {"application/json": {"schema": operation.answer}},
            },
            **{str(status): refusal for status in sorted(statuses)},
        },
    }
    if operation.body:
        content = {"application/json": {"schema": operation.body}}
        row["requestBody"] = {"required": True, "content": content}
    return row


def component_reference(key: str, value: Any, _row: Row) -> Any:
    is_reference = key == "$ref"
    return value.replace("#/$defs/", "#/components/schemas/") if is_reference else value
