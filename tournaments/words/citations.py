"""Where a rule stands, as people cite it: "ISkO 2.4.1, 2.5.11"."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from scoring.game.games import Explanation
from scoring.house.bylaws import counts_values
from scoring.playing.play import HouseLine
from scoring.ranking.standings import (
    Book,
    Criterion,
    Fact,
    citations,
    cited_facts,
    decided_by_the_order,
    read_ties,
)
from tournaments.words.choices import CriterionChoice
from tournaments.words.formats import enumeration


def citation_text(facts: Iterable[Fact]) -> str:
    """Return the numbers of some rules; nothing for none."""
    cited, earlier = citations(facts), _("%(number)s (earlier edition)")
    parts = [
        f"{book} {', '.join(numbers)}"
        for book in Book
        if (
            numbers := [
                earlier % {"number": place.number} if place.is_earlier else place.number
                for place in cited
                if place.book is book
            ]
        )
    ]
    return "; ".join(parts)


def fact_rule(name: str) -> str:
    return citation_text([Fact(name)])


def line_rules(line: HouseLine) -> str:
    """Return the rules behind the points of a line of a list.

    What a club adds stands in its own rules, which the list names; where games do not
    count their value, so does everything.
    """
    entry = line.entry
    if line.problems or not counts_values(line.table.rules):
        return ""
    if entry.declarer is None and not (entry.house and entry.house.ramsch):
        return fact_rule(Fact.PASSED_IN)
    return citation_text(cited_facts(line.result.explanation, entry.kind))


def value_rules(explanation: Explanation | None) -> str:
    """Return the rules behind the value of a game that nobody has played."""
    return citation_text(cited_facts(explanation))


def with_rule(text: str, rule: str) -> str:
    """Return a sentence and, in brackets, the rule behind it.

    >>> with_rule("lost", "ISkO 2.5.11"), with_rule("lost", "")
    ('lost (ISkO 2.5.11)', 'lost')
    """
    return f"{text} ({rule})" if rule else text


def tie_rule(chain: tuple[Criterion, ...], position: int) -> str:
    """Return the rule by which a criterion decides; nothing in a club's own order."""
    if position and decided_by_the_order(chain, position):
        return fact_rule(Fact.PLACES)
    return ""


def ties_words(text: str) -> str:
    steps = read_ties(text)
    if not steps:
        return _("shared place")
    return with_rule(steps_text(steps), tie_rule((Criterion.TOTAL, *steps), len(steps)))


def criteria_texts(chain: Sequence[Criterion]) -> list[str]:
    """Return the criteria that may decide a place, each with its rule if it has one."""
    return [
        with_rule(str(CriterionChoice(criterion).label), tie_rule(tuple(chain), at))
        for at, criterion in enumerate(chain)
    ]


def steps_text(steps: Sequence[Criterion]) -> str:
    """Return criteria that apply one after the other, in words."""
    words = [str(CriterionChoice(step).label) for step in steps]
    return enumeration(words, _("%(words)s, then %(last)s"))
