"""The club over the years: its all-time table and its records."""

from collections.abc import Mapping
from fractions import Fraction

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.careers.forms import RANKINGS, AllTimeForm
from tournaments.careers.records import ClubRecord, Holder, RecordKind, club_records
from tournaments.careers.selectors import AllTimeRanking, all_time_ranking, years_played
from tournaments.careers.tables import all_time_table
from tournaments.sheets.tallies import count_released
from tournaments.web.access import public_page, reads_everything
from tournaments.web.tables import arrange
from tournaments.words.formats import mean, number

RECORD_TEXT: Mapping[RecordKind, tuple[Promise, Promise | str]] = {
    RecordKind.BEST_LIST: (_("Best list"), _("points")),
    RecordKind.MOST_WON: (_("Most games won in a list"), _("games")),
    RecordKind.BEST_VALUE: (_("Highest game won"), _("game points")),
    RecordKind.BEST_RUN: (_("Longest run of own games won in a list"), _("games")),
    RecordKind.BEST_EVENING: (_("Best club evening"), _("points")),
    RecordKind.BEST_YEAR: (
        _("Best average of a year, from 24 lists on"),
        _("points per list"),
    ),
    RecordKind.GRAND_OUVERT: (_("Grand ouvert"), ""),
}


@public_page
def show_all_time(request: HttpRequest) -> HttpResponse:
    form, ranking = requested_ranking(request)
    table = all_time_table(ranking)
    context = {
        "form": form,
        "ranking": ranking,
        "ranked_by": RANKINGS[ranking.by],
        "table": arrange(table, request.GET) if ranking.places else None,
        "question": request.GET.urlencode(),
    }
    return render(request, "tournaments/careers/all_time.html", context)


def requested_ranking(request: HttpRequest) -> tuple[AllTimeForm, AllTimeRanking]:
    """Return the all-time table chosen in the address, with its form."""
    published_only = not reads_everything(request.user)
    if published_only:
        count_released()
    years = years_played(published_only=published_only)
    form = AllTimeForm(request.GET.dict(), years=years)
    return form, all_time_ranking(published_only=published_only, **form.options())


@public_page
def show_records(request: HttpRequest) -> HttpResponse:
    published_only = not reads_everything(request.user)
    if published_only:
        count_released()
    records = club_records(published_only=published_only)
    context = {"records": [record_context(record) for record in records]}
    return render(request, "tournaments/careers/records.html", context)


def record_context(record: ClubRecord) -> dict[str, object]:
    """Return a record with its texts for the page."""
    title, unit = RECORD_TEXT[record.kind]
    best = Fraction(max((holder.value for holder in record.holders), default=0) or 1)
    return {
        "kind": record.kind,
        "title": title,
        "unit": unit,
        "more": record.more,
        "holders": [
            (holder, holder_text(holder), max(round(100 * holder.value / best), 0))
            for holder in record.holders
        ],
    }


def holder_text(holder: Holder) -> str:
    """Return the value of a record as text; averages have decimals."""
    if holder.event:
        return number(int(holder.value))
    return mean(Fraction(holder.value))
