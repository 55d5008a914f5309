"""A list under house rules in memory: what its lines write and what comes next.

Computed from the lines and the rules; no query. Official Skat never comes here.
"""

from functools import lru_cache

from scoring.game.entries import Entry
from scoring.house.play import HouseLine, PlayedList, play, played_list
from scoring.house.rules import HouseRules


@lru_cache(maxsize=128)
def house_list(
    entries: tuple[Entry, ...], rules: HouseRules, players: int
) -> PlayedList:
    """Return what ``rules`` make of ``entries``; kept for the next page of the list."""
    return played_list(entries, rules, players=players)


def house_line(
    before: tuple[Entry, ...], entry: Entry, rules: HouseRules, players: int
) -> HouseLine:
    """Return how ``entry`` would count behind the lines ``before``."""
    return play([*before, entry], rules, players=players)[-1]
