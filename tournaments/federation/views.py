"""The pages of a federation: its clubs, the rating across them, one person."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from scoring.ranking.rating import DAMPING, GAMES, MOST_SURPRISE, START
from tournaments.careers.persons.selectors import FORM_LISTS, form_of
from tournaments.careers.persons.views import form_charts
from tournaments.federation.addresses import address_at, federation_links
from tournaments.federation.crossing import Clubs, clubs_in_scope
from tournaments.federation.forms import ClubForm
from tournaments.federation.selectors import (
    LEAST_LISTS,
    Portrait,
    portrait_of,
    rating_list,
    ties,
)
from tournaments.federation.services import agree, ask_for_ratings, take_back
from tournaments.federation.tables import HUNDRED, RatingTable, points, points_of
from tournaments.federation.work import renew_ratings
from tournaments.organisations.hosts import is_alone
from tournaments.people.persons.forms import SearchForm
from tournaments.web.access import requires, writer
from tournaments.web.answers import show_form
from tournaments.web.later import begin
from tournaments.web.paging import page_of
from tournaments.words.choices import Bond
from tournaments.words.formats import mean, number, signed
from tournaments.words.rights import Right

EVENTS_ON_A_PAGE = 20
View = Callable[..., Any]


def among_others(view: View) -> View:
    """Let a club that is alone on its site know nothing of this page."""

    @wraps(view)
    def guarded(request: HttpRequest, *arguments: object, **named: object) -> Any:
        if is_alone():
            raise Http404
        return view(request, *arguments, **named)

    return guarded


@login_not_required
@require_safe
@among_others
def show_ratings(request: HttpRequest) -> HttpResponse:
    """Show the people of all clubs by strength; a club shows its federations."""
    clubs = clubs_in_scope()
    return rating_page(request, clubs) if clubs.keys else federations_page(request)


def federations_page(request: HttpRequest) -> HttpResponse:
    """Lead from a club to the federations to which it belongs."""
    links = federation_links(request)
    if not links:
        raise Http404
    return render(request, "tournaments/federation/ours.html", {"links": links})


def rating_page(request: HttpRequest, clubs: Clubs) -> HttpResponse:
    """Show a page of the rating list; once an hour look for news."""
    form = SearchForm(request.GET)
    sought = form.sought()
    found = rating_list(clubs, sought=sought, page=request.GET.get("page"))
    if found.is_due(timezone.now()):
        look_for_news()
    context = {
        "form": form,
        "sought": sought,
        "found": found,
        "page": found.page,
        "table": RatingTable(found.lines) if found.lines else None,
        "least": LEAST_LISTS,
        "rule": {
            "start": START // HUNDRED,
            "games": GAMES,
            "damping": DAMPING,
            "most": MOST_SURPRISE // HUNDRED,
        },
    }
    return render(request, "tournaments/federation/ratings.html", context)


def look_for_news() -> None:
    """Let a worker look whether anything has changed, at most once an hour."""
    if ask_for_ratings(timezone.now()):
        begin(renew_ratings)


@login_not_required
@require_safe
@among_others
def show_person(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what somebody has played at all clubs, as far as everybody may read it."""
    portrait = portrait_of(pk)
    if portrait is None:
        raise Http404
    if not portrait.is_current:
        look_for_news()
    page = page_of(portrait.events, EVENTS_ON_A_PAGE, request.GET.get("page"))
    context = {
        "portrait": portrait,
        "figures": figures_of(portrait),
        "change": signed(points_of(portrait.rated.change)),
        "form_lists": FORM_LISTS,
        "charts": form_charts(form_of(portrait.lists)),
        "clubs": [
            (one, address_at(request, one.at, "people:detail", one.entry.key))
            for one in portrait.clubs
        ],
        "page": page,
        "events": [
            (one, address_at(request, one.at, "events:standings", one.event_id))
            for one in page
        ],
    }
    return render(request, "tournaments/federation/person.html", context)


def figures_of(portrait: Portrait) -> list[tuple[str, str]]:
    """Return the large figures at the head of the page."""
    lists = len(portrait.lists)
    return [
        (_("Rating"), points(portrait.rated.value)),
        (ngettext("list played", "lists played", lists), number(lists)),
        (_("points in all"), number(portrait.total)),
        (_("points per list"), mean(portrait.average)),
    ]


@requires(Right.CLUB)
@require_http_methods(["GET", "HEAD", "POST"])
@among_others
def show_clubs(request: HttpRequest) -> HttpResponse:
    """Show who belongs to whom, and let a federation name one more club."""
    form = ClubForm(request.POST or None, by=writer(request))
    if form.is_valid() and form.save():
        messages.success(request, _("Now the club has to say so, too."))
        return redirect("federation:clubs")
    return show_form(
        request,
        "tournaments/federation/clubs.html",
        form=form,
        address=request.get_host(),
        clubs=ties(Bond.CLUB),
        federations=ties(Bond.FEDERATION),
        links=federation_links(request),
    )


@requires(Right.CLUB)
@require_POST
@among_others
def join_federation(request: HttpRequest, pk: int) -> HttpResponse:
    if agree(other=pk, by=writer(request)) is None:
        raise Http404
    messages.success(request, _("Your public results count at the federation now."))
    return redirect("federation:clubs")


@requires(Right.CLUB)
@require_POST
@among_others
def leave(request: HttpRequest, pk: int, bond: Bond) -> HttpResponse:
    """Take back what we said of a club or a federation; it holds no more at once."""
    if not take_back(other=pk, bond=bond):
        raise Http404
    messages.success(request, _("This holds no more."))
    return redirect("federation:clubs")
