"""The tables that write their own lists, as the director sees them."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.pages import editable_event
from tournaments.events.phones.selectors import lists_to_write, tables_by_series
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.table.selectors import key_codes_in
from tournaments.sheets.table.services import (
    give_keys,
    renew_key,
    revoke_key,
    take_pen_back,
)
from tournaments.web.access import button_for, page_for, writer
from tournaments.web.answers import refusals_as_messages, unknown_answer
from tournaments.words.rights import Right


@page_for(Right.RUN)
def show_phones(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    tables = tables_by_series(event)
    codes = key_codes_in(event.pk)
    context = {
        "event": event,
        "tables": tables,
        "has_keys": bool(codes),
        "lacks_keys": any(
            not (sheet.code in codes or sheet.is_finished or sheet.series.closed_at)
            for _number, sheets in tables
            for sheet in sheets
        ),
    }
    return render(request, "tournaments/events/phones/phones.html", context)


@button_for(Right.RUN)
def hand_out_keys(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    with refusals_as_messages(request):
        if event.is_released:
            raise ValidationError(_("The results are released already."))
        count = give_keys(sheets=lists_to_write(event), by=writer(request))
        text = ngettext(
            "%(count)s table code was made; it stands on the list when you print it.",
            "%(count)s table codes were made; they stand on the lists when you print "
            "them.",
            count,
        )
        messages.success(request, text % {"count": count})
    return redirect("events:phones", pk)


@button_for(Right.RUN)
def change_key(request: HttpRequest, pk: int, code: str) -> HttpResponse:
    event = editable_event(request, pk)
    lists = ScoreSheet.objects.filter(series__event=event)
    sheet = get_object_or_404(lists, code=code)
    with refusals_as_messages(request):
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
        messages.success(request, text % {"table": sheet.table_number})
    return redirect("events:phones", pk)
