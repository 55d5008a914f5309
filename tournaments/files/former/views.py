"""The pages on which results of former years are imported and taken back."""

from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import Count, Max, Min, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.models import Event
from tournaments.files.former.forms import FormerForm, PublishForm, TakeBackForm
from tournaments.files.former.services import ImportCounts
from tournaments.files.imports.views import table_page
from tournaments.files.uploads import refuse_large_files
from tournaments.web.access import button_for, form_for, writer
from tournaments.words.rights import Right


@form_for(Right.EVENTS)
@refuse_large_files
def former(request: HttpRequest) -> HttpResponse:
    is_next = "token" in request.GET
    data = request.POST or (request.GET if is_next else None)
    form = FormerForm(data, request.FILES or None, owner=writer(request))

    def done(counts: ImportCounts) -> HttpResponse:
        report_import(request, counts)
        return redirect(address_after(form))

    return table_page(
        request,
        form,
        title=_("Results of former years"),
        back=(reverse("files:index"), _("Files")),
        done=done,
        choose="tournaments/files/former/former.html",
        sources=sources(),
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


def report_import(request: HttpRequest, counts: ImportCounts) -> None:
    """Add a message with the number of imported results."""
    if not counts.results:
        messages.info(
            request, _("Everything in this table was here already; nothing changed.")
        )
        return
    text = ngettext(
        "%(count)d result was brought in.",
        "%(count)d results were brought in.",
        counts.results,
    )
    messages.success(request, text % {"count": counts.results})


def sources() -> object:
    """Return the sources of imported results, latest years first. One query."""
    events = Event.objects.exclude(source="").order_by()
    rows = events.values("source").annotate(
        evenings=Count("pk"),
        published=Count("pk", filter=Q(is_published=True)),
        first=Min("date"),
        last=Max("date"),
    )
    return rows.order_by("-last", "source")


@button_for(Right.EVENTS)
def take_back(request: HttpRequest) -> HttpResponse:
    form = TakeBackForm(request.POST)
    if form.is_valid() and (count := form.save()) is not None:
        text = ngettext(
            "%(count)d evening was taken back.",
            "%(count)d evenings were taken back.",
            count,
        )
        messages.success(request, text % {"count": count})
    for error in form.non_field_errors():
        messages.error(request, str(error))
    return redirect("files:former")


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
