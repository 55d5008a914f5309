"""The club's page, and the search for people."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from tournaments.events.standings.podium import podium_of
from tournaments.home.selectors import (
    LONGEST_NAME,
    home_for,
    people_by_words,
    similar_people,
)
from tournaments.home.steps import next_step
from tournaments.sheets.tallies import count_released
from tournaments.web.access import public_page, reads_everything, writes_something
from tournaments.web.caching.desk_pages import kept_in_edition
from tournaments.web.numbers import whole_number


@public_page
@kept_in_edition
def show_home(request: HttpRequest) -> HttpResponse:
    home = home_for(request.user, today=timezone.localdate())
    writes = writes_something(request.user)
    context = {
        "home": home,
        "podium": podium_of(home.last.leaders) if home.last else (),
        "step": next_step(home, request.user) if writes else None,
    }
    return render(request, "tournaments/home/home.html", context)


@public_page
def find(request: HttpRequest) -> HttpResponse:
    """Redirect to the only person found by name, or list all matches."""
    name = request.GET.get("person", "")[:LONGEST_NAME]
    published_only = not reads_everything(request.user)
    if published_only:
        count_released()
    people = people_by_words(name, published_only=published_only)
    beside = whole_number(request.GET.get("beside"))
    if len(people) == 1 and people[0].has_page:
        found = people[0].player_id
        if beside and beside != found:
            return redirect("people:beside", beside, found)
        return redirect("people:detail", found)
    similar = [] if people else similar_people(name, published_only=published_only)
    context = {
        "name": name,
        "people": people or similar,
        "is_guess": bool(similar),
        "beside": beside,
    }
    return render(request, "tournaments/home/find.html", context)
