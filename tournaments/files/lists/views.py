"""The pages on which an event receives whole lists and hands one out."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from scoring.lists.check_codes import canonical_text
from skatclub.machine.qr_codes import drawing_of
from skatclub.middleware import WITH_CAMERA
from tournaments.events.models import Event
from tournaments.events.pages import editable_event
from tournaments.files.event.reading import FileRefused
from tournaments.files.event.writing import list_facts_in
from tournaments.files.forms import refuse_large_files
from tournaments.files.lists import documents
from tournaments.files.lists.comparing import comparison_of, inbox_of, versions_of
from tournaments.files.lists.services import (
    accept_ready_lists,
    decide_about_list,
    receive_files,
    receive_list,
)
from tournaments.people.audit import recording_exports
from tournaments.people.models import User
from tournaments.sheets.finishing.checking import CheckedCode, checked_code
from tournaments.sheets.models import ArrivedList, ScoreSheet
from tournaments.sheets.selectors import ledger_of
from tournaments.sheets.views import editable_sheet
from tournaments.web.access import (
    button_for,
    form_for,
    in_edition,
    open_to_visitors,
    page_for,
    writer,
)
from tournaments.web.answers import saved, show_form
from tournaments.web.forms import ActionForm, ServiceForm, WholeNumberField
from tournaments.web.numbers import whole_number
from tournaments.web.spreadsheets import file_answer
from tournaments.words.choices import (
    ArrivalDecision,
    ArrivalRoute,
    ArrivalState,
    ExportedFile,
)
from tournaments.words.rights import Right


class FilesInput(forms.FileInput):
    """Any number of files in one field."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Any number of files; empty ones are refused later, when they are read."""

    widget = FilesInput

    def clean(self, data: Any, initial: Any = None) -> Any:
        return [super(FilesField, self).clean(file, initial) for file in data or ()]


class ArriveForm(ServiceForm):
    """Whole lists as files, pictures of their codes, or the text of a code."""

    needs = ("event", "by")
    event: Event
    by: User

    file = FilesField(
        label=gettext_lazy("Lists as files"),
        required=False,
        allow_empty_file=True,
        widget=FilesInput(attrs={"accept": ".json,.txt"}),
    )
    photo = FilesField(
        label=gettext_lazy("Or photos of their QR codes"),
        required=False,
        allow_empty_file=True,
        widget=FilesInput(
            attrs={"accept": "image/jpeg,image/png", "capture": "environment"}
        ),
    )
    text = forms.CharField(
        label=gettext_lazy("Or the text of its code"),
        help_text=gettext_lazy("Scan the QR code with a phone and paste what it says."),
        required=False,
        max_length=documents.MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )

    def clean(self) -> Any:
        cleaned = super().clean() or {}
        if not (self.errors or self.files_sent or cleaned["text"].strip()):
            raise ValidationError(_("Please choose a file, or paste the text."))
        return cleaned

    @property
    def files_sent(self) -> list[Any]:
        return self.cleaned_data["file"] + self.cleaned_data["photo"]

    def act(self) -> tuple[list[ArrivedList], list[str]]:
        """Receive the lists that were sent; if there are none, say why."""
        known: dict[str, Any] = {"event": self.event, "by": self.by}
        typed: list[ArrivedList] = []
        if text := self.cleaned_data["text"].strip():
            content, route = text.encode(), ArrivalRoute.TEXT
            typed = [receive_list(content=content, route=route, **known)]
        lists, refusals = receive_files(files=self.files_sent, **known)
        if not typed + lists:
            raise ValidationError(refusals)
        return typed + lists, refusals


class DecideForm(ActionForm):
    """The version to keep, and why."""

    service = decide_about_list

    decision = forms.TypedChoiceField(choices=ArrivalDecision, coerce=ArrivalDecision)
    reason = forms.CharField(max_length=300, label=gettext_lazy("Reason"))
    revision = WholeNumberField(required=False, min_value=0, widget=forms.HiddenInput)


@form_for(Right.TYPE)
@refuse_large_files
def show_arrivals(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the lists that wait, and receive others."""
    event = editable_event(request, pk)
    form = ArriveForm(
        request.POST or None, request.FILES or None, event=event, by=writer(request)
    )
    if form.is_valid() and (arrived := form.save()):
        arrivals, refusals = arrived
        for sentence in refusals:
            messages.error(request, sentence)
        for arrival in arrivals:
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
        arrival = receive_list(
            event=event,
            content=documents.list_in_picture(content).encode(),
            route=ArrivalRoute.QR,
            by=writer(request),
        )
    except FileRefused as refusal:
        if documents.NO_CODE in {error.code for error in refusal.error_list}:
            return HttpResponse(status=204)
        return JsonResponse({"problem": " ".join(refusal.messages)}, status=422)
    messages.success(request, arrival_text(arrival))
    return JsonResponse({})


def arrival_text(arrival: ArrivedList) -> str:
    """Return the message about a list that has just arrived."""
    words = {"series": arrival.series_number, "table": arrival.table_number}
    if arrival.state != ArrivalState.DUPLICATE:
        return _("Series %(series)s, table %(table)s has arrived.") % words
    comparison = comparison_of(arrival)
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
    count, refusals = accept_ready_lists(event=event, by=writer(request), only=only)
    for sentence in refusals:
        messages.error(request, sentence)
    if count or not refusals:
        text = ngettext(
            "%(count)s list was taken over.", "%(count)s lists were taken over.", count
        )
        messages.success(request, text % {"count": count})
    return redirect("files:arrivals", pk)


@form_for(Right.TYPE)
def decide_arrival(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show both versions of a list, and take a decision."""
    event = editable_event(request, pk)
    lists = ArrivedList.objects.filter(event=event).select_related("by", "decided_by")
    arrival = get_object_or_404(lists, pk=number)
    comparison = comparison_of(arrival)
    form = DecideForm(request.POST or None, arrival=arrival, by=writer(request))
    if saved(request, form, _("Saved.")):
        return redirect("files:arrivals", pk)
    return show_form(
        request,
        "tournaments/files/lists/arrival.html",
        event=event,
        arrival=arrival,
        comparison=comparison,
        sheet=comparison.sheet,
        versions=versions_of(comparison),
        form=form,
    )


@page_for(Right.TYPE)
def show_code(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a list as a QR code and as text, for another laptop."""
    sheet = editable_sheet(request, pk)
    text = documents.ledger_text(ledger_of(sheet))
    context = {"sheet": sheet, "text": text, "code": mark_safe(drawing_of(text))}
    return render(request, "tournaments/files/lists/code.html", context)


def event_of_list(sheet: int) -> int | None:
    """Return the event of a list; its history records the export."""
    sheets = ScoreSheet.objects.filter(pk=sheet)
    return sheets.values_list("series__event", flat=True).first()


@recording_exports(ExportedFile.LIST, event_of_list)
@page_for(Right.TYPE)
def list_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Hand out a list as a file for another laptop."""
    sheet = editable_sheet(request, pk)
    event = sheet.series.event
    name = f"{event.slug}-{sheet.series.number}-{sheet.table_number}.json"
    return file_answer(
        documents.list_file_text(sheet).encode(), name, "application/json"
    )


LONGEST_CODE = 60


@in_edition
@require_safe
def check(request: HttpRequest) -> HttpResponse:
    """Tell whether the list of a code is the same since."""
    code = request.GET.get("code", "")[:LONGEST_CODE]
    found = checked_code(code, request.user) if code.strip() else None
    return checked_page(request, found, code=code, is_asked=bool(code.strip()))


@refuse_large_files
@csrf_exempt  # it reads, and a visitor has no cookie
@login_not_required
@open_to_visitors
@require_POST
def check_file(request: HttpRequest) -> HttpResponse:
    """Tell whether the list in a file is the same since."""
    if (file := request.FILES.get("file")) is None:
        return redirect("check")
    try:
        found = checked_file(file.read(documents.MOST_BYTES + 1), request.user)
    except ValidationError as refusal:
        return checked_page(request, None, refusals=refusal.messages)
    return checked_page(request, found, is_asked=True)


def checked_page(
    request: HttpRequest,
    found: CheckedCode | None,
    *,
    code: str = "",
    is_asked: bool = False,
    refusals: Sequence[str] = (),
) -> HttpResponse:
    is_unknown = is_asked and found is None
    context = {
        "code": code,
        "checked_list": found,
        "refusals": refusals,
        "is_unknown": is_unknown,
    }
    status = 422 if refusals else 404 if is_unknown else 200
    return render(request, "tournaments/files/lists/check.html", context, status=status)


def checked_file(content: bytes, user: Any) -> CheckedCode | None:
    """Return what has become of the list in a file. Two queries.

    None if ``user`` may read no list with its code. Raises ``FileRefused`` unless the
    file holds a finished list.
    """
    document = documents.read_list_document(content)
    versions = document.list_row.get("versions", ())
    if not versions:
        text = _("No check code is in this file: its list was not finished.")
        raise FileRefused(text)
    try:
        event = {
            "event": {"id": document.row["event"]},
            "house_rules": {"options": document.row.get("rules", "")},
        }
        series = {"number": document.row["series"]}
        text = canonical_text(list_facts_in(event, series, document.list_row))
    except KeyError as missing:
        text = _("“%(key)s” is missing.")
        raise FileRefused(text % {"key": missing.args[0]}) from None
    return checked_code(versions[-1]["code"], user, file_text=text)
