"""Tables: seating them, changing their people, letting phones write their lists."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.entrants import labels_text
from tournaments.events.models import Event, Series
from tournaments.events.pages import (
    editable_event,
    editable_series,
    event_button,
    forms_on_page,
    not_for_league_tables,
)
from tournaments.events.seats.forms import (
    FEWEST_SEATS,
    CopyTablesForm,
    ManyTablesForm,
    SeatsForm,
    TableForm,
)
from tournaments.events.seats.selectors import (
    earlier_series,
    lists_to_write,
    places_at,
    seat_choices,
    table_cards,
    tables_by_series,
)
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.page import editable_sheet
from tournaments.sheets.seats import close_table
from tournaments.sheets.table.selectors import key_codes_in
from tournaments.sheets.table.services import (
    give_keys,
    renew_key,
    revoke_key,
    take_pen_back,
)
from tournaments.web.access import button_for, form_for, page_for, writer
from tournaments.web.answers import (
    done,
    posted,
    refusals_as_messages,
    show_form,
    unknown_answer,
)
from tournaments.words.rights import Right


@form_for(Right.RUN)
def add_table(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    return answer_at_tables(request, editable_series(request, pk, number), "form")


@button_for(Right.RUN)
def add_tables(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    return answer_at_tables(request, editable_series(request, pk, number), "many")


def answer_at_tables(request: HttpRequest, series: Series, sent: str) -> HttpResponse:
    """Answer with the tables of a series; of its forms ``sent`` may be submitted.

    After one table the page comes again as long as enough people are left for another.
    """
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
