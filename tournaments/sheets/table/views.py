"""The protocol by which phones write the list of their table."""

from django.http import HttpRequest, HttpResponse, JsonResponse

from tournaments.sheets.models import TableDevice
from tournaments.sheets.table.answers import for_table, line_in
from tournaments.sheets.table.selectors import (
    end_of,
    key_with_event,
    next_sequence_of,
    table_list,
)
from tournaments.sheets.table.services import KeyHasEnded, receive_line
from tournaments.sheets.table.services import take_pen as give_pen_to


@for_table("GET")
def show_list(request: HttpRequest, device: TableDevice) -> HttpResponse:
    key = key_with_event(device)
    if end := end_of(key):
        raise KeyHasEnded(end)
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
    sheet = give_pen_to(device=device)
    return JsonResponse(
        {"epoch": sheet.pen_epoch, "next_sequence": next_sequence_of(sheet)}
    )


@for_table("POST")
def receive(request: HttpRequest, device: TableDevice) -> HttpResponse:
    answer = receive_line(device=device, line=line_in(request))
    return JsonResponse(
        {
            "repeated": answer.repeated,
            "sequence": answer.sequence,
            "number": answer.number,
            "score": answer.score,
        }
    )
