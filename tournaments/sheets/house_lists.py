"""A list under house rules in memory: what its lines write and what comes next.

Computed from the lines and the rules; no query. Official Skat never comes here.
"""

from dataclasses import dataclass
from functools import lru_cache

from scoring.entries import Entry
from scoring.house.play import HouseLine, Turn, ended_at, next_turn, play
from scoring.house.rules import HouseRules


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseList:
    """The lines as they count, the turn of the next one, and where the list ended."""

    lines: tuple[HouseLine, ...]
    turn: Turn
    ended_at: int | None


@lru_cache(maxsize=128)
def house_list(
    entries: tuple[Entry, ...], rules: HouseRules, players: int
) -> HouseList:
    """Return what ``rules`` make of ``entries``; kept for the next page of the list."""
    return HouseList(
        lines=play(entries, rules, players=players),
        turn=next_turn(entries, rules, players=players),
        ended_at=ended_at(entries, rules, players=players),
    )


def house_line(
    before: tuple[Entry, ...], entry: Entry, rules: HouseRules, players: int
) -> HouseLine:
    """Return how ``entry`` would count behind the lines ``before``."""
    return play([*before, entry], rules, players=players)[-1]
