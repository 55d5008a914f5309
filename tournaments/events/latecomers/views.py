"""Seating a player who came after the draw, in one step."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tournaments.events.latecomers.services import seat_latecomer
from tournaments.events.pages import editable_event
from tournaments.web.access import button_for, writer
from tournaments.web.answers import refusals_as_messages
from tournaments.words.formats import enumeration
from tournaments.words.rights import Right

OFFERED_ON = ("check_in", "entries", "draw", "detail")


@button_for(Right.RUN)
def seat_late_player(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    event = editable_event(request, pk)
    entry = get_object_or_404(
        event.entries.select_related("player"), start_number=number
    )
    with refusals_as_messages(request):
        sheets = seat_latecomer(entry=entry, by=writer(request))
        seats = [
            _("series %(series)s at table %(table)s")
            % {"series": sheet.series.number, "table": sheet.table_number}
            for sheet in sheets
        ]
        text = _("%(player)s sits now: %(seats)s.")
        words = {"player": entry.player, "seats": enumeration(seats)}
        messages.success(request, text % words)
    back = request.POST.get("back", "")
    return redirect(f"events:{back if back in OFFERED_ON else 'detail'}", pk)
