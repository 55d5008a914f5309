"""Ranking rows with the lots that count, and reading ties and drawn lots."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from django.db.models import Prefetch, QuerySet

from scoring.ranking.standings import Criterion, Placed, by_chain, rank
from tournaments.events.models import Event, LotDraw, LotTicket

Row = Any  # of people or of teams


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
    rows: list[Row], chain: Sequence[Criterion], *, lowest_wins: bool
) -> list[Placed]:
    """Return the places of the rows of a ranking."""
    by = by_chain(chain, lowest_wins=lowest_wins)
    return rank(with_lots_that_count(rows, chain), by=by)


def with_lots_that_count(rows: list[Row], chain: Sequence[Criterion]) -> list[Row]:
    """Return the rows of a ranking without the lots that do not count.

    Lots count only if all who are equal have drawn one: a lot says nothing about
    somebody who did not take part in the draw.
    """
    if Criterion.LOT not in chain or not any(row.lot for row in rows):
        return rows
    key = by_chain([each for each in chain if each != Criterion.LOT])
    groups: dict[Hashable, list[Row]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return [
        row if all_have_lots(groups[key(row)]) or not row.lot else replace(row, lot=0)
        for row in rows
    ]


def all_have_lots(group: Iterable[Row]) -> bool:
    """Return whether everybody in a group has a lot, and all lots differ."""
    lots = [row.lot for row in group]
    return all(lots) and len(set(lots)) == len(lots)


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
