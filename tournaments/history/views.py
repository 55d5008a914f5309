"""The pages that show changes: those of the whole club and those of one subject."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.history.selectors import (
    BY_ITSELF,
    NOBODY,
    PAGES,
    Subject,
    about,
    about_anything_named,
    history_lines,
    name_of,
)
from tournaments.people.models import User
from tournaments.scope.log import LogEntry
from tournaments.web.access import page_for
from tournaments.web.fields.day import DayField
from tournaments.web.tables import requested_page
from tournaments.words.choices import LogKind
from tournaments.words.rights import Right

COMMAND = "command"
LONGEST_NAME = 100


class HistoryForm(forms.Form):
    """The filters of the history; every field may stay empty."""

    by = forms.ChoiceField(label=gettext_lazy("Who"), required=False)
    kind = forms.ChoiceField(
        label=gettext_lazy("What"),
        required=False,
        choices=[("", gettext_lazy("everything")), *LogKind.choices],
    )
    since = DayField(label=gettext_lazy("from day"), required=False, is_past=True)
    until = DayField(label=gettext_lazy("to day"), required=False, is_past=True)
    name = forms.CharField(
        label=pgettext_lazy("history", "About"), required=False, max_length=LONGEST_NAME
    )

    def __init__(self, *args: Any, about: Q | None = None, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.about = about
        accounts = User.objects.order_by("username").values_list("pk", "username")
        by: Any = self.fields["by"]
        by.choices = [
            ("", pgettext_lazy("history", "everybody")),
            *((str(pk), name) for pk, name in accounts),
            (COMMAND, BY_ITSELF),
        ]
        if about is not None:
            del self.fields["name"]

    @property
    def is_filled(self) -> bool:
        return any(self.data.get(name) for name in self.fields)

    def condition(self) -> Q:
        """Return the condition of the entries; an invalid field leaves nothing out."""
        self.is_valid()
        values = self.cleaned_data
        by, name = values.get("by", ""), values.get("name", "")
        lookups = {
            "kind": values.get("kind"),
            "at__date__gte": values.get("since"),
            "at__date__lte": values.get("until"),
            "by": "" if by == COMMAND else by,
        }
        found = Q(**{lookup: value for lookup, value in lookups.items() if value})
        if by == COMMAND:
            found &= Q(by=None) & ~Q(table__in=NOBODY) & ~Q(action__in=NOBODY)
        if name:
            found &= about_anything_named(name)
        return found & self.about if self.about else found


PER_PAGE = 50


@page_for(Right.CLUB)
def show_history(request: HttpRequest) -> HttpResponse:
    return history_page(request, HistoryForm(request.GET))


def view_of(subject: Subject) -> Callable[..., HttpResponse]:

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
    entries = LogEntry.objects.filter(form.condition()).select_related("by")
    page = requested_page(entries, PER_PAGE, request.GET.get("page"))
    context |= {"form": form, "page": page, "lines": history_lines(page.object_list)}
    return render(request, "tournaments/history/history.html", context)


urlpatterns = [
    path("", show_history, name="all"),
    *(
        path(f"{page.word}/<int:pk>/", view_of(page), name=f"of-{page.word}")
        for page in PAGES
    ),
]
