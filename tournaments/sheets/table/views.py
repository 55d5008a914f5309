"""The protocol with which phones write the list of their table."""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from skatclub.door.attempts import TABLE_CODE
from tournaments.people.names.names import Audience, shown_to
from tournaments.sheets.models import ScoreSheet, TableDevice, TableKey
from tournaments.sheets.table.answers import (
    COOKIE,
    for_table,
    refusal_of,
    sent_line,
    sent_lines,
    sent_pen_id,
)
from tournaments.sheets.table.forms import CodeForm
from tournaments.sheets.table.page import offered_keys, page_data, suit_drawings
from tournaments.sheets.table.receiving import (
    Receiver,
    SecondReceiver,
    receive_line,
    receive_lines,
)
from tournaments.sheets.table.selectors import (
    device_with_token,
    end_of,
    epoch_of,
    key_with_event,
    table_list,
)
from tournaments.sheets.table.services import KeyHasEnded, note_seen, pair_phone
from tournaments.sheets.table.services import take_pen as give_pen_to
from tournaments.web.access import open_to_visitors

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
        content["agreement"] = table.agreement.data
    return JsonResponse(content)


@for_table("POST")
def take_pen(
    request: HttpRequest, device: TableDevice, *, is_second: bool = False
) -> HttpResponse:
    pen_id = sent_pen_id(request)
    grant = give_pen_to(device=device, pen_id=pen_id, is_second=is_second)
    return JsonResponse({"epoch": grant.epoch, "next_sequence": grant.next_sequence})


@for_table("POST")
def receive(
    request: HttpRequest, device: TableDevice, *, is_second: bool = False
) -> HttpResponse:
    line, receiver = sent_line(request), RECEIVERS[is_second]
    answer = receive_line(device=device, line=line, receiver=receiver)
    return JsonResponse(answer)


@for_table("POST")
def receive_many(
    request: HttpRequest, device: TableDevice, *, is_second: bool = False
) -> HttpResponse:
    """Answer each line as if it was sent alone, up to the first refusal."""
    lines, receiver = sent_lines(request), RECEIVERS[is_second]
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


@login_not_required
@open_to_visitors
@never_cache
@require_http_methods(["GET", "POST"])
def enter_code(request: HttpRequest) -> HttpResponse:
    """Exchange the code of a table for a cookie; wrong codes are slowed down."""
    address = request.META["REMOTE_ADDR"]
    form = CodeForm(request.POST or None)
    if request.method == "GET":
        return show_door(request, form)
    if TABLE_CODE.is_reached(address):
        return show_door(request, form, status=429)
    if not form.is_valid():
        TABLE_CODE.count(address)
        return show_door(request, form, status=422)
    return pair_and_redirect(request, form.key)


def show_door(
    request: HttpRequest, form: CodeForm, *, status: int = 200
) -> HttpResponse:
    """Answer with the field for the code."""
    context = {"form": form, "is_slowed": status == 429}
    template = "tournaments/sheets/table/door.html"
    return render(request, template, context, status=status)


def pair_and_redirect(request: HttpRequest, key: TableKey) -> HttpResponse:
    """Give this phone a token for the list of ``key``, in a cookie of its page only."""
    code = key.sheet.code
    response = redirect("table:write", code)
    response.set_cookie(
        COOKIE,
        pair_phone(key=key),
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
    """Show the page for writing the list, or the second list of the table."""
    device = device_with_token(request.COOKIES.get(COOKIE, ""))
    if device is None or device.key.sheet.code != code:
        return redirect("table:enter")
    with shown_to(Audience.CLUB):
        key = key_with_event(device)
        table = table_list(key.sheet, is_second=is_second)
        data = page_data(table, device, end_of(key), is_second=is_second)
        context = {
            "sheet": device.key.sheet,
            "data": data,
            "keys": offered_keys(table.ledger.rules),
            "tops": ((data["words"]["with"], 0), (data["words"]["without"], 1)),
            "more_tops": range(5, 12),
            "scripts": SCRIPTS,
            "suits": suit_drawings(),
            "title": writing_title(device.key.sheet, is_second=is_second),
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


def writing_title(sheet: ScoreSheet, *, is_second: bool) -> str:
    """Return the title of a list that is written on a phone."""
    numbers = {"series": sheet.series.number, "table": sheet.table_number}
    if is_second:
        return _("Second list of series %(series)s, table %(table)s") % numbers
    return _("Series %(series)s, table %(table)s") % numbers
