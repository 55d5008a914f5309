"""The ranking of an event."""

from dataclasses import dataclass
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournaments.events.models import Event
from tournaments.events.pages import UNCHANGED, is_up_to_date, readable_event
from tournaments.events.standings.live import live_standings
from tournaments.events.standings.selectors import Standings, standings_of, ties_in
from tournaments.events.standings.tables import StandingsTable
from tournaments.events.standings.words import hidden_texts, nobody_text
from tournaments.scope.scope import is_for_visitors, is_public
from tournaments.web.access import may, public_page
from tournaments.web.kept_pages import digest, draw_once, kept_in_edition, state_digest
from tournaments.web.requests import is_fragment
from tournaments.words.choices import Ranking
from tournaments.words.rights import Right


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownStandings:
    """A ranking rendered for all readers of one kind; ``is_live`` reloads itself.

    It ``is_in`` if no list of a drawn series is missing.
    """

    title: str
    word: str
    has_places: bool
    is_in: bool
    is_live: bool
    body: str


@public_page
@kept_in_edition
def show_standings(
    request: HttpRequest, pk: int, ranking: str = Ranking.SINGLE, number: int = 0
) -> HttpResponse:
    event = readable_event(request, pk)
    shown = shown_standings(request, event, ranking, number)
    word = digest(shown)
    if is_up_to_date(request, word):
        return HttpResponse(status=UNCHANGED)
    context = {
        "event": event,
        "shown": shown,
        "revision": word,
        "order": request.GET.getlist("sort"),
    }
    template = "tournaments/events/standings/standings.html"
    if is_fragment(request):
        template += "#ranking"
    return render(request, template, context)


def shown_standings(
    request: HttpRequest, event: Event, ranking: str, number: int
) -> ShownStandings:
    """Return a ranking, rendered once for all who see the same, unless it is sorted."""
    order = request.GET.getlist("sort")
    draw = partial(
        drawn_standings,
        event,
        ranking,
        number,
        order=order,
        draws_lots=may(request, Right.RUN),
    )
    if order:
        return draw()
    kind = (is_public(), may(request, Right.RUN))
    return draw_once(draw, "standings", event.pk, ranking, number, *kind)


def drawn_standings(
    event: Event, ranking: str, number: int, *, order: list[str], draws_lots: bool
) -> ShownStandings:
    """Render a ranking without the request, so that nothing of its reader is in it."""
    if number and not event.series.filter(number=number).exists():
        raise Http404
    try:
        standings = standings_of(event, ranking=ranking, series=number or None)
    except KeyError as unknown:
        raise Http404 from unknown
    table = StandingsTable(standings)
    if order:
        table.order_by = order
    word = ranking_word(standings)
    context = {
        "event": event,
        "standings": standings,
        "nobody": nobody_text(standings),
        "table": table,
        "has_ties": not standings.series and bool(ties_in(standings)),
        "ranking_query": f"?ranking={word}" if word else "",
        "draws_lots": draws_lots,
        "request": HttpRequest(),  # the links of the table have no query to keep
    }
    body = render_to_string("tournaments/events/standings/_standings.html", context)
    return ShownStandings(
        title=str(standings_title(standings)),
        word=word,
        has_places=bool(standings.places),
        is_in=bool(standings.places) and standings.finished == standings.lists,
        is_live=not standings.is_complete,
        body=body,
    )


def ranking_word(standings: Standings) -> str:
    """Return the word of a ranking for papers and files; empty for the usual one."""
    is_usual = standings.series or standings.ranking == Ranking.SINGLE
    return "" if is_usual else standings.word


def standings_title(standings: Standings) -> str:
    if standings.series:
        return _("Best of series %(number)s") % {"number": standings.series}
    if standings.ranking == Ranking.SINGLE:
        return _("Standings")
    return standings.label


@public_page
def show_live(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the live standings; visitors get none while anything is hidden from them."""
    event = readable_event(request, pk)
    hidden = hidden_texts(event.series.all()) if is_for_visitors() else []
    word = state_digest(hidden)
    if is_up_to_date(request, word):
        return HttpResponse(status=UNCHANGED)
    draw = partial(drawn_live, event, word, tuple(hidden))
    body = draw_once(draw, "live", event.pk, tuple(hidden), is_public())
    if is_fragment(request):
        return HttpResponse(body)
    context = {"event": event, "body": body}
    return render(request, "tournaments/events/standings/live.html", context)


def drawn_live(event: Event, word: str, hidden: tuple[str, ...]) -> str:
    """Render the standings without a request, so that nothing of a reader is in it."""
    live = None if hidden else live_standings(event)
    context = {"event": event, "live": live, "hidden": hidden, "revision": word}
    return render_to_string("tournaments/events/standings/_live.html", context)
