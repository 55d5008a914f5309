"""Reading lots: when one counts, who has to draw one, and which were drawn."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from django.db.models import Prefetch, QuerySet

from scoring.ranking.standings import Criterion, Placed, by_chain
from tournaments.events.models import Event, LotDraw, LotTicket

Row = Any  # of people or of teams


class Ranked(Protocol):
    """A ranking: what decides in it, and its places."""

    @property
    def chain(self) -> Sequence[Criterion]: ...
    @property
    def places(self) -> Sequence[Placed]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """The people who are equal on a place after everything but the lot."""

    place: int
    lines: tuple[Placed, ...]


def with_lots_that_count(rows: list[Row], chain: Sequence[Criterion]) -> list[Row]:
    """Return the rows of a ranking; lots count where all who stand equal drew one.

    A lot says nothing about somebody who did not draw with the others.
    """
    if Criterion.LOT not in chain or not any(row.lot for row in rows):
        return rows
    key = by_chain([each for each in chain if each != Criterion.LOT])
    groups: dict[Hashable, list[Row]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return [
        row if counts(groups[key(row)]) or not row.lot else replace(row, lot=0)
        for row in rows
    ]


def counts(group: Iterable[Row]) -> bool:
    """Tell whether everybody of a group has a lot of their own."""
    lots = [row.lot for row in group]
    return all(lots) and len(set(lots)) == len(lots)


def ties_in(standings: Ranked) -> list[Tie]:
    """Return the places of a ranking for which a lot may be drawn. No query."""
    if Criterion.LOT not in standings.chain:
        return []
    groups: dict[int, list[Placed]] = {}
    for line in standings.places:
        if line.shared:
            groups.setdefault(line.place, []).append(line)
    return [Tie(place=place, lines=tuple(own)) for place, own in groups.items()]


def lots_of(event: Event) -> QuerySet[LotDraw]:
    """Return the lots that were drawn, the latest first. Two queries."""
    tickets = LotTicket.objects.select_related("entry__player", "team")
    draws: QuerySet[LotDraw] = event.lots.select_related(
        "by", "contest", "taken_back_by"
    )
    return draws.prefetch_related(Prefetch("tickets", tickets)).order_by("-pk")
