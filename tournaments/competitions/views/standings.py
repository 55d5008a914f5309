"""The ranking of a competition."""

import hashlib
import time
from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from tournaments.access import may_write
from tournaments.choices import Ranking
from tournaments.competitions.models import Competition
from tournaments.competitions.selectors import (
    Standings,
    standings_of,
    standings_revision,
)
from tournaments.competitions.selectors.lots import ties_in
from tournaments.competitions.tables import standings_table

# After an update the same numbers may be drawn differently.
STARTED = time.time_ns()


def page_tag(request: HttpRequest, pk: int, **variant: object) -> str | None:
    """Return the ETag of the page: what it shows, to whom, in which language.

    A page that tells what just happened has none: told once, it must not come back.
    The token of the forms belongs to the session it was made in.
    """
    return tag_of(request, lambda: standings_revision(pk), **variant)


def tag_of(
    request: HttpRequest, revise: Callable[[], str | None], **variant: object
) -> str | None:
    """Return the ETag of a page whose content has the revision ``revise`` finds."""
    if len(messages.get_messages(request)):
        return None
    revision = revise()
    if revision is None:
        return None
    parts = (
        STARTED,
        revision,
        variant,
        request.user.pk,
        getattr(request.user, "role", ""),
        get_language(),
        request.META.get("CSRF_COOKIE", ""),
    )
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'


@login_not_required
@require_safe
@cache_control(private=True, no_cache=True)
@condition(etag_func=page_tag)
def standings(
    request: HttpRequest, pk: int, ranking: str = Ranking.SINGLE, number: int = 0
) -> HttpResponse:
    competition = get_object_or_404(Competition.objects.visible_to(request.user), pk=pk)
    if number and not competition.series.filter(number=number).exists():
        raise Http404
    try:
        ranked = standings_of(competition, ranking=ranking, series=number or None)
    except KeyError as unknown:
        raise Http404 from unknown
    table = standings_table(ranked)
    order = request.GET.getlist("sort")
    if order:
        table.order_by = order
    word = word_of(ranked)
    context = {
        "competition": competition,
        "standings": ranked,
        "table": table,
        "title": title_of(ranked),
        "ranking_word": word,
        "has_ties": not ranked.series and bool(ties_in(ranked)),
        "ranking_query": f"?ranking={word}" if word else "",
        "may_write": may_write(request),
    }
    return render(request, "tournaments/competitions/standings.html", context)


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
