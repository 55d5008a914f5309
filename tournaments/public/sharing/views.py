"""What other sites and programs take: a widget, feeds, a calendar, standings."""

from collections.abc import Callable
from functools import wraps

from csp.constants import NONE, SELF
from csp.decorators import csp
from django.contrib.auth.decorators import login_not_required
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
)
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from skatclub.machine.networks.reach import is_here
from tournaments.api.answers import event_line, standings_answer
from tournaments.events.pages import readable_event
from tournaments.events.standings.podium import podium_of
from tournaments.events.standings.selectors import standings_of
from tournaments.home.selectors import home_for
from tournaments.organisations.selectors import own_organisation
from tournaments.people.privacy.readers import for_everybody
from tournaments.public.middleware import redirect_to_edition
from tournaments.public.sharing.calendars import calendar_text
from tournaments.public.sharing.feeds import ResultsFeed
from tournaments.public.sharing.selectors import calendar_dates
from tournaments.seasons.pages import readable_season
from tournaments.web.kept.edition import edition_shown, whole_address
from tournaments.words.choices import Ranking

View = Callable[..., HttpResponseBase]
# It has no form, no script and no picture, and is drawn from this site alone.
WIDGET_POLICY = {
    "default-src": [NONE],
    "style-src": [SELF],
    "base-uri": [NONE],
    "form-action": [NONE],
    "frame-ancestors": ["*"],
}


def public_edition_only(view: View) -> View:
    """Answer in the pages for everybody only; the desk leads there."""

    @wraps(view)
    def answer(request: HttpRequest, **named: object) -> HttpResponseBase:
        if edition_shown() is None:
            return redirect_to_edition(request)
        return view(request, **named)

    return login_not_required(answer)


@public_edition_only
@require_safe
@xframe_options_exempt
@csp(WIDGET_POLICY)
def show_widget(request: HttpRequest) -> HttpResponse:
    """Show what the club's own home page frames; no other page may be framed.

    That page is light, or dark, or as its reader likes it: only its owner knows.
    """
    home = home_for(request.user, today=timezone.localdate())
    context = {
        "home": home,
        "follows_reader": request.GET.get("look") == "auto",
        "podium": podium_of(home.last.leaders) if home.last else (),
    }
    return render(request, "tournaments/public/sharing/widget.html", context)


@public_edition_only
@require_safe
def results_feed(request: HttpRequest) -> HttpResponse:
    return ResultsFeed()(request)


@login_not_required
@require_safe
@for_everybody
def season_feed(request: HttpRequest, pk: int) -> HttpResponse:
    return ResultsFeed(readable_season(request, pk))(request)


@public_edition_only
@require_safe
def show_calendar(request: HttpRequest) -> HttpResponse:
    """Answer with the dates of the club; one machine's own address leads nobody."""
    organisation = own_organisation()

    def url_of(name: str, pk: int) -> str:
        address = whole_address(request, name, pk)
        return "" if is_here(address) else address

    dates = calendar_dates(today=timezone.localdate(), url_of=url_of)
    return HttpResponse(
        calendar_text(organisation.name if organisation else "Skatclub", dates),
        content_type="text/calendar; charset=utf-8",
    )


@login_not_required
@require_safe
@for_everybody
def standings_json(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer with a ranking as the programming interface has it, to any page."""
    event = readable_event(request, pk)
    try:
        standings = standings_of(
            event, ranking=request.GET.get("ranking", Ranking.SINGLE)
        )
    except KeyError as unknown:
        raise Http404 from unknown
    return JsonResponse(
        {"event": event_line(event), "standings": standings_answer(standings)},
        headers={"Access-Control-Allow-Origin": "*"},
    )
