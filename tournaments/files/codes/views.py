"""The page on which an event is restored from its codes on paper."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournaments.files.codes.forms import EventCodesForm
from tournaments.files.event_store.views import import_text
from tournaments.web.access import requires, writer
from tournaments.web.answers import show_form
from tournaments.words.rights import Right


@requires(Right.EVENTS)
@require_http_methods(["GET", "HEAD", "POST"])
def import_codes(request: HttpRequest) -> HttpResponse:
    form = EventCodesForm(request.POST or None, owner=writer(request))
    if form.is_valid() and not form.is_confirmed:
        context = {"form": form, "preview": form.preview, "token": form.keep()}
        return render(
            request, "tournaments/files/event_store/event_preview.html", context
        )
    if form.is_valid() and (imported := form.save()):
        messages.success(request, import_text(imported.is_changed))
        return redirect(imported.event)
    return show_form(request, "tournaments/files/codes/codes.html", form=form)
