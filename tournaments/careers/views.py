"""The club and its people over the years: all-time table, records, one person."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Any

from django import forms
from django.core.paginator import Page, Paginator
from django.db.models import Case, When
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scoring.chance.expectation import (
    contract_shares,
    courage,
    defence,
    points_above,
    position_shares,
    success,
)
from scoring.house.rules import HouseRules, is_official
from scoring.lists.tallies import knows_games
from tournaments.careers.records import ClubRecord, RecordKind, club_records
from tournaments.careers.selectors import (
    FORM_LISTS,
    OFFICIAL,
    AllTimeRanking,
    FormPoint,
    PersonYear,
    all_time_ranking,
    companions,
    has_lists,
    lists_in_year,
    person_story,
    person_years,
    provisional_note,
    sum_of_years,
    uncounted_text,
    years_played,
    years_with_lists,
)
from tournaments.careers.tables import all_time_table, contracts_table, positions_table
from tournaments.people.models import Player
from tournaments.people.selectors import current_player
from tournaments.seasons.selectors import (
    SeasonLine,
    SeasonTable,
    next_line,
    season_places,
)
from tournaments.seasons.words import STANDING_TEXT, distance_text
from tournaments.sheets.ledger import Course, courses_in
from tournaments.sheets.models import ListTally
from tournaments.sheets.selectors import ledgers_of
from tournaments.sheets.tallies import count_released
from tournaments.web.access import is_signed_in, public_page
from tournaments.web.charts import (
    SPARK,
    Chart,
    chart_of,
    charts_of,
    value_span,
    widened_span,
)
from tournaments.web.forms import WholeNumberField, tick
from tournaments.web.tables import arrange
from tournaments.words.formats import (
    days_on_an_axis,
    mean,
    month_and_year,
    number,
    percent,
    place_text,
)
from tournaments.words.habits import (
    above_text,
    chance_text,
    courage_text,
    defence_text,
    success_text,
)

RANKINGS = {
    "total": gettext_lazy("Points in all"),
    "average": gettext_lazy("Points per list"),
    "best": gettext_lazy("Best list"),
    "won": gettext_lazy("Games won"),
    "success": gettext_lazy("Share of games won"),
    "lists": gettext_lazy("Lists"),
}


EVERY_YEAR = 0


class AllTimeForm(forms.Form):
    """A field that is missing or invalid takes its default."""

    by = forms.ChoiceField(label=gettext_lazy("Ranked by"), choices=RANKINGS)
    year = forms.TypedChoiceField(label=gettext_lazy("Year"), coerce=int)
    least = WholeNumberField(
        gettext_lazy("From how many lists on"), 0, 9999, required=False
    )
    guests = tick(gettext_lazy("Guests, too"))

    def __init__(self, query: Mapping[str, str], *, years: Sequence[int]) -> None:
        defaults = {"by": "total", "year": EVERY_YEAR}
        data = {**defaults, **query}
        if data["by"] not in RANKINGS:
            data["by"] = defaults["by"]
        super().__init__(data, use_required_attribute=False)
        all_years = (EVERY_YEAR, pgettext_lazy("people", "All"))
        choices = [all_years, *((year, year) for year in years)]
        self.fields["year"].choices = choices  # type: ignore[attr-defined]

    def options(self) -> dict[str, Any]:
        self.full_clean()
        values = self.cleaned_data
        return {
            "by": values.get("by", "total"),
            "year": values.get("year") or None,
            "least": values.get("least"),
            "guests": values.get("guests", False),
        }


RECORD_TEXT: Mapping[RecordKind, tuple[Promise, Promise | str]] = {
    RecordKind.BEST_LIST: (gettext_lazy("Best list"), gettext_lazy("points")),
    RecordKind.MOST_WON: (
        gettext_lazy("Most games won in a list"),
        gettext_lazy("Games"),
    ),
    RecordKind.BEST_VALUE: (
        gettext_lazy("Highest game won"),
        gettext_lazy("Game points"),
    ),
    RecordKind.BEST_RUN: (
        gettext_lazy("Longest run of own games won in a list"),
        gettext_lazy("Games"),
    ),
    RecordKind.BEST_EVENING: (
        gettext_lazy("Best club evening"),
        gettext_lazy("points"),
    ),
    RecordKind.BEST_YEAR: (
        gettext_lazy("Best average of a year, from 24 lists on"),
        gettext_lazy("Points per list"),
    ),
    RecordKind.GRAND_OUVERT: (gettext_lazy("Grand ouvert"), ""),
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
    published_only = not is_signed_in(request.user)
    if published_only:
        count_released()
    years = years_played(published_only=published_only)
    form = AllTimeForm(request.GET.dict(), years=years)
    ranking = all_time_ranking(published_only=published_only, **form.options())
    provisional = provisional_note(request.user, year=ranking.year)
    return form, replace(ranking, provisional=provisional)


@public_page
def show_records(request: HttpRequest) -> HttpResponse:
    published_only = not is_signed_in(request.user)
    if published_only:
        count_released()
    records = club_records(published_only=published_only)
    context = {
        "records": [record_context(record) for record in records],
        "provisional": provisional_note(request.user),
    }
    return render(request, "tournaments/careers/records.html", context)


def record_context(record: ClubRecord) -> dict[str, object]:
    title, unit = RECORD_TEXT[record.kind]
    best = Fraction(max((holder.value for holder in record.holders), default=0) or 1)
    return {
        "kind": record.kind,
        "title": title,
        "unit": unit,
        "more": record.more,
        "holders": [
            (
                holder,
                number(int(holder.value))
                if holder.event
                else mean(Fraction(holder.value)),
                max(round(100 * holder.value / best), 0),
            )
            for holder in record.holders
        ],
    }


LISTS_ON_A_PAGE = 12
LEAST_SPAN = 200  # points a list; averages that lie closer look alike
COMPANIONS = 8
MOST_DAYS = 12
LEAST_FORM = 3
# Twelve shares are tested at once: at this level all together are 95 % sure.
SURER = 0.996


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRow:
    """A list with the person's course, or None if there is none to draw.

    Lists by house rules are shown, but not counted. In nothing but Ramsch nobody wins
    or loses a game, and the lowest sum wins.
    """

    tally: ListTally
    course: Course | None
    chart: Chart | None
    rules: HouseRules

    @property
    def is_counted(self) -> bool:
        return is_official(self.rules)

    @property
    def knows_games(self) -> bool:
        """Tell whether games are counted; nobody counted those of a former year's 0."""
        is_nothing = not (self.tally.won or self.tally.lost)
        is_unknown = self.tally.sheet.stands_for is not None and is_nothing
        return not (self.rules.only_ramsch or is_unknown) and knows_games(self.tally)

    @property
    def knows_points(self) -> bool:
        """Tell whether there are game points: a former year may have only games."""
        is_former = bool(self.tally.sheet.series.event.source)
        return self.knows_games and (not is_former or self.tally.game_points != 0)


@public_page
def show_player(request: HttpRequest, pk: int) -> HttpResponse:
    is_visitor = not is_signed_in(request.user)
    player = readable_player(pk, is_visitor=is_visitor)
    if player.pk != pk:
        return redirect(player)
    if is_visitor:
        count_released()
    years = person_years(pk, published_only=is_visitor)
    context: dict[str, object] = {"player": player, "years": years}
    context["uncounted"] = uncounted_text(years)
    context["provisional"] = provisional_note(request.user, people=[pk])
    if years:
        context |= habit_context(sum_of_years(years))
        context["companions"] = companions(pk, published_only=is_visitor)[:COMPANIONS]
        if story := person_story(pk, published_only=is_visitor):
            context |= {"story": story, "form_lists": FORM_LISTS}
            context["charts"] = form_charts(story.form)
        today = timezone.localdate()
        context["places"] = [
            {
                "table": table,
                "line": line,
                "standing": STANDING_TEXT[line.row.standing],
                "distance": distance_to_next(table, line),
            }
            for table, line in season_places(pk, user=request.user, today=today)
        ]
    context |= year_lists_context(request, pk, years, published_only=is_visitor)
    return render(request, "tournaments/careers/persons/player.html", context)


@public_page
def show_two_players(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """Show what two people have played, side by side."""
    is_visitor = not is_signed_in(request.user)
    players = [readable_player(each, is_visitor=is_visitor) for each in (pk, other)]
    if is_visitor:
        count_released()
    columns = [compared_texts(request, each.pk, is_visitor) for each in players]
    met = companions(players[0].pk, published_only=is_visitor)
    labels = (
        *(_("Lists"), _("Points per list"), _("Best list"), _("Games won")),
        *(_("Evenings with the most points"), _("Season")),
    )
    context = {
        "players": players,
        "provisional": provisional_note(request.user, people=[pk, other]),
        "rows": list(zip(labels, *columns, strict=True)),
        "joint": next((each for each in met if each.player == players[1]), None),
    }
    return render(request, "tournaments/careers/persons/two_players.html", context)


def compared_texts(request: HttpRequest, pk: int, is_visitor: bool) -> list[str]:
    """Return a person's column beside another: dashes where nothing was played."""
    years = person_years(pk, published_only=is_visitor)
    if not years:
        return ["–"] * 6
    career = sum_of_years(years)
    tally = career.tally
    story = person_story(pk, published_only=is_visitor)
    today = timezone.localdate()
    places = [
        f"{place_text(line.row)} ({table.season})"
        for table, line in season_places(pk, user=request.user, today=today)[:1]
    ]
    return [
        career.lists_text,
        mean(career.average),
        number(career.best_total),
        percent(tally.won, tally.won + tally.lost) if knows_games(tally) else "–",
        number(len(story.won) if story else 0),
        places[0] if places else "–",
    ]


def readable_player(pk: int, *, is_visitor: bool) -> Player:
    """Return a person whose page the reader may see.

    A hidden person answers like one who does not exist, so that trying addresses
    finds nobody.
    """
    player = current_player(pk)
    if player is None:
        raise Http404
    if is_visitor and not (
        player.has_page and has_lists(player.pk, published_only=True)
    ):
        raise Http404
    return player


def habit_context(career: PersonYear) -> dict[str, object]:
    tally = career.tally
    won, declared, lost = success(tally), courage(tally), defence(tally)
    return {
        "career": career,
        "figures": career_figures(career),
        "sentences": [
            (sentence(figure), chance_text(figure), points)
            for sentence, figure, points in (
                (success_text, won, above_text(points_above(tally))),
                (courage_text, declared, ""),
                (defence_text, lost, ""),
            )
            if won.of and figure.of
        ],
        "contracts": contracts_table(contract_shares(tally, SURER)),
        "positions": positions_table(
            [
                (position, share, share_won_at(tally, position.value))
                for position, share in position_shares(tally, SURER).items()
            ]
        ),
        "finishes": (tally.first, tally.second, tally.third, tally.fourth),
        "seats": (tally.seat_1, tally.seat_2, tally.seat_3, tally.seat_4),
    }


def share_won_at(tally: object, position: str) -> str:
    won, played = (getattr(tally, f"{word}_{position}") for word in ("won", "played"))
    return percent(won, played)


def career_figures(career: PersonYear) -> list[tuple[str, str]]:
    tally = career.tally
    return [
        (ngettext("list played", "lists played", career.lists), career.lists_text),
        (_("Points in all"), number(tally.total)),
        (_("Points per list"), mean(career.average)),
        (_("Games won"), number(tally.won) if knows_games(tally) else "–"),
        (_("Games lost"), number(tally.lost) if knows_games(tally) else "–"),
    ]


def form_charts(form: Sequence[FormPoint]) -> dict[str, Chart] | None:
    """Return the drawing of the form; None while it has too few points."""
    if len(form) < LEAST_FORM:
        return None
    averages = [round(point.average) for point in form]
    lines = [(number(averages[-1]), averages)]
    return charts_of(
        lines,
        axis_days([point.date for point in form]),
        span=widened_span(value_span(lines), LEAST_SPAN),
    )


def axis_days(days: Sequence[date]) -> list[str]:
    """Return labels for an axis: all days if few, otherwise the months."""
    if len(days) <= MOST_DAYS:
        return days_on_an_axis(days)
    months = [(day.year, day.month) for day in days]
    return [
        month_and_year(day) if month not in months[:index] else ""
        for index, (day, month) in enumerate(zip(days, months, strict=True))
    ]


def distance_to_next(table: SeasonTable, line: SeasonLine) -> str:
    nearest = next_line(table, line)
    if nearest is None:
        return ""
    place, other = line.row.place or 0, nearest.row.place or 0
    difference = abs(nearest.row.value - line.row.value)
    return distance_text(place, other, nearest.name, difference, table.rule)


def year_lists_context(
    request: HttpRequest, pk: int, years: Sequence[PersonYear], *, published_only: bool
) -> dict[str, object]:
    """Return one page of the lists of the requested year, or of the last one."""
    numbers = years_with_lists(pk, published_only=published_only)
    requested = request.GET.get("year", "")
    matching = [year for year in numbers if str(year) == requested]
    if not numbers:
        return {"year": None, "page": None}
    year = (matching or numbers)[0]
    lists = lists_in_year(pk, year, published_only=published_only)
    by_points = request.GET.get("sort") == "points"
    if by_points:
        # Totals by house rules are no better or worse than those that count.
        counts_first = Case(When(OFFICIAL, then=0), default=1)
        lists = lists.order_by(counts_first, "-total", *lists.query.order_by)
    page = Paginator(lists, LISTS_ON_A_PAGE).get_page(request.GET.get("page"))
    rows = list_rows_with_courses(page, pk)
    counted = {person_year.year for person_year in years}
    return {
        "year": year,
        "page": page,
        "lists": rows,
        "by_points": by_points,
        "house_years": [number for number in numbers if number not in counted],
    }


def list_rows_with_courses(page: Page[ListTally], pk: int) -> list[ListRow]:
    """Return the lists of a page, each with the person's course.

    All courses share one scale, so that a good list looks better than a bad one.
    """
    ledgers = ledgers_of([tally.sheet for tally in page])
    courses = {
        ledger.sheet.pk: course
        for ledger in ledgers
        for course in reversed(courses_in(ledger))
        if pk in course.people
    }
    span = value_span([("", course.points) for course in courses.values()], 0)
    return [
        ListRow(
            tally=tally,
            course=courses.get(tally.sheet_id),
            chart=spark_chart(courses.get(tally.sheet_id), span),
            rules=tally.sheet.as_rules(),
        )
        for tally in page
    ]


def spark_chart(course: Course | None, span: tuple[int, int]) -> Chart | None:
    """Return the drawing of a course, small enough for a row."""
    if course is None:
        return None
    return chart_of([("", course.points)], frame=SPARK, span=span)
