"""Only the final totals typed, and at most two numbers more, asked for one by one."""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import mean

from scoring.proof.detective.asking import Wanted, next_number, with_answers
from scoring.proof.detective.search import suspects
from scoring.proof.detective.slips.kinds import RowField
from tests.bench.judge import ONLY_TOTALS, Sight, is_right, seen
from tests.bench.rows import Row
from tests.bench.slips import draw_case

MOST, RIGHT = 2, 0.90


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What came of one list: right in the first three, after so many numbers."""

    is_right: bool
    questions: int


def question_rows(cases: int, seed: int) -> Iterator[Row]:
    """Say how often the slip is right where the desk asks for what decides most."""
    group = [
        asked
        for players in (3, 4)
        for number in range(cases)
        if (asked := ask(seed * 1_000_000 + number, players))
    ]
    if not group:
        return
    right = mean(each.is_right for each in group)
    yield Row(
        what="right in the first 3",
        sizes=f"asked for, {len(group)} lists, 1 slip, only the totals and questions",
        measured=f"{right:.1%}, questions mean {mean(e.questions for e in group):.1f}, "
        f"most {max(each.questions for each in group)}",
        target=f"≥ {RIGHT:.0%}, most {MOST}",
        is_met=right >= RIGHT,
    )


def ask(seed: int, players: int) -> Asked | None:
    """Answer from the paper what the desk asks; None where no total differs."""
    case = draw_case(seed, players=players)
    sight = seen(case, ONLY_TOTALS, seed)
    if not sight.contradicts:
        return None
    numbers: dict[Wanted, int] = {}
    while True:
        known = with_answers(sight.lines, sight.foot, numbers)
        found = suspects(*known)
        wanted = next_number(*known, found)
        if wanted is None or len(numbers) == MOST:
            break
        numbers[wanted] = on_paper(sight, wanted)
    hits = [is_right(sight, suspect) for suspect in found[:3]]
    return Asked(is_right=any(hits), questions=len(numbers))


def on_paper(sight: Sight, wanted: Wanted) -> int:
    """Return the number of the paper that is asked for."""
    if wanted.line is None:
        return sight.case.foot[f"{wanted.place}.{wanted.field}"]
    row = sight.case.lines[wanted.line - 1].row
    return row.value if wanted.field is RowField.VALUE else row.running
