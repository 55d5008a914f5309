"""The rules of an event as numbered facts, for the wall (rules 1, 3, 5.6, 7).

What is said follows from the rule value alone; the words are the site's.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from scoring.house.forced import GAMES_OF_A_SET
from scoring.house.rules import (
    OFFICIAL,
    HouseRules,
    RamschScoring,
    Schieberamsch,
    SkatGoes,
    Ties,
    WhoMarks,
    is_official,
)
from scoring.lists.systems import RATES

Argument = int | str


class RuleTopic(StrEnum):
    """The headings of the rules, in the order in which players ask for them."""

    VALUES = "values"
    BIDS = "bids"
    LIST = "list"
    HOUSE = "house"
    MONEY = "money"


class RuleCode(StrEnum):
    """One sentence of the rules."""

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
    KONTRA = "kontra"
    RAMSCH_AFTER_KONTRA = "ramsch-after-kontra"
    BOCK = "bock"
    BOCK_BY_HAND = "bock-by-hand"
    BOCK_SPLIT = "bock-split"
    BOCK_VALUE = "bock-value"
    BOCK_LOST_KONTRA = "bock-lost-kontra"
    BOCK_RE = "bock-re"
    BOCK_SCHNEIDER = "bock-schneider"
    BOCK_QUIET = "bock-quiet"
    BOCK_PASSED_IN = "bock-passed-in"
    RAMSCH_AFTER_BOCK = "ramsch-after-bock"
    EXTRA_LEVEL = "extra-level"
    EXTRA_LEVEL_GRAND = "extra-level-grand"
    NULL_VALUES = "null-values"
    REVOLUTION = "revolution"
    RAMSCH_FEWEST = "ramsch-fewest"
    RAMSCH_WON_GAME = "ramsch-won-game"
    RAMSCH_WINNER = "ramsch-winner"
    RAMSCH_MOST = "ramsch-most"
    SCHIEBEN = "schieben"
    MINUS = "minus"
    MARKS = "marks"
    ONLY_RAMSCH = "only-ramsch"
    LOWEST_WINS = "lowest-wins"
    EVERYBODY_MARKS = "everybody-marks"
    TIES_HALF = "ties-half"
    TIES_FULL = "ties-full"
    SKAT_LAST_TRICK = "skat-last-trick"
    SKAT_MOST = "skat-most"
    SKAT_ASIDE = "skat-aside"
    PUSH = "push"
    NO_JACKS = "no-jacks"
    VIRGIN = "virgin"
    ANNOUNCED_VIRGIN = "announced-virgin"
    RAMSCH_KONTRA = "ramsch-kontra"
    MARCH = "march"
    MARCH_PUSHES = "march-pushes"
    CAP = "cap"
    GRAND_HAND = "grand-hand"
    SAME_DEALER = "same-dealer"
    FORCED_GAMES = "forced-games"
    FORCED_SET = "forced-set"
    TARGET = "target"
    TARGET_BONUS = "target-bonus"
    TARGET_LOST = "target-lost"
    LOSER_POINTS = "loser-points"
    DEFENDERS_WRITE = "defenders-write"
    STAKE = "stake"
    MONEY_CAP = "money-cap"
    MONEY_GRID = "money-grid"
    POT = "pot"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSentence:
    """A fact of the rules with its numbers and names, in the order they are said."""

    topic: RuleTopic
    code: RuleCode
    arguments: tuple[Argument, ...] = ()


def sentences_of(rules: HouseRules) -> tuple[RuleSentence, ...]:
    """Return the rules as sentences; official Skat has none about the house.

    >>> topics = {sentence.topic for sentence in sentences_of(OFFICIAL)}
    >>> RuleTopic.HOUSE in topics
    False
    """
    facts = (
        (RuleTopic.VALUES, value_facts(rules)),
        (RuleTopic.BIDS, bid_facts(rules)),
        (RuleTopic.LIST, list_facts(rules)),
        (RuleTopic.HOUSE, house_facts(rules)),
        (RuleTopic.MONEY, money_facts(rules)),
    )
    return tuple(
        RuleSentence(topic=topic, code=code, arguments=tuple(arguments))
        for topic, group in facts
        for code, *arguments in group
    )


Fact = tuple[RuleCode, *tuple[Argument, ...]]


def counts_values(rules: HouseRules) -> bool:
    """Tell whether games count their value: not in a target score, nor in Ramsch.

    >>> counts_values(OFFICIAL), counts_values(HouseRules(target=500))
    (True, False)
    """
    return not (rules.only_ramsch or rules.target)


def value_facts(rules: HouseRules) -> Iterator[Fact]:
    """Give what a game is worth, where its value counts (1.3 to 1.7)."""
    if not counts_values(rules):
        return
    yield (RuleCode.VALUE,)
    yield (RuleCode.LEVELS,)
    yield (RuleCode.ANNOUNCING,)
    yield (RuleCode.LOST,)
    if not rules.forced_games:
        yield (RuleCode.OVERBID,)


def bid_facts(rules: HouseRules) -> Iterator[Fact]:
    """Give that bids are what a game can be worth (1.9)."""
    if not (rules.only_ramsch or rules.forced_games):
        yield (RuleCode.BIDS,)


def list_facts(rules: HouseRules) -> Iterator[Fact]:
    """Give what a list adds to the games (3.1), and what passing does (2.1)."""
    rates = RATES[rules.system]
    if counts_values(rules) and not rules.loser_points:
        if rates.won:
            yield RuleCode.OWN_GAMES, rates.won, rates.lost
        else:
            yield (RuleCode.PLAIN,)
        if rates.others_lost[4]:
            yield RuleCode.OTHERS_LOST, rates.others_lost[4], rates.others_lost[3]
    if rules.ramsch is None and not (rules.only_ramsch or rules.forced_games):
        yield (RuleCode.PASSED_IN,)


def house_facts(rules: HouseRules) -> Iterator[Fact]:
    """Give every option that is on (7); nothing for official Skat."""
    if is_official(rules):
        return
    yield from forced_facts(rules)
    yield from kontra_facts(rules)
    yield from bock_facts(rules)
    yield from value_options(rules)
    yield from passed_ramsch_facts(rules)
    yield from ramsch_facts(rules)
    yield from ending_facts(rules)


def forced_facts(rules: HouseRules) -> Iterator[Fact]:
    """Give what is played where nobody bids (7.7)."""
    if rules.forced_games:
        yield (RuleCode.FORCED_GAMES,)
        yield RuleCode.FORCED_SET, GAMES_OF_A_SET


def kontra_facts(rules: HouseRules) -> Iterator[Fact]:
    """Give what may be said against the declarer (7.1)."""
    if rules.kontra:
        yield (RuleCode.KONTRA,)
    if rules.ramsch_after_kontra:
        yield (RuleCode.RAMSCH_AFTER_KONTRA,)


def bock_facts(rules: HouseRules) -> Iterator[Fact]:
    """Give what doubles games in rounds, and what follows them (7.2)."""
    triggers: list[tuple[object, Fact]] = [
        (rules.bock_by_hand, (RuleCode.BOCK_BY_HAND,)),
        (rules.bock_split, (RuleCode.BOCK_SPLIT,)),
        (rules.bock_value, (RuleCode.BOCK_VALUE, rules.bock_value)),
        (rules.bock_lost_kontra, (RuleCode.BOCK_LOST_KONTRA,)),
        (rules.bock_re, (RuleCode.BOCK_RE,)),
        (rules.bock_schneider, (RuleCode.BOCK_SCHNEIDER,)),
        (rules.bock_quiet_rounds, (RuleCode.BOCK_QUIET, rules.bock_quiet_rounds)),
    ]
    chosen = [fact for is_on, fact in triggers if is_on]
    if chosen:
        yield (RuleCode.BOCK,)
        yield from chosen
    if not rules.bock_counts_passed_in:
        yield (RuleCode.BOCK_PASSED_IN,)
    if rules.ramsch_after_bock:
        yield (RuleCode.RAMSCH_AFTER_BOCK,)


def value_options(rules: HouseRules) -> Iterator[Fact]:
    """Give extra levels (7.3) and other Null values."""
    for name in rules.extra_levels:
        yield RuleCode.EXTRA_LEVEL, name
    if rules.extra_levels_in_grand:
        yield (RuleCode.EXTRA_LEVEL_GRAND,)
    if rules.null_values != OFFICIAL.null_values:
        yield (
            RuleCode.NULL_VALUES,
            rules.null,
            rules.null_hand,
            rules.null_ouvert,
            rules.null_ouvert_hand,
        )
    if rules.null_revolution:
        yield RuleCode.REVOLUTION, rules.null_revolution


def passed_ramsch_facts(rules: HouseRules) -> Iterator[Fact]:
    """Give what a Ramsch pays after everybody has passed (7.4)."""
    codes = {
        RamschScoring.FEWEST_POINTS: RuleCode.RAMSCH_FEWEST,
        RamschScoring.FEWEST_WINS: RuleCode.RAMSCH_WON_GAME,
        RamschScoring.WINNER: RuleCode.RAMSCH_WINNER,
        RamschScoring.MOST_PAYS: RuleCode.RAMSCH_MOST,
    }
    if rules.ramsch is not None:
        yield codes[rules.ramsch], rules.ramsch_prize


def ramsch_facts(rules: HouseRules) -> Iterator[Fact]:
    """Give how a Schieberamsch is counted (7.5); the skat goes as in any Ramsch."""
    skat = {
        SkatGoes.LAST_TRICK: RuleCode.SKAT_LAST_TRICK,
        SkatGoes.MOST_POINTS: RuleCode.SKAT_MOST,
        SkatGoes.ASIDE: RuleCode.SKAT_ASIDE,
    }
    if rules.schieberamsch is not None:
        yield from schieberamsch_facts(rules)
    if rules.schieberamsch is not None or rules.ramsch is not None:
        yield (skat[rules.ramsch_skat],)


def schieberamsch_facts(rules: HouseRules) -> Iterator[Fact]:
    """Give how the skat is pushed and what the loser writes (7.5)."""
    in_marks = rules.schieberamsch is Schieberamsch.MARKS
    everybody = rules.who_marks is WhoMarks.EVERYBODY
    halves = rules.ramsch_ties is Ties.HALF
    options: list[tuple[object, Fact]] = [
        (True, (RuleCode.SCHIEBEN,)),
        (True, (RuleCode.MARKS if in_marks else RuleCode.MINUS,)),
        (rules.only_ramsch, (RuleCode.ONLY_RAMSCH,)),
        (rules.lowest_wins, (RuleCode.LOWEST_WINS,)),
        (everybody, (RuleCode.EVERYBODY_MARKS,)),
        (True, (RuleCode.TIES_HALF if halves else RuleCode.TIES_FULL,)),
        (not rules.push_jacks, (RuleCode.NO_JACKS,)),
        (rules.push_doubles, (RuleCode.PUSH,)),
        (rules.virgin_doubles, (RuleCode.VIRGIN,)),
        (
            rules.announced_virgin,
            (RuleCode.ANNOUNCED_VIRGIN, rules.announced_virgin),
        ),
        (rules.ramsch_kontra, (RuleCode.RAMSCH_KONTRA,)),
        (True, (RuleCode.MARCH, rules.march)),
        (rules.march_counts_pushes, (RuleCode.MARCH_PUSHES,)),
        (rules.ramsch_cap, (RuleCode.CAP, rules.ramsch_cap)),
        (rules.grand_hand_in_ramsch, (RuleCode.GRAND_HAND,)),
        (rules.same_dealer_after_grand_hand, (RuleCode.SAME_DEALER,)),
    ]
    yield from (fact for is_on, fact in options if is_on)


def ending_facts(rules: HouseRules) -> Iterator[Fact]:
    """Give what ends a list before its last game (7.6, 11.6)."""
    if rules.target:
        yield RuleCode.TARGET, rules.target
        yield (RuleCode.TARGET_BONUS,)
        yield (RuleCode.TARGET_LOST,)
    if rules.loser_points:
        yield RuleCode.LOSER_POINTS, rules.loser_points
    if rules.defenders_write:
        yield (RuleCode.DEFENDERS_WRITE,)


def money_facts(rules: HouseRules) -> Iterator[Fact]:
    """Give how differences are paid (3.5)."""
    if not rules.stake_cents:
        return
    yield RuleCode.STAKE, rules.stake_cents
    if rules.cap_cents:
        yield RuleCode.MONEY_CAP, rules.cap_cents
    if rules.grid_cents > 1:
        yield RuleCode.MONEY_GRID, rules.grid_cents
    if rules.losers_pay_pot:
        yield (RuleCode.POT,)
