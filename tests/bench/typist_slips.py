"""How the typist at the computer goes wrong, each kind a function.

A mistyped line is always a game there can be: what cannot be is refused at once, and no
detective is needed.
"""

from collections.abc import Callable
from random import Random

from scoring.game.contracts import BASE_VALUE, Contract
from scoring.game.games import result_of
from scoring.game.written_games import WrittenGame, with_implied_levels
from tests.bench.played import is_playable, playing, replaced
from tests.bench.scene import (
    By,
    Change,
    Keys,
    Scene,
    Slip,
    What,
    negated,
    off_by,
    turned_by,
)
from tests.bench.written import FOOT_CELLS

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
    played = scene.entry(line)
    if typed.declarer == played.declarer and same_score(typed, played):
        return None
    return keyed(What.LINE, line, ((line, typed),))


def same_score(one: WrittenGame, other: WrittenGame) -> bool:
    mine, yours = result_of(one), result_of(other)
    return (mine.score, mine.won) == (yours.score, yours.won)


def keyed(what: What, line: int, typed: tuple[tuple[int, WrittenGame], ...]) -> Slip:
    return Slip(by=By.TYPIST, what=what, line=line, keys=Keys(lines={line: typed}))


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


def mark_slip(chance: Random, scene: Scene, mark: Mark) -> Slip | None:
    line = scene.a_game(chance)
    return line_slip(scene, line, mark(chance, scene, scene.entry(line), line))


def wrong_declarer(chance: Random, scene: Scene) -> Slip | None:
    """The place of another player of this game is typed."""
    return mark_slip(chance, scene, other_declarer)


def wrong_suit(chance: Random, scene: Scene) -> Slip | None:
    """Another suit, or Grand, is typed."""
    return mark_slip(chance, scene, other_suit)


def matador_off_by_one(chance: Random, scene: Scene) -> Slip | None:
    """One matador too many or too few is typed."""
    return mark_slip(chance, scene, other_tops)


def matador_far_off(chance: Random, scene: Scene) -> Slip | None:
    """Two or three matadors too many or too few are typed."""
    line = scene.a_game(chance)
    typed = other_tops(chance, scene, scene.entry(line), line, steps=(2, 2, 3))
    return line_slip(scene, line, typed)


def tick_forgotten(chance: Random, scene: Scene) -> Slip | None:
    """Hand, Schneider or another tick of the paper is not typed."""
    return mark_slip(chance, scene, tick_less)


def tick_added(chance: Random, scene: Scene) -> Slip | None:
    """Hand, Schneider, Schwarz or ouvert is typed that nobody ticked."""
    return mark_slip(chance, scene, tick_more)


def won_for_lost(chance: Random, scene: Scene) -> Slip | None:
    """The minus behind a lost game is left out."""
    line = scene.a_game(chance)
    entry = scene.entry(line)
    if result_of(entry).won:
        return None
    return line_slip(scene, line, other_result(chance, scene, entry, line))


def lost_for_won(chance: Random, scene: Scene) -> Slip | None:
    """A minus is typed behind a game that was won."""
    line = scene.a_game(chance)
    entry = scene.entry(line)
    if not result_of(entry).won:
        return None
    return line_slip(scene, line, other_result(chance, scene, entry, line))


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


def trump_for_null(chance: Random, scene: Scene) -> Slip | None:
    """A suit or Grand game is typed for a Null."""
    line = scene.a_game(chance)
    entry = scene.entry(line)
    if entry.contract is not Contract.NULL:
        return None
    typed = changed(
        entry,
        contract=chance.choice([*BASE_VALUE]),
        matadors=chance.choice((1, 1, 2)),
        ouvert=False,
    )
    return line_slip(scene, line, typed)


def two_marks_wrong(chance: Random, scene: Scene) -> Slip | None:
    """Two marks of one line are wrong, such as suit and matadors."""
    line = scene.a_game(chance)
    first, second = chance.sample(MARKS, 2)
    typed = first(chance, scene, scene.entry(line), line)
    if typed is not None:
        typed = second(chance, scene, typed, line)
    return line_slip(scene, line, typed)


def without_typed_as_ouvert(chance: Random, scene: Scene) -> Slip | None:
    """The o stands behind the count instead of before it: "ao2" becomes "a2o"."""
    line = scene.a_game(chance)
    entry = scene.entry(line)
    if not entry.without:
        return None
    return line_slip(scene, line, changed(entry, without=False, ouvert=True))


def passed_in_for_game(chance: Random, scene: Scene) -> Slip | None:
    """A game is typed as passed in."""
    line = scene.a_game(chance)
    return line_slip(scene, line, WrittenGame())


def line_left_out(chance: Random, scene: Scene) -> Slip | None:
    """A line is not typed."""
    return keyed(What.MISSING, chance.randint(1, len(scene.entries)), ())


def line_typed_twice(chance: Random, scene: Scene) -> Slip | None:
    """A line is typed twice."""
    line = chance.randint(1, len(scene.entries))
    once = (line, scene.entry(line))
    return keyed(What.DOUBLED, line, (once, once))


def lines_swapped(chance: Random, scene: Scene) -> Slip | None:
    """Two lines one below the other are typed in the wrong order."""
    line = chance.randint(1, len(scene.entries) - 1)
    one, two = (line, scene.entry(line)), (line + 1, scene.entry(line + 1))
    if one[1] == two[1]:
        return None
    return Slip(
        by=By.TYPIST,
        what=What.SWAPPED,
        line=line,
        keys=Keys(lines={line: (two,), line + 1: (one,)}),
    )


def a_cell(chance: Random, scene: Scene) -> str:
    return f"{scene.a_place(chance)}.{chance.choice(FOOT_CELLS)}"


def cell_slip(cells: dict[str, Change]) -> Slip:
    return Slip(
        by=By.TYPIST, what=What.CELL, cells=tuple(cells), keys=Keys(cells=cells)
    )


def cell_turned(chance: Random, scene: Scene) -> Slip | None:
    """The digits of a number of the foot are turned."""
    return cell_slip({a_cell(chance, scene): turned_by(chance)})


def cell_one_key_off(chance: Random, scene: Scene) -> Slip | None:
    """One digit of a number of the foot is typed as the key beside it."""
    return cell_slip({a_cell(chance, scene): off_by(chance)})


def minus_forgotten(chance: Random, scene: Scene) -> Slip | None:
    """The minus before game points or a total is left out."""
    cell = f"{scene.a_place(chance)}.{chance.choice(('game_points', 'total'))}"
    return cell_slip({cell: negated}) if scene.paper.foot[cell] < 0 else None


def cells_exchanged(chance: Random, scene: Scene) -> Slip | None:
    """Two numbers side by side in the foot are typed in each other's place."""
    place, cell = chance.randint(1, scene.players - 1), chance.choice(FOOT_CELLS)
    one, two = f"{place}.{cell}", f"{place + 1}.{cell}"
    step = scene.paper.foot[two] - scene.paper.foot[one]
    if not step:
        return None
    return cell_slip({one: lambda n: n + step, two: lambda n: n - step})


def check_value_mistyped(chance: Random, scene: Scene) -> Slip | None:
    """The value behind a line is typed with a wrong or turned digit."""
    line = scene.a_game(chance)
    change = chance.choice((turned_by, off_by))(chance)
    return check_slip(line, Keys(values={line: change}))


def check_running_mistyped(chance: Random, scene: Scene) -> Slip | None:
    """The running total behind a line is typed with a wrong or turned digit."""
    line = scene.a_game(chance)
    change = chance.choice((turned_by, off_by))(chance)
    return check_slip(line, Keys(running={line: change}))


def check_slip(line: int, keys: Keys) -> Slip:
    return Slip(by=By.TYPIST, what=What.CHECK, line=line, keys=keys)


TYPIST_KINDS = {
    kind.__name__: kind
    for kind in (
        wrong_declarer,
        wrong_suit,
        matador_off_by_one,
        matador_far_off,
        tick_forgotten,
        tick_added,
        won_for_lost,
        lost_for_won,
        null_for_trump,
        trump_for_null,
        two_marks_wrong,
        without_typed_as_ouvert,
        passed_in_for_game,
        line_left_out,
        line_typed_twice,
        lines_swapped,
        cell_turned,
        cell_one_key_off,
        minus_forgotten,
        cells_exchanged,
        check_value_mistyped,
        check_running_mistyped,
    )
}
