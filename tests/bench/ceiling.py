"""What nobody could do better: several lines may explain the same numbers alike.

Even with the very chances by which these slips are drawn one would have to guess among
the lines that fit. How often the first guesses hold follows from those chances, and is
tried on the truth. Only a slip that shifts the game points of one place is ambiguous;
of every other one it is assumed that it is known at once.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import islice
from random import Random

from scoring.game.games import result_of
from scoring.game.written_games import WrittenGame
from scoring.house.line_checks import problems_in
from tests.bench.judge import Sight, View, seen
from tests.bench.played import games_of, replaced
from tests.bench.scene import Scene, Slip, What, turned
from tests.bench.slips import KINDS, draw_case
from tests.bench.writer_slips import STEPS
from tests.bench.written import write

PLACE, PLAYERS = 2, 3
TRIES, SCENES = 60, 25
RARE = 1e-5
FOOT = 0  # a guess that no line is wrong, but the sum in the foot
SEEN_IN_A_GAME = (What.VALUE, What.LINE)

Score = tuple[int, bool | None]
Guesses = dict[int, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chances:
    """How likely a game is, how often a kind finds an occasion, what becomes of games.

    ``typed``: by what is typed, what was played; ``written``: by the game, how much
    too high its value is written.
    """

    games: dict[WrittenGame, float]
    kinds: dict[str, float]
    typed: dict[WrittenGame, Counter[Score]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    written: dict[WrittenGame, Counter[int]] = field(
        default_factory=lambda: defaultdict(Counter)
    )


def learned(kinds: Collection[str], games: int) -> Chances:
    """Try every kind on every game that is not too rare."""
    chance = Random(1)
    possible = (
        entry
        for entry in games_of(chance, PLACE)
        if not problems_in(entry, players=PLAYERS, number=1)
    )
    drawn = Counter(islice(possible, games))
    known = Chances(
        games={entry: count / games for entry, count in drawn.items()},
        kinds={kind: occasions(chance, kind) for kind in kinds},
    )
    for entry, count in drawn.items():
        for kind in kinds if count > 1 else ():
            try_on(chance, known, kind, entry)
    return known


def occasions(chance: Random, kind: str) -> float:
    """Return in which part of all tries a kind finds an occasion."""
    scenes = [draw_case(seed, players=PLAYERS).scene for seed in range(SCENES)]
    tries = [KINDS[kind](chance, scene) for scene in scenes for _ in range(TRIES)]
    return max(RARE, sum(slip is not None for slip in tries) / len(tries))


def try_on(chance: Random, known: Chances, kind: str, entry: WrittenGame) -> None:
    """Count what a kind makes of one game, if it is one that looks at a game."""
    scene = Scene(players=PLAYERS, entries=(entry,), paper=write((entry,), PLAYERS))
    weight = 1 / TRIES / known.kinds[kind]
    for _ in range(TRIES if kind not in NEEDS_MORE_LINES else 0):
        slip = KINDS[kind](chance, scene)
        if slip is None or slip.what not in SEEN_IN_A_GAME:
            continue
        if slip.what is What.VALUE:
            known.written[entry][slip.pen.values[1] - scene.score(1)] += weight
        else:
            ((_, typed),) = slip.keys.lines[1]
            known.typed[typed][score_of(entry)] += weight * known.games[entry]


NEEDS_MORE_LINES = ("lines_swapped",)


def score_of(entry: WrittenGame) -> Score:
    result = result_of(entry)
    return result.score, result.won


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """The column of one place is off by so much."""

    place: int
    points: int
    won: int
    lost: int


def shift_of(sight: Sight) -> Shift | None:
    """Return by what one column is off; None where more than one thing is."""
    own = write(sight.case.entries, sight.case.scene.players).foot
    foot = sight.case.foot
    off = {cell: foot[cell] - own[cell] for cell in own if foot[cell] != own[cell]}
    columns = {cell[0] for cell in off if cell[2:] in ("game_points", "won", "lost")}
    if len(columns) != 1 or {"games", "passed_in"} & off.keys():
        return None
    (place,) = columns
    points, won, lost = (
        off.get(f"{place}.{cell}", 0) for cell in ("game_points", "won", "lost")
    )
    if not points or off.get(f"{place}.total", 0) != points + 50 * (won - lost):
        return None
    return Shift(place=int(place), points=points, won=won, lost=lost)


def guesses(sight: Sight, known: Chances, shift: Shift) -> Guesses:
    """Return how likely it is that each line is wrong, or nothing but a sum."""
    found: Guesses = defaultdict(float)
    above = running = before = 0
    for line in sight.lines:
        score, _ = score_of(line.entry)
        if line.entry.declarer == shift.place:
            running += score
            if line.value in (None, score + shift.points):
                found[line.number] = of_game(known, line.entry, shift)
                is_copied = above * score > 0 and above - score == shift.points
                found[line.number] += is_copied / known.kinds.get(
                    "copied_from_above", float("inf")
                )
            if not (shift.won or shift.lost):
                found[FOOT] += of_sums(known, shift.points, score, running, before)
            before = score
        above = score
    return found


def of_game(known: Chances, entry: WrittenGame, shift: Shift) -> float:
    """Return how likely a line was typed, or its value reckoned, wrongly."""
    mine = replaced(entry, declarer=PLACE)
    score, won = score_of(mine)
    was_won = shift.won > 0 if shift.won else won
    played = known.typed[mine][score + shift.points, was_won]
    reckoned = 0 if shift.won or shift.lost else known.written[mine][shift.points]
    return played / known.games.get(mine, RARE) + reckoned


def of_sums(
    known: Chances, points: int, score: int, running: int, before: int
) -> float:
    """Return how likely the running total behind a game was written wrongly."""
    ways = turned(running)
    chances = {
        "added_for_subtracted": (-2 * score == points) * (0.5 if score > 0 else 1.0),
        "added_to_older_total": float(-before == points),
        "running_misadded": STEPS.count(points) / len(STEPS),
        "running_turned": ways.count(running + points) / max(1, len(ways)),
    }
    return sum(
        chance / known.kinds[kind]
        for kind, chance in chances.items()
        if kind in known.kinds
    )


def truth_of(sight: Sight, slip: Slip) -> int | None:
    return sight.case.position(slip) if slip.what in SEEN_IN_A_GAME else FOOT


def best_guesses(
    known: Chances, view: View, *, cases: int, players: int, seed: int
) -> Iterator[tuple[list[float], int | None]]:
    """Give for each case the shares of the guesses, best first, and which one held.

    Where nothing is ambiguous there is one guess, and it holds.
    """
    number = seed * 1_000_000
    while cases:
        case = draw_case(number, players=players, kinds=[*known.kinds])
        sight = seen(case, view, number)
        number += 1
        if not sight.contradicts:
            continue
        cases -= 1
        shift = shift_of(sight)
        found = guesses(sight, known, shift) if shift else {}
        whole = sum(found.values())
        if not whole:
            yield [1.0], 1
            continue
        ranked = sorted(found, key=lambda line: -found[line])
        true = truth_of(sight, case.slips[0])
        rank = ranked.index(true) + 1 if true in ranked else None
        yield [found[line] / whole for line in ranked], rank
