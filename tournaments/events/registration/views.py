"""Pre-registration: many people at once, with a preview before they are saved."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext

from tournaments.events.pages import editable_event
from tournaments.events.registration.forms import BIGGEST_FILE, RegistrationForm
from tournaments.web.access import form_for
from tournaments.web.answers import show_form
from tournaments.web.requests.oversize import MEGABYTE, refuse_above
from tournaments.words.rights import Right


@form_for(Right.RUN)
@refuse_above(BIGGEST_FILE, room=3 * MEGABYTE)  # for pasted lines beside the file
def register(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    if request.method != "POST" or "back" in request.POST:
        form = RegistrationForm(event=event, initial=request.POST.dict())
    else:
        form = RegistrationForm(request.POST, request.FILES, event=event)
    is_read = form.is_valid()
    if is_read and "save" in request.POST and (entries := form.save()):
        text = ngettext(
            "%(count)d person is registered.",
            "%(count)d people are registered.",
            len(entries),
        )
        messages.success(request, text % {"count": len(entries)})
        return redirect("events:entries", pk)
    return show_form(
        request,
        "tournaments/events/registration/register.html",
        event=event,
        form=form,
        is_read=is_read,
    )
