"""The pages that show changes: those of the whole club and those of one subject."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from tournaments.history.forms import HistoryForm
from tournaments.history.selectors import Subject, about, history_lines, name_of
from tournaments.scope.log import LogEntry
from tournaments.web.access import page_for
from tournaments.web.tables import requested_page
from tournaments.words.rights import Right

PER_PAGE = 50


@page_for(Right.CLUB)
def show_history(request: HttpRequest) -> HttpResponse:
    return history_page(request, HistoryForm(request.GET))


def view_of(subject: Subject) -> Callable[..., HttpResponse]:
    """Return the view of the history of one kind of subject."""

    @page_for(subject.right)
    def show_subject(request: HttpRequest, pk: int) -> HttpResponse:
        row = get_object_or_404(subject.model.objects, pk=pk)  # type: ignore[attr-defined]
        form = HistoryForm(request.GET, about=about(subject.word, [pk]))
        context = {"subject": row, "name": name_of(row), subject.word: row}
        return history_page(request, form, word=subject.word, **context)

    return show_subject


def history_page(
    request: HttpRequest, form: HistoryForm, **context: Any
) -> HttpResponse:
    """Return one page of the lines that match the form."""
    entries = LogEntry.objects.filter(form.condition()).select_related("by")
    page = requested_page(entries, PER_PAGE, request.GET.get("page"))
    context |= {"form": form, "page": page, "lines": history_lines(page.object_list)}
    return render(request, "tournaments/history/history.html", context)
