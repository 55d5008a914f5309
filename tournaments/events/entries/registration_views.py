"""The registration: the page for visitors, their own link, the organiser's page."""

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.views.decorators.cache import never_cache

from skatclub.door.attempts import REGISTRATION, REGISTRATIONS
from skatclub.machine.networks.reach import obstacles, way_to
from tournaments.events.entries.forms import (
    OpeningForm,
    RegistrationForm,
    TakeInForm,
)
from tournaments.events.entries.places import (
    SIGNER,
    is_open,
    pending,
    places_left,
    token_of,
)
from tournaments.events.entries.recognition import recognised
from tournaments.events.entries.registration_services import withdraw
from tournaments.events.models import Event, Registration
from tournaments.events.pages import editable_event
from tournaments.web.access import form_for, open_to_visitors, with_form
from tournaments.web.answers import done, posted, show_form
from tournaments.words.rights import Right

ROOM = "tournaments/events/entries"


def for_strangers(view: Any) -> Any:
    """Open a page with a form to everybody, and let nobody keep it."""
    return login_not_required(open_to_visitors(never_cache(with_form(view))))


@for_strangers
def register(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a visitor enter themselves; it leads to a link of their own."""
    events = Event.objects.visible_to(request.user).exclude(open_until=None)
    event = get_object_or_404(events, pk=pk)
    row = Registration(event=event, public_id=page_of(request, event))
    form = RegistrationForm(posted(request), instance=row)
    limits = {REGISTRATION: request.META["REMOTE_ADDR"], REGISTRATIONS: str(pk)}
    is_slowed = False
    if form.is_bound and form.is_valid():
        is_slowed = any(limit.is_reached(who) for limit, who in limits.items())
        if not is_slowed and (row := form.save()):
            for limit, who in limits.items():
                limit.count(who)
            return redirect("events:registration", token_of(row))
    answer = show_form(
        request,
        f"{ROOM}/register.html",
        event=event,
        form=form,
        is_open=is_open(event),
        is_slowed=is_slowed,
        left=places_left(event),
        waiting=pending(event).filter(is_waiting=True).count(),
    )
    answer.status_code = 429 if is_slowed else answer.status_code
    return answer


def page_of(request: HttpRequest, event: Event) -> UUID:
    """Return the same id each time that a browser opens the page of an event.

    So somebody who enters again, not sure of the first time, finds what they have. Of
    what others entered it tells nothing.
    """
    get_token(request)
    browser = f"{event.pk}/{request.META['CSRF_COOKIE']}"
    return UUID(salted_hmac("registration page", browser).hexdigest()[:32])


@for_strangers
def registration(request: HttpRequest, token: str) -> HttpResponse:
    """Show somebody what became of their registration; a POST takes it back."""
    try:
        key = SIGNER.unsign(token)
    except BadSignature as forged:
        raise Http404 from forged
    row = Registration.objects.select_related("event").filter(pk=key).first()
    refusal, status = "", 200
    if row and request.method == "POST":
        try:
            withdraw(registration=row)
            return redirect("events:registration", token)
        except ValidationError as problem:
            refusal, status = " ".join(problem.messages), 422
    ahead = 0
    if row and row.is_waiting:
        ahead = pending(row.event).filter(is_waiting=True, pk__lt=row.pk).count()
    context = {"row": row, "position": ahead + 1, "refusal": refusal}
    return render(request, f"{ROOM}/registration.html", context, status=status)


@form_for(Right.RUN)
def registrations(request: HttpRequest, pk: int, sent: str = "opening") -> HttpResponse:
    """Open and close the registration, and make entries of those who came by it."""
    event, changed = (editable_event(request, pk) for _copy in range(2))
    data = posted(request)
    found = recognised(event)
    forms = {
        "opening": OpeningForm(data if sent == "opening" else None, instance=changed),
        "taking": TakeInForm(
            data if sent == "taking" else None, event=event, recognised=found
        ),
    }
    return done(request, forms[sent], "events:registrations", pk) or show_form(
        request,
        f"{ROOM}/registrations.html",
        event=event,
        found=found,
        left=places_left(event),
        is_open=is_open(event),
        way=way_to(request, reverse("events:register", args=[pk])),
        obstacles=obstacles(request),
        **forms,
    )
