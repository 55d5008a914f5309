"""The pages about the club, and what all pages know of it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import SimpleLazyObject
from django.views.decorators.cache import cache_control

from tournaments.organisations.forms import OrganisationForm
from tournaments.organisations.models import LONGEST_TEXT, Organisation
from tournaments.organisations.selectors import logo_by_digest, own_organisation
from tournaments.organisations.services import MOST_BYTES, small_logo
from tournaments.organisations.words import meeting_text
from tournaments.web.access import form_for, public_page
from tournaments.web.answers import saved, show_form
from tournaments.web.requests import refuse_above
from tournaments.words.rights import Right


def our_club(request: HttpRequest) -> dict[str, object]:
    """Return the club for templates."""
    return {"our_club": SimpleLazyObject(own_organisation)}


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
