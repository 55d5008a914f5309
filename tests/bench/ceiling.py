"""What nobody could do better: several readings may explain the same numbers alike.

A detective who knows the very chances by which games and slips are drawn goes through
everything that may have happened, and ranks what explains all numbers: each place
where one slip may be, or each pair. How often the first guesses hold is what arithmetic
allows. Only kinds that are asked for: they leave the closing of the foot alone.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice, pairwise, product
from random import Random

from scoring.game.games import result_of
from scoring.game.written_games import WrittenGame
from scoring.playing.line_checks import problems_in
from tests.bench.judge import Sight, View, run_of, seen
from tests.bench.played import games_of, playing, replaced
from tests.bench.scene import Scene, Slip, What
from tests.bench.slips import ASKED_FOR, KINDS, Case, draw_case
from tests.bench.typist_slips import TYPIST_KINDS
from tests.bench.written import write

PLACE, PLAYERS = 2, 3
GAMES = 20_000  # from which chances are learned
TRIES = 4  # of each kind on each of them
BITS = 32
COUNTED = ("game_points", "won", "lost")
ANY_NUMBER = 1 / 400  # that somebody who does not know why expects just this one
OTHER_PLACE = 0.1

Where = tuple[str | int | None, ...]
Outcome = tuple[bool, int, bool | None]
"""Whether somebody else played it, its score, and whether it was won."""
Slips = dict[Where, Counter[int]]
"""Where a slip may be, what it changes in all numbers, and how likely that is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chances:
    """How likely a game is, and what was played where this one was typed."""

    kinds: tuple[str, ...]
    games: Mapping[WrittenGame, float]
    scores: Mapping[tuple[int, bool | None], float]
    typed: Mapping[str, Mapping[WrittenGame, Mapping[Outcome, float]]]
    is_guessing: bool = False  # any other slip may have happened, too

    def without(self, kind: str) -> "Chances":
        """Return what is known by those who never heard of a kind."""
        kinds = tuple(known for known in self.kinds if known != kind)
        return replace(self, kinds=kinds, is_guessing=True)

    def outcomes(self, typed: WrittenGame) -> Counter[Outcome]:
        """Return what was played where this was typed, and was not meant."""
        found: Counter[Outcome] = Counter()
        for kind in self.typed.keys() & {*self.kinds}:
            found.update(self.typed[kind].get(typed, {}))
        return found


def learned(kinds: Collection[str] = ASKED_FOR, games: int = GAMES) -> Chances:
    """Draw games, and let each kind of mistyped line happen to each."""
    chance = Random(1)
    possible = (
        entry
        for entry in games_of(chance, PLACE)
        if not problems_in(entry, players=PLAYERS, number=1)
    )
    drawn = Counter(islice(possible, games))
    scores: Counter[tuple[int, bool | None]] = Counter()
    for entry, count in drawn.items():
        scores[score_of(entry)] += count / games
    return Chances(
        kinds=tuple(kinds),
        games={entry: count / games for entry, count in drawn.items()},
        scores=scores,
        typed={
            kind: outcomes_of(chance, kind, drawn)
            for kind in sorted(TYPIST_KINDS.keys() & kinds)
        },
    )


def outcomes_of(
    chance: Random, kind: str, drawn: Mapping[WrittenGame, int]
) -> Mapping[WrittenGame, Counter[Outcome]]:
    """Return by what is typed, what was played, and how likely both are together."""
    slips = [
        (entry, typed)
        for entry, count in drawn.items()
        for typed in mistyped(chance, kind, entry, count * TRIES)
    ]
    found: dict[WrittenGame, Counter[Outcome]] = defaultdict(Counter)
    for entry, typed in slips:
        outcome = (typed.declarer != PLACE, *score_of(entry))
        found[replaced(typed, declarer=PLACE)][outcome] += 1 / len(slips)
    return found


def slips_of(chance: Random, kind: str, entry: WrittenGame, tries: int) -> list[Slip]:
    """Let a kind happen to a game that is all there is."""
    if kind in ("line_left_out", "line_typed_twice", "copied_from_above"):
        return []
    scene = Scene(players=PLAYERS, entries=(entry,), paper=write((entry,), PLAYERS))
    slips = (KINDS[kind](chance, scene) for _ in range(tries))
    return [slip for slip in slips if slip is not None]


def mistyped(
    chance: Random, kind: str, entry: WrittenGame, tries: int
) -> Iterator[WrittenGame]:
    for slip in slips_of(chance, kind, entry, tries):
        if slip.what is What.LINE:
            ((_, typed),) = slip.keys.lines[1]
            yield typed


@cache
def written(kind: str, entry: WrittenGame) -> Mapping[tuple[What, int], float]:
    """Return by how much the writer puts a game down too high, in a row or a sum."""
    found: Counter[tuple[What, int]] = Counter()
    for slip in slips_of(Random(1), kind, entry, TRIES * 5):
        numbers = {What.VALUE: slip.pen.values, What.RUNNING: slip.pen.added}
        if slip.what in numbers:
            by = numbers[slip.what][1] - score_of(entry)[0]
            found[slip.what, by] += 1 / (TRIES * 5)
    return found


def score_of(entry: WrittenGame) -> tuple[int, bool | None]:
    result = result_of(entry)
    return result.score, result.won


def unit(number: int) -> int:
    return 1 << (BITS * number)


def of_game(place: int | None, score: int, won: bool | None) -> int:
    """Return what a game adds to the numbers of the foot."""
    if place is None:
        return unit(0) + unit(1)
    points = 3 * place
    return unit(0) + score * unit(points) + unit(points + (1 if won else 2))


@dataclass(slots=True)
class Guesser:
    """All that may have happened to one list."""

    sight: Sight
    known: Chances
    slips: Slips = field(default_factory=lambda: defaultdict(Counter))

    def __post_init__(self) -> None:
        games = [line for line in self.sight.lines if line.entry.declarer is not None]
        for line in games:
            self.add_typed(line.number, line.entry)
        for kind in self.known.kinds:
            self.add_written(kind, games)
        self.add_lines()

    @property
    def target(self) -> int:
        """What the paper has more than the typed games."""
        case = self.sight.case
        own = write(case.entries, case.scene.players)
        numbers = {"games": 0, "passed_in": 1} | {
            f"{place}.{name}": 3 * place + index
            for place in range(1, case.scene.players + 1)
            for index, name in enumerate(COUNTED)
        }
        packed = sum(
            (case.foot[name] - own.foot[name]) * unit(number)
            for name, number in numbers.items()
        )
        return packed + sum(
            (line.value - (row.value or 0)) * self.value_unit(line.number)
            for line, row in zip(self.sight.lines, own.rows, strict=True)
            if line.value is not None
        )

    def value_unit(self, number: int) -> int:
        """Return the unit of the value behind a line, 0 if it was not typed."""
        is_typed = self.sight.lines[number - 1].value is not None
        return unit(20 + number) if is_typed else 0

    def add_typed(self, number: int, entry: WrittenGame) -> None:
        """Add what was played where this line was typed."""
        known, lines = self.known, len(self.sight.lines)
        shape = replaced(entry, declarer=PLACE)
        chance = known.games.get(shape, 1 / GAMES) * lines
        own, of_own = score_of(entry), of_game(entry.declarer, *score_of(entry))
        outcomes = known.outcomes(shape)
        if known.is_guessing:
            for score, likely in known.scores.items():
                for moved, part in ((False, 1.0), (True, OTHER_PLACE)):
                    outcomes[moved, *score] += part * likely * chance / lines
        others = [
            place
            for place in playing(number, self.sight.case.scene.players)
            if place != entry.declarer
        ]
        for (moved, score, won), likely in outcomes.items():
            for place in others if moved else [entry.declarer]:
                effect = of_game(place, score, won) - of_own
                effect += (score - own[0]) * self.value_unit(number)
                part = likely / chance / (2 if moved else 1)
                self.slips["line", number][effect] += part

    def add_written(self, kind: str, lines) -> None:
        """Add what a kind of the writer's makes of each game, where it can happen."""
        found = [
            (line.number, line.entry.declarer, what, by, likely)
            for line in lines
            for (what, by), likely in written(
                kind, replaced(line.entry, declarer=PLACE)
            ).items()
        ]
        whole = sum(likely for *_, likely in found)
        for number, place, what, by, likely in found:
            where: Where = ("sum", place) if what is What.RUNNING else ("line", number)
            value = self.value_unit(number) if what is What.VALUE else 0
            self.slips[where][by * (unit(3 * place) + value)] += likely / whole

    def add_lines(self) -> None:
        """Add lines that were left out, and those that stand there twice."""
        entries, players = self.sight.case.entries, self.sight.case.scene.players
        if "line_left_out" in self.known.kinds:
            for (score, won), likely in self.known.scores.items():
                for place in range(1, players + 1):
                    where = ("missing", place, score)
                    self.slips[where][of_game(place, score, won)] = likely / players
            self.slips["missing", None, 0][of_game(None, 0, None)] = 0.05
        if "line_typed_twice" not in self.known.kinds:
            return
        for number, (entry, below) in enumerate(pairwise(entries), start=1):
            if entry == below:
                shape = replaced(entry, declarer=PLACE)
                chance = self.known.games.get(shape, 1 / GAMES) / players
                chance = chance if entry.declarer else 0.05
                twin = ("twin", run_of(self.sight, number)[0])
                effect = -of_game(entry.declarer, *score_of(entry))
                self.slips[twin][effect] += 1 / len(entries) / chance

    def guesses(self, slips: int) -> Iterator[tuple[frozenset[Where], float]]:
        """Yield where so many slips explain everything, and how likely that is."""
        if slips == 2:
            yield from self.pairs()
            return
        target = self.target
        for where, effects in self.slips.items():
            if target in effects:
                yield frozenset([where]), effects[target]
        if self.known.is_guessing:
            yield from self.any_number(target)

    def pairs(self) -> Iterator[tuple[frozenset[Where], float]]:
        """Yield the places where two slips add up."""
        by_effect: dict[int, list[tuple[Where, float]]] = defaultdict(list)
        for where, effects in self.slips.items():
            for effect, likely in effects.items():
                by_effect[effect].append((where, likely))
        target = self.target
        for effect in [*by_effect]:
            others = by_effect.get(target - effect, ())
            if effect <= target - effect:
                for (one, likely), (other, much) in product(by_effect[effect], others):
                    if one != other:
                        yield frozenset((one, other)), likely * much

    def any_number(self, target: int) -> Iterator[tuple[frozenset[Where], float]]:
        """Yield the rows and columns in which the writer may have put any number."""
        for place in range(1, self.sight.case.scene.players + 1):
            by, rest = divmod(target, unit(3 * place))
            if not rest and abs(by) < unit(1):
                yield frozenset([("sum", place)]), ANY_NUMBER
        for line in self.sight.lines:
            place = line.entry.declarer
            if place is not None:
                step = unit(3 * place) + self.value_unit(line.number)
                if target % step == 0 and abs(target // step) < unit(1) // 2:
                    likely = ANY_NUMBER / len(self.sight.lines)
                    yield frozenset([("line", line.number)]), likely


def truth_of(case: Case, sight: Sight, slip: Slip) -> Where:
    """Return where a slip is, as the guesses call it."""
    played = case.scene.entry(slip.line or 1)
    at = case.position(slip)
    if slip.what is What.MISSING:
        return "missing", played.declarer, score_of(played)[0]
    if slip.what is What.DOUBLED:
        return "twin", run_of(sight, at or 1)[0]
    return ("sum", played.declarer) if slip.what is What.RUNNING else ("line", at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """How often the first so many guesses hold: by their shares, and in truth."""

    shares: tuple[float, ...]
    rank: int | None

    def expected(self, first: int) -> float:
        return sum(self.shares[:first])

    def held(self, first: int) -> bool:
        return self.rank is not None and self.rank <= first


def best_guess(known: Chances, sight: Sight) -> Best:
    """Rank what may have happened to one list."""
    case = sight.case
    found: Counter[frozenset[Where]] = Counter()
    for where, likely in Guesser(sight, known).guesses(len(case.slips)):
        found[where] += likely
    whole = sum(found.values())
    ranked = sorted(found, key=lambda where: -found[where])
    true = frozenset(truth_of(case, sight, slip) for slip in case.slips)
    return Best(
        shares=tuple(found[where] / whole for where in ranked),
        rank=ranked.index(true) + 1 if true in ranked else None,
    )


def best_guesses(
    known: Chances,
    view: View,
    *,
    slips: int = 1,
    cases: int,
    players: int,
    seed: int,
    is_kind_known: bool = True,
) -> list[Best]:
    """Rank what may have happened to so many lists that show a difference."""
    numbers = range(seed * 1_000_000, (seed + 1) * 1_000_000)
    drawn = (
        seen(draw_case(n, players=players, slips=slips, kinds=known.kinds), view, n)
        for n in numbers
    )
    shown = islice((sight for sight in drawn if sight.contradicts), cases)
    return [
        best_guess(
            known if is_kind_known else known.without(sight.case.slips[0].kind), sight
        )
        for sight in shown
    ]
