"""The numbers of the rules that explanations cite, in one table.

The numbers are those of the edition of 2022 where our sources quote it, else those of
an earlier one, and then the citation says so.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from scoring.game.contracts import ResultKind
from scoring.game.games import Explanation
from scoring.house.bylaws import RuleCode
from scoring.ranking.standings import TIE_CHAIN, Criterion


class Book(StrEnum):
    """The order of the game, and that of competitions."""

    ISKO = "ISkO"
    SKWO = "SkWO"


class Fact(StrEnum):
    """The facts that a reader may want to look up."""

    BASE_VALUES = "base-values"
    NULL_VALUES = "null-values"
    MATADORS = "matadors"
    LEVELS = "levels"
    LOST = "lost"
    PASSED_IN = "passed-in"
    OVERBID = "overbid"
    IMPOSSIBLE_NULL = "impossible-null"
    CONCEDED = "conceded"
    RULE_BREAK = "rule-break"
    RATING = "rating"
    PLACES = "places"
    REFEREE = "referee"


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a rule is found; ``is_earlier`` in an edition before that of 2022."""

    book: Book
    number: str
    is_earlier: bool = False


CITATIONS: Mapping[Fact, Citation] = MappingProxyType(
    {
        Fact.MATADORS: Citation(Book.ISKO, "2.3"),
        Fact.BASE_VALUES: Citation(Book.ISKO, "2.4.1"),
        Fact.NULL_VALUES: Citation(Book.ISKO, "2.4.2"),
        Fact.LEVELS: Citation(Book.ISKO, "2.5"),
        Fact.LOST: Citation(Book.ISKO, "2.5.11"),
        Fact.PASSED_IN: Citation(Book.ISKO, "3.3.7"),
        Fact.OVERBID: Citation(Book.ISKO, "3.6.1"),
        Fact.IMPOSSIBLE_NULL: Citation(Book.ISKO, "3.6.2"),
        Fact.CONCEDED: Citation(Book.ISKO, "4.4"),
        Fact.RULE_BREAK: Citation(Book.ISKO, "4.1.3", is_earlier=True),
        Fact.RATING: Citation(Book.SKWO, "6.3.1"),
        Fact.PLACES: Citation(Book.SKWO, "6.3.1"),
        Fact.REFEREE: Citation(Book.SKWO, "7.3.2", is_earlier=True),
    }
)

FACT_BY_KIND: Mapping[ResultKind, Fact] = MappingProxyType(
    {
        ResultKind.CONCEDED: Fact.CONCEDED,
        ResultKind.RULE_BREAK: Fact.RULE_BREAK,
        ResultKind.REFEREE: Fact.REFEREE,
    }
)


def cited_facts(
    explanation: Explanation | None, kind: ResultKind = ResultKind.PLAYED
) -> tuple[Fact, ...]:
    """Return the rules behind the value of a game, in the order of the sentence.

    ``kind`` says how the game ended. Without an explanation only the value is known.

    >>> cited_facts(None)
    ()
    """
    by_end = (FACT_BY_KIND[kind],) if kind in FACT_BY_KIND else ()
    if explanation is None:
        return by_end
    checks = (
        (Fact.IMPOSSIBLE_NULL, explanation.impossible_null),
        (Fact.NULL_VALUES, not explanation.levels),
        (Fact.BASE_VALUES, bool(explanation.levels)),
        (Fact.LEVELS, bool(explanation.levels)),
        (Fact.OVERBID, explanation.covering is not None),
        (Fact.LOST, explanation.score == -2 * explanation.value),
    )
    return (*(fact for fact, applies in checks if applies), *by_end)


FACTS_BY_CODE: Mapping[str, tuple[Fact, ...]] = MappingProxyType(
    {
        RuleCode.VALUE: (Fact.MATADORS, Fact.BASE_VALUES, Fact.NULL_VALUES),
        RuleCode.LEVELS: (Fact.LEVELS,),
        RuleCode.ANNOUNCING: (Fact.LEVELS,),
        RuleCode.LOST: (Fact.LOST,),
        RuleCode.OVERBID: (Fact.OVERBID,),
        RuleCode.OWN_GAMES: (Fact.RATING,),
        RuleCode.OTHERS_LOST: (Fact.RATING,),
        RuleCode.PASSED_IN: (Fact.PASSED_IN,),
    }
)
"""The facts behind the sentences for the wall; what a club adds has none."""


def decided_by_the_order(chain: tuple[Criterion, ...], position: int) -> bool:
    """Tell whether the criterion at ``position`` decides as the SkWO says (5.6).

    In a club's own order it is a rule of the club.

    >>> decided_by_the_order(TIE_CHAIN, 2)
    True
    """
    return chain[: position + 1] == TIE_CHAIN[: position + 1]


def citations(facts: Iterable[Fact]) -> tuple[Citation, ...]:
    """Return where the facts are found, each place once."""
    return tuple(dict.fromkeys(CITATIONS[fact] for fact in facts))
