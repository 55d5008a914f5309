"""What phones open: the end of the list at a table, and one person's evening."""

import re
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from skatclub.door.attempts import CARD_CODE
from tournaments.events.accounts import loss_money
from tournaments.events.models import Event
from tournaments.events.money.selectors import steps_of
from tournaments.events.seats.selectors import (
    my_evening,
    prizes_won,
    ranks_in,
    seated_people,
)
from tournaments.people.models import Player
from tournaments.scope.withheld import read_by_visitors
from tournaments.sheets.models import ScoreSheet, TableDevice
from tournaments.sheets.selectors import table_confirmations
from tournaments.sheets.table.selectors import end_of, key_with_event, table_list
from tournaments.sheets.table.services import KeyHasEnded, WrongCard, confirm_list
from tournaments.sheets.table.views import (
    Nonsense,
    for_table,
    json_object,
    number_value,
    refusal_answer,
    text_value,
)
from tournaments.web.access import public_page, reads_everything
from tournaments.web.kept_pages import draw_once
from tournaments.web.requests import NotReleased, nothing_public
from tournaments.words.choices import EntryStatus
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
    """Return the end of a list as its table sees it."""
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


# What people type in front of the number on their card: "Nr. 5", "No. 5", "#5".
BEFORE_A_NUMBER = re.compile(r"^(?:(?:nr|no|nummer|number)\b\.?|#)\s*", re.IGNORECASE)
START_NUMBER = re.compile(r"[0-9]{1,9}")


@public_page
def find_me(request: HttpRequest, pk: int) -> HttpResponse:
    event = Event.objects.visible_to(request.user).filter(pk=pk).first()
    if event is None:
        return nothing_public(request)
    text = request.GET.get("number", "").strip()
    number = BEFORE_A_NUMBER.sub("", text).lstrip("0")
    numbers = set(event.entries.values_list("start_number", flat=True))
    if number in map(str, numbers):
        return redirect("events:my-evening", pk, int(number))
    return ask_for_number(request, event, wrong=text)


def ask_for_number(
    request: HttpRequest, event: Event, *, wrong: str = ""
) -> HttpResponse:
    """Answer with the question for a start number; ``wrong`` is one nobody has."""
    problem = _("Nobody has the start number “%(number)s”.") % {"number": wrong[:9]}
    context = {
        "event": event,
        "people": seated_people(event),
        "has_numbers": event.entries.exists(),
        "problem": problem if wrong else "",
    }
    template = "tournaments/events/seats/my_evening_find.html"
    return render(request, template, context, status=404 if wrong else 200)


@public_page
def by_number(request: HttpRequest, pk: int, number: str) -> HttpResponse:
    event = Event.objects.visible_to(request.user).filter(pk=pk).first()
    if event is None:
        return nothing_public(request)
    wanted = int(number) if START_NUMBER.fullmatch(number) else 0
    entries = event.entries.select_related("player")
    entry = entries.filter(start_number=wanted).first()
    if entry is None:
        return ask_for_number(request, event, wrong=number)
    return show_my_evening(request, event, entry.player)


@public_page
def by_seat(request: HttpRequest, code: str, place: int) -> HttpResponse:
    events = Event.objects.visible_to(request.user)
    lookup = {"code": code.upper(), "series__event__in": events}
    sheet = ScoreSheet.objects.with_event().filter(**lookup).first()
    if sheet is None:
        with read_by_visitors(None):
            if hidden := ScoreSheet.objects.with_event().filter(**lookup).first():
                raise NotReleased(hidden.series.event)
        return nothing_public(request)
    seat = sheet.seats.filter(place=place).select_related("player").first()
    if seat is None:
        text = _("There is no place %(place)s at this table.")
        messages.error(request, text % {"place": str(place)[:9]})
        return redirect(sheet)
    return show_my_evening(request, sheet.series.event, seat.player)


def show_my_evening(request: HttpRequest, event: Event, player: Player) -> HttpResponse:
    """Answer with the evening of one person; ranks are computed once for everybody."""
    mine = my_evening(event, player)
    # Ranks consist of numbers only, so they are the same for all readers.
    ranks = draw_once(lambda: ranks_in(event), "ranks", event.pk)
    rank = ranks.get(player.pk)
    context = {
        "event": event,
        "mine": mine,
        "rank": rank,
        "prizes": prizes_won(event, mine.entry),
        # Without points before its list is finished.
        "lists": [
            (
                seat,
                rank.per_series.get(seat.series.number)
                if rank and seat.sheet.is_finished
                else None,
            )
            for seat in mine.seats
        ],
        # Visitors could try numbers, so they get only names of people with a seat. A
        # card with a name must not tell which number stands for it elsewhere.
        "is_named": bool(mine.seats and not player.is_covered)
        or reads_everything(request.user),
        "is_expected": mine.entry and mine.entry.status == EntryStatus.REGISTERED,
    }
    return render(request, "tournaments/events/seats/my_evening.html", context)
