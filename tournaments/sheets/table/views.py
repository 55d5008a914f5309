"""The protocol by which phones write the list of their table."""

from dataclasses import asdict

from django.http import HttpRequest, HttpResponse, JsonResponse

from tournaments.sheets.models import TableDevice
from tournaments.sheets.table.answers import (
    for_table,
    line_in,
    lines_in,
    pen_id_in,
    refusal_of,
)
from tournaments.sheets.table.receiving import receive_line, receive_lines
from tournaments.sheets.table.selectors import (
    end_of,
    key_with_event,
    table_list,
)
from tournaments.sheets.table.services import KeyHasEnded, note_seen
from tournaments.sheets.table.services import take_pen as give_pen_to


@for_table("GET")
def show_list(request: HttpRequest, device: TableDevice) -> HttpResponse:
    key = key_with_event(device)
    if end := end_of(key):
        raise KeyHasEnded(end)
    note_seen(device=device)
    table = table_list(key.sheet)
    board = table.board
    lines = [
        {"number": row.number, "text": row.text, "score": row.score}
        for row in board.rows[: board.played]
    ]
    return JsonResponse(
        {
            "epoch": board.sheet.pen_epoch,
            "next_sequence": table.next_sequence,
            "seats": [column.name for column in board.columns],
            "lines": lines,
        }
    )


@for_table("POST")
def take_pen(request: HttpRequest, device: TableDevice) -> HttpResponse:
    taken = give_pen_to(device=device, pen_id=pen_id_in(request))
    return JsonResponse({"epoch": taken.epoch, "next_sequence": taken.next_sequence})


@for_table("POST")
def receive(request: HttpRequest, device: TableDevice) -> HttpResponse:
    answer = receive_line(device=device, line=line_in(request))
    return JsonResponse(asdict(answer))


@for_table("POST")
def receive_many(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """Answer each line as if it had come alone, up to the first that is refused."""
    received = receive_lines(device=device, lines=lines_in(request))
    answers = [{"status": 200, **asdict(answer)} for answer in received.answers]
    if received.refusal is not None:
        status, refusal = refusal_of(received.refusal)
        answers.append({"status": status, **refusal})
    return JsonResponse({"answers": answers})
