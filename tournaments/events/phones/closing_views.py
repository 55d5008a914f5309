"""The end of a list at its table: the totals, the money and the confirmations."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from skatclub.door.attempts import CARD_CODE
from tournaments.events.accounts import loss_money
from tournaments.events.models import Event
from tournaments.events.money.selectors import steps_of
from tournaments.sheets.models import ScoreSheet, TableDevice
from tournaments.sheets.selectors import table_confirmations
from tournaments.sheets.table.answers import (
    Nonsense,
    for_table,
    json_object,
    number_value,
    refusal_answer,
    text_value,
)
from tournaments.sheets.table.confirming import WrongCard, confirm_list
from tournaments.sheets.table.selectors import end_of, key_with_event, table_list
from tournaments.sheets.table.services import KeyHasEnded
from tournaments.words.formats import money

LONGEST_REMARK = 300
LONGEST_CARD = 20


@for_table("GET")
def show_closing(request: HttpRequest, device: TableDevice) -> HttpResponse:
    key = key_with_event(device)
    if end := end_of(key):
        raise KeyHasEnded(end)
    return JsonResponse(closing_content(key.sheet))


@for_table("POST")
def confirm(request: HttpRequest, device: TableDevice) -> HttpResponse:
    body = json_object(request)
    if type(body.get("is_right")) is not bool:
        raise Nonsense("is_right")
    card = optional_text(body, "card", most=LONGEST_CARD).strip()
    tries = str(device.key_id)
    if card and CARD_CODE.is_reached(tries):
        return refusal_answer(429, "slowed", message=_("Please wait a minute."))
    try:
        confirm_list(
            device=device,
            place=number_value(body, "place"),
            sequence=number_value(body, "sequence"),
            is_right=body["is_right"],
            remark=optional_text(body, "remark", most=LONGEST_REMARK),
            card=card,
        )
    except WrongCard:
        CARD_CODE.count(tries)
        raise
    return JsonResponse(closing_content(key_with_event(device).sheet))


def optional_text(body: dict[str, Any], name: str, *, most: int) -> str:
    """Return a text of the request, empty if it is missing. Raises ``Nonsense``."""
    if body.get(name) is None:
        return ""
    return text_value(body, name, most=most, least=0)


def closing_content(sheet: ScoreSheet) -> dict[str, Any]:
    """Return the end of a list as its table sees it. Seven queries."""
    table = table_list(sheet)
    board, confirmations = table.board, table_confirmations(sheet)
    is_right_by_place = {word.place: word.is_right for word in confirmations.valid}
    void_places = {word.place for word in confirmations.void}
    steps = steps_of(Event(pk=sheet.series.event_id))
    return {
        "is_complete": board.is_complete,
        "next_sequence": table.next_sequence,
        "confirmed": confirmations.confirmed,
        "seats": [
            {
                "place": seat.place,
                "name": column.name,
                "points": seat.game_points,
                "won": seat.won,
                "lost": seat.lost,
                "others_lost": seat.others_lost,
                "total": seat.total,
                "money": money(loss_money(seat.lost, steps)) if steps else "",
                "said": is_right_by_place.get(seat.place),
                "is_void": seat.place in void_places,
            }
            for seat, column in zip(board.totals.seats, board.columns, strict=True)
        ],
    }
