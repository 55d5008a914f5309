"""The page about the copy of the public pages: its target and progress."""

from datetime import UTC, datetime

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache

from tournaments.organisations.hosts import is_hosted
from tournaments.public.upload import jobs, store
from tournaments.public.upload.forms import FORMS
from tournaments.public.upload.store import CopyJob
from tournaments.public.upload.targets import Kind
from tournaments.web.access import button_for, form_for, page_for
from tournaments.web.answers import refusals_as_messages, show_form
from tournaments.web.requests.htmx import is_fragment
from tournaments.words.rights import Right

TEMPLATES = "tournaments/public/upload/"
RELOAD = 286  # htmx stops polling at this status


@page_for(Right.CLUB)
@never_cache
def show_copy(request: HttpRequest) -> HttpResponse:
    """Show the target, and the progress or outcome of the copy."""
    job = store.job()
    is_active = job is not None and job.is_active
    context = {
        "target": store.target(),
        "is_by_itself": store.is_by_itself(),
        "job": job,
        "began_at": job and datetime.fromtimestamp(job.began_at, UTC),
        "facts": job_facts(job) if job else (),
        "kinds": available_kinds(),
    }
    part = "#progress" if is_fragment(request) else ""
    status = RELOAD if is_fragment(request) and not is_active else 200
    return render(request, f"{TEMPLATES}copy.html{part}", context, status=status)


def job_facts(job: CopyJob) -> list[tuple[str, str]]:
    """Return the outcome of a copy as words and figures."""
    counts = {
        pgettext("files", "New"): job.new,
        pgettext("files", "Changed"): job.changed,
        pgettext("files", "Removed"): job.removed,
        pgettext("files", "As before"): job.same,
    }
    facts = [(word, number_format(count)) for word, count in counts.items()]
    size = _("%(size)s MB") % {"size": number_format(job.size / 1e6, 1)}
    return [*facts, (pgettext("files", "Sent"), size)]


def available_kinds() -> list[Kind]:
    """Return the kinds of target; on a hosted site no folder of the server."""
    return [kind for kind in Kind if kind != Kind.FOLDER or not is_hosted()]


@form_for(Right.CLUB)
@never_cache
def change_target(request: HttpRequest, kind: str) -> HttpResponse:
    if kind not in available_kinds():
        raise Http404
    form = FORMS[Kind(kind)](request.POST or None)
    if form.is_valid() and form.save():
        return redirect("public:copy")
    context = {"kind": Kind(kind), "kinds": available_kinds()}
    return show_form(request, f"{TEMPLATES}target.html", form=form, **context)


@button_for(Right.CLUB)
def trust_server(request: HttpRequest) -> HttpResponse:
    """Trust the server from now on."""
    store.trust_target()
    return redirect("public:copy")


@button_for(Right.CLUB)
def forget_target(request: HttpRequest) -> HttpResponse:
    """Delete the target and password, leaving the files already sent."""
    with refusals_as_messages(request):
        jobs.require_idle()
        store.forget_target()
        messages.success(request, _("The place for the copy has been removed."))
    return redirect("public:copy")


@button_for(Right.CLUB)
def start_copy(request: HttpRequest) -> HttpResponse:
    with refusals_as_messages(request):
        jobs.start_copy()
    return redirect("public:copy")


@button_for(Right.CLUB)
def stop_copy(request: HttpRequest) -> HttpResponse:
    jobs.stop_copy()
    return redirect("public:copy")


@button_for(Right.CLUB)
def change_by_itself(request: HttpRequest) -> HttpResponse:
    """Turn copies after each release on or off."""
    store.save_by_itself("wanted" in request.POST)
    return redirect("public:copy")
