"""First difference: asked for running totals, answered by the printed number."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from scoring.proof.divergence import Ask, FirstDifference, next_question
from tests.bench.judge import FOOT_ONLY, Sight, seen
from tests.bench.scene import Slip, What
from tests.bench.slips import Case, draw_case
from tests.bench.written import write

NOT_IN_ROWS = (What.CELL, What.CHECK)


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """A column that was followed to the line in which it leaves the paper."""

    is_found: bool
    questions: int


def followed_columns(cases: int, seed: int, kinds: Collection[str]) -> list[Followed]:
    """Follow a column in each of so many cases of ``kinds`` at three and at four."""
    return [
        each
        for players in (3, 4)
        for number in range(cases)
        for each in followed(seed * 1_000_000 + number, players, kinds)
    ]


def followed(seed: int, players: int, kinds: Collection[str]) -> Iterator[Followed]:
    """Follow the first column that differs; nothing where none does."""
    case = draw_case(seed, players=players, kinds=kinds)
    (slip,) = case.slips
    if slip.what in NOT_IN_ROWS:
        return
    sight = seen(case, FOOT_ONLY, seed)
    own = write(case.entries, players).foot
    for place in range(1, players + 1):
        cell = f"{place}.game_points"
        if own[cell] != case.foot[cell]:
            yield follow(sight, slip, place)
            return


def follow(sight: Sight, slip: Slip, place: int) -> Followed:
    """Answer until lines are named; they are found if none of them is innocent."""
    answers: dict[int, int | None] = {}
    final = sight.case.foot[f"{place}.game_points"]
    while True:
        step = next_question(
            sight.lines,
            place,
            final=final,
            answers=answers,
            players=sight.case.scene.players,
        )
        if isinstance(step, Ask):
            answers[step.line] = printed(sight.case, step.line, place)
            continue
        lines = {*step.lines} if isinstance(step, FirstDifference) else set()
        return Followed(
            is_found=bool(lines) and lines <= lines_of(sight, slip, place),
            questions=len(answers),
        )


def printed(case: Case, number: int, place: int) -> int | None:
    """Return what the paper has under ``place`` in the row with this number."""
    if number > len(case.scene.entries):
        return None
    pen = case.slips[0].pen
    column = pen.columns.get(number, case.scene.entry(number).declarer)
    return case.paper.rows[number - 1].running if column == place else None


def lines_of(sight: Sight, slip: Slip, place: int) -> set[int]:
    """Return the typed lines that are right: a game left out shows at the next one."""
    at = sight.case.position(slip)
    assert at is not None
    later = [
        number
        for number, entry in enumerate(sight.case.entries, start=1)
        if number >= at and entry.declarer == place
    ]
    lines = {at, *later[:1]}
    if slip.what is What.DOUBLED:
        lines.add(at + 1)
    return lines
