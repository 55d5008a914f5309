"""The protocol with which phones write the list of their table."""

from dataclasses import asdict

from django.http import HttpRequest, HttpResponse, JsonResponse

from tournaments.sheets.models import TableDevice
from tournaments.sheets.table.answers import (
    for_table,
    refusal_of,
    sent_line,
    sent_lines,
    sent_pen_id,
)
from tournaments.sheets.table.receiving import Receiver, receive_line, receive_lines
from tournaments.sheets.table.second import SecondReceiver
from tournaments.sheets.table.selectors import (
    end_of,
    epoch_of,
    key_with_event,
    table_list,
)
from tournaments.sheets.table.services import KeyHasEnded, note_seen
from tournaments.sheets.table.services import take_pen as give_pen_to

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
    return JsonResponse(asdict(answer))


@for_table("POST")
def receive_many(
    request: HttpRequest, device: TableDevice, *, is_second: bool = False
) -> HttpResponse:
    """Answer each line as if it was sent alone, up to the first refusal."""
    lines, receiver = sent_lines(request), RECEIVERS[is_second]
    received = receive_lines(device=device, lines=lines, receiver=receiver)
    answers = [{"status": 200, **asdict(answer)} for answer in received.answers]
    if received.refusal is not None:
        status, refusal = refusal_of(received.refusal)
        answers.append({"status": status, **refusal})
    return JsonResponse({"answers": answers})
