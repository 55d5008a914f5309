"""Tables: seating them, changing their people, and what phones open there."""

import re
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatclub.door.attempts import CARD_CODE
from skatclub.machine.networks.reach import obstacles, phone_root
from skatclub.machine.qr_codes import drawing_of
from tournaments.events.accounts import loss_money
from tournaments.events.entrants import FEWEST_SEATS, labels_text
from tournaments.events.models import Event
from tournaments.events.money.selectors import steps_of
from tournaments.events.pages import (
    editable_event,
    editable_series,
    event_button,
    forms_on_page,
    not_for_league_tables,
)
from tournaments.events.seats.forms import (
    CopyTablesForm,
    ManyTablesForm,
    SeatsForm,
    TableForm,
)
from tournaments.events.seats.selectors import (
    earlier_series,
    lists_to_write,
    my_evening,
    places_at,
    prizes_won,
    ranks_in,
    seat_choices,
    seated_people,
    table_cards,
    tables_by_series,
)
from tournaments.people.models import Player
from tournaments.scope.scope import read_by_visitors
from tournaments.sheets.models import ScoreSheet, TableDevice
from tournaments.sheets.seats import close_table
from tournaments.sheets.selectors import table_confirmations
from tournaments.sheets.table.selectors import (
    end_of,
    key_codes_in,
    key_with_event,
    table_list,
)
from tournaments.sheets.table.services import (
    KeyHasEnded,
    WrongCard,
    confirm_list,
    give_keys,
    renew_key,
    revoke_key,
    take_pen_back,
)
from tournaments.sheets.table.views import (
    Nonsense,
    for_table,
    json_object,
    number_value,
    refusal_answer,
    text_value,
)
from tournaments.sheets.views import editable_sheet
from tournaments.web.access import (
    button_for,
    form_for,
    is_signed_in,
    page_for,
    public_page,
    writer,
)
from tournaments.web.answers import (
    done,
    posted,
    refusals_as_messages,
    show_form,
    unknown_answer,
)
from tournaments.web.canvas import Addresses
from tournaments.web.kept_pages import draw_once
from tournaments.web.requests import NotReleased, nothing_public
from tournaments.words.choices import EntryStatus
from tournaments.words.formats import money
from tournaments.words.rights import Right


@form_for(Right.RUN)
def add_table(
    request: HttpRequest, pk: int, number: int, sent: str = "form"
) -> HttpResponse:
    """Seat tables; after one, the page comes again while enough people are left."""
    series = editable_series(request, pk, number)
    choices = seat_choices(series)
    known = {"series": series, "choices": choices, "by": writer(request)}
    classes = {"form": TableForm, "many": ManyTablesForm}
    forms = forms_on_page(request, classes, sent, **known)
    if answer := done(request, forms[sent], series.event):
        seated = forms[sent].cleaned_data.get("players")
        unseated = choices.free if choices.waiting is None else choices.waiting
        left = [player for player in unseated.values() if player not in (seated or ())]
        is_last = seated is None or len(left) < FEWEST_SEATS
        return answer if is_last else redirect(request.path)
    tables = table_cards(series.sheets.all())
    return show_form(
        request,
        "tournaments/events/seats/tables.html",
        event=series.event,
        tables=tables,
        places=places_at(tables),
        earlier=earlier_series(series),
        waiting=labels_text(list(choices.waiting or ())),
        **known,
        **forms,
    )


@button_for(Right.RUN)
def copy_tables(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    series = editable_series(request, pk, number)
    known = {"series": series, "earlier": earlier_series(series), "by": writer(request)}
    form = CopyTablesForm(request.POST, **known)
    if answer := done(request, form, series.event):
        return answer
    for errors in form.errors.values():
        messages.error(request, " ".join(map(str, errors)))
    return redirect(series.event)


@form_for(Right.RUN)
@not_for_league_tables
def change_seats(request: HttpRequest, pk: int) -> HttpResponse:
    sheet = editable_sheet(request, pk)
    choices = seat_choices(sheet.series, sheet=sheet)
    labels = {player.pk: label for label, player in choices.free.items()}
    initial = {
        f"player_{seat.place}": labels.get(seat.player_id, seat.player.name)
        for seat in sheet.seats.select_related("player")
    }
    known = {"sheet": sheet, "choices": choices, "by": writer(request)}
    form = SeatsForm(posted(request), series=sheet.series, initial=initial, **known)
    event, template = sheet.series.event, "tournaments/events/seats/seats.html"
    return done(request, form, event) or show_form(
        request, template, event=event, form=form, **known
    )


@button_for(Right.RUN)
@not_for_league_tables
def remove_table(request: HttpRequest, pk: int) -> HttpResponse:
    sheet = editable_sheet(request, pk)
    with refusals_as_messages(request):
        close_table(sheet=sheet)
        messages.success(request, _("%(table)s is gone.") % {"table": sheet})
    return redirect(sheet.series.event)


@page_for(Right.RUN)
def show_phones(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    tables = tables_by_series(event)
    codes = key_codes_in(event.pk)
    addresses = Addresses(phone_root(request), codes)
    sheet: Any
    for sheet in (each for _number, sheets in tables for each in sheets):
        if sheet.code in codes:
            sheet.key_text = addresses.table_key(sheet.code)
            sheet.key_address = addresses.table_entry(sheet.code)
            sheet.key_drawing = mark_safe(drawing_of(sheet.key_address))
    context = {
        "event": event,
        "tables": tables,
        "has_keys": bool(codes),
        "obstacles": obstacles(request),
        "lacks_keys": any(
            not (sheet.code in codes or sheet.is_finished or sheet.series.closed_at)
            for _number, sheets in tables
            for sheet in sheets
        ),
    }
    return render(request, "tournaments/events/seats/phones.html", context)


@event_button(Right.RUN, back="events:phones")
def hand_out_keys(request: HttpRequest, event: Event) -> str:
    if event.is_released:
        raise ValidationError(_("The results are released already."))
    count = give_keys(sheets=lists_to_write(event), by=writer(request))
    text = ngettext(
        "%(count)s table code was made; it stands on the list when you print it.",
        "%(count)s table codes were made; they stand on the lists when you print them.",
        count,
    )
    return text % {"count": count}


@event_button(Right.RUN, back="events:phones")
def change_key(request: HttpRequest, event: Event, code: str) -> str | HttpResponse:
    lists = ScoreSheet.objects.filter(series__event=event)
    sheet = get_object_or_404(lists, code=code)
    match request.POST.get("action"):
        case "pen":
            take_pen_back(sheet=sheet)
            text = _("The desk writes the list of table %(table)s again.")
        case "renew":
            renew_key(sheet=sheet, by=writer(request))
            text = _("Table %(table)s has a new code; the old one opens nothing.")
        case "revoke":
            revoke_key(sheet=sheet)
            text = _("The code of table %(table)s opens nothing any more.")
        case _other:
            return unknown_answer()
    return text % {"table": sheet.table_number}


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
        return refusal_answer(
            429, "slowed", message=_("Too many attempts; please wait a minute.")
        )
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
    has_text = body.get(name) is not None
    return text_value(body, name, most=most, least=0) if has_text else ""


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
    if number in map(str, event.entries.values_list("start_number", flat=True)):
        return redirect("events:my-evening", pk, int(number))
    return ask_for_number(request, event, wrong=text)


def ask_for_number(
    request: HttpRequest, event: Event, *, wrong: str = ""
) -> HttpResponse:
    """Answer with the question for a start number; ``wrong`` is one nobody has."""
    problem = _("Nobody has start number %(number)s.") % {"number": wrong[:9]}
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
        messages.error(request, _("There is no such place at this table."))
        return redirect(sheet)
    return show_my_evening(request, sheet.series.event, seat.player)


def show_my_evening(request: HttpRequest, event: Event, player: Player) -> HttpResponse:
    """Answer with the evening of one person; ranks are computed once for everybody."""
    mine = my_evening(event, player)
    # Ranks consist of numbers only, so they are the same for all readers.
    ranks = draw_once(lambda: ranks_in(event), "ranks", event.pk)
    rank = ranks.get(player.pk)
    points = rank.per_series if rank else {}
    context = {
        "event": event,
        "mine": mine,
        "rank": rank,
        "prizes": prizes_won(event, mine.entry),
        # Without points before its list is finished.
        "lists": [
            (seat, points.get(seat.series.number) if seat.sheet.is_finished else None)
            for seat in mine.seats
        ],
        # Visitors could try numbers, so they get only names of people with a seat. A
        # card with a name must not tell which number stands for it elsewhere.
        "is_named": bool(mine.seats and not player.is_covered)
        or is_signed_in(request.user),
        "is_expected": mine.entry and mine.entry.status == EntryStatus.REGISTERED,
    }
    return render(request, "tournaments/events/seats/my_evening.html", context)
