"""What rules allow, and the rules of an event as facts for the wall (1, 3, 5.6, 7).

The facts follow from the rule value alone; the words are the site's.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import starmap

from scoring.game.written_games import BASE_VALUE, Contract
from scoring.house.rules import OPTIONS, Group, HouseRules
from scoring.lists.sheets import RATES

Argument = int | str


class RuleTopic(StrEnum):
    """The headings of the rules, in the order in which players ask for them."""

    VALUES = "values"
    BIDS = "bids"
    LIST = "list"
    HOUSE = "house"
    MONEY = "money"


class RuleCode(StrEnum):
    """The sentences that do not belong to a single option."""

    VALUE = "value"
    LEVELS = "levels"
    ANNOUNCING = "announcing"
    LOST = "lost"
    OVERBID = "overbid"
    BIDS = "bids"
    PLAIN = "plain"
    OWN_GAMES = "own-games"
    OTHERS_LOST = "others-lost"
    PASSED_IN = "passed-in"
    KONTRA_LOST = "kontra-lost"
    BOCK = "bock"
    BONUSES_STAY = "bonuses-stay"
    SCHIEBERAMSCH_WHEN_PASSED = "schieberamsch-when-passed"
    SCHIEBERAMSCH_ROUNDS = "schieberamsch-rounds"
    SCHIEBEN = "schieben"
    RAMSCH_DOUBLES = "ramsch-doubles"
    RAMSCH_SKAT = "ramsch-skat"
    GRAND_HAND = "grand-hand"
    GRAND_HAND_LOW = "grand-hand-low"
    LOWEST_WINS = "lowest-wins"
    TARGET_BONUS = "target-bonus"
    TARGET_LOST = "target-lost"
    TARGET_NULL = "target-null"
    TARGET_BIDS = "target-bids"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSentence:
    """A fact of the rules with its numbers and names, in the order they are said.

    ``code`` is a ``RuleCode``, or the sentence_code() of an option's value.
    """

    topic: RuleTopic
    code: str
    arguments: tuple[Argument, ...] = ()


def sentences_of(rules: HouseRules) -> tuple[RuleSentence, ...]:
    """Return the rules as sentences; official Skat has none about the house.

    >>> topics = {sentence.topic for sentence in sentences_of(HouseRules())}
    >>> RuleTopic.HOUSE in topics
    False
    """
    counts = counts_values(rules)
    facts = (
        (RuleTopic.VALUES, [(code,) for code in OF_VALUES] if counts else []),
        (RuleTopic.BIDS, [(RuleCode.BIDS,)] if counts else []),
        (RuleTopic.LIST, list_facts(rules)),
        (RuleTopic.HOUSE, house_facts(rules)),
        (
            RuleTopic.MONEY,
            option_facts(rules, Group.MONEY) if rules.stake_cents else [],
        ),
    )
    return tuple(
        RuleSentence(topic=topic, code=code, arguments=tuple(arguments))
        for topic, group in facts
        for code, *arguments in group
    )


Fact = tuple[str, *tuple[Argument, ...]]
OF_VALUES = (
    *(RuleCode.VALUE, RuleCode.LEVELS, RuleCode.ANNOUNCING),
    *(RuleCode.LOST, RuleCode.OVERBID),
)
"""What a game is worth, where its value counts (1.3 to 1.7)."""


def counts_values(rules: HouseRules) -> bool:
    """Tell whether games count their value: not in a target score, nor in Ramsch.

    >>> counts_values(HouseRules()), counts_values(HouseRules(target=500))
    (True, False)
    """
    return not (rules.only_ramsch or rules.target)


@lru_cache(maxsize=64)
def playable_contracts(rules: HouseRules) -> tuple[Contract, ...]:
    """Return what a declarer may play: in a list of nothing but Ramsch, Grand Hand.

    >>> len(playable_contracts(HouseRules()))
    6
    """
    if not rules.only_ramsch:
        return tuple(Contract)
    return (Contract.GRAND,) if rules.grand_hand_in_ramsch else ()


def has_bidding(rules: HouseRules) -> bool:
    """Tell whether there are bids, and games passed in: in nothing but Ramsch not.

    >>> has_bidding(HouseRules())
    True
    """
    return not rules.only_ramsch


class MarkKind(StrEnum):
    """What house rules add to a line, in the order of their shorthand."""

    KONTRA = "kontra"
    BOCK = "bock"
    CARD_POINTS = "card-points"  # of the declarer, where they count
    RAMSCH = "ramsch"
    PUSHES = "pushes"
    VIRGIN = "virgin"
    MARCH = "march"


def marks_under(rules: HouseRules) -> frozenset[MarkKind]:
    """Return the kinds of marks that ``rules`` have; official Skat has none.

    >>> sorted(marks_under(HouseRules(kontra=True, bock_re=True)))
    [<MarkKind.BOCK: 'bock'>, <MarkKind.KONTRA: 'kontra'>]
    >>> marks_under(HouseRules())
    frozenset()
    """
    conditions = {
        MarkKind.KONTRA: rules.kontra or rules.ramsch_kontra,
        MarkKind.BOCK: rules.has_bock,
        MarkKind.CARD_POINTS: rules.target or rules.bock_split,
        MarkKind.RAMSCH: rules.plays_ramsch,
        MarkKind.PUSHES: rules.schieberamsch,
        MarkKind.VIRGIN: rules.schieberamsch,
        MarkKind.MARCH: rules.schieberamsch,
    }
    return frozenset(mark for mark, is_possible in conditions.items() if is_possible)


def list_facts(rules: HouseRules) -> Iterator[Fact]:
    """Yield what a list adds to the games (3.1), and how passing in counts (2.1)."""
    rates = RATES[rules.system]
    if not rules.has_no_bonus:
        if rates.won:
            yield RuleCode.OWN_GAMES, rates.won, rates.lost
        else:
            yield (RuleCode.PLAIN,)
        if rates.others_lost[4]:
            yield RuleCode.OTHERS_LOST, rates.others_lost[4], rates.others_lost[3]
    if has_bidding(rules) and not rules.plays_ramsch_when_passed:
        yield (RuleCode.PASSED_IN,)


def house_facts(rules: HouseRules) -> Iterator[Fact]:
    """Yield every option that is on (7); nothing for official Skat."""
    yield from option_facts(rules, Group.KONTRA)
    if rules.has_bock:
        yield (RuleCode.BOCK,)
    yield from option_facts(rules, Group.BOCK)
    if (rules.kontra or rules.has_bock) and RATES[rules.list_system].won:
        yield (RuleCode.BONUSES_STAY,)
    yield from ramsch_facts(rules)
    yield from option_facts(rules, Group.ENDING)


def option_facts(rules: HouseRules, group: Group) -> Iterator[Fact]:
    """Yield the options of a group that the rules have a sentence for."""
    for name, option in OPTIONS.items():
        value = getattr(rules, name)
        if option.group is group and option.is_mentioned(value):
            code = sentence_code(name, value)
            yield (code,) if isinstance(value, bool | StrEnum) else (code, value)
            yield from further_facts(rules, name)


def sentence_code(name: str, value: object) -> str:
    """Return the code of the sentence for a value of an option.

    >>> from scoring.house.rules import WhoMarks
    >>> sentence_code("march", 120), sentence_code("who_marks", WhoMarks.LOSER)
    ('march', 'who_marks=loser')
    """
    return f"{name}={value}" if isinstance(value, StrEnum) else name


def further_facts(rules: HouseRules, name: str) -> Iterator[Fact]:
    """Yield the facts that come along with an option that is on."""
    if name == "kontra" and counts_values(rules):
        yield (RuleCode.KONTRA_LOST,)
    elif name == "grand_hand_in_ramsch":
        low = rules.lowest_wins
        code = RuleCode.GRAND_HAND_LOW if low else RuleCode.GRAND_HAND
        yield code, BASE_VALUE[Contract.GRAND]
    elif name == "target":
        yield (RuleCode.TARGET_BONUS,)
        yield (RuleCode.TARGET_LOST,)
        yield (RuleCode.TARGET_NULL,)
        yield (RuleCode.TARGET_BIDS,)


def ramsch_facts(rules: HouseRules) -> Iterator[Fact]:
    """Yield how a Ramsch is counted (7.4, 7.5), and who gets the skat in any Ramsch."""
    if rules.ramsch is not None:
        yield sentence_code("ramsch", rules.ramsch), rules.ramsch_prize
    if rules.schieberamsch is not None:
        yield from schieberamsch_facts(rules)
    elif rules.ramsch_cap:
        yield "ramsch_cap", rules.ramsch_cap
    if rules.plays_ramsch:
        yield (RuleCode.RAMSCH_SKAT,)


def schieberamsch_facts(rules: HouseRules) -> Iterator[Fact]:
    """Yield when a Schieberamsch is played, and how it is counted (7.5)."""
    if rules.only_ramsch:
        yield ("only_ramsch",)
    if rules.lowest_wins:
        yield (RuleCode.LOWEST_WINS,)
    if rules.plays_ramsch_when_passed and rules.ramsch is None:
        yield (RuleCode.SCHIEBERAMSCH_WHEN_PASSED,)
    if rules.ramsch_after_bock:
        yield (RuleCode.SCHIEBERAMSCH_ROUNDS,)
    yield (RuleCode.SCHIEBEN,)
    yield (RuleCode.RAMSCH_DOUBLES,)
    yield from option_facts(rules, Group.SCHIEBERAMSCH)


BOCK = tuple(name for name, option in OPTIONS.items() if option.starts_bock)


class Why(StrEnum):
    NOBODY_BIDS = "nobody-bids"
    NO_DECLARER = "no-declarer"
    ALWAYS_RAMSCH = "always-ramsch"
    NEVER_PUSHED = "never-pushed"
    DECLARER_ALONE = "declarer-alone"
    LOST_GAMES_ALONE = "lost-games-alone"
    ONE_END = "one-end"
    NO_VALUES = "no-values"


@dataclass(frozen=True, slots=True)
class Contradiction:
    """An option, and what contradicts it: one of ``others`` it needs, if there is
    no reason ``why`` they do not go together.
    """

    option: str
    others: tuple[str, ...]
    why: Why | None = None


NEEDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("bock_lost_kontra", ("kontra", "ramsch_kontra")),
    ("bock_lost_kontra", ("kontra", "grand_hand_in_ramsch")),
    ("bock_re", ("kontra", "ramsch_kontra")),
    ("ramsch_after_bock", BOCK),
    ("ramsch_after_bock", ("ramsch", "schieberamsch")),
    ("schieberamsch=marks", ("only_ramsch",)),
    ("only_ramsch", ("schieberamsch",)),
    ("who_marks", ("schieberamsch",)),
    ("ramsch_kontra", ("schieberamsch",)),
    ("ramsch_cap", ("schieberamsch", "ramsch=most-pays")),
    ("grand_hand_in_ramsch", ("schieberamsch",)),
    ("cap_cents", ("stake_cents",)),
    ("losers_pay_pot", ("stake_cents",)),
)
"""What an option needs: one of the others. A prize, a march and a grid need nothing:
they always have an amount, which counts where it is asked for."""

EXCLUSIONS: tuple[tuple[str, str, Why, str], ...] = (
    ("kontra", "only_ramsch", Why.NOBODY_BIDS, ""),
    ("bock_split", "only_ramsch", Why.NO_DECLARER, "grand_hand_in_ramsch"),
    ("bock_value", "only_ramsch", Why.NO_DECLARER, "grand_hand_in_ramsch"),
    ("bock_lost_kontra", "only_ramsch", Why.NO_DECLARER, "grand_hand_in_ramsch"),
    ("bock_schneider", "only_ramsch", Why.NO_DECLARER, "grand_hand_in_ramsch"),
    ("ramsch_after_bock", "only_ramsch", Why.ALWAYS_RAMSCH, ""),
    ("ramsch", "only_ramsch", Why.NOBODY_BIDS, ""),
    ("schieberamsch", "ramsch", Why.NEVER_PUSHED, "ramsch_after_bock"),
    ("target", "bock_value", Why.NO_VALUES, ""),
    ("target", "ramsch", Why.DECLARER_ALONE, ""),
    ("target", "schieberamsch", Why.DECLARER_ALONE, ""),
    ("loser_points", "ramsch", Why.LOST_GAMES_ALONE, ""),
    ("loser_points", "schieberamsch", Why.LOST_GAMES_ALONE, ""),
    ("loser_points", "target", Why.ONE_END, ""),
)
"""Two options that exclude each other, and why, unless a third is on.

``only_ramsch`` needs Schieberamsch, which excludes a target and loser points.
"""


def contradictions(rules: HouseRules) -> tuple[Contradiction, ...]:
    """Return every contradiction in ``rules``, in the order of the tables.

    Of the needs of an option the first one that is not met.

    >>> contradictions(HouseRules(only_ramsch=True))
    (Contradiction(option='only_ramsch', others=('schieberamsch',), why=None),)
    >>> contradictions(HouseRules())
    ()
    """
    unmet: dict[str, tuple[str, ...]] = {}
    for term, others in NEEDS:
        if holds(rules, term) and not any(holds(rules, other) for other in others):
            unmet.setdefault(option_of(term), tuple(map(option_of, others)))
    contradictory = list(starmap(Contradiction, unmet.items()))
    for option, other, why, unless in EXCLUSIONS:
        is_allowed = bool(unless) and holds(rules, unless)
        if holds(rules, option) and holds(rules, other) and not is_allowed:
            contradictory.append(Contradiction(option, (other,), why))
    return tuple(contradictory)


def holds(rules: HouseRules, term: str) -> bool:
    """Tell whether an option is on, or has the value that is named.

    >>> holds(HouseRules(march=12), "march"), holds(HouseRules(), "ramsch=most-pays")
    (True, False)
    """
    name, _, value = term.partition("=")
    current = getattr(rules, name)
    return bool(current == value if value else current != OPTIONS[name].default)


def option_of(term: str) -> str:
    return term.partition("=")[0]
