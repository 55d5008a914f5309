"""Tables: seating them and changing their people."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.models import Series
from tournaments.events.pages import editable_series, not_for_league_tables
from tournaments.events.people import labels_text
from tournaments.events.seats.forms import (
    FEWEST_SEATS,
    CopyTablesForm,
    ManyTablesForm,
    SeatsForm,
    TableForm,
)
from tournaments.events.seats.selectors import (
    earlier_series,
    entries_off_fixed_table,
    places_at,
    seat_choices,
    tables_of_series,
)
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.page.page import editable_sheet
from tournaments.sheets.seats.services import close_table
from tournaments.web.access import button_for, form_for, writer
from tournaments.web.answers import refusals_as_messages, saved, show_form
from tournaments.words.rights import Right


@form_for(Right.RUN)
def add_table(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    series = editable_series(request, pk, number)
    choices = seat_choices(series)
    form = TableForm(
        request.POST or None, series=series, choices=choices, by=writer(request)
    )
    if form.is_valid() and (sheet := form.save()):
        messages.success(request, _("%(table)s is seated.") % {"table": sheet})
        seated = form.cleaned_data["players"]
        unseated = choices.free if choices.waiting is None else choices.waiting
        if sum(player not in seated for player in unseated.values()) < FEWEST_SEATS:
            return redirect(series.event)
        return redirect("events:add-table", pk, number)
    return show_tables(request, series, form=form, choices=choices)


@button_for(Right.RUN)
def add_tables(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    series = editable_series(request, pk, number)
    choices = seat_choices(series)
    many = ManyTablesForm(
        request.POST, series=series, choices=choices, by=writer(request)
    )
    if many.is_valid() and (sheets := many.save()):
        report_seated_tables(request, len(sheets))
        return redirect(series.event)
    return show_tables(request, series, many=many, choices=choices)


@button_for(Right.RUN)
def copy_tables(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    series = editable_series(request, pk, number)
    form = CopyTablesForm(
        request.POST,
        series=series,
        earlier=earlier_series(series),
        by=writer(request),
    )
    if form.is_valid() and (sheets := form.save()):
        report_seated_tables(request, len(sheets))
        if names := form.left_out():
            messages.warning(
                request, _("Gone, and not seated again: %(names)s.") % {"names": names}
            )
    else:
        for errors in form.errors.values():
            messages.error(request, " ".join(map(str, errors)))
    return redirect(series.event)


def report_seated_tables(request: HttpRequest, count: int) -> None:
    text = ngettext("%(count)d table is seated.", "%(count)d tables are seated.", count)
    messages.success(request, text % {"count": count})


def show_tables(request: HttpRequest, series: Series, **context: Any) -> HttpResponse:
    choices = context["choices"]
    tables = tables_of_series(series)
    forms = {
        "form": TableForm(series=series, choices=choices, by=writer(request)),
        "many": ManyTablesForm(series=series, choices=choices, by=writer(request)),
    } | context
    page = {
        "series": series,
        "event": series.event,
        "tables": tables,
        "places": places_at(tables),
        "earlier": earlier_series(series),
        "waiting": labels_text(list(choices.waiting or ())),
        **forms,
    }
    return show_form(request, "tournaments/events/seats/tables.html", **page)


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
    form = SeatsForm(
        request.POST or None,
        series=sheet.series,
        choices=choices,
        sheet=sheet,
        by=writer(request),
        initial=initial,
    )
    players_before = set(sheet.seats.values_list("player", flat=True))
    if saved(request, form):
        warn_of_fixed_places(request, sheet, players_before)
        return redirect(sheet.series.event)
    return show_form(
        request,
        "tournaments/events/seats/seats.html",
        sheet=sheet,
        event=sheet.series.event,
        form=form,
        choices=choices,
    )


def warn_of_fixed_places(
    request: HttpRequest, sheet: ScoreSheet, players_before: set[int]
) -> None:
    """Warn of players whom a change has taken from their fixed table."""
    for entry in entries_off_fixed_table(sheet, players_before):
        text = _("%(player)s has a fixed place at table %(table)s.")
        words = {"player": entry.player, "table": entry.fixed_table}
        messages.warning(request, text % words)


@button_for(Right.RUN)
@not_for_league_tables
def remove_table(request: HttpRequest, pk: int) -> HttpResponse:
    sheet = editable_sheet(request, pk)
    with refusals_as_messages(request):
        close_table(sheet=sheet)
        messages.success(request, _("%(table)s is gone.") % {"table": sheet})
    return redirect(sheet.series.event)
