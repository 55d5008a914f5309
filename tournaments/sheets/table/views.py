"""The protocol with which phones write the list of their table."""

import json
from collections.abc import Callable
from datetime import timedelta
from functools import partial, wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods

from skatclub.door.attempts import TABLE_CODE
from skatclub.failures import AGAIN_AFTER, NOT_NOW, is_closed
from skatclub.middleware import LARGEST
from tournaments.scope.scope import Audience, shown_to
from tournaments.sheets.models import TableDevice
from tournaments.sheets.models.records import LONGEST_ID, LONGEST_LINE
from tournaments.sheets.table.page import offered_keys, page_data, suit_drawings
from tournaments.sheets.table.selectors import (
    device_with_token,
    end_of,
    epoch_of,
    key_with_code,
    key_with_event,
    table_list,
)
from tournaments.sheets.table.services import (
    KeyHasEnded,
    OldPen,
    OutOfSequence,
    Receiver,
    SecondReceiver,
    SentLine,
    note_seen,
    pair_phone,
    receive_line,
    receive_lines,
)
from tournaments.sheets.table.services import take_pen as give_pen_to
from tournaments.sheets.writing import LineIsTaken
from tournaments.web.access import open_to_visitors
from tournaments.web.answers import ask_for_code, posted
from tournaments.web.forms import CodeForm, code_field

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
                # The phone keeps what it sent and tries again.
                message = _("Nothing can be saved just now")
                response = refusal_answer(NOT_NOW, "busy", message=message)
                response["Retry-After"] = AGAIN_AFTER
                return response

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
        too_long = nonsense.field == "body"
        status, error = (413, "too-long") if too_long else (400, "nonsense")
        return refusal_answer(status, error, field=nonsense.field)
    except ValidationError as refusal:
        status, content = refusal_of(refusal)
        return JsonResponse(content, status=status)


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
    problems = [
        {"code": error.code or "line", "message": " ".join(error.messages)}
        for error in ValidationError([refusal]).error_list  # those of fields as well
    ]
    return 422, {"error": "line", "problems": problems}


def refusal_answer(status: int, error: str, **details: object) -> JsonResponse:
    return JsonResponse({"error": error, **details}, status=status)


def sent_token(request: HttpRequest) -> str:
    kind, _space, token = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return token.strip()
    return request.COOKIES.get(COOKIE, "") if PAGE_HEADER in request.headers else ""


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


RECEIVERS: dict[bool, type[Receiver]] = {False: Receiver, True: SecondReceiver}


@for_table("GET")
def show_list(
    request: HttpRequest, device: TableDevice, *, is_second: bool = False
) -> HttpResponse:
    key = key_with_event(device)
    if end := end_of(key):
        raise KeyHasEnded(end)
    note_seen(device=device)
    table = table_list(key.sheet, is_second=is_second)
    content = {
        "epoch": epoch_of(key.sheet, is_second=is_second),
        "next_sequence": table.next_sequence,
        "seats": [column.name for column in table.board.columns],
        "lines": table.lines,
    }
    if table.agreement is not None:
        content["agreement"] = table.agreement
    return JsonResponse(content)


@for_table("POST")
def take_pen(
    request: HttpRequest, device: TableDevice, *, is_second: bool = False
) -> HttpResponse:
    # It may come without JSON, because it needs no content.
    is_json = request.content_type == "application/json"
    length = request.headers.get("Content-Length")
    sent = json_object(request) if is_json and length not in (None, "", "0") else {}
    has_id = sent.get("id") is not None
    pen_id = text_value(sent, "id", most=LONGEST_ID) if has_id else None
    taken = give_pen_to(device=device, pen_id=pen_id, is_second=is_second)
    return JsonResponse(dict(zip(("epoch", "next_sequence"), taken, strict=True)))


@for_table("POST")
def receive(
    request: HttpRequest, device: TableDevice, *, is_second: bool = False
) -> HttpResponse:
    line, receiver = parsed_line(json_object(request)), RECEIVERS[is_second]
    answer = receive_line(device=device, line=line, receiver=receiver)
    return JsonResponse(answer)


@for_table("POST")
def receive_many(
    request: HttpRequest, device: TableDevice, *, is_second: bool = False
) -> HttpResponse:
    """Answer each line as if it was sent alone, up to the first refusal."""
    sent = json_object(request, most=LARGEST_BATCH).get("lines")
    if not isinstance(sent, list) or not 1 <= len(sent) <= MOST_LINES:
        raise Nonsense("lines")
    if not all(isinstance(line, dict) for line in sent):
        raise Nonsense("lines")
    lines, receiver = list(map(parsed_line, sent)), RECEIVERS[is_second]
    received = receive_lines(device=device, lines=lines, receiver=receiver)
    answers = [{"status": 200, **answer} for answer in received.answers]
    if received.refusal is not None:
        status, refusal = refusal_of(received.refusal)
        answers.append({"status": status, **refusal})
    return JsonResponse({"answers": answers})


# The modules that the script of the page imports.
SCRIPTS = tuple(
    f"js/table/{name}.js"
    for name in ("code", "confirming", "sending", "store", "values")
)
A_WEEKEND = timedelta(days=3)


class TableCodeForm(CodeForm):
    """The code that lies on the table."""

    find = staticmethod(key_with_code)
    refusal = gettext_lazy("This code opens nothing. Please compare it with the paper.")
    code = code_field(gettext_lazy("Code of the table"), capitals="characters")


@login_not_required
@open_to_visitors
@never_cache
@require_http_methods(["GET", "POST"])
def enter_code(request: HttpRequest) -> HttpResponse:
    """Exchange the code of a table for a cookie; wrong codes are slowed down."""
    form = TableCodeForm(posted(request))
    template = "tournaments/sheets/table/door.html"
    if page := ask_for_code(request, form, TABLE_CODE, template):
        return page
    # A token for this list, in a cookie of its page only.
    code = form.found.sheet.code
    response = redirect("table:write", code)
    response.set_cookie(
        COOKIE,
        pair_phone(key=form.found),
        max_age=A_WEEKEND,
        path=reverse("table:list", args=[code]),
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
    return response


@login_not_required
@never_cache
@require_GET
def show_writing_page(
    request: HttpRequest, code: str, *, is_second: bool = False
) -> HttpResponse:
    device = device_with_token(request.COOKIES.get(COOKIE, ""))
    if device is None or device.key.sheet.code != code:
        return redirect("table:enter")
    sheet = device.key.sheet
    title = sheet.long_name
    if is_second:
        numbers = {"series": sheet.series.number, "table": sheet.table_number}
        title = _("Second list of series %(series)s, table %(table)s") % numbers
    with shown_to(Audience.CLUB):
        key = key_with_event(device)
        table = table_list(key.sheet, is_second=is_second)
        data = page_data(table, device, end_of(key), is_second=is_second)
        context = {
            "sheet": sheet,
            "data": data,
            "keys": offered_keys(table.ledger.rules),
            "tops": ((data["words"]["with"], 0), (data["words"]["without"], 1)),
            "more_tops": range(5, 12),
            "scripts": SCRIPTS,
            "suits": suit_drawings(),
            "title": title,
        }
        return render(request, "tournaments/sheets/table/write.html", context)


@login_not_required
@require_GET
def show_worker(request: HttpRequest) -> HttpResponse:
    """Answer with the script that brings these pages back without a server.

    From here, as a browser lets a script do so only beside its own address.
    """
    script = settings.BASE_DIR / "skatclub/static/js/table/worker.js"
    return HttpResponse(script.read_bytes(), content_type="text/javascript")
