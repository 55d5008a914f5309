"""Pages for other sites and programs: a widget, feeds, a calendar, standings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

from csp.constants import NONE, SELF
from csp.decorators import csp
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
)
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from skatclub.machine.networks.reach import is_here, is_near
from tournaments.api.views import event_line, standings_answer
from tournaments.events.pages import EventConverter, readable_event, slugs
from tournaments.events.standings.selectors import podium_of, standings_of
from tournaments.home.selectors import current_season, home_for, latest_leagues
from tournaments.leagues.models import Division
from tournaments.leagues.ranking import division_table
from tournaments.leagues.selectors import pair
from tournaments.leagues.views import readable
from tournaments.organisations.selectors import own_organisation
from tournaments.people.selectors import for_everybody
from tournaments.public.copying import own_host_name, zip_of_site
from tournaments.public.middleware import redirect_to_edition
from tournaments.public.selectors import (
    VISITOR,
    ResultsFeed,
    calendar_dates,
    calendar_text,
    latest_results,
)
from tournaments.seasons.selectors import season_table
from tournaments.seasons.views import readable_season
from tournaments.seasons.words import ranking_value_text
from tournaments.web.access import (
    button_for,
    current_edition,
    in_edition,
    page_for,
    preferred_edition,
    public_page,
)
from tournaments.web.answers import refusals_as_messages
from tournaments.web.requests import public_address, zip_answer
from tournaments.words.choices import Ranking
from tournaments.words.formats import number
from tournaments.words.rights import Right

ROWS = 10  # unless the address asks for more


@dataclass(frozen=True, slots=True)
class FramedTable:
    """A title, the page it leads to, and rows of place, name and value."""

    title: str
    address: str
    rows: Sequence[tuple[int | None, str, str]]
    is_provisional: bool


def framed_table(request: HttpRequest) -> FramedTable | None:
    """Return the table that the query asks for; 404 for one that nobody may see."""
    for name, table_of in TABLES.items():
        if key := request.GET.get(name):
            try:
                return table_of(request, key)
            except (ValueError, KeyError, NoReverseMatch) as unknown:
                raise Http404 from unknown
    return None


def framed_season(request: HttpRequest, key: str) -> FramedTable:
    season = readable_season(request, int(key))
    table = season_table(season, user=request.user, today=timezone.localdate())
    rows = [
        (line.row.place, line.player, ranking_value_text(line.row.value, table.rule))
        for line in table.ranked
    ]
    address = reverse("seasons:season", args=[season.pk])
    return FramedTable(str(season), address, rows, table.is_provisional)


def framed_division(request: HttpRequest, key: str) -> FramedTable:
    division = readable(request, Division, int(key))
    table = division_table(division, user=request.user)
    rows = [
        (line.row.place, line.team.name, pair(line.row.plus, line.row.minus))
        for line in table.lines
    ]
    title = f"{division.league} · {division.name}"
    address = reverse("leagues:division", args=[division.pk])
    return FramedTable(title, address, rows, table.is_provisional)


def framed_event(request: HttpRequest, key: str) -> FramedTable:
    event = readable_event(request, EventConverter().to_python(key))
    ranking = request.GET.get("ranking", Ranking.SINGLE)
    table = standings_of(event, ranking=ranking)
    rows = [
        (line.place, line.entry.name, number(line.entry.total)) for line in table.places
    ]
    address = reverse("events:standings", args=[event.pk])
    return FramedTable(event.name, address, rows, table.is_provisional)


TABLES = {"season": framed_season, "division": framed_division, "event": framed_event}


def requested_rows(request: HttpRequest) -> int:
    rows = request.GET.get("rows", "")
    return int(rows) if rows.isdecimal() and len(rows) <= 3 else ROWS


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

    return in_edition(answer)


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
    return render(request, "tournaments/public/widget.html", context)


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


HEIGHT = 780  # pixels: three places and six of the season below lines that wrap once
TABLE_HEIGHT = 540  # a title of two lines, ten rows, the link, the date of a copy
MOST_SHOWN = 4


@page_for(Right.READ)
def show_sharing(request: HttpRequest) -> HttpResponse:
    """Show each item as it looks outside, with the line to copy."""
    today = timezone.localdate()
    results = latest_results(today=today)
    dates = calendar_dates(today=today, url_of=lambda _name, _pk: "")
    calendar = public_address(request, "public:calendar")
    context: dict[str, Any] = {
        "is_here": is_here(calendar),
        "is_near": is_near(calendar),
        "snippet": widget_snippet(request),
        "widget_path": f"{preferred_edition().prefix}widget/",
        "height": HEIGHT,
        "directive": f"frame-src {scheme_and_host(calendar)}",
        "calendar": calendar,
        "webcal": calendar.replace("http", "webcal", 1).replace("webcals", "webcal"),
        "dates": sorted(
            (each for each in dates if each.day >= today), key=lambda each: each.day
        )[:MOST_SHOWN],
        "results": public_address(request, "public:results"),
        "latest": results[:MOST_SHOWN],
    }
    tables = []
    if season := current_season(VISITOR, today=today):
        address = public_address(request, "public:season-results", season.pk)
        context |= {"season": season, "season_results": address}
        tables.append((str(season), f"season={season.pk}", "files:season", season.pk))
    for division in Division.objects.filter(league__in=latest_leagues(VISITOR)):
        name = f"{division.league} · {division.name}"
        query = f"division={division.pk}"
        tables.append((name, query, "files:division", division.pk))
    if results:
        event = results[0].line.event
        address = public_address(request, "public:standings", event.pk)
        context |= {"event": event, "standings": address}
        query = f"event={slugs().get(event.pk, event.pk)}"
        tables.append((event.name, query, "files:standings", event.pk))
    context["tables"] = [shared_table(request, *table) for table in tables]
    return render(request, "tournaments/public/share.html", context)


@button_for(Right.CLUB)
def download_copy(request: HttpRequest) -> HttpResponseBase:
    """Hand all public pages out as a ZIP, while they are read."""
    answer: HttpResponseBase = redirect("public:share")
    with refusals_as_messages(request):
        name = f"skatclub-{timezone.localdate()}.zip"
        answer = zip_answer(zip_of_site(own_host_name()), name)
    return answer


def widget_snippet(request: HttpRequest) -> str:
    """Return the HTML for the club's home page: a frame and a link.

    The link remains if a page or a browser does not show frames.
    """
    organisation = own_organisation()
    name = organisation.name if organisation else "Skatclub"
    widget = public_address(request, "public:widget")
    home = public_address(request, "home:home")
    link = _("All results of %(club)s") % {"club": name}
    return f'{frame(widget, name, HEIGHT)} <a href="{home}">{escape(link)}</a>'


def frame(address: str, title: str, height: int) -> str:
    return (
        f'<iframe src="{escape(address)}" title="{escape(title)}" width="100%"'
        f' height="{height}" frameborder="0" loading="lazy"></iframe>'
    )


def shared_table(
    request: HttpRequest, name: str, query: str, page: str, pk: int
) -> dict[str, str]:
    address = f"{public_address(request, 'public:widget')}?{query}"
    return {
        "key": query.replace("=", "-"),
        "name": name,
        "frame": frame(address, name, TABLE_HEIGHT),
        "csv": public_address(request, page, pk, "csv"),
        "json": public_address(request, page, pk, "json"),
    }


def scheme_and_host(address: str) -> str:
    """Return the scheme and host of an address.

    >>> scheme_and_host("https://skat.example/de/calendar.ics")
    'https://skat.example'
    """
    return "/".join(address.split("/", 3)[:3])
