"""How the writer at the table goes wrong, each kind a function.

A kind draws one slip of its sort for a scene, or returns None where the games drawn
give no occasion. What it does to the paper is carried on to whatever is reckoned later.
"""

from random import Random

from scoring.game.contracts import BASE_VALUE, NULL_VALUE, Contract
from scoring.game.games import result_of
from scoring.game.written_games import levels_of
from tests.bench.scene import Scene, Slip, What, turned
from tests.bench.written import Pen


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
