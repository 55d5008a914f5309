"""The page that a code on paper opens on a phone: table, lists and rank."""

import re

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.events.models import Event
from tournaments.events.my_evening.selectors import (
    MySeat,
    Rank,
    my_evening,
    prizes_won,
    ranks_in,
    seated_people,
)
from tournaments.people.models import Player
from tournaments.scope.withheld import read_by_visitors
from tournaments.sheets.models import ScoreSheet
from tournaments.web.access import public_page, reads_everything
from tournaments.web.caching.drawn_once import draw_once
from tournaments.web.requests import NotReleased, nothing_public
from tournaments.words.choices import EntryStatus

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
    return render(
        request,
        "tournaments/events/my_evening/my_evening_find.html",
        context,
        status=404 if wrong else 200,
    )


@public_page
def by_number(request: HttpRequest, pk: int, number: str) -> HttpResponse:
    event = Event.objects.visible_to(request.user).filter(pk=pk).first()
    if event is None:
        return nothing_public(request)
    entry = None
    if START_NUMBER.fullmatch(number):
        entries = event.entries.select_related("player")
        entry = entries.filter(start_number=int(number)).first()
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
    is_expected = mine.entry and mine.entry.status == EntryStatus.REGISTERED
    context = {
        "event": event,
        "mine": mine,
        "rank": rank,
        "prizes": prizes_won(event, mine.entry),
        "lists": [(seat, points_in(seat, rank)) for seat in mine.seats],
        # Visitors could try numbers, so they get only names of people with a seat. A
        # card with a name must not tell which number stands for it elsewhere.
        "is_named": bool(mine.seats and not player.is_covered)
        or reads_everything(request.user),
        "is_expected": is_expected,
    }
    return render(request, "tournaments/events/my_evening/my_evening.html", context)


def points_in(seat: MySeat, rank: Rank | None) -> int | None:
    """Return a person's points in a series; None before its list is finished."""
    return rank.per_series.get(seat.series) if rank and seat.sheet.is_finished else None
