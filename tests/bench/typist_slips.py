"""How the typist at the computer goes wrong, each kind a function.

A mistyped line is always a game there can be: what cannot be is refused at once, and no
detective is needed.
"""

from collections.abc import Callable
from random import Random

from scoring.game.contracts import BASE_VALUE, Contract
from scoring.game.written_games import WrittenGame, with_implied_levels
from tests.bench.played import is_playable, playing, points_of, replaced
from tests.bench.scene import Scene, Slip, What

NEEDS = {
    "hand": ("hand", "schneider_announced", "schwarz_announced", "ouvert"),
    "schneider": (
        "schneider",
        "schneider_announced",
        "schwarz",
        "schwarz_announced",
        "ouvert",
    ),
    "schwarz": ("schwarz", "schwarz_announced", "ouvert"),
    "schneider_announced": ("schneider_announced", "schwarz_announced", "ouvert"),
    "ouvert": ("ouvert",),
}
"""Each tick and those that cannot stand without it."""
TICKS_ADDED = ("hand", "hand", "schneider", "schneider", "schwarz")
NO_TRUMP_TICKS = dict.fromkeys(
    ("without", "schneider", "schneider_announced", "schwarz", "schwarz_announced"),
    False,
)

Mark = Callable[[Random, Scene, WrittenGame, int], WrittenGame | None]


def line_slip(scene: Scene, line: int, typed: WrittenGame | None) -> Slip | None:
    """Type ``typed`` for a line, if it is a game and scores differently."""
    if typed is None or not is_playable(typed, line, scene.players):
        return None
    if points_of(typed) == points_of(scene.entry(line)):
        return None
    return keyed(What.LINE, line, ((line, typed),))


def keyed(what: What, line: int, typed: tuple[tuple[int, WrittenGame], ...]) -> Slip:
    return Slip(what=what, line=line, keys={line: typed})


def changed(entry: WrittenGame, **changes: object) -> WrittenGame:
    return with_implied_levels(replaced(entry, **changes))


def other_declarer(
    chance: Random, scene: Scene, entry: WrittenGame, line: int
) -> WrittenGame:
    others = [p for p in playing(line, scene.players) if p != entry.declarer]
    return changed(entry, declarer=chance.choice(others))


def other_suit(
    chance: Random, scene: Scene, entry: WrittenGame, line: int
) -> WrittenGame | None:
    if entry.contract not in BASE_VALUE:
        return None
    others = [contract for contract in BASE_VALUE if contract is not entry.contract]
    return changed(entry, contract=chance.choice(others))


def other_tops(
    chance: Random,
    scene: Scene,
    entry: WrittenGame,
    line: int,
    steps: tuple[int, ...] = (1,),
) -> WrittenGame | None:
    if entry.matadors is None:
        return None
    tops = entry.matadors + chance.choice(steps) * chance.choice((1, -1))
    return changed(entry, matadors=tops) if tops > 0 else None


def tick_less(
    chance: Random, scene: Scene, entry: WrittenGame, line: int
) -> WrittenGame | None:
    ticked = [tick for tick in NEEDS if getattr(entry, tick)]
    if not ticked:
        return None
    tick = chance.choice(ticked)
    gone = (tick,) if entry.contract is Contract.NULL else NEEDS[tick]
    return replaced(entry, **dict.fromkeys(gone, False))


def tick_more(
    chance: Random, scene: Scene, entry: WrittenGame, line: int
) -> WrittenGame | None:
    is_null = entry.contract is Contract.NULL
    tick = chance.choice(("hand", "ouvert") if is_null else TICKS_ADDED)
    return None if getattr(entry, tick) else changed(entry, **{tick: True})


def other_result(
    chance: Random, scene: Scene, entry: WrittenGame, line: int
) -> WrittenGame | None:
    """Turn won and lost round; where the value of an overbid is typed, it is lost."""
    return None if entry.overbid_value else changed(entry, won=not entry.won)


MARKS: tuple[Mark, ...] = (
    other_declarer,
    other_suit,
    other_tops,
    tick_less,
    tick_more,
    other_result,
)


def matador_far_off(chance: Random, scene: Scene) -> Slip | None:
    """Two or three matadors too many or too few are typed."""
    line = scene.a_game(chance)
    typed = other_tops(chance, scene, scene.entry(line), line, steps=(2, 2, 3))
    return line_slip(scene, line, typed)


def null_for_trump(chance: Random, scene: Scene) -> Slip | None:
    """A Null is typed for a suit or Grand game: 23 is read for 24, n for p."""
    line = scene.a_game(chance)
    entry = scene.entry(line)
    if entry.contract is Contract.NULL:
        return None
    null = replaced(
        entry,
        contract=Contract.NULL,
        matadors=None,
        overbid_value=None,
        **{**NO_TRUMP_TICKS, "hand": False, "ouvert": False},
    )
    return line_slip(scene, line, null)


def two_marks_wrong(chance: Random, scene: Scene) -> Slip | None:
    """Two marks of one line are wrong, such as suit and matadors."""
    line = scene.a_game(chance)
    first, second = chance.sample(MARKS, 2)
    typed = first(chance, scene, scene.entry(line), line)
    if typed is not None:
        typed = second(chance, scene, typed, line)
    return line_slip(scene, line, typed)


def line_left_out(chance: Random, scene: Scene) -> Slip | None:
    """A line is not typed."""
    return keyed(What.MISSING, chance.randint(1, len(scene.entries)), ())


def line_typed_twice(chance: Random, scene: Scene) -> Slip | None:
    """A line is typed twice."""
    line = chance.randint(1, len(scene.entries))
    once = (line, scene.entry(line))
    return keyed(What.DOUBLED, line, (once, once))


TYPIST_KINDS = {
    kind.__name__: kind
    for kind in (
        matador_far_off,
        null_for_trump,
        two_marks_wrong,
        line_left_out,
        line_typed_twice,
    )
}
