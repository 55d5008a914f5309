"""The pages of who changed what: of the whole club, and of one thing."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.history.forms import AskForm
from tournaments.history.selectors import lines_of, moments
from tournaments.history.shapes import Thing
from tournaments.history.words import name_of
from tournaments.web.access import requires
from tournaments.web.paging import page_of
from tournaments.words.rights import Right

PER_PAGE = 50


@requires(Right.CLUB)
@require_safe
def show_history(request: HttpRequest) -> HttpResponse:
    return history_page(request, AskForm(request.GET))


def view_of(thing: Thing) -> Callable[..., HttpResponse]:
    """Return the view of the history of one kind of thing."""

    @requires(thing.right)
    @require_safe
    def show_thing(request: HttpRequest, pk: int) -> HttpResponse:
        found = get_object_or_404(thing.model.objects, pk=pk)  # type: ignore[attr-defined]
        form = AskForm(request.GET, about={thing.word: [pk]})
        context = {"found": found, "called": name_of(found), thing.word: found}
        return history_page(request, form, word=thing.word, **context)

    return show_thing


def history_page(request: HttpRequest, form: AskForm, **context: Any) -> HttpResponse:
    """Answer with one page of what the form asks for."""
    page = page_of(moments(form.wanted()), PER_PAGE, request.GET.get("page"))
    context |= {"form": form, "page": page, "lines": lines_of(list(page.object_list))}
    return render(request, "tournaments/history/history.html", context)
