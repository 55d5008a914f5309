"""The pages about the club, and what all pages know of it."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.functional import SimpleLazyObject
from django.views.decorators.cache import cache_control

from skatclub.middleware import Handler, middleware
from tournaments.organisations.forms import OrganisationForm
from tournaments.organisations.hosts import organisation_at
from tournaments.organisations.models import LONGEST_TEXT, Organisation
from tournaments.organisations.selectors import logo_by_digest, own_organisation
from tournaments.organisations.services import MOST_BYTES, small_logo
from tournaments.organisations.words import meeting_text
from tournaments.scope.edition_number import one_edition
from tournaments.scope.scope import scope
from tournaments.web.access import form_for, public_page
from tournaments.web.answers import saved, show_form
from tournaments.web.requests import refuse_above
from tournaments.words.rights import Right


def our_club(request: HttpRequest) -> dict[str, object]:
    """Return the club for templates."""
    return {"our_club": SimpleLazyObject(own_organisation)}


@middleware
def open_books(request: HttpRequest, get_response: Handler) -> HttpResponseBase:
    """Set the scope to the organisation with the host name of the request."""
    organisation = organisation_at(request.get_host())
    if organisation is None:
        # The language of this request is not determined yet.
        with translation.override(settings.LANGUAGE_CODE):
            return render(request, "unknown_host.html", status=404)
    with scope(organisation), one_edition():
        response = get_response(request)
    if response.streaming:
        content = response.streaming_content  # type: ignore[attr-defined]
        response.streaming_content = scoped_parts(organisation, content)  # type: ignore[attr-defined]
    return response


def scoped_parts(organisation: int, parts: Iterable[Any]) -> Iterator[Any]:
    """Yield the parts of a streaming response, each produced within its scope."""
    steps = iter(parts)
    while True:
        with scope(organisation):
            try:
                part = next(steps)
            except StopIteration:
                return
        yield part


# Two long texts, in which a character may have four bytes.
TEXT_ROOM = 10 * LONGEST_TEXT
for_ever = cache_control(public=True, max_age=365 * 24 * 60 * 60, immutable=True)


def organisation_or_404() -> Organisation:
    organisation = own_organisation()
    if organisation is None:
        raise Http404
    return organisation


@form_for(Right.CLUB)
@refuse_above(MOST_BYTES, room=TEXT_ROOM)
def change_organisation(request: HttpRequest) -> HttpResponse:
    form = OrganisationForm(
        request.POST or None, request.FILES or None, instance=organisation_or_404()
    )
    if saved(request, form):
        return redirect("organisations:change")
    return show_form(request, "tournaments/organisations/change.html", form=form)


@public_page
def show_imprint(request: HttpRequest) -> HttpResponse:
    organisation = organisation_or_404()
    context = {"organisation": organisation, "meets": meeting_text(organisation)}
    return render(request, "tournaments/organisations/imprint.html", context)


@public_page
def show_privacy(request: HttpRequest) -> HttpResponse:
    context = {"organisation": organisation_or_404()}
    return render(request, "tournaments/organisations/privacy.html", context)


@public_page
@for_ever
def show_logo(request: HttpRequest, digest: str) -> HttpResponse:
    """Return the logo with this digest, which never changes, in a page's size."""
    logo = logo_by_digest(digest)
    if logo is None:
        raise Http404
    return HttpResponse(small_logo(logo), content_type="image/png")
