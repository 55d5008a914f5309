"""The pages on which results of former years are imported and taken back."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import Count, Max, Min, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.models import Event
from tournaments.files.former.forms import FormerForm, PublishForm
from tournaments.files.imports.views import table_page
from tournaments.files.tables.cells import Purpose
from tournaments.files.uploads import refuse_large_files
from tournaments.people.models import Import
from tournaments.web.access import button_for, form_for, writer
from tournaments.words.rights import Right


@form_for(Right.EVENTS)
@refuse_large_files
def former(request: HttpRequest) -> HttpResponse:
    is_next = "token" in request.GET
    data = request.POST or (request.GET if is_next else None)
    form = FormerForm(data, request.FILES or None, owner=writer(request))

    return table_page(
        request,
        form,
        title=_("Results of former years"),
        back=(reverse("files:index"), _("Files")),
        next_page=lambda: address_after(form),
        choose="tournaments/files/former/former.html",
        runs=sources(),
    )


def address_after(form: FormerForm) -> str:
    """Return the address of the next table of the file, or else of the first page."""
    address = reverse("files:former")
    if form.next_table is None:
        return address
    query = {
        "token": form.cleaned_data["token"],
        "table": form.next_table,
        "source": form.source_name,
        "look": 1,
    }
    return f"{address}?{urlencode(query)}"


def sources() -> list[dict[str, Any]]:
    """Return the sources of imported results, latest years first. Two queries.

    Those of an archive have no import that could be taken back.
    """
    events = Event.objects.exclude(source="").order_by()
    rows = events.values("source").annotate(
        evenings=Count("pk"),
        published=Count("pk", filter=Q(is_published=True)),
        first=Min("date"),
        last=Max("date"),
    )
    imports = Import.objects.filter(purpose=Purpose.FORMER)
    keys = dict(imports.values_list("source", "pk"))
    return [
        {**row, "pk": keys.get(row["source"])}
        for row in rows.order_by("-last", "source")
    ]


@button_for(Right.EVENTS)
def publish(request: HttpRequest) -> HttpResponse:
    form = PublishForm(request.POST)
    if form.is_valid() and (count := form.save()) is not None:
        text = (
            ngettext(
                "Everybody may read %(count)d evening now.",
                "Everybody may read %(count)d evenings now.",
                count,
            )
            if form.cleaned_data["is_published"]
            else ngettext(
                "%(count)d evening is only for who signs in now.",
                "%(count)d evenings are only for who signs in now.",
                count,
            )
        )
        messages.success(request, text % {"count": count})
    return redirect("files:former")
