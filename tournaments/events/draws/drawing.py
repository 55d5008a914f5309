"""A draw as question and answer: its input and its output, with chance from a seed.

The question holds everything the answer depends on. It is stored as text with the
draw, so that anybody can draw again and compare. No query.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from typing import TypeVar

from tournaments.seating.plans import (
    Limits,
    Plan,
    StandingRule,
    plan_match_day,
    plan_series,
    seat_by_groups,
    seat_by_lot,
    seat_by_standing,
)
from tournaments.seating.problem import (
    MEETINGS_FIRST,
    THREES_FIRST,
    Bounds,
    Costs,
    Entrant,
    SeatingProblem,
    SeriesTables,
    TableRule,
)
from tournaments.seating.search import PICKS, Brake
from tournaments.words.choices import DrawMode

T = TypeVar("T", Costs, Bounds)
FIVE = 5
PICKS_A_SERIES = 200_000
BY_RANKING = (DrawMode.STANDING, DrawMode.GROUPS)
"""Modes that need a ranking, and so draw one series only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawWish:
    """What the organiser asks for: series ``first`` to ``last``, and how to draw them.

    ``soft`` is how many tables a player may sit away from the one of their rank;
    ``replace`` allows tables to be drawn anew at which nobody has played yet.
    """

    first: int
    last: int
    seed: str
    mode: str = DrawMode.WISHES
    tables: str = TableRule.FOURS
    replace: bool = False
    with_registered: bool = False
    clubs_apart: bool = False
    teams_apart: bool = True
    meetings_first: bool = True
    soft: int = 1
    groups: int = 2

    @property
    def numbers(self) -> range:
        return range(self.first, self.last + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPart:
    """Series with the same players; ``kept`` are tables that are not drawn anew."""

    series: tuple[int, ...]
    entrants: tuple[Entrant, ...]
    picks: int = PICKS
    apart: tuple[tuple[int, int], ...] = ()
    kept: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawQuestion:
    """Everything the tables depend on, in start numbers.

    ``history`` holds the tables of the other series, the last one before this draw at
    the end; ``ranking`` is filled for draws by standing and by groups.
    """

    wish: DrawWish
    parts: tuple[DrawPart, ...]
    history: tuple[SeriesTables, ...] = ()
    ranking: tuple[int, ...] = ()

    @property
    def searches(self) -> int:
        """How many searches follow each other, at most."""
        is_by_groups = self.wish.mode == DrawMode.GROUPS
        return self.wish.groups if is_by_groups else len(self.parts)

    def to_text(self) -> str:
        """Return one line of JSON, the same for the same question."""
        return json.dumps(asdict(self), sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawAnswer:
    """The drawn tables by series, their costs, and where each search stopped."""

    tables: dict[int, SeriesTables]
    cost: Costs
    bound: Bounds
    picks: int
    stops: tuple[int | None, ...] = ()

    def to_text(self) -> str:
        content = {"tables": self.tables, "stops": self.stops}
        return json.dumps(content, sort_keys=True, separators=(",", ":"))


def answer_to(
    question: DrawQuestion,
    *,
    seconds: float | None = None,
    stop_after: Sequence[int | None] = (),
) -> DrawAnswer:
    """Return the best tables that are found in so many ``seconds``.

    With ``stop_after``, the stops of an earlier answer, the same question has the same
    answer again, on every machine. Raises ``SeatingError`` for people who cannot be
    seated.
    """
    brake = Brake(seconds, searches=question.searches, stop_after=stop_after)
    history = list(question.history)
    tables: dict[int, SeriesTables] = {}
    plans: list[Plan] = []
    for at, part in enumerate(question.parts):
        seed = f"{question.wish.seed} / {at + 1}" if at else question.wish.seed
        plan = plan_part(question, part, history, seed, brake)
        plans.append(plan)
        history += plan.series
        tables |= zip(part.series, plan.series, strict=True)
    return DrawAnswer(
        tables=tables,
        cost=nonnegative_sum(Costs, [plan.cost for plan in plans]),
        bound=nonnegative_sum(Bounds, [plan.bound for plan in plans]),
        picks=sum(plan.picks for plan in plans),
        stops=tuple(brake.stops),
    )


def plan_part(
    question: DrawQuestion,
    part: DrawPart,
    history: Sequence[SeriesTables],
    seed: str,
    brake: Brake,
) -> Plan:
    wish = question.wish
    problem = SeatingProblem(
        entrants=part.entrants,
        apart=part.apart,
        history=tuple(history),
        tables=TableRule(wish.tables),
        weights=MEETINGS_FIRST if wish.meetings_first else THREES_FIRST,
    )
    limits = Limits(picks=part.picks, brake=brake)
    at_one_table = problem.tables is TableRule.FIVE and len(part.entrants) == FIVE
    mode = DrawMode.WISHES if at_one_table else wish.mode
    ranking, series = question.ranking, len(part.series)
    if mode == DrawMode.LOT:
        return seat_by_lot(problem, seed=seed, series=series)
    if mode == DrawMode.STANDING:
        apart = {"clubs_apart": wish.clubs_apart, "teams_apart": wish.teams_apart}
        rule = StandingRule(soft=wish.soft, **apart)
        return seat_by_standing(problem, ranking, seed=seed, rule=rule)
    if mode == DrawMode.GROUPS:
        return seat_by_groups(problem, ranking, groups=wish.groups, seed=seed, **limits)
    draw = plan_match_day if mode == DrawMode.LEAGUE else plan_series
    return draw(problem, series=series, seed=seed, **limits)


def picks_for(series: int, *, has_history: bool) -> int:
    """Return the most picks for drawing so many series.

    After a played series no bound is known that would end the search, and a small
    field would use up the whole budget; one or two series need a fraction of it.

    >>> picks_for(1, has_history=True) < picks_for(3, has_history=False)
    True
    """
    return min(PICKS, PICKS_A_SERIES * series) if has_history else PICKS


def nonnegative_sum(kind: type[T], items: Iterable[T]) -> T:
    """Return costs or bounds added up field by field, each of them at least 0."""
    items = list(items)
    return kind(
        **{
            field.name: max(0, sum(getattr(item, field.name) for item in items))
            for field in fields(kind)
        }
    )


def drawn_table_numbers(part: DrawPart, tables: SeriesTables) -> list[int]:
    """Return the numbers of the drawn tables: those that no kept table has.

    >>> part = DrawPart(series=(1,), entrants=(), kept=(2,))
    >>> drawn_table_numbers(part, ((1, 2, 3), (4, 5, 6)))
    [1, 3]
    """
    most = len(tables) + len(part.kept)
    free = [number for number in range(1, most + 1) if number not in part.kept]
    free += range(most + 1, most + 1 + len(tables) - len(free))
    return free[: len(tables)]


def question_from(text: str) -> DrawQuestion:
    content = json.loads(text)
    return DrawQuestion(
        wish=DrawWish(**content["wish"]),
        parts=tuple(
            DrawPart(
                series=tuple(part["series"]),
                entrants=tuple(
                    Entrant(**each | {"more_teams": tuple(each["more_teams"])})
                    for each in part["entrants"]
                ),
                picks=part["picks"],
                apart=tuple((first, second) for first, second in part["apart"]),
                kept=tuple(part["kept"]),
            )
            for part in content["parts"]
        ),
        history=tuple(map(tables_from, content["history"])),
        ranking=tuple(content["ranking"]),
    )


def tables_from(content: Iterable[Iterable[int]]) -> SeriesTables:
    return tuple(tuple(table) for table in content)


def answer_from(text: str) -> tuple[dict[int, SeriesTables], list[int | None]]:
    """Read an answer: its tables by series number, and its ``stops``."""
    content = json.loads(text)
    tables = content["tables"].items()
    return {int(at): tables_from(rows) for at, rows in tables}, content["stops"]
