"""Admitting, reading and answering phones of a table (docs/table-protocol.md)."""

import json
from collections.abc import Callable, Iterator
from functools import partial, wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from skatclub.failures import AGAIN_AFTER, NOT_NOW, is_closed
from skatclub.middleware import LARGEST
from tournaments.people.names.names import Audience, shown_to
from tournaments.sheets.models.records import LONGEST_ID, LONGEST_LINE
from tournaments.sheets.table.receiving import OldPen, OutOfSequence, SentLine
from tournaments.sheets.table.selectors import device_with_token
from tournaments.sheets.table.services import KeyHasEnded
from tournaments.sheets.writing import LineIsTaken
from tournaments.web.access import open_to_visitors

LARGEST_BODY = 4096
LARGEST_BATCH, MOST_LINES = 65_536, 100
COOKIE = "table"
# A form on a foreign page cannot send it, so the cookie alone admits nobody.
PAGE_HEADER = "X-Table"
View = Callable[..., HttpResponse]


class Nonsense(ValueError):
    """A request that violates the protocol; ``field`` says where."""

    def __init__(self, field: str):
        super().__init__(field)
        self.field = field


def for_table(method: str) -> Callable[[View], View]:
    """Make a view that answers the phones of one list in JSON, and is given the phone.

    Names are those on the paper at the table. Nobody is signed in, and no session is
    read.
    """

    def decorate(view: View) -> View:
        @csrf_exempt
        @open_to_visitors
        @login_not_required
        @never_cache
        @wraps(view)
        def answer(request: HttpRequest, code: str, **options: bool) -> HttpResponse:
            if request.method != method:
                response = refusal_answer(405, "method")
                response["Allow"] = method
                return response
            try:
                return admit_phone(partial(view, **options), request, code)
            except DatabaseError as problem:
                if not is_closed(problem):
                    raise
                return busy_answer()

        return answer

    return decorate


def admit_phone(view: View, request: HttpRequest, code: str) -> HttpResponse:
    """Call the view for the phone with the token if that is valid for this list."""
    device = device_with_token(sent_token(request))
    if device is None:
        response = refusal_answer(401, "token")
        response["WWW-Authenticate"] = "Bearer"
        return response
    if device.key.sheet.code != code.upper():
        return refusal_answer(404, "not-found")
    try:
        with shown_to(Audience.CLUB):
            return view(request, device)
    except Nonsense as nonsense:
        status, error = TOO_MUCH if nonsense.field == "body" else (400, "nonsense")
        return refusal_answer(status, error, field=nonsense.field)
    except ValidationError as refusal:
        status, content = refusal_of(refusal)
        return JsonResponse(content, status=status)


def busy_answer() -> HttpResponse:
    """Answer that nothing can be written now; the phone keeps it and tries again."""
    answer = refusal_answer(NOT_NOW, "busy", message=_("Nothing can be saved just now"))
    answer["Retry-After"] = AGAIN_AFTER
    return answer


def refusal_of(refusal: ValidationError) -> tuple[int, dict[str, Any]]:
    """Return status and content of the answer to a refusal of a service."""
    match refusal:
        case KeyHasEnded():
            reason = {"reason": refusal.end, "message": refusal.message}
            return 410, {"error": "gone", **reason}
        case OldPen():
            return 409, {"error": "epoch", "epoch": refusal.epoch}
        case OutOfSequence():
            return 409, {"error": "sequence", "next_sequence": refusal.next_sequence}
        case LineIsTaken():
            line = {"number": refusal.number, "text": refusal.text}
            return 409, {"error": "line-taken", **line}
    return 422, {"error": "line", "problems": list(refusal_problems(refusal))}


TOO_MUCH = (413, "too-long")


def refusal_answer(status: int, error: str, **details: object) -> JsonResponse:
    """Return a refusal in the shape that all refusals have."""
    return JsonResponse({"error": error, **details}, status=status)


def sent_token(request: HttpRequest) -> str:
    """Return the token that the client sent, in its header or its cookie."""
    kind, _space, token = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return token.strip()
    return request.COOKIES.get(COOKIE, "") if PAGE_HEADER in request.headers else ""


def refusal_problems(refusal: ValidationError) -> Iterator[dict[str, str]]:
    """Yield all problems of a line, in the words of the desk."""
    errors = (
        [error for errors in refusal.error_dict.values() for error in errors]
        if hasattr(refusal, "error_dict")
        else refusal.error_list
    )
    for error in errors:
        yield {"code": error.code or "line", "message": " ".join(error.messages)}


def sent_line(request: HttpRequest) -> SentLine:
    """Read the line that was sent. Raises ``Nonsense``."""
    return parsed_line(json_object(request))


def sent_lines(request: HttpRequest) -> list[SentLine]:
    """Read the lines that were sent together. Raises ``Nonsense``."""
    lines = json_object(request, most=LARGEST_BATCH).get("lines")
    if not isinstance(lines, list) or not 1 <= len(lines) <= MOST_LINES:
        raise Nonsense("lines")
    if not all(isinstance(line, dict) for line in lines):
        raise Nonsense("lines")
    return [parsed_line(line) for line in lines]


def parsed_line(sent: dict[str, Any]) -> SentLine:
    """Return a line from its JSON object. Raises ``Nonsense``."""
    return SentLine(
        line_id=text_value(sent, "id", most=LONGEST_ID),
        epoch=number_value(sent, "epoch"),
        sequence=number_value(sent, "sequence"),
        number=number_value(sent, "number"),
        text=text_value(sent, "text", most=LONGEST_LINE, least=0),
        before=(
            text_value(sent, "before", most=LONGEST_LINE, least=0)
            if sent.get("before") is not None
            else None
        ),
    )


def sent_pen_id(request: HttpRequest) -> str | None:
    """Return the id of a request for the pen, if it has one. Raises ``Nonsense``.

    The request may come without JSON, because it needs no content.
    """
    is_json = request.content_type == "application/json"
    length = request.headers.get("Content-Length")
    sent = json_object(request) if is_json and length not in (None, "", "0") else {}
    return (
        text_value(sent, "id", most=LONGEST_ID) if sent.get("id") is not None else None
    )


def json_object(request: HttpRequest, most: int = LARGEST_BODY) -> dict[str, Any]:
    """Return the sent object, of at most ``most`` bytes. Raises ``Nonsense``."""
    length = request.headers.get("Content-Length") or "0"
    if not length.isdecimal() or int(length[:20]) > most:
        raise Nonsense("body")
    try:
        sent = json.loads(request.body)
    except (ValueError, RecursionError):
        raise Nonsense("json") from None
    if not isinstance(sent, dict):
        raise Nonsense("json")
    return sent


def text_value(sent: dict[str, Any], name: str, *, most: int, least: int = 1) -> str:
    """Return a sent text that a database can store. Raises ``Nonsense``."""
    text = sent.get(name)
    if not isinstance(text, str) or not least <= len(text) <= most or "\0" in text:
        raise Nonsense(name)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Nonsense(name) from None
    return text


def number_value(sent: dict[str, Any], name: str) -> int:
    """Return a sent whole number that a database can store. Raises ``Nonsense``."""
    number = sent.get(name)
    if type(number) is not int or not 0 <= number <= LARGEST:
        raise Nonsense(name)
    return number
