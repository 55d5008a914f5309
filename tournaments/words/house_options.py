"""The options of house rules in words: each with its field, all in a line."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.game.written_games import BASE_VALUE
from scoring.house.bylaws import (
    Contradiction,
    RuleCode,
    RuleSentence,
    RuleTopic,
    Why,
    sentence_code,
    sentences_of,
)
from scoring.house.rules import (
    OPTIONS,
    Group,
    HouseRules,
    OptionKind,
    RamschScoring,
    Schieberamsch,
    WhoMarks,
    is_official,
)
from scoring.playing.target import COEFFICIENTS, UNDERTAKINGS, Holding
from scoring.ranking.standings import FACTS_BY_CODE
from tournaments.words.citations import citation_text, with_rule
from tournaments.words.decks import contract_name
from tournaments.words.formats import enumeration, money

GROUP_TEXT: Mapping[Group, Promise] = {
    Group.KONTRA: _("Kontra"),
    Group.BOCK: _("A Bock round is started by"),
    Group.PASSED_IN: _("Ramsch when all have passed"),
    Group.SCHIEBERAMSCH: _("Schieberamsch"),
    Group.ENDING: _("Target score and Bierlachs"),
    Group.MONEY: _("Money"),
}
BOCK = _("Bock rounds")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceWords:
    """The words for a value of an option, in a form and in the rules on the wall."""

    label: Promise
    sentence: Promise | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionWords:
    """The words for an option, in a form and wherever its rules are named.

    ``short`` is for the options worth a word in one line, the others only say how these
    are counted. ``sentence`` is for the wall.
    """

    label: Promise
    short: Promise | None = None
    sentence: Promise | None = None
    choices: Mapping[StrEnum, ChoiceWords] = field(default_factory=dict)
    hint: Promise | None = None
    refusal: Promise | None = None


OPTION_WORDS: Mapping[str, OptionWords] = {
    "kontra": OptionWords(
        label=_("Kontra and Re"),
        short=_("Kontra and Re"),
        sentence=_(
            "A defender who has bid or held may say Kontra (×2), the declarer may "
            "answer Re (×4)."
        ),
    ),
    "bock_split": OptionWords(
        label=_("60 to 60"),
        short=BOCK,
        sentence=_("a game lost at 60 to 60"),
    ),
    "bock_value": OptionWords(
        label=_("a game worth at least"),
        short=BOCK,
        sentence=_("a game worth %(0)s or more, before it is doubled"),
    ),
    "bock_lost_kontra": OptionWords(
        label=_("a lost Kontra"), short=BOCK, sentence=_("a lost Kontra")
    ),
    "bock_re": OptionWords(label=_("any Re"), short=BOCK, sentence=_("any Re")),
    "bock_schneider": OptionWords(
        label=_("Schneider"),
        short=BOCK,
        sentence=_("Schneider, while no Bock round is on"),
    ),
    "ramsch_after_bock": OptionWords(
        label=_("a Ramsch round follows each Bock round"),
        short=_("Ramsch rounds"),
        sentence=_("A Ramsch round follows each Bock round."),
    ),
    "ramsch": OptionWords(
        label=_("when all have passed"),
        short=_("Ramsch when all have passed"),
        choices={
            RamschScoring.FEWEST_POINTS: ChoiceWords(
                label=_("fewest card points earn the prize, shared if equal"),
                sentence=_(
                    "If everybody passes, a Ramsch is played: the fewest card points "
                    "bring %(0)s points, shared when equal."
                ),
            ),
            RamschScoring.MOST_PAYS: ChoiceWords(
                label=_("most card points cost as many points"),
                sentence=_(
                    "If everybody passes, a Ramsch is played: the player with most "
                    "card points loses as many points."
                ),
            ),
        },
    ),
    "ramsch_prize": OptionWords(
        label=_("prize in points"),
        hint=_(
            "Counts only where the fewest card points win; where the most cost, it is "
            "as many points as card points."
        ),
    ),
    "schieberamsch": OptionWords(
        label=_("scoring"),
        short=_("Schieberamsch"),
        choices={
            Schieberamsch.MINUS: ChoiceWords(
                label=_("minus card points, doubled by pushing"),
                sentence=_("Card points are minus points."),
            ),
            Schieberamsch.MARKS: ChoiceWords(
                label=_("marks in tens, the lowest sum wins"),
                sentence=_(
                    "Card points are written as tenths, rounded down after doubling."
                ),
            ),
        },
    ),
    "only_ramsch": OptionWords(
        label=_("nothing but Ramsch is played"),
        short=_("nothing but Ramsch"),
        sentence=_("Nothing but Ramsch is played."),
    ),
    "who_marks": OptionWords(
        label=_("Who writes"),
        choices={
            WhoMarks.LOSER: ChoiceWords(
                label=_("only the player with most card points"),
                sentence=_(
                    "Only the player with most card points writes; if several have as "
                    "many, each of them does."
                ),
            ),
            WhoMarks.EVERYBODY: ChoiceWords(
                label=_("everybody their own card points"),
                sentence=_("Everybody writes their own card points."),
            ),
        },
    ),
    "ramsch_kontra": OptionWords(
        label=_("Kontra in a Ramsch"),
        sentence=_(
            "In a Ramsch Kontra doubles what the loser writes, Re doubles it again."
        ),
    ),
    "march": OptionWords(
        label=_("all tricks in points"),
        sentence=_("A player who takes all tricks gets %(0)s points to the good."),
    ),
    "ramsch_cap": OptionWords(
        label=_("at most so many points off"),
        sentence=_("Nobody loses more than %(0)s points in one Ramsch."),
    ),
    "grand_hand_in_ramsch": OptionWords(
        label=_("Grand Hand in a Ramsch"),
        short=_("Grand Hand in a Ramsch"),
        sentence=_(
            "Instead of a Ramsch a player may announce Grand Hand and plays alone."
        ),
    ),
    "target": OptionWords(
        label=_("first to so many points"),
        short=_("first to %(value)s points"),
        sentence=_(
            "The first player to reach %(0)s points wins; that ends the list. Only the "
            "declarer scores: the card points of a won game, 61 to 120."
        ),
    ),
    "loser_points": OptionWords(
        label=_("Bierlachs up to so many points"),
        short=_("Bierlachs up to %(value)s"),
        sentence=_(
            "Bierlachs: only lost games count. The first player to reach %(0)s minus "
            "points pays; that ends the list."
        ),
    ),
    "stake_cents": OptionWords(
        label=_("stake in cents per point"),
        sentence=_(
            "Each pair settles the difference of its totals at %(0)s cents per point."
        ),
        hint=_("A number or a fraction like 1/10."),
        refusal=_("A number or a fraction like 1/10."),
    ),
    "cap_cents": OptionWords(
        label=_("nobody pays more than"),
        sentence=_("Nobody pays more than %(0)s."),
        hint=_("Left empty, there is no limit."),
    ),
    "grid_cents": OptionWords(
        label=_("amounts are rounded to"), sentence=_("Amounts are rounded to %(0)s.")
    ),
    "losers_pay_pot": OptionWords(
        label=_("losers pay into a pot, winners get nothing"),
        sentence=_("Losers pay into a pot; winners get nothing out of it."),
    ),
}
"""A row for each option, in the order of the table."""


def option_sentences() -> dict[str, Promise]:
    sentences = {
        sentence_code(name, value): text
        for name, words in OPTION_WORDS.items()
        for value, text in (
            (True, words.sentence),
            *((value, choice.sentence) for value, choice in words.choices.items()),
        )
    }
    return {code: text for code, text in sentences.items() if text is not None}


PRESET_TEXT: Mapping[str, Promise] = {
    "friday": _("Kontra, Bock and Ramsch"),
    "pushing": _("Schieberamsch instead of passing in"),
    "marks": _("Schieberamsch by marks"),
    "target": _("First to 500"),
    "bierlachs": _("Bierlachs up to 301"),
}
"""Names of the house rules to start from."""

WHY_TEXT: Mapping[Why, Promise] = {
    Why.NOBODY_BIDS: _("where nothing but Ramsch is played nobody bids"),
    Why.NO_DECLARER: _("a Ramsch has no declarer, unless by Grand Hand"),
    Why.ALWAYS_RAMSCH: _("every game is a Ramsch anyway"),
    Why.NEVER_PUSHED: _("Schieberamsch needs Ramsch rounds of its own then"),
    Why.DECLARER_ALONE: _("for a target only the declarer scores"),
    Why.LOST_GAMES_ALONE: _("in Bierlachs only lost games count"),
    Why.ONE_END: _("a list has one end"),
    Why.NO_VALUES: _("for a target card points count, not values"),
}


def contradiction_text(contradiction: Contradiction) -> str:
    """Return why an option cannot stay as it is, with the names of both options."""
    words = {
        "option": option_name(contradiction.option),
        "other": other_names(contradiction.others),
    }
    if contradiction.why is None:
        return gettext("“%(option)s” needs %(other)s.") % words
    words["why"] = str(WHY_TEXT[contradiction.why])
    return gettext("“%(option)s” and %(other)s do not go together: %(why)s.") % words


def option_name(name: str) -> str:
    """Return an option as the form shows it: its heading and its label."""
    return f"{GROUP_TEXT[OPTIONS[name].group]}: {OPTION_WORDS[name].label}"


def other_names(names: Sequence[str]) -> str:
    """Return names of options; of more than two, which are a group, its heading."""
    if len(names) > 2:
        return gettext("“%(option)s”") % {"option": GROUP_TEXT[OPTIONS[names[0]].group]}
    quoted = [gettext("“%(option)s”") % {"option": option_name(name)} for name in names]
    return enumeration(quoted, gettext("%(words)s or %(last)s"))


def rule_set_text(rule_set: Any) -> str:
    """Return the line of a stored rule set; nothing where the ISkO is played."""
    return house_rules_text(rule_set.as_rules()) if rule_set else ""


def house_rules_text(rules: HouseRules) -> str:
    """Return "House rules: Kontra and Re, Bock rounds"; nothing for official Skat."""
    if is_official(rules):
        return ""
    words = dict.fromkeys(short_words(rules))
    listed = ", ".join(words) or gettext("the club's own counting")
    return gettext("House rules: %(list)s") % {"list": listed}


def short_words(rules: HouseRules) -> Iterator[str]:
    """Yield a word or two for each option that is not as in official Skat."""
    for name, words in OPTION_WORDS.items():
        value = getattr(rules, name)
        if words.short and value != OPTIONS[name].default:
            yield str(words.short) % {"value": value}
        if name == "only_ramsch" and rules.lowest_wins:
            yield gettext("the lowest sum wins")


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
