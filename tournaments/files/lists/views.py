"""The pages on which an event receives whole lists and hands one out."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatclub.machine.qr_codes import drawing_of
from skatclub.middleware import WITH_CAMERA
from tournaments.events.pages import editable_event
from tournaments.files.event.reading.reading import FileRefused
from tournaments.files.lists.documents import ledger_text, list_file_text
from tournaments.files.lists.forms import ArriveForm, DecideForm
from tournaments.files.lists.inbox import inbox_of, waiting_list
from tournaments.files.lists.pictures import NO_CODE, list_in_picture
from tournaments.files.lists.receiving import receive_scanned
from tournaments.files.lists.services import accept_ready_lists
from tournaments.files.lists.versions import versions_of
from tournaments.files.spreadsheets.answers import file_answer
from tournaments.files.uploads import refuse_large_files
from tournaments.sheets.models import ArrivedList
from tournaments.sheets.page.page import editable_sheet
from tournaments.sheets.selectors import ledger_of
from tournaments.web.access import button_for, form_for, page_for, writer
from tournaments.web.answers import show_form
from tournaments.web.numbers import whole_number
from tournaments.words.choices import ArrivalState
from tournaments.words.rights import Right


@form_for(Right.TYPE)
@refuse_large_files
def show_arrivals(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the lists that wait, and receive others."""
    event = editable_event(request, pk)
    form = ArriveForm(
        request.POST or None, request.FILES or None, event=event, by=writer(request)
    )
    if request.method == "POST" and form.is_valid() and (arrivals := form.save()):
        for sentence in arrivals.refusals:
            messages.error(request, sentence)
        for arrival in arrivals.lists:
            messages.success(request, arrival_text(arrival))
        return redirect("files:arrivals", pk)
    response = show_form(
        request,
        "tournaments/files/lists/arrivals.html",
        event=event,
        form=form,
        inbox=inbox_of(event),
    )
    response["Permissions-Policy"] = WITH_CAMERA
    return response


@button_for(Right.TYPE)
@refuse_large_files
def receive_frame(request: HttpRequest, pk: int) -> HttpResponse:
    """Receive the list in a camera frame; 204 if there is none."""
    event = editable_event(request, pk)
    frame = request.FILES.get("frame")
    content = frame.read() if frame else b""
    try:
        text = list_in_picture(content)
        arrival = receive_scanned(event=event, text=text, by=writer(request))
    except FileRefused as refusal:
        if refusal.code == NO_CODE:
            return HttpResponse(status=204)
        return JsonResponse({"problem": " ".join(refusal.messages)}, status=422)
    messages.success(request, arrival_text(arrival))
    return JsonResponse({})


def arrival_text(arrival: ArrivedList) -> str:
    """Return the message about a list that has just arrived."""
    words = {"series": arrival.series_number, "table": arrival.table_number}
    if arrival.state != ArrivalState.DUPLICATE:
        return _("Series %(series)s, table %(table)s has arrived.") % words
    comparison = waiting_list(arrival).comparison
    games, here = len(comparison.there.games), len(comparison.here.games)
    if games >= here:
        text = _("Series %(series)s, table %(table)s is here already; nothing changes.")
        return text % words
    text = _(
        "Series %(series)s, table %(table)s arrived with %(games)s of the "
        "%(here)s games that are here already; nothing changes."
    )
    return text % (words | {"games": games, "here": here})


@button_for(Right.TYPE)
def accept_arrivals(request: HttpRequest, pk: int) -> HttpResponse:
    """Accept the lists that are ready, all of them or the named one."""
    event = editable_event(request, pk)
    only = whole_number(request.POST.get("arrived"))
    accepted = accept_ready_lists(event=event, by=writer(request), only=only)
    for sentence in accepted.refusals:
        messages.error(request, sentence)
    if accepted.count or not accepted.refusals:
        text = ngettext(
            "%(count)s list was taken over.",
            "%(count)s lists were taken over.",
            accepted.count,
        )
        messages.success(request, text % {"count": accepted.count})
    return redirect("files:arrivals", pk)


@form_for(Right.TYPE)
def decide_arrival(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show both versions of a list, and take a decision."""
    event = editable_event(request, pk)
    lists = ArrivedList.objects.filter(event=event).select_related("by", "decided_by")
    arrival = get_object_or_404(lists, pk=number)
    waiting = waiting_list(arrival)
    form = DecideForm(request.POST or None, waiting=waiting, by=writer(request))
    if request.method == "POST" and form.is_valid() and form.save():
        messages.success(request, _("Your decision is written down."))
        return redirect("files:arrivals", pk)
    return show_form(
        request,
        "tournaments/files/lists/arrival.html",
        event=event,
        arrival=arrival,
        waiting=waiting,
        sheet=waiting.sheet,
        versions=versions_of(waiting.comparison),
        form=form,
    )


@page_for(Right.TYPE)
def show_code(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a list as a QR code and as text, for another laptop."""
    sheet = editable_sheet(request, pk)
    text = ledger_text(ledger_of(sheet))
    context = {"sheet": sheet, "text": text, "code": mark_safe(drawing_of(text))}
    return render(request, "tournaments/files/lists/code.html", context)


@page_for(Right.TYPE)
def list_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Hand out a list as a file for another laptop."""
    sheet = editable_sheet(request, pk)
    event = sheet.series.event
    name = f"{event.slug}-{sheet.series.number}-{sheet.table_number}.json"
    return file_answer(list_file_text(sheet).encode(), name, "application/json")
