"""All operations of the interface, and the OpenAPI document that describes them.

The schemas are those of the event file: one description serves both.
"""

import re
from functools import cache
from typing import Any

from django.http import HttpRequest

from tournaments.api import views
from tournaments.api.door import Operation
from tournaments.events.models import Event
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
from tournaments.files.event.sections import MOST_GAMES, MOST_PEOPLE, MOST_SERIES, Row
from tournaments.files.lists.documents import list_file_schema
from tournaments.people.models import Player
from tournaments.words.choices import ArrivalState

PREFIX = "/api/v1/"
WRITING = {True: (400, 403, 404, 413, 415, 422), False: ()}
OBJECT_KEYS = ("type", "properties", "required", "additionalProperties")
TEXT: Schema = {"type": "string"}
COUNT = integer_schema(0, UPPER_LIMIT)
POINTS = integer_schema(-UPPER_LIMIT, UPPER_LIMIT)
LINE_ID: Schema = {
    "type": "string",
    "minLength": 1,
    "maxLength": 64,
    "pattern": NO_NULL,
}
LINE = object_schema(
    {
        "id": LINE_ID,
        "number": integer_schema(1, MOST_GAMES),
        "text": game_text_schema(),
        "before": {"type": "string", "maxLength": 300, "pattern": NO_NULL},
    },
    ["id", "number", "text"],
)
RECEIPT = object_schema(
    {"repeated": {"type": "boolean"}, "id": LINE_ID, "number": COUNT, "score": POINTS}
)
ARRIVED = object_schema(
    {
        "state": {"type": "string", "enum": list(ArrivalState.values)},
        "series": COUNT,
        "table": COUNT,
    }
)
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


EVENTS = object_schema(
    {
        **dict.fromkeys(("count", "page", "pages"), COUNT),
        "events": array_schema(row_schema(Event, {"id": ref("id")}), views.ON_A_PAGE),
    }
)


def standings_schema() -> Schema:
    """Return the schema of a ranking."""
    placed = {"place": COUNT, "shared": {"type": "boolean"}}
    line = {
        "name": TEXT,
        "total": POINTS,
        "won": COUNT,
        "lost": COUNT,
        "per_series": array_schema({"type": ["integer", "null"]}, MOST_SERIES),
    }
    person = {"person": ref("id"), "club": TEXT}
    line_schema = object_schema(placed | line | person, [*placed, *line])
    parts = {
        "ranking": TEXT,
        "label": TEXT,
        "is_provisional": {"type": "boolean"},
        "lists": object_schema({"finished": COUNT, "expected": COUNT}),
        "series": array_schema(COUNT, MOST_SERIES),
        "rows": array_schema(line_schema, MOST_PEOPLE),
        "unranked": array_schema(object_schema(line | person, line), MOST_PEOPLE),
        "note": TEXT,
    }
    return object_schema(parts)


TOTAL = {
    "place": COUNT,
    **dict.fromkeys(("game_points", "total"), POINTS),
    **dict.fromkeys(("won", "lost", "others_lost"), COUNT),
}
TOTALS = array_schema(object_schema(TOTAL), 5)
FINISH = object_schema(
    {name: {"type": "boolean"} for name in ("cut_short", "unproved")}, []
)
FINISHED = object_schema({"revision": COUNT, "totals": TOTALS})
LIST = object_schema(
    {
        "series": COUNT,
        "revision": COUNT,
        "people": array_schema(row_schema(Player, {"id": ref("id")}), MOST_PEOPLE),
        "list": sheet_schema(),
        "scores": array_schema(POINTS, MOST_GAMES),
        "totals": TOTALS,
    }
)


def show_schema(_request: HttpRequest) -> Row:
    """Return the description of the interface, as OpenAPI 3.1."""
    return openapi()


SERIES = integer_schema(1, MOST_SERIES)
OPERATIONS = (
    Operation(
        name="events",
        method="GET",
        route="events/",
        view=views.show_events,
        summary="Events, the newest first, fifty on a page.",
        answer=EVENTS,
        questions=(("page", integer_schema(1, views.LAST_PAGE), "which page"),),
        refusals=(400, 404),
    ),
    Operation(
        name="event",
        method="GET",
        route="events/<slug:slug>/",
        view=views.show_event,
        summary="One event as its file has it (docs/event-file.md).",
        answer={key: event_schema()[key] for key in OBJECT_KEYS},
        refusals=(404,),
    ),
    Operation(
        name="standings",
        method="GET",
        route="events/<slug:slug>/standings/",
        view=views.show_standings,
        summary="One ranking of an event.",
        answer=standings_schema(),
        questions=(
            (
                "ranking",
                TEXT,
                "single, everybody, women, … or the word of a team ranking",
            ),
            ("series", SERIES, "one series alone"),
        ),
        refusals=(400, 404),
    ),
    Operation(
        name="list",
        method="GET",
        route="events/<slug:slug>/lists/<slug:code>/",
        view=views.show_list,
        summary="One list with its lines, values and totals.",
        answer=LIST,
        refusals=(404,),
    ),
    Operation(
        name="bring-list",
        method="POST",
        route="events/<slug:slug>/lists/<slug:code>/",
        view=views.bring_list,
        summary="Bring in a whole list; the club decides about it.",
        answer=ARRIVED,
        body=list_file_schema(),
    ),
    Operation(
        name="add-line",
        method="POST",
        route="events/<slug:slug>/lists/<slug:code>/lines/",
        view=views.add_line,
        summary="Write a line; the same id is written once.",
        answer=RECEIPT,
        body=LINE,
        refusals=(409,),
    ),
    Operation(
        name="finish-list",
        method="POST",
        route="events/<slug:slug>/lists/<slug:code>/finish/",
        view=views.finish_list,
        summary="Finish a list; from then on it counts.",
        answer=FINISHED,
        body=FINISH,
        refusals=(409,),
    ),
    Operation(
        name="openapi",
        method="GET",
        route="openapi.json",
        view=show_schema,
        summary="This document.",
        answer={"type": "object"},
    ),
)


@cache
def openapi() -> Row:
    """Return the description of the interface, as OpenAPI 3.1."""
    paths: dict[str, Any] = {}
    for operation in OPERATIONS:
        path = PREFIX + operation.route.replace("<slug:", "{").replace(">", "}")
        paths.setdefault(path, {})[operation.method.lower()] = operation_description(
            operation
        )
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Skatclub", "version": "1"},
        "paths": paths,
        "components": {
            "schemas": definitions() | {"problem": PROBLEM},
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
    }
    return dict(with_component_references(document))


def operation_description(operation: Operation) -> Row:
    """Return one operation as OpenAPI describes it."""
    problem = {"application/problem+json": {"schema": ref("problem")}}
    refusal = {"description": "refused", "content": problem}
    statuses = {401, *operation.refusals, *WRITING[operation.writes], 429}
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


def with_component_references(value: Any) -> Any:
    """Return ``value`` with references to the components of OpenAPI."""
    if isinstance(value, dict):
        return {
            key: item.replace("#/$defs/", "#/components/schemas/")
            if key == "$ref"
            else with_component_references(item)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [with_component_references(item) for item in value]
    return value
