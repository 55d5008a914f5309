"""The pages of a federation: its clubs, the rating across them, and one person."""

from collections.abc import Callable, Iterable
from functools import wraps
from operator import attrgetter
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.ranking.rating import DAMPING, GAMES, MOST_SURPRISE, START
from tournaments.careers.persons.selectors import FORM_LISTS, form_points
from tournaments.careers.persons.views import form_charts
from tournaments.federation.addresses import address_at, federation_links
from tournaments.federation.crossing import Clubs, clubs_in_scope
from tournaments.federation.forms import ClubForm
from tournaments.federation.selectors import (
    LEAST_LISTS,
    Portrait,
    affiliation_states,
    person_portrait,
    rating_list,
)
from tournaments.federation.services import (
    accept_federation,
    claim_rating_update,
    end_affiliation,
)
from tournaments.federation.tables import (
    HUNDRED,
    RatingTable,
    points_text,
    whole_points,
)
from tournaments.federation.work import renew_ratings
from tournaments.organisations.hosts import is_alone
from tournaments.people.persons.forms import SearchForm
from tournaments.web.access import button_for, form_for, public_page, writer
from tournaments.web.answers import saved, show_form
from tournaments.web.later import begin
from tournaments.web.paging import requested_page
from tournaments.words.choices import Bond
from tournaments.words.formats import mean, number, signed
from tournaments.words.rights import Right

EVENTS_ON_A_PAGE = 20
View = Callable[..., Any]


def hidden_if_alone(view: View) -> View:
    """Hide a page from a club that is alone on its site."""

    @wraps(view)
    def guarded(request: HttpRequest, *arguments: object, **keywords: object) -> Any:
        if is_alone():
            raise Http404
        return view(request, *arguments, **keywords)

    return guarded


@public_page
@hidden_if_alone
def show_ratings(request: HttpRequest) -> HttpResponse:
    """Show the rating list of a federation, or the federations of a club."""
    clubs = clubs_in_scope()
    return rating_page(request, clubs) if clubs.keys else federations_page(request)


def federations_page(request: HttpRequest) -> HttpResponse:
    """Show a club the federations it belongs to."""
    links = federation_links(request)
    if not links:
        raise Http404
    return render(request, "tournaments/federation/ours.html", {"links": links})


def rating_page(request: HttpRequest, clubs: Clubs) -> HttpResponse:
    """Show a page of the rating list, and check for changes once an hour."""
    form = SearchForm(request.GET)
    search = form.query()
    rating = rating_list(clubs, search=search, page=request.GET.get("page"))
    if rating.is_due(timezone.now()):
        refresh_ratings()
    context = {
        "form": form,
        "search": search,
        "rating": rating,
        "page": rating.page,
        "table": RatingTable(rating.lines) if rating.lines else None,
        "least": LEAST_LISTS,
        "rule": {
            "start": START // HUNDRED,
            "games": GAMES,
            "damping": DAMPING,
            "most": MOST_SURPRISE // HUNDRED,
        },
    }
    return render(request, "tournaments/federation/ratings.html", context)


def refresh_ratings() -> None:
    """Let a worker update the ratings, at most once an hour."""
    if claim_rating_update(timezone.now()):
        begin(renew_ratings)


@public_page
@hidden_if_alone
def show_person(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a person's public results at all clubs."""
    portrait = person_portrait(pk)
    if portrait is None:
        raise Http404
    if not portrait.is_current:
        refresh_ratings()
    page = requested_page(portrait.events, EVENTS_ON_A_PAGE, request.GET.get("page"))
    context = {
        "portrait": portrait,
        "figures": portrait_figures(portrait),
        "change": signed(whole_points(portrait.rated.change)),
        "form_lists": FORM_LISTS,
        "charts": form_charts(form_points(portrait.lists)),
        "clubs": with_addresses(
            request, portrait.clubs, "people:detail", attrgetter("entry.key")
        ),
        "page": page,
        "events": with_addresses(
            request, page, "events:standings", attrgetter("event_id")
        ),
    }
    return render(request, "tournaments/federation/person.html", context)


def with_addresses(
    request: HttpRequest, results: Iterable[Any], name: str, key: Callable[[Any], int]
) -> list[tuple[Any, str]]:
    """Return results with the addresses of their pages at their organisations."""
    return [
        (result, address_at(request, result.organisation, name, key(result)))
        for result in results
    ]


def portrait_figures(portrait: Portrait) -> list[tuple[str, str]]:
    """Return the large figures at the head of the page."""
    lists = len(portrait.lists)
    return [
        (_("Rating"), points_text(portrait.rated.value)),
        (ngettext("list played", "lists played", lists), number(lists)),
        (_("points in all"), number(portrait.total)),
        (_("points per list"), mean(portrait.average)),
    ]


@form_for(Right.CLUB)
@hidden_if_alone
def show_clubs(request: HttpRequest) -> HttpResponse:
    """Show the bonds with clubs and federations, and let a federation name a club."""
    form = ClubForm(request.POST or None, by=writer(request))
    if saved(request, form, _("Now the club has to say so, too.")):
        return redirect("federation:clubs")
    return show_form(
        request,
        "tournaments/federation/clubs.html",
        form=form,
        address=request.get_host(),
        clubs=affiliation_states(Bond.CLUB),
        federations=affiliation_states(Bond.FEDERATION),
        links=federation_links(request),
    )


@button_for(Right.CLUB)
@hidden_if_alone
def join_federation(request: HttpRequest, pk: int) -> HttpResponse:
    if accept_federation(other=pk, by=writer(request)) is None:
        raise Http404
    messages.success(request, _("Your public results count at the federation now."))
    return redirect("federation:clubs")


@button_for(Right.CLUB)
@hidden_if_alone
def end_bond(request: HttpRequest, pk: int, bond: Bond) -> HttpResponse:
    """End the bond with a club or a federation at once."""
    if not end_affiliation(other=pk, bond=bond):
        raise Http404
    messages.success(request, _("This no longer applies."))
    return redirect("federation:clubs")
