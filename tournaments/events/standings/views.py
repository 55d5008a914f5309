"""The ranking of an event."""

from dataclasses import dataclass
from functools import partial

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from tournaments.events.models import Event
from tournaments.events.pages import readable_event
from tournaments.events.results.revisions import standings_revision
from tournaments.events.results.ties import ties_in
from tournaments.events.signing.selectors import signed_now
from tournaments.events.standings.selectors import Standings, standings_of
from tournaments.events.standings.tables import standings_table
from tournaments.events.standings.words import nobody_text
from tournaments.people.names.names import is_public
from tournaments.web.access import may
from tournaments.web.kept.drawn_once import drawn_once, word_for
from tournaments.web.kept.unchanged import drawn_for_all, tag_of
from tournaments.web.requests.htmx import is_fragment
from tournaments.words.choices import Ranking
from tournaments.words.rights import Right

UNCHANGED = 204


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownStandings:
    """A ranking drawn for all readers of one kind, and what the page says around it.

    ``is_live``: more lists are to come, so the page asks for them by itself.
    """

    title: str
    word: str
    has_places: bool
    is_live: bool
    body: str


def page_tag(request: HttpRequest, pk: int, **variant: object) -> str | None:
    """Return the ETag of the page: what it shows, to whom, in which language."""
    return tag_of(request, lambda: standings_revision(pk), **variant)


@login_not_required
@require_safe
@cache_control(private=True, no_cache=True)
@condition(etag_func=page_tag)
@drawn_for_all
def show_standings(
    request: HttpRequest, pk: int, ranking: str = Ranking.SINGLE, number: int = 0
) -> HttpResponse:
    event = readable_event(request, pk)
    # Asked before drawing: what is written meanwhile is at worst drawn once more.
    revision = standings_revision(pk)
    # The word stands in the address; the counts behind it are the club's own business.
    word = word_for(revision)
    if is_fragment(request) and request.GET.get("revision") == word:
        return HttpResponse(status=UNCHANGED)
    context = {
        "event": event,
        "shown": shown_standings(request, event, ranking, number, revision),
        "revision": word,
        "signed": signed_now(event),
        "order": request.GET.getlist("sort"),
    }
    template = "tournaments/events/standings/standings.html"
    if is_fragment(request):
        template += "#ranking"
    return render(request, template, context)


def shown_standings(
    request: HttpRequest,
    event: Event,
    ranking: str,
    number: int,
    revision: str | None,
) -> ShownStandings:
    """Return a ranking, drawn once for all who may see the same; sorted, for one."""
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
    return drawn_once(
        draw, revision, ranking, number, is_public(), may(request, Right.RUN)
    )


def drawn_standings(
    event: Event,
    ranking: str,
    number: int,
    *,
    order: list[str],
    draws_lots: bool,
) -> ShownStandings:
    """Draw a ranking, without the request: nothing of its reader can get into it."""
    if number and not event.series.filter(number=number).exists():
        raise Http404
    try:
        ranked = standings_of(event, ranking=ranking, series=number or None)
    except KeyError as unknown:
        raise Http404 from unknown
    table = standings_table(ranked)
    if order:
        table.order_by = order
    word = word_of(ranked)
    context = {
        "event": event,
        "standings": ranked,
        "nobody": nobody_text(ranked),
        "table": table,
        "has_ties": not ranked.series and bool(ties_in(ranked)),
        "ranking_query": f"?ranking={word}" if word else "",
        "draws_lots": draws_lots,
        "request": HttpRequest(),  # the addresses of the table begin with no query
    }
    body = render_to_string("tournaments/events/standings/_standings.html", context)
    return ShownStandings(
        title=str(title_of(ranked)),
        word=word,
        has_places=bool(ranked.places),
        is_live=not ranked.is_complete,
        body=body,
    )


def word_of(standings: Standings) -> str:
    """Return by what paper and files show the same ranking; empty for the usual."""
    is_usual = standings.series or standings.ranking == Ranking.SINGLE
    return "" if is_usual else standings.word


def title_of(standings: Standings) -> str:
    """Return what a ranking is called in a heading."""
    if standings.series:
        return _("Best of series %(number)s") % {"number": standings.series}
    if standings.ranking == Ranking.SINGLE:
        return _("Standings")
    return standings.label
