"""The proof on slips it has never met: a stranger's cases, and a judge beside them.

``slips.py`` makes the cases and knows nothing of the detective; ``judge.py`` compares
what the detective says with the truth. A slip that was found right is looked for once
more by a detective who has never heard of its kind.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from statistics import mean, median
from time import process_time

from scoring.proof.detective.case import Wanted, next_number, with_answers
from scoring.proof.detective.search import suspects
from scoring.proof.detective.slips.kinds import RowField, Suspect
from tests.bench.judge import (
    FOOT_ONLY,
    HALF_THE_VALUES,
    ONLY_TOTALS,
    VIEWS,
    Sight,
    View,
    is_named,
    is_right,
    right_kinds,
    seen,
)
from tests.bench.rows import Row, Scale
from tests.bench.slips import draw_case

TABLES = (3, 4)
NONE = (0.0, 0.0)
FIRST = (1, 3, 5)
LEAST = {  # in the first three of one slip; in the first five of two: right only
    (1, FOOT_ONLY.name): (0.98, 0.95),
    (1, HALF_THE_VALUES.name): (0.995, 0.96),
    (2, FOOT_ONLY.name): (0.0, 0.85),
    (2, HALF_THE_VALUES.name): (0.0, 0.85),
}
MEDIAN, WORST = 0.02, 0.3
UNKNOWN = 0.85
MOST, RIGHT = 2, 0.90  # questions, and right in the first three after them


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What came of one case: the place at which it was named, and was right."""

    named: int | None
    right: int | None
    named_unknown: int | None
    shares: tuple[tuple[float, bool], ...]
    numbers: int
    seconds: float


@dataclass(slots=True)
class Verdicts:
    """All cases of one sort; ``silent`` are those that no typed number contradicts."""

    judged: list[Verdict] = field(default_factory=list)
    silent: int = 0

    def share(self, of: str, first: int) -> float:
        ranks = [getattr(verdict, of) for verdict in self.judged]
        hits = sum(rank is not None and rank <= first for rank in ranks)
        return hits / max(1, len(ranks))


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One sort of cases: how many slips, and what is typed."""

    slips: int
    view: View

    @property
    def text(self) -> str:
        return f"{self.slips} slip{'s' * (self.slips > 1)}, {self.view.name}"

    @property
    def column(self) -> int:
        """How many suspects a reader is promised to look at."""
        return 3 if self.slips == 1 else 5

    @property
    def least(self) -> tuple[float, float]:
        """What was promised to be named and right, in how many, if anything."""
        return LEAST.get((self.slips, self.view.name), NONE)


def judge_cases(run: Run, cases: int, players: int, seed: int) -> Verdicts:
    """Let the detective look at so many cases that show a difference."""
    found = Verdicts()
    number = seed * 1_000_000
    while len(found.judged) < cases:
        verdict = judged(run, number, players)
        number += 1
        if verdict is None:
            found.silent += 1
        else:
            found.judged.append(verdict)
    return found


def judged(run: Run, seed: int, players: int) -> Verdict | None:
    """Return the verdict on one case, or None where nothing typed differs."""
    case = draw_case(seed, players=players, slips=run.slips)
    sight = seen(case, run.view, seed)
    if not sight.contradicts:
        return None
    start = process_time()
    said = suspects(sight.lines, sight.foot)
    seconds = process_time() - start
    right = [is_right(sight, suspect) for suspect in said]
    return Verdict(
        named=rank_of(is_named(sight, suspect) for suspect in said),
        right=rank_of(right),
        named_unknown=named_unknown(sight, said),
        shares=tuple(
            (suspect.share, hit) for suspect, hit in zip(said, right, strict=True)
        ),
        numbers=sight.numbers,
        seconds=seconds,
    )


def named_unknown(sight: Sight, said: Iterable[Suspect]) -> int | None:
    """Return where the slip is named by one who does not know its kind.

    0 where its kind is not known: nobody called the slip by any.
    """
    for suspect in said:
        kinds = right_kinds(sight, suspect)
        if kinds:
            foreign = suspects(sight.lines, sight.foot, unknown=kinds)
            return rank_of(is_named(sight, suspect) for suspect in foreign)
    return 0


def rank_of(hits: Iterable[bool]) -> int | None:
    return next((rank for rank, hit in enumerate(hits, start=1) if hit), None)


def measure_proof(scale: Scale, seed: int) -> Iterator[Row]:
    """Measure the detective on a stranger's slips."""
    for slips, view in product((1, 2), VIEWS):
        run = Run(slips=slips, view=view)
        cases = scale.suspects if slips == 1 else scale.pairs
        pooled: list[Verdict] = []
        for players in TABLES:
            found = judge_cases(run, cases, players, seed)
            sizes = f"{cases} lists of {players}, {run.text}"
            yield from share_rows(found, sizes, run)
            pooled += found.judged
        yield from pooled_rows(pooled, run.text)
        yield unknown_row(pooled, run.text, run.column)
    yield from question_rows(scale.pairs, seed)


def share_rows(found: Verdicts, sizes: str, run: Run) -> Iterator[Row]:
    """Say what was named and what was right in the first one, three and five."""
    for of, at_least in zip(("named", "right"), run.least, strict=True):
        shares = {first: found.share(of, first) for first in FIRST}
        yield Row(
            what=f"{of} in the first 1, 3, 5",
            sizes=sizes,
            measured=percents(shares.values()),
            target=f"in {run.column} ≥ {at_least:.1%}" if at_least else "",
            is_met=shares[run.column] >= at_least if at_least else None,
        )
    if found.silent:
        yield Row(
            what="nothing typed differs",
            sizes=sizes,
            measured=f"{found.silent} further lists, not counted",
        )


def pooled_rows(verdicts: list[Verdict], sizes: str) -> Iterator[Row]:
    """Say how far shares can be trusted, how much is typed, and how long it takes."""
    high = [
        is_hit for each in verdicts for share, is_hit in each.shares if share >= 0.9
    ]
    yield Row(
        what="of shares of 90 % and more right",
        sizes=f"{sizes}, {len(high)} shares",
        measured=f"{mean(high):.1%}" if high else "none",
        target="≥ 90%" if high else "",
        is_met=mean(high) >= 0.9 if high else None,
    )
    numbers = [verdict.numbers for verdict in verdicts]
    yield Row(
        what="numbers typed",
        sizes=sizes,
        measured=f"mean {mean(numbers):.1f}, most {max(numbers)}",
    )
    seconds = [verdict.seconds for verdict in verdicts]
    yield Row(
        what="time a list",
        sizes=sizes,
        measured=f"median {median(seconds):.3f} s, worst {max(seconds):.3f} s",
        target=f"≤ {MEDIAN} s, ≤ {WORST} s",
        is_met=median(seconds) <= MEDIAN and max(seconds) <= WORST,
    )


def unknown_row(verdicts: list[Verdict], sizes: str, column: int) -> Row:
    """Say how often a slip is still named where its kind was left out."""
    named, lists = named_without_kind(verdicts, column)
    return Row(
        what=f"kind unknown, named in the first {column}",
        sizes=f"{sizes}, {lists} lists",
        measured=f"{named:.1%}",
        target=f"≥ {UNKNOWN:.0%}" if column == 3 else "",
        is_met=named >= UNKNOWN if column == 3 else None,
    )


def named_without_kind(verdicts: list[Verdict], column: int) -> tuple[float, int]:
    """Return the share named by who does not know the kind, and of how many lists."""
    ranks = [each.named_unknown for each in verdicts if each.named_unknown != 0]
    hits = sum(rank is not None and rank <= column for rank in ranks)
    return hits / max(1, len(ranks)), len(ranks)


def percents(shares: Iterable[float]) -> str:
    return ", ".join(f"{share:.1%}" for share in shares)


# --- Only the final totals typed, and a few numbers more, asked for one by one


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
