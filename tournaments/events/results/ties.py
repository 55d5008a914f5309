"""Ranking rows with the lots that count, and reading ties and drawn lots."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from django.db.models import Prefetch, QuerySet

from scoring.house.rules import HouseRules
from scoring.ranking.standings import Criterion, Placed, by_chain, lots_that_count, rank
from tournaments.events.models import Event, LotDraw, LotTicket

Row = Any  # of people or of teams
Draws = Collection[Mapping[int, int]]
"""The lots of people or teams in each draw of a ranking, the oldest first."""
DrawnLots = Mapping[tuple[int, int | None], Draws]
"""By event and team ranking; None for the rankings of people."""


class Ranked(Protocol):
    """A ranking with its criteria and places."""

    @property
    def chain(self) -> Sequence[Criterion]: ...
    @property
    def places(self) -> Sequence[Placed]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class EventTie:
    """People or teams on one place whom no criterion but a lot can separate."""

    place: int
    lines: tuple[Placed, ...]


def rank_rows(
    rows: list[Row], chain: Sequence[Criterion], draws: Draws, rules: HouseRules
) -> list[Placed]:
    """Return the places of the rows of a ranking."""
    lotted = rows_with_lots(rows, chain, draws, rules)
    return rank(lotted, by=order_under(rules, chain))


def order_under(
    rules: HouseRules, chain: Sequence[Criterion]
) -> Callable[[Row], tuple[Any, ...]]:
    """Return the key that ranks rows: what is good depends on the house rules."""
    return by_chain(
        chain, lowest_wins=rules.lowest_wins, lists_first=rules.rewards_absence
    )


def rows_with_lots(
    rows: list[Row], chain: Sequence[Criterion], draws: Draws, rules: HouseRules
) -> list[Row]:
    """Return the rows of a ranking with the lots that count."""
    if Criterion.LOT not in chain or not draws:
        return rows
    key = order_under(rules, [each for each in chain if each != Criterion.LOT])
    ties: dict[Hashable, set[int]] = {}
    for row in rows:
        ties.setdefault(key(row), set()).add(row.owner)
    lots = lots_that_count(ties.values(), draws)
    return [replace(row, lot=lots.get(row.owner, 0)) for row in rows]


def drawn_lots(events: Iterable[int]) -> DrawnLots:
    """Return the lots drawn in events and not taken back. One query."""
    tickets = LotTicket.objects.filter(
        draw__event__in=events, draw__taken_back_at=None
    ).values_list(
        "draw__event", "draw__contest", "draw", "entry__player", "team", "lot"
    )
    lots: dict[tuple[int, int | None], dict[int, dict[int, int]]] = {}
    for event, contest, draw, person, team, lot in tickets.order_by("draw"):
        of_ranking = lots.setdefault((event, contest), {})
        of_ranking.setdefault(draw, {})[person or team] = lot
    return {key: list(draws.values()) for key, draws in lots.items()}


def ties_in(standings: Ranked) -> list[EventTie]:
    """Return the places of a ranking for which lots may be drawn. No query."""
    if Criterion.LOT not in standings.chain:
        return []
    groups: dict[int, list[Placed]] = {}
    for line in standings.places:
        if line.shared:
            groups.setdefault(line.place, []).append(line)
    return [
        EventTie(place=place, lines=tuple(lines)) for place, lines in groups.items()
    ]


def lots_of(event: Event) -> QuerySet[LotDraw]:
    """Return the draws of lots, the latest first. Two queries."""
    tickets = LotTicket.objects.select_related("entry__player", "team")
    draws: QuerySet[LotDraw] = event.lots.select_related(
        "by", "contest", "taken_back_by"
    )
    return draws.prefetch_related(Prefetch("tickets", tickets)).order_by("-pk")
