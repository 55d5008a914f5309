"""True lists of games, and how writer and typist go wrong, each kind a function.

The rates are those of clubs and of eighteen million games on the net, rounded; nothing
here knows how the detective weighs a game. A kind draws one slip of its sort, or gives
None where the games drawn give no occasion. What it does to the paper is carried on; a
mistyped line is always a game there can be: what cannot be is refused at once.
"""

from collections.abc import Callable, Iterator
from random import Random

from scoring.game.games import result_of
from scoring.game.written_games import (
    BASE_VALUE,
    MOST_MATADORS,
    NULL_VALUE,
    PASSED_IN,
    Contract,
    WrittenGame,
    levels_of,
    playing_in,
    with_implied_levels,
)
from scoring.playing.line_checks import problems_in
from tests.bench.scene import Pen, Scene, Slip, What, turned

PASSED_IN_IN_HUNDRED = 5
CONTRACTS = {
    Contract.DIAMONDS: 11,
    Contract.HEARTS: 13,
    Contract.SPADES: 16,
    Contract.CLUBS: 21,
    Contract.GRAND: 31,
    Contract.NULL: 8,
}
MATADORS = {1: 60, 2: 20, 3: 8, 4: 8, 5: 3, 6: 1}
LEVELS = {
    (): 655,
    ("hand",): 100,
    ("schneider",): 200,
    ("hand", "schneider"): 25,
    ("schneider", "schwarz"): 12,
    ("schneider_announced",): 5,
    ("schneider_announced", "schwarz"): 1,
    ("schwarz_announced",): 1,
    ("ouvert",): 1,
}
NULLS = {(): 35, ("hand",): 15, ("ouvert",): 40, ("hand", "ouvert"): 10}
LOST_IN_HUNDRED = {Contract.GRAND: 10, Contract.NULL: 22}
OTHERS_LOST_IN_HUNDRED = 23
OVERBID_IN_HUNDRED_LOST = 6
EAGERNESS = (0.7, 1.3)


def played_list(chance: Random, players: int, games: int) -> tuple[WrittenGame, ...]:
    """Return what was played at one table; every line is a game there can be."""
    eagerness = [chance.uniform(*EAGERNESS) for _ in range(players)]
    return tuple(
        played_game(chance, number, players, eagerness)
        for number in range(1, games + 1)
    )


def played_game(
    chance: Random, number: int, players: int, eagerness: list[float]
) -> WrittenGame:
    if one_in_hundred(chance, PASSED_IN_IN_HUNDRED):
        return PASSED_IN
    places = playing_in(number, players)
    weights = [eagerness[place - 1] for place in places]
    (declarer,) = chance.choices(places, weights)
    return next(
        entry
        for entry in games_of(chance, declarer)
        if is_playable(entry, number, players)
    )


def is_playable(entry: WrittenGame, number: int, players: int) -> bool:
    return not problems_in(entry, players=players, number=number)


def games_of(chance: Random, declarer: int) -> Iterator[WrittenGame]:
    """Draw games of one declarer, some of which nobody can play, without end."""
    while True:
        contract = drawn(chance, CONTRACTS)
        lost = one_in_hundred(
            chance, LOST_IN_HUNDRED.get(contract, OTHERS_LOST_IN_HUNDRED)
        )
        ticks = drawn(chance, NULLS if contract is Contract.NULL else LEVELS)
        entry = WrittenGame(
            declarer=declarer,
            contract=contract,
            won=not lost,
            **dict.fromkeys(ticks, True),
        )
        yield entry if contract is Contract.NULL else with_tops(chance, entry)


def with_tops(chance: Random, entry: WrittenGame) -> WrittenGame:
    """Give a suit or Grand its tops, and now and then the value of an overbid."""
    assert entry.contract is not None
    base = BASE_VALUE[entry.contract]
    tops = min(drawn(chance, MATADORS), MOST_MATADORS[entry.contract])
    is_overbid = not entry.won and one_in_hundred(chance, OVERBID_IN_HUNDRED_LOST)
    changes = {"matadors": tops, "without": one_in_hundred(chance, 40)}
    if is_overbid:
        changes["overbid_value"] = base * (tops + chance.choice((2, 2, 3)))
    return with_implied_levels(replaced(entry, **changes))


def replaced(entry: WrittenGame, **changes: object) -> WrittenGame:
    """Return ``entry`` changed; the ticks that only followed are set anew later."""
    fields = {name: getattr(entry, name) for name in WrittenGame.__dataclass_fields__}
    return WrittenGame(**{**fields, **changes})


def points_of(entry: WrittenGame) -> tuple:
    """Return all that a game does to the numbers of its list."""
    result = result_of(entry)
    return entry.declarer, result.score, result.won


def drawn(chance: Random, weights: dict):
    (choice,) = chance.choices([*weights], [*weights.values()])
    return choice


def one_in_hundred(chance: Random, percent: int) -> bool:
    return chance.random() * 100 < percent


def value_slip(scene: Scene, line: int, value: int) -> Slip | None:
    """Write ``value``, unsigned and not doubled, for the game and carry it on."""
    result = result_of(scene.entry(line))
    written = value if result.won else -2 * value
    if value <= 0 or written == result.score:
        return None
    return row_slip(What.VALUE, line, Pen(values={line: written}))


def row_slip(what: What, line: int, pen: Pen) -> Slip:
    return Slip(what=what, line=line, pen=pen)


def base_and_count(scene: Scene, line: int) -> tuple[int, int] | None:
    """Return base value and multiplier of a suit or Grand that was not overbid."""
    entry = scene.entry(line)
    if entry.contract not in BASE_VALUE or entry.overbid_value is not None:
        return None
    base = BASE_VALUE[entry.contract]
    return base, result_of(entry).value // base


def reckoned_with_other_matador(chance: Random, scene: Scene) -> Slip | None:
    """The value is reckoned with one matador more or less than ticked."""
    line = scene.a_game(chance)
    known = base_and_count(scene, line)
    if known is None or (step := chance.choice((1, -1))) + known[1] < 2:
        return None
    return value_slip(scene, line, known[0] * (known[1] + step))


def reckoned_without_levels(chance: Random, scene: Scene) -> Slip | None:
    """All levels that are ticked are forgotten when the value is reckoned."""
    line = scene.a_game(chance)
    known = base_and_count(scene, line)
    if known is None:
        return None
    return value_slip(
        scene, line, known[0] * (known[1] - levels_of(scene.entry(line)).added)
    )


def reckoned_with_other_level(chance: Random, scene: Scene) -> Slip | None:
    """A level more is counted than is ticked, or the game itself forgotten."""
    line = scene.a_game(chance)
    known = base_and_count(scene, line)
    if known is None or (step := chance.choice((1, 1, 2, -1))) + known[1] < 1:
        return None
    return value_slip(scene, line, known[0] * (known[1] + step))


def reckoned_with_other_base(chance: Random, scene: Scene) -> Slip | None:
    """The value is reckoned with the base of another suit, or as another Null."""
    line = scene.a_game(chance)
    entry = scene.entry(line)
    if entry.contract is Contract.NULL:
        return value_slip(scene, line, chance.choice([*NULL_VALUE.values(), 24]))
    known = base_and_count(scene, line)
    if known is None:
        return None
    return value_slip(scene, line, chance.choice([*BASE_VALUE.values()]) * known[1])


def loss_not_doubled(chance: Random, scene: Scene) -> Slip | None:
    """A lost game is written with its plain value."""
    line = scene.a_game(chance)
    result = result_of(scene.entry(line))
    if result.won:
        return None
    return row_slip(What.VALUE, line, Pen(values={line: -result.value}))


def value_turned(chance: Random, scene: Scene) -> Slip | None:
    """The digits of a value are turned, and it is carried on so."""
    line = scene.a_game(chance)
    ways = turned(scene.score(line))
    if not ways:
        return None
    return row_slip(What.VALUE, line, Pen(values={line: chance.choice(ways)}))


def added_for_subtracted(chance: Random, scene: Scene) -> Slip | None:
    """A lost value is added to the running total, or a won one subtracted."""
    line = scene.a_game(chance)
    if scene.score(line) > 0 and chance.random() < 0.5:
        return None
    return row_slip(What.RUNNING, line, Pen(added={line: -scene.score(line)}))


WRITER_KINDS = {
    kind.__name__: kind
    for kind in (
        reckoned_with_other_matador,
        reckoned_without_levels,
        reckoned_with_other_level,
        reckoned_with_other_base,
        loss_not_doubled,
        value_turned,
        added_for_subtracted,
    )
}


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
    others = [p for p in playing_in(line, scene.players) if p != entry.declarer]
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
