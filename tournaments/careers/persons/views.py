"""The page of one person: what they have played over the years, list by list."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from scoring.chance.expectation import (
    contract_shares,
    courage,
    defence,
    points_above,
    position_shares,
    success,
)
from scoring.lists.tallies import knows_games
from tournaments.careers.persons.selectors import FORM_LISTS, FormPoint, story_of
from tournaments.careers.persons.tables import ContractsTable, PositionsTable
from tournaments.careers.selectors import (
    PersonYear,
    added,
    companions_of,
    has_lists,
    last_year_of,
    lists_in_year,
    person_years,
)
from tournaments.people.models import Player
from tournaments.people.selectors import entry_standing_for
from tournaments.programme.rule_sets import has_house_rules
from tournaments.seasons.race.selectors import SeasonPlace, places_of
from tournaments.seasons.words import STANDING_TEXT, distance_text
from tournaments.sheets.models import ListTally
from tournaments.sheets.page.courses import Course, courses_in
from tournaments.sheets.selectors import ledgers_of
from tournaments.sheets.tallies import count_released
from tournaments.web.access import reads_everything
from tournaments.web.drawing.charts import (
    SPARK,
    Chart,
    chart_of,
    charts_of,
    no_narrower,
    span_of,
)
from tournaments.words.formats import (
    days_on_an_axis,
    mean,
    month_and_year,
    number,
    percent,
)
from tournaments.words.habits import (
    above_text,
    chance_text,
    courage_text,
    defence_text,
    success_text,
)

LISTS_ON_A_PAGE = 12
LEAST_SPAN = 200  # points a list; averages that lie closer look alike
COMPANIONS = 8
MOST_DAYS = 12
LEAST_FORM = 3
# Twelve questions at once: by chance alone one in twenty would be answered wrongly.
SURER = 0.996


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownList:
    """A list with the course of the person; None where there is none to draw.

    What is played by house rules is shown, but not counted.
    """

    tally: ListTally
    course: Course | None
    chart: Chart | None
    is_counted: bool


@login_not_required
@require_safe
def show_player(request: HttpRequest, pk: int) -> HttpResponse:
    is_visitor = not reads_everything(request.user)
    player = entry_standing_for(pk)
    if player is None or (is_visitor and not may_be_read(player)):
        # Whoever is hidden is not found by trying addresses: nobody looks the same.
        raise Http404
    if player.pk != pk:
        return redirect(player)
    if is_visitor:
        count_released()
    years = person_years(pk, published_only=is_visitor)
    context: dict[str, object] = {"player": player, "years": years}
    if years:
        context |= habits_of(added(years), years)
        context["companions"] = companions_of(pk, published_only=is_visitor)[
            :COMPANIONS
        ]
        context |= story_told(pk, published_only=is_visitor)
        context["places"] = places_told(request, pk)
    context |= lists_of_year(request, pk, years, published_only=is_visitor)
    return render(request, "tournaments/careers/persons/player.html", context)


def may_be_read(player: Player) -> bool:
    """Tell whether visitors get a page about ``player``."""
    return player.has_page and has_lists(player.pk, published_only=True)


def habits_of(whole: PersonYear, years: Sequence[PersonYear]) -> dict[str, object]:
    """Return what the page says about all years together."""
    tally = whole.tally
    won, declared, lost = success(tally), courage(tally), defence(tally)
    return {
        "whole": whole,
        "figures": figures_of(whole),
        "sentences": [
            (sentence(each), chance_text(each), points)
            for sentence, each, points in (
                (success_text, won, above_text(points_above(tally))),
                (courage_text, declared, ""),
                (defence_text, lost, ""),
            )
            if won.of and each.of
        ],
        "contracts": ContractsTable(contract_shares(tally, SURER)),
        "positions": PositionsTable(
            [
                (each, share, won_at(tally, each.value))
                for each, share in position_shares(tally, SURER).items()
            ]
        ),
        "finishes": (tally.first, tally.second, tally.third, tally.fourth),
        "seats": (tally.seat_1, tally.seat_2, tally.seat_3, tally.seat_4),
    }


def won_at(tally: object, position: str) -> str:
    """Return the share of games won of those declared in a position."""
    won, played = (getattr(tally, f"{word}_{position}") for word in ("won", "played"))
    return percent(won, played)


def figures_of(whole: PersonYear) -> list[tuple[str, str]]:
    """Return the large figures at the head of the page."""
    tally = whole.tally
    return [
        (ngettext("list played", "lists played", whole.lists), number(whole.lists)),
        (_("points in all"), number(tally.total)),
        (_("points per list"), mean(whole.average)),
        (_("games won"), number(tally.won) if knows_games(tally) else "–"),
        (_("games lost"), number(tally.lost) if knows_games(tally) else "–"),
    ]


def story_told(pk: int, *, published_only: bool) -> dict[str, object]:
    """Return the best days of a person, and the form as a line."""
    story = story_of(pk, published_only=published_only)
    if story is None:
        return {}
    return {"story": story, "form_lists": FORM_LISTS, "charts": form_charts(story.form)}


def form_charts(form: Sequence[FormPoint]) -> dict[str, Chart] | None:
    """Return the drawing of the form; None where it is only begun."""
    if len(form) < LEAST_FORM:
        return None
    averages = [round(point.average) for point in form]
    lines = [(number(averages[-1]), averages)]
    return charts_of(
        lines,
        axis_days([point.date for point in form]),
        span=no_narrower(span_of(lines), LEAST_SPAN),
    )


def axis_days(days: Sequence[date]) -> list[str]:
    """Return words for an axis: every day, or of many the first of each month."""
    if len(days) <= MOST_DAYS:
        return days_on_an_axis(days)
    months = [(day.year, day.month) for day in days]
    return [
        month_and_year(day) if month not in months[:index] else ""
        for index, (day, month) in enumerate(zip(days, months, strict=True))
    ]


def places_told(request: HttpRequest, pk: int) -> list[dict[str, object]]:
    """Return where the person stands in the last seasons, in words."""
    return [
        {
            "season": each.table.season,
            "is_over": each.table.is_over,
            "line": each.line,
            "of": len(each.table.ranked),
            "standing": STANDING_TEXT[each.line.row.standing],
            "distance": distance_told(each),
        }
        for each in places_of(pk, user=request.user, today=timezone.localdate())
    ]


def distance_told(place: SeasonPlace) -> str:
    """Return what is missing to the next place; nothing where there is none."""
    if place.next is None:
        return ""
    return distance_text(
        place.line.row.place or 0,
        place.next.row.place or 0,
        place.next.name,
        place.difference,
        place.table.rule,
    )


def lists_of_year(
    request: HttpRequest, pk: int, years: Sequence[PersonYear], *, published_only: bool
) -> dict[str, object]:
    """Return the lists of the year asked for, or of the last one, page by page."""
    numbers = [one.year for one in years]
    asked = request.GET.get("year", "")
    known = [year for year in numbers if str(year) == asked]
    last = None if numbers else last_year_of(pk, published_only=published_only)
    year = (known or numbers or [last])[0]
    if year is None:
        return {"year": None, "page": None}
    lists = lists_in_year(pk, year, published_only=published_only)
    page = Paginator(lists, LISTS_ON_A_PAGE).get_page(request.GET.get("page"))
    return {"year": year, "page": page, "lists": drawn(page, pk)}


def drawn(page: Page[ListTally], pk: int) -> list[ShownList]:
    """Return the lists of a page with the course of the person on each.

    All are drawn on one scale, so that a good list looks better than a bad one.
    """
    ledgers = ledgers_of([tally.sheet for tally in page])
    courses = {
        ledger.sheet.pk: each
        for ledger in ledgers
        for each in reversed(courses_in(ledger))
        if pk in each.people
    }
    span = span_of([("", each.points) for each in courses.values()], 0)
    return [
        ShownList(
            tally=tally,
            course=courses.get(tally.sheet_id),
            chart=small_chart(courses.get(tally.sheet_id), span),
            is_counted=not has_house_rules(tally.sheet.series.event.rule_set),
        )
        for tally in page
    ]


def small_chart(course: Course | None, span: tuple[int, int]) -> Chart | None:
    """Return the drawing of a course that fits into a row."""
    if course is None:
        return None
    return chart_of([("", course.points)], frame=SPARK, span=span)
