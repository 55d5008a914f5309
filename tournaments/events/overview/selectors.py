"""Reading the result of an event: the winners, their prizes, the leaders so far."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone

from scoring.ranking.standings import Placed
from tournaments.events.models import Event
from tournaments.events.money.awards import (
    PlacePrizes,
    PrizePlan,
    payouts_of,
    prize_plan,
    prize_text,
)
from tournaments.events.planning.selectors import regular_day
from tournaments.events.results import RankingChoice
from tournaments.events.standings.selectors import (
    PODIUM,
    RankCard,
    Standings,
    person_url,
    podium_of,
    standings_of,
)
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
    """Return the result of ``event``.

    The queries of its ranking, three for the prizes, and those of each team ranking.
    """
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
            replace(card, note=with_prize(prizes.get(card.place, ""), card.note))
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


def with_prize(prize: str, club: str) -> str:
    """Return a club with the prize in front of it."""
    return " · ".join(filter(None, (prize, club)))


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

    It is the next ``event``, or a regular ``day`` that is sooner. Four queries at most.
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
