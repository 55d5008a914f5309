"""The first page, and the page of all parts."""

from operator import attrgetter

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.ranking.standings import Criterion, Placed, by_chain, rank
from tournaments.events.entrants import marks_of_namesakes
from tournaments.events.planning.path import PathStep, drawn_series_text, people_text
from tournaments.events.results import StandingRow
from tournaments.events.standings.selectors import podium_of
from tournaments.events.standings.tables import person_column, place_column
from tournaments.home.selectors import (
    LONGEST_NAME,
    home_for,
    next_step,
    pages_by_words,
    people_by_words,
    similar_people,
)
from tournaments.people.models import Player
from tournaments.sheets.tallies import count_released
from tournaments.web.access import is_signed_in, page_for, public_page, writes_something
from tournaments.web.answers import NextStep
from tournaments.web.charts import SPARK, chart_of, charts_of, value_span
from tournaments.web.forms import WholeNumberField, tick
from tournaments.web.kept_pages import kept_in_edition
from tournaments.web.numbers import whole_number
from tournaments.web.tables import TOTAL, RankedTable, figure
from tournaments.words.choices import SheetState
from tournaments.words.rights import Right

COLOURS = (
    "felt",
    "felt-light",
    "felt-deep",
    "on-felt",
    "on-felt-gold",
    "paper",
    "card",
    "sunk",
    "wash",
    "ink",
    "ink-soft",
    "line",
    "accent",
    "gold",
    "on-gold",
    "danger",
    "warning",
    "good",
    "suit-red",
    "suit-leaves",
    "suit-bells",
)
NAMES = ("Stolzenfels, Renate", "v. d. Heide-Osterkamp, Brigitte", "Zieliński, Łukasz")
TICKED = ((NAMES[0], 1, True), (NAMES[1], 2, False), (NAMES[2], 3, True))
TOTALS = (3675, 2974, -249)
ROUNDS = ("0", "12", "24", "36")
COURSES = (
    (NAMES[0], (0, 900, 2400, TOTALS[0])),
    (NAMES[1], (0, 1300, 1900, TOTALS[1])),
    (NAMES[2], (0, 300, -600, TOTALS[2])),
)


class StyleForm(forms.Form):
    name = forms.CharField(label=_("Name"), help_text="Name")
    rounds = WholeNumberField(label=_("rounds per series"), max_value=30)
    is_guest = tick(_("Guest"))


def sample_ranking() -> list[Placed]:
    rows = [
        StandingRow(
            player_id=0,
            player=name,
            name_key=name,
            has_page=False,
            is_guest=False,
            game_points=0,
            best_list=0,
            total=total,
            won=0,
            lost=0,
        )
        for name, total in zip(NAMES, TOTALS, strict=True)
    ]
    return rank(rows, by=by_chain((Criterion.TOTAL,)))


def sample_path() -> list[PathStep]:
    """Return a path of three steps: done, next, to come."""
    return [
        PathStep(
            label=str(label), text=text, url="#path", is_done=at == 0, is_next=at == 1
        )
        for at, (label, text) in enumerate(
            (
                (_("Check-in"), people_text(8)),
                (_("Draw"), drawn_series_text(0, 3)),
                (_("Print"), ""),
            )
        )
    ]


@page_for(Right.CLUB)
def show_style(request: HttpRequest) -> HttpResponse:
    places = sample_ranking()
    columns = [
        place_column(),
        person_column("entry.name", attrgetter("entry.name")),
        figure("total", _("Points"), "entry.total", page=TOTAL),
    ]
    context = {
        "colours": COLOURS,
        "podium": podium_of(places),
        "table": RankedTable(places, columns, caption=_("Standings")),
        "figures": list(zip(NAMES, TOTALS, strict=True)),
        "names": TICKED,
        "path": sample_path(),
        "charts": charts_of(COURSES, ROUNDS, span=value_span(COURSES, 0)),
        "spark": chart_of(COURSES[:1], frame=SPARK, span=value_span(COURSES, 0)),
        "form": StyleForm({"name": "", "rounds": 48}),
        "states": [
            ("open" if state is SheetState.EMPTY else state.value, state.label)
            for state in SheetState
        ],
        "messages_shown": [
            ("success", _("Saved.")),
            ("warning", _("Nobody takes part yet")),
            ("error", _("This start number is taken.")),
        ],
        "step_in_sight": NextStep(
            title=str(_("All lists are finished.")),
            action=str(_("Standings")),
            url="#path",
        ),
        "step": NextStep(
            title=str(_("The next evening")),
            text=str(_("It starts with the settings of the last one.")),
            action=str(_("New evening")),
            url="#buttons",
        ),
    }
    return render(request, "tournaments/home/style.html", context)


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
    """Redirect to the only page or person found, or list all matches."""
    name = request.GET.get("person", "")[:LONGEST_NAME]
    published_only = not is_signed_in(request.user)
    if published_only:
        count_released()
    people = people_by_words(name, published_only=published_only)
    beside = whole_number(request.GET.get("beside"))
    pages = [] if beside else pages_by_words(name, request.user)
    if len(pages) == 1 and not people:
        return redirect(pages[0].url)
    if len(people) == 1 and people[0].has_page and not pages:
        found = people[0].player_id
        if beside and beside != found:
            return redirect("people:beside", beside, found)
        return redirect("people:detail", found)
    similar = (
        [] if people or pages else similar_people(name, published_only=published_only)
    )
    rows, marks = people or similar, {}
    if not published_only:
        players = Player.objects.filter(pk__in=[row.player_id for row in rows])
        marks = marks_of_namesakes(players.select_related("club"))
    context = {
        "name": name,
        "pages": pages,
        "people": [(row, marks.get(row.player_id, "")) for row in rows],
        "is_guess": bool(similar),
        "beside": beside,
    }
    return render(request, "tournaments/home/find.html", context)
