"""Pages for other sites and programs: a widget, feeds, a calendar, standings."""

from collections.abc import Callable
from functools import wraps
from typing import Any

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
from tournaments.events.standings.leaders import podium_of
from tournaments.events.standings.selectors import standings_of
from tournaments.home.selectors import home_for
from tournaments.organisations.selectors import own_organisation
from tournaments.people.audience import for_everybody
from tournaments.public.middleware import redirect_to_edition
from tournaments.public.sharing.calendars import calendar_text
from tournaments.public.sharing.feeds import ResultsFeed
from tournaments.public.sharing.framed import framed_table, requested_rows
from tournaments.public.sharing.selectors import calendar_dates
from tournaments.seasons.views import readable_season
from tournaments.web.access import public_page
from tournaments.web.caching.edition import current_edition, public_address
from tournaments.words.choices import Ranking

View = Callable[..., HttpResponseBase]
# The widget has no form, script or picture, and loads styles from this site only.
WIDGET_POLICY = {
    "default-src": [NONE],
    "style-src": [SELF],
    "base-uri": [NONE],
    "form-action": [NONE],
    "frame-ancestors": ["*"],
}


def public_edition_only(view: View) -> View:
    """Redirect to the public edition of a view, and answer only there."""

    @wraps(view)
    def answer(request: HttpRequest, **named: object) -> HttpResponseBase:
        if current_edition() is None:
            return redirect_to_edition(request)
        return view(request, **named)

    return login_not_required(answer)


@public_edition_only
@require_safe
@xframe_options_exempt
@csp(WIDGET_POLICY)
def show_widget(request: HttpRequest) -> HttpResponse:
    """Show the widget for the club's home page, the only page that may be framed.

    The query may ask for one table. Its owner decides whether it follows the reader's
    preference for light or dark.
    """
    context: dict[str, Any] = {"follows_reader": request.GET.get("look") == "auto"}
    if table := framed_table(request):
        context |= {"table": table, "rows": table.rows[: requested_rows(request)]}
    else:
        home = home_for(request.user, today=timezone.localdate())
        podium = podium_of(home.last.leaders) if home.last else ()
        context |= {"home": home, "podium": podium}
    return render(request, "tournaments/public/sharing/widget.html", context)


@public_edition_only
@require_safe
def results_feed(request: HttpRequest) -> HttpResponse:
    return ResultsFeed()(request)


@public_page
@for_everybody
def season_feed(request: HttpRequest, pk: int) -> HttpResponse:
    return ResultsFeed(readable_season(request, pk))(request)


@public_edition_only
@require_safe
def show_calendar(request: HttpRequest) -> HttpResponse:
    """Return the dates of the club, without links if only this computer has them."""
    organisation = own_organisation()

    def url_of(name: str, pk: int) -> str:
        address = public_address(request, name, pk)
        return "" if is_here(address) else address

    dates = calendar_dates(today=timezone.localdate(), url_of=url_of)
    return HttpResponse(
        calendar_text(organisation.name if organisation else "Skatclub", dates),
        content_type="text/calendar; charset=utf-8",
    )


@public_page
@for_everybody
def standings_json(request: HttpRequest, pk: int) -> HttpResponse:
    """Return a ranking in the format of the API, readable for any site."""
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
