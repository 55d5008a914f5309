"""How good the draw is: the figures asked for, counted in picks instead of seconds."""

import sys
from collections import Counter
from itertools import chain, combinations
from types import SimpleNamespace

from tournaments.seating.problem import Entrant, SeatingProblem, TableRule, hall_for

# From this number of players on nobody has to meet twice, by series; and 9 players.
ZERO_FROM = {2: 13, 3: 13, 4: 13, 5: 15, 6: 21, 7: 22, 8: 25, 10: 34, 12: 49}
# The most repeats allowed elsewhere: series, then players.
ALLOWED = {
    2: {6: 2, 7: 3, 8: 4, 9: 0, 10: 1, 11: 2, 12: 3},
    3: {6: 6, 7: 9, 8: 12, 9: 0, 10: 3, 11: 6, 12: 9},
    4: {6: 10, 7: 18, 8: 24, 9: 0, 10: 5, 11: 12, 12: 18},
    5: {8: 32, 9: 9, 10: 15, 11: 20, 12: 30, 13: 3, 14: 2},
    6: {
        **{8: 44, 9: 18, 10: 27, 11: 36, 12: 45, 13: 14, 14: 17, 15: 21, 16: 24},
        **{17: 5, 18: 4, 19: 4, 20: 6},
    },
    7: {12: 60, 16: 48, 17: 16, 18: 18, 19: 18, 20: 20, 21: 4},
    8: {
        **{12: 78, 16: 72, 17: 32, 18: 39, 19: 45, 20: 50, 21: 11, 22: 13, 23: 16},
        24: 18,
    },
    10: {
        **{20: 110, 24: 84, 26: 35, 28: 42, 29: 14, 30: 16, 31: 16, 32: 16, 33: 3},
        **{37: 2, 38: 2, 39: 2},
    },
    12: {
        **{24: 156, 28: 126, 32: 84, 33: 22, 34: 23, 35: 26, 36: 28},
        **{37: 0, 38: 0, 39: 0, 40: 0, 41: 10, 42: 10, 43: 10, 44: 10},
        **{45: 4, 46: 4, 47: 4, 48: 4},
    },
}


def required_repeats(players, series):
    """Return the most repeats allowed, or None where no figure was given."""
    allowed = ALLOWED.get(series, {}).get(players)
    if allowed is not None:
        return allowed
    return 0 if players >= ZERO_FROM.get(series, sys.maxsize) else None


def field_of(players, *, club_of=None, rule=TableRule.FOURS):
    """Return a problem with start numbers 1..players, clubs by ``club_of(number)``."""
    entrants = tuple(
        Entrant(number=number, club=club_of(number) if club_of else None)
        for number in range(1, players + 1)
    )
    return SeatingProblem(entrants=entrants, tables=rule)


def row_of(drawn):
    """Return the figures of one plan; ``required`` repeats are allowed, or any."""
    players, series = sum(map(len, drawn.series[0])), len(drawn.series)
    sits, met = Counter(), Counter()
    for table in chain.from_iterable(drawn.series):
        sits.update(table if len(table) == 3 else ())
        met.update(combinations(sorted(table), 2))
    threes = hall_for(players).threes
    return SimpleNamespace(
        repeats=drawn.cost.repeats,
        required=required_repeats(players, series),
        picks=drawn.picks,
        most_meetings=max(met.values()),
        three_most=max(sits.values(), default=0),
        three_fair=max(1, -(-3 * threes * series // players)),
    )
