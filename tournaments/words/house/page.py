"""The page of a club's house rules, and where people bid, in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.game.contracts import BASE_VALUE
from scoring.house.bylaws import RuleCode, RuleSentence, RuleTopic, sentences_of
from scoring.house.rules import OPTIONS, HouseRules, OptionKind
from scoring.playing.target import COEFFICIENTS, UNDERTAKINGS, Holding
from scoring.ranking.standings import FACTS_BY_CODE
from tournaments.words.citations import citation_text, with_rule
from tournaments.words.decks import contract_name
from tournaments.words.formats import money
from tournaments.words.house.options import option_sentences

HOLDING_TEXT: Mapping[Holding, Promise] = {
    Holding.CLUBS_WITHOUT_SPADES: _("Jack of clubs without the jack of spades"),
    Holding.CLUBS_SPADES: _("Jacks of clubs and spades"),
    Holding.CLUBS_SPADES_HEARTS: _("Jacks of clubs, spades and hearts"),
    Holding.ALL_JACKS_AND_ACE: _("All four jacks and the ace of trumps"),
    Holding.ALL_ELEVEN: _("All four jacks and all seven trumps"),
    Holding.WITHOUT_CLUBS: _("No jack of clubs"),
    Holding.WITHOUT_CLUBS_SPADES: _("No jack of clubs and no jack of spades"),
    Holding.ONLY_DIAMONDS: _("Only the jack of diamonds"),
    Holding.NO_JACK_BUT_ACE: _("No jack, but the ace of trumps"),
    Holding.WIN: _("to win"),
    Holding.WITHOUT_SKAT: _("without the skat"),
    Holding.NINETY_WITHOUT_SKAT: _("without the skat, 90 card points"),
    Holding.ALL_TRICKS_WITHOUT_SKAT: _("without the skat, all tricks"),
    Holding.OPEN_WITHOUT_SKAT: _("without the skat, all tricks, ouvert"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Coefficient:
    """A row of the table: a holding, an undertaking or a base value."""

    name: str
    text: str


def coefficients_of(rules: HouseRules) -> tuple[Coefficient, ...]:
    """Return the table for the bidding; empty where nobody plays for a target."""
    if not rules.target:
        return ()
    holdings = (
        Coefficient(name=str(HOLDING_TEXT[holding]), text=str(count))
        for holding, count in COEFFICIENTS.items()
    )
    undertakings = (
        Coefficient(name=str(HOLDING_TEXT[holding]), text=f"+{count}")
        for holding, count in UNDERTAKINGS.items()
    )
    base_values = (
        Coefficient(
            name=gettext("Base value of %(contract)s")
            % {"contract": contract_name(contract)},
            text=str(value),
        )
        for contract, value in BASE_VALUE.items()
    )
    return (*holdings, *undertakings, *base_values)


TOPIC_TEXT: Mapping[RuleTopic, Promise] = {
    RuleTopic.VALUES: _("What a game is worth"),
    RuleTopic.BIDS: _("Bidding"),
    RuleTopic.LIST: _("The list"),
    RuleTopic.HOUSE: _("House rules"),
    RuleTopic.MONEY: _("Money"),
}

SENTENCE_TEXT: Mapping[str, Promise] = {
    **option_sentences(),
    RuleCode.VALUE: _(
        "Base value × (matadors + 1 for the game + 1 for each further level)."
    ),
    RuleCode.LEVELS: _(
        "Levels: Hand, Schneider, Schneider announced, Schwarz, Schwarz announced, "
        "ouvert. A higher level counts the lower ones as well."
    ),
    RuleCode.ANNOUNCING: _("Schneider and Schwarz can be announced only with Hand."),
    RuleCode.LOST: _("A lost game costs twice its value."),
    RuleCode.OVERBID: _(
        "A declarer who bids more than the game is worth has lost: the next multiple "
        "of the base value that covers the bid counts, twice."
    ),
    RuleCode.BIDS: _("These 63 values can be bid."),
    RuleCode.PLAIN: _("Only the points of the games count."),
    RuleCode.OWN_GAMES: _(
        "Each own game won brings %(0)s points more, each own game lost costs "
        "%(1)s points more."
    ),
    RuleCode.OTHERS_LOST: _(
        "For each lost game of another player: %(0)s points at a table of four, "
        "%(1)s at a table of three."
    ),
    RuleCode.PASSED_IN: _(
        "If everybody passes, the game is passed in: it counts as played, nobody "
        "gets points."
    ),
    RuleCode.KONTRA_LOST: _("Lost, a game costs twice that."),
    RuleCode.BONUSES_STAY: _("The bonuses of the list are not doubled."),
    RuleCode.BOCK: _(
        "In a Bock round every game counts twice. It lasts one game per player at "
        "the table. A game starts one new round at most; further rounds queue. It is "
        "started by:"
    ),
    RuleCode.SCHIEBERAMSCH_WHEN_PASSED: _(
        "If everybody passes, a Schieberamsch is played."
    ),
    RuleCode.SCHIEBERAMSCH_ROUNDS: _("A Ramsch round is Schieberamsch."),
    RuleCode.SCHIEBEN: _(
        "Schieberamsch: the jacks are trumps, everybody plays alone and takes as "
        "little as they can. Forehand takes the skat and passes two cards on, or "
        "passes it on unseen; so does each player after them."
    ),
    RuleCode.RAMSCH_DOUBLES: _(
        "Each skat passed on unseen and each player without a trick doubles what the "
        "loser writes."
    ),
    RuleCode.RAMSCH_SKAT: _("The last trick takes the skat of a Ramsch."),
    RuleCode.GRAND_HAND: _(
        "A Grand Hand is worth %(0)s × (matadors + 2, and 1 more each for Schneider "
        "and Schwarz); lost it costs twice that."
    ),
    RuleCode.GRAND_HAND_LOW: _(
        "A Grand Hand is worth %(0)s × (matadors + 2, and 1 more each for Schneider "
        "and Schwarz); won, that is taken off the sum, lost, twice that is added."
    ),
    RuleCode.LOWEST_WINS: _("The lowest sum wins."),
    RuleCode.TARGET_BONUS: _(
        "1 point more for 90 card points, 2 if they were announced; the same again for "
        "all tricks."
    ),
    RuleCode.TARGET_LOST: _(
        "A declarer who does not reach 61 card points, the bid or the announcement "
        "loses as many points as they have card points."
    ),
    RuleCode.TARGET_NULL: _("A Null counts nothing."),
    RuleCode.TARGET_BIDS: _(
        "Bids are made with coefficients: add them up and multiply by the base value."
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSection:
    """A heading of the rules with its sentences."""

    topic: RuleTopic
    title: str
    sentences: tuple[str, ...]

    @property
    def listed(self) -> tuple[str, ...]:
        """Return the parts of a list that a sentence ending in a colon opens."""
        return tuple(text for text in self.sentences if text[-1:] not in ".:")


def rule_sentence(sentence: RuleSentence) -> str:
    """Return one fact of the rules in words."""
    values: list[object] = list(sentence.arguments)
    option = OPTIONS.get(sentence.code)
    if option is not None and option.kind is OptionKind.CENTS:
        values = [money(int(value)) for value in sentence.arguments]
    by_position = {str(at): value for at, value in enumerate(values)}
    text = str(SENTENCE_TEXT[sentence.code]) % by_position
    rule = citation_text(FACTS_BY_CODE.get(sentence.code, ()))
    return with_rule(text.removesuffix("."), rule) + "." if rule else text


def rule_sections(rules: HouseRules) -> tuple[RuleSection, ...]:
    """Return the rules under their headings; a heading without a rule is left out."""
    facts = sentences_of(rules)
    sections = []
    for topic in RuleTopic:
        texts = [rule_sentence(fact) for fact in facts if fact.topic is topic]
        if texts:
            sections.append(
                RuleSection(
                    topic=topic, title=str(TOPIC_TEXT[topic]), sentences=tuple(texts)
                )
            )
    return tuple(sections)
