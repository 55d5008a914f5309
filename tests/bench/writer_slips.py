"""How the writer at the table goes wrong, each kind a function.

A kind draws one slip of its sort for a scene, or returns None where the games drawn
give no occasion. What it does to the paper is carried on to whatever is reckoned later.
"""

from random import Random

from scoring.game.contracts import BASE_VALUE, NULL_VALUE, Contract
from scoring.game.games import result_of
from scoring.game.written_games import levels_of
from tests.bench.scene import By, Scene, Slip, What, more_by, turned, turned_by
from tests.bench.written import RATE, Pen

STEPS = (1, -1, 2, -2, 10, -10, 10, -10, 20, -20, 100, -100)
TOTAL_STEPS = (1, -1, 10, -10, 10, -10, 50, -50, 100, -100)


def value_slip(scene: Scene, line: int, value: int) -> Slip | None:
    """Write ``value``, unsigned and not doubled, for the game and carry it on."""
    result = result_of(scene.entry(line))
    written = value if result.won else -2 * value
    if value <= 0 or written == result.score:
        return None
    return row_slip(What.VALUE, line, Pen(values={line: written}))


def row_slip(what: What, line: int, pen: Pen) -> Slip:
    return Slip(by=By.WRITER, what=what, line=line, pen=pen)


def foot_slip(cells: tuple[str, ...], pen: Pen) -> Slip:
    return Slip(by=By.WRITER, what=What.CELL, cells=cells, pen=pen)


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


def win_doubled(chance: Random, scene: Scene) -> Slip | None:
    """A game that was won is written twice its value, as if it were lost."""
    line = scene.a_game(chance)
    result = result_of(scene.entry(line))
    if not result.won:
        return None
    return value_slip(scene, line, 2 * result.value)


def value_turned(chance: Random, scene: Scene) -> Slip | None:
    """The digits of a value are turned, and it is carried on so."""
    line = scene.a_game(chance)
    ways = turned(scene.score(line))
    if not ways:
        return None
    return row_slip(What.VALUE, line, Pen(values={line: chance.choice(ways)}))


def copied_from_above(chance: Random, scene: Scene) -> Slip | None:
    """The value of the row above is written once more."""
    line = scene.a_game(chance)
    above = scene.score(line - 1) if line > 1 else 0
    if above * scene.score(line) <= 0 or above == scene.score(line):
        return None
    return row_slip(What.VALUE, line, Pen(values={line: above}))


def added_for_subtracted(chance: Random, scene: Scene) -> Slip | None:
    """A lost value is added to the running total, or a won one subtracted."""
    line = scene.a_game(chance)
    if scene.score(line) > 0 and chance.random() < 0.5:
        return None
    return row_slip(What.RUNNING, line, Pen(added={line: -scene.score(line)}))


def added_to_older_total(chance: Random, scene: Scene) -> Slip | None:
    """The value is added to a total of the player's that is no longer the last."""
    line = scene.a_game(chance)
    before = scene.game_before(line, scene.entry(line).declarer)
    if before is None:
        return None
    added = scene.score(line) - scene.score(before)
    return row_slip(What.RUNNING, line, Pen(added={line: added}))


def running_misadded(chance: Random, scene: Scene) -> Slip | None:
    """A running total is added wrongly."""
    line = scene.a_game(chance)
    return row_slip(
        What.RUNNING, line, Pen(running={line: more_by(chance.choice(STEPS))})
    )


def running_turned(chance: Random, scene: Scene) -> Slip | None:
    """The digits of a running total are turned, and it is carried on so."""
    line = scene.a_game(chance)
    return row_slip(What.RUNNING, line, Pen(running={line: turned_by(chance)}))


def points_under_wrong_player(chance: Random, scene: Scene) -> Slip | None:
    """The points are added in the column beside the declarer's."""
    line = scene.a_game(chance)
    place = scene.entry(line).declarer
    other = scene.neighbour(chance, place)
    return Slip(
        by=By.WRITER,
        what=What.COLUMN,
        line=line,
        cells=tuple(f"{p}.game_points" for p in (place, other)),
        pen=Pen(columns={line: other}),
    )


def stroke_under_wrong_player(chance: Random, scene: Scene) -> Slip | None:
    """Won or lost is counted in the column beside the declarer's."""
    line = scene.a_game(chance)
    place = scene.entry(line).declarer
    other = scene.neighbour(chance, place)
    count = "won" if result_of(scene.entry(line)).won else "lost"
    return Slip(
        by=By.WRITER,
        what=What.COLUMN,
        line=line,
        cells=tuple(f"{p}.{count}" for p in (place, other)),
        pen=Pen(strokes={line: other}),
    )


def foot_points_turned(chance: Random, scene: Scene) -> Slip | None:
    """The last running total is turned on its way into the foot."""
    cell = f"{scene.a_place(chance)}.game_points"
    return foot_slip((cell,), Pen(cells={cell: turned_by(chance)}))


def games_miscounted(chance: Random, scene: Scene) -> Slip | None:
    """One game won or lost more or less is counted in the foot."""
    cell = f"{scene.a_place(chance)}.{chance.choice(('won', 'lost'))}"
    step = chance.choice((1, -1))
    if scene.paper.foot[cell] + step < 0:
        return None
    return foot_slip((cell,), Pen(cells={cell: more_by(step)}))


def others_lost_miscounted(chance: Random, scene: Scene) -> Slip | None:
    """The lost games of the others are counted wrong by one, or with the own ones."""
    place = scene.a_place(chance)
    cell = f"{place}.others_lost"
    step = chance.choice((1, -1, scene.paper.foot[f"{place}.lost"]))
    if not step or scene.paper.foot[cell] + step < 0:
        return None
    return foot_slip((cell,), Pen(cells={cell: more_by(step)}))


def passed_in_miscounted(chance: Random, scene: Scene) -> Slip | None:
    """One game passed in more or less is counted."""
    step = chance.choice((1, -1))
    if scene.paper.foot["passed_in"] + step < 0:
        return None
    return foot_slip(("passed_in",), Pen(cells={"passed_in": more_by(step)}))


def bonus_of_other_table(chance: Random, scene: Scene) -> Slip | None:
    """The others' lost games bring what they would at a table of another size."""
    (wrong,) = {*RATE.values()} - {RATE[scene.players]}
    every = range(1, scene.players + 1)
    places = chance.choice((every, [scene.a_place(chance)]))
    return foot_slip(
        tuple(f"{place}.total" for place in places),
        Pen(rates=dict.fromkeys(places, wrong)),
    )


def losses_not_subtracted(chance: Random, scene: Scene) -> Slip | None:
    """The fifties of the lost games are forgotten, or added."""
    place = scene.a_place(chance)
    step = 50 * scene.paper.foot[f"{place}.lost"] * chance.choice((1, 2))
    cell = f"{place}.total"
    return foot_slip((cell,), Pen(cells={cell: more_by(step)})) if step else None


def total_misadded(chance: Random, scene: Scene) -> Slip | None:
    """A total is added wrongly."""
    cell = f"{scene.a_place(chance)}.total"
    return foot_slip((cell,), Pen(cells={cell: more_by(chance.choice(TOTAL_STEPS))}))


def total_turned(chance: Random, scene: Scene) -> Slip | None:
    """A total is copied with its digits turned."""
    cell = f"{scene.a_place(chance)}.total"
    return foot_slip((cell,), Pen(cells={cell: turned_by(chance)}))


WRITER_KINDS = {
    kind.__name__: kind
    for kind in (
        reckoned_with_other_matador,
        reckoned_without_levels,
        reckoned_with_other_level,
        reckoned_with_other_base,
        loss_not_doubled,
        win_doubled,
        value_turned,
        copied_from_above,
        added_for_subtracted,
        added_to_older_total,
        running_misadded,
        running_turned,
        points_under_wrong_player,
        stroke_under_wrong_player,
        foot_points_turned,
        games_miscounted,
        others_lost_miscounted,
        passed_in_miscounted,
        bonus_of_other_table,
        losses_not_subtracted,
        total_misadded,
        total_turned,
    )
}
