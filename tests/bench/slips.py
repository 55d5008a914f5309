"""Cases for a detective: a true list, its paper, and what was typed of it.

Nothing here knows the detective: kinds, chances and code are those of a stranger who
has seen people write and type Skat lists. A case says itself what the truth is, so that
a judge can tell whether a line was named and whether the correction is right.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from scoring.game.written_games import WrittenGame
from tests.bench.played import TYPIST_KINDS, WRITER_KINDS, played_list
from tests.bench.scene import Keys, Paper, Pen, Row, Scene, Slip, write

KINDS = {**WRITER_KINDS, **TYPIST_KINDS}
"""What clubs said the detective has to know."""
ROUNDS = 12
TRIES = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedLine:
    """A line as typed; ``source`` is its line on paper, whose numbers stand behind."""

    source: int
    entry: WrittenGame
    row: Row


@dataclass(frozen=True, kw_only=True)
class Case:
    """A list with its slips."""

    scene: Scene
    slips: tuple[Slip, ...]

    @cached_property
    def keys(self) -> Keys:
        return {line: typed for slip in self.slips for line, typed in slip.keys.items()}

    @cached_property
    def paper(self) -> Paper:
        """The paper as it was written."""
        pens = [slip.pen for slip in self.slips]
        values = {line: value for pen in pens for line, value in pen.values.items()}
        added = {line: value for pen in pens for line, value in pen.added.items()}
        pen = Pen(values=values, added=added)
        return write(self.scene.entries, self.scene.players, pen)

    @cached_property
    def lines(self) -> tuple[TypedLine, ...]:
        """The lines as they were typed."""
        return tuple(
            TypedLine(source=source, entry=entry, row=self.paper.rows[source - 1])
            for number, played in enumerate(self.scene.entries, start=1)
            for source, entry in self.keys.get(number, ((number, played),))
        )

    @property
    def foot(self) -> Mapping[str, int]:
        return self.paper.foot

    @property
    def entries(self) -> tuple[WrittenGame, ...]:
        return tuple(line.entry for line in self.lines)

    def without(self, slip: Slip) -> "Case":
        """Return the case in which everything but ``slip`` happened."""
        others = tuple(other for other in self.slips if other is not slip)
        return Case(scene=self.scene, slips=others)

    def position(self, slip: Slip) -> int:
        """Return the typed line at which ``slip`` happened.

        A missing line would stand before it; of a doubled one it is the first.
        """
        before = [
            typed
            for number in range(1, slip.line)
            for typed in self.keys.get(number, (number,))
        ]
        return len(before) + 1

    @property
    def seen(self) -> tuple:
        return self.lines, self.foot


def draw_case(
    seed: int,
    *,
    players: int = 4,
    games: int | None = None,
    slips: int = 1,
    kinds: Collection[str] = tuple(KINDS),
) -> Case:
    """Return a list with so many slips of ``kinds``.

    Every kind is as likely as any other: where the games give no occasion for one,
    other games are drawn and not another kind.

    >>> case = draw_case(1, players=3, kinds=["loss_not_doubled"])
    >>> case.slips[0].kind, len(case.entries)
    ('loss_not_doubled', 36)
    """
    chance = Random(f"{seed} {players} {games} {slips}")
    names = [chance.choice(sorted(kinds)) for _ in range(slips)]
    while True:
        case = planted(chance, players, games or ROUNDS * players, names)
        if case is not None:
            return case


def planted(chance: Random, players: int, games: int, names: list[str]) -> Case | None:
    """Draw a list and plant the named slips, far enough apart to be several."""
    entries = played_list(chance, players, games)
    scene = Scene(players=players, entries=entries, paper=write(entries, players))
    case = Case(scene=scene, slips=())
    for name in names:
        for _ in range(TRIES):
            slip = KINDS[name](chance, scene)
            if slip is not None and is_apart(slip, case.slips):
                slip = replace(slip, kind=name)
                longer = Case(scene=scene, slips=(*case.slips, slip))
                if longer.seen != case.seen:
                    case = longer
                    break
        else:
            return None
    return case


def is_apart(slip: Slip, others: Collection[Slip]) -> bool:
    """Tell whether ``slip`` touches no line that others touched."""
    return all(slip.line != other.line for other in others)
