"""The page of an event: its result, the next step, the seats."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone

from scoring.ranking.standings import Placed
from tournaments.events.entries.views import gaps_for
from tournaments.events.flow.selectors import objections_in
from tournaments.events.models import Event
from tournaments.events.money.awards import (
    PlacePrizes,
    PrizePlan,
    payouts_of,
    prize_plan,
    prize_text,
)
from tournaments.events.pages import (
    UNCHANGED,
    event_page,
    is_up_to_date,
    readable_event,
)
from tournaments.events.planning.path import (
    event_rules,
    next_evening,
    next_step,
    path_of,
    progress_of,
    system_name,
)
from tournaments.events.planning.selectors import regular_day
from tournaments.events.results import RankingChoice
from tournaments.events.seats.selectors import series_cards
from tournaments.events.standings.selectors import (
    PODIUM,
    RankCard,
    Standings,
    person_url,
    podium_of,
    standings_of,
)
from tournaments.events.standings.words import hidden_texts
from tournaments.people.names.names import is_public
from tournaments.web.access import public_page, writes_something
from tournaments.web.answers import allowed_step
from tournaments.web.kept_pages import digest, draw_once
from tournaments.web.requests import is_fragment
from tournaments.words.formats import number

TOP = 10
TOP_TEAMS = 3
MOST_WINNERS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultLine:
    """A line of the result; ``beside`` is the club, or the members of the team."""

    place: int
    shared: bool
    name: str
    beside: str
    total: str
    prize: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventResult:
    """The result at the top of an event's page: podium, further places, teams.

    ``teams`` has the first teams of each team ranking.

    While lists are missing it has only the standings, whose leaders are shown. Once
    all lists are finished it has the prizes, too.
    """

    standings: Standings
    podium: Sequence[RankCard] = ()
    lines: Sequence[ResultLine] = ()
    teams: Sequence[tuple[RankingChoice, list[ResultLine]]] = ()

    @property
    def has_more(self) -> bool:
        """Whether there are more places than those shown."""
        return len(self.standings.places) > len(self.podium) + len(self.lines)

    @property
    def is_running(self) -> bool:
        return not self.standings.is_complete and bool(self.standings.finished)

    @property
    def leaders(self) -> list[Placed]:
        return [line for line in self.standings.places if line.place == 1]


def event_result(event: Event) -> EventResult:
    """Return the result of ``event``."""
    standings = standings_of(event)
    if not (standings.is_complete and standings.places):
        return EventResult(standings=standings)
    plan = prize_plan(event)
    prizes = prizes_in(standings.places, plan)
    first = [line for line in standings.places if line.place <= PODIUM]
    most = max(TOP, min(max(prizes, default=0), MOST_WINNERS))
    return EventResult(
        standings=standings,
        podium=[
            replace(
                card, note=" · ".join(filter(None, (prizes.get(card.place), card.note)))
            )
            for card in podium_of(first)
        ],
        lines=[
            ResultLine(
                place=line.place,
                shared=line.shared,
                name=line.entry.name,
                beside=line.entry.club if standings.shows_clubs else "",
                total=number(line.entry.total),
                prize=prizes.get(line.place, ""),
                url=person_url(line.entry.player_id) if line.entry.has_page else "",
            )
            for line in standings.places[len(first) : most]
        ],
        teams=[
            (choice, team_lines(event, choice, plan))
            for choice in standings.choices
            if choice.contest
        ],
    )


def prizes_in(places: Iterable[Placed], plan: PlacePrizes) -> dict[int, str]:
    """Return the prize of each place of a ranking, in words."""
    return {payout.place: prize_text(payout) for payout in payouts_of(places, plan)}


def team_lines(
    event: Event, choice: RankingChoice, plan: PrizePlan
) -> list[ResultLine]:
    """Return the first teams of a ranking with their prizes."""
    places = standings_of(event, ranking=choice.word).places
    prizes = {}
    for team_plan in plan.teams:
        if team_plan.contest == choice.contest:
            prizes = prizes_in(places, team_plan)
    largest = max((line.entry.total for line in places), default=0)
    return [
        ResultLine(
            place=line.place,
            shared=line.shared,
            name=line.entry.name,
            beside=" · ".join(line.entry.unnamed),
            total=number(line.entry.total, largest),
            prize=prizes.get(line.place, ""),
        )
        for line in places
        if line.place <= max(TOP_TEAMS, len(prizes))
    ]


def upcoming_after(event: Event, user: Any) -> dict[str, Any]:
    """Return when the club plays next after ``event``, as far as ``user`` may know.

    It is the next ``event``, or a regular ``day`` that is sooner.
    """
    today = timezone.localdate()
    visible = Event.objects.visible_to(user)
    later = visible.filter(date__gt=max(event.date, today))
    following = later.order_by("date", "pk").first()
    if event.date > today:
        return {"event": following}
    day = regular_day(start=today, events=visible)
    is_sooner = day and not (following and following.date < day)
    return {"event": following, "day": day if is_sooner else None}


FRESH = timedelta(weeks=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownResult:
    """The result rendered for all readers of one kind.

    If ``is_live``, lists are missing and the page reloads the result by itself.
    """

    is_live: bool
    body: str


@public_page
def show_event(request: HttpRequest, pk: int) -> HttpResponse:
    event = readable_event(request, pk)
    # A league match is won by teams, and its result is on a page of the league.
    result = None
    if not event.league_match:
        draw = partial(drawn_result, event)
        result = draw_once(draw, "result", event.pk, is_public())
    word = digest(result)
    if is_up_to_date(request, word):
        return HttpResponse(status=UNCHANGED)
    context: dict[str, Any] = {"event": event, "result": result, "revision": word}
    template = "tournaments/events/planning/event.html"
    if is_fragment(request):
        return render(request, f"{template}#result", context)
    # An event of a former year has no seats, and nothing is left to do in it.
    is_former = bool(event.source)
    cards = [] if is_former else series_cards(event)
    context |= {
        "system": system_name(event),
        "cards": cards,
        "finished": sum(card.finished for card in cards),
        "expected": sum(len(card.tables) for card in cards),
        "lacks_lists": any(
            card.finished < len(card.tables) or not card.tables for card in cards
        ),
        "gaps": gaps_for(request, event),
        "hidden": hidden_texts(card.series for card in cards),
        "coming": upcoming_after(event, request.user),
    }
    if writes_something(request.user) and not (event.league_match or is_former):
        context |= path_context(event, request.user)
        if context["finished"] < context["expected"]:
            context["objections"] = len(objections_in(event))
    return render(request, template, context)


def path_context(event: Event, user: Any) -> dict[str, Any]:
    """Return the path of an event and its next step, which may be the next evening.

    There are only links and steps that are open to ``user``.
    """
    progress = progress_of(event)
    path = path_of(progress, user)
    following = next_step(progress)
    is_fresh = timezone.localdate() - event.date < FRESH
    if not following and not is_fresh:
        return {}
    step = allowed_step(following or next_evening(), user)
    return {"path": path, "people": progress.people, "step": step}


def drawn_result(event: Event) -> ShownResult:
    """Render the result without a request, so that nothing of its reader is in it."""
    result = event_result(event)
    body = render_to_string(
        "tournaments/events/planning/_result.html", {"event": event, "result": result}
    )
    return ShownResult(is_live=not result.standings.is_complete, body=body)


@public_page
@event_page
def rules(_request: HttpRequest, event: Event) -> dict[str, Any]:
    return {"rules": event_rules(event)}
