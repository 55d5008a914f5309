"""The words of the rules page: every fact of ``scoring.house.bylaws`` as a sentence."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.house.bylaws import RuleCode, RuleSentence, RuleTopic, sentences_of
from scoring.house.rules import HouseRules
from tournaments.words.formats import money

TOPIC_TEXT: Mapping[RuleTopic, Promise] = {
    RuleTopic.VALUES: _("What a game is worth"),
    RuleTopic.BIDS: _("Bidding"),
    RuleTopic.LIST: _("The list"),
    RuleTopic.HOUSE: _("House rules"),
    RuleTopic.MONEY: _("Money"),
}

SENTENCE_TEXT: Mapping[RuleCode, Promise] = {
    RuleCode.VALUE: _(
        "Base value × (matadors + 1 for the game + 1 for each further level)."
    ),
    RuleCode.LEVELS: _(
        "Levels: Hand, Schneider, Schneider announced, Schwarz, Schwarz announced, "
        "ouvert. A higher level counts the lower ones as well."
    ),
    RuleCode.ANNOUNCING: _("Only a Hand game can be announced higher."),
    RuleCode.LOST: _("A lost game costs twice its value."),
    RuleCode.OVERBID: _(
        "Whoever bids more than the game is worth has lost: the next multiple of the "
        "base value that covers the bid counts, twice."
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
    RuleCode.KONTRA: _(
        "A defender who has bid or held may say Kontra (×2), the declarer may answer "
        "Re (×4). Lost games still cost twice that; the bonuses of the list do not "
        "change."
    ),
    RuleCode.RAMSCH_AFTER_KONTRA: _("After a Kontra the next game is a Ramsch."),
    RuleCode.BOCK: _(
        "In a Bock round every game counts twice. It lasts one game per player at "
        "the table. A game starts one new round at most; further rounds queue. It is "
        "started by:"
    ),
    RuleCode.BOCK_BY_HAND: _("whatever the table agrees on"),
    RuleCode.BOCK_SPLIT: _("a game lost at 60 to 60"),
    RuleCode.BOCK_VALUE: _("a game worth %(0)s or more"),
    RuleCode.BOCK_LOST_KONTRA: _("a game lost after Kontra"),
    RuleCode.BOCK_RE: _("every Re"),
    RuleCode.BOCK_SCHNEIDER: _("Schneider, while no Bock round is on"),
    RuleCode.BOCK_QUIET: _("%(0)s full rounds without Bock"),
    RuleCode.BOCK_PASSED_IN: _("Passed-in games do not count in a Bock round."),
    RuleCode.RAMSCH_AFTER_BOCK: _("A Ramsch round follows each Bock round."),
    RuleCode.EXTRA_LEVEL: _("Further level: “%(0)s”, one level more."),
    RuleCode.EXTRA_LEVEL_GRAND: _("Further levels count in Grand as well."),
    RuleCode.NULL_VALUES: _(
        "Null counts %(0)s, Null Hand %(1)s, Null ouvert %(2)s, Null ouvert Hand %(3)s."
    ),
    RuleCode.REVOLUTION: _("Null revolution counts %(0)s."),
    RuleCode.RAMSCH_FEWEST: _(
        "If everybody passes, a Ramsch is played: the fewest card points bring %(0)s "
        "points, shared when equal."
    ),
    RuleCode.RAMSCH_WON_GAME: _(
        "If everybody passes, a Ramsch is played: the fewest card points count as one "
        "won game worth %(0)s points."
    ),
    RuleCode.RAMSCH_WINNER: _(
        "If everybody passes, a Ramsch is played: the winner gets %(0)s points."
    ),
    RuleCode.RAMSCH_MOST: _(
        "If everybody passes, a Ramsch is played: the most card points cost as many "
        "points."
    ),
    RuleCode.SCHIEBEN: _(
        "Ramsch: the jacks are trumps, everybody plays for himself and takes as "
        "little as he can. Forehand takes the skat and passes two cards on, or "
        "passes it on unseen; so does everybody after him."
    ),
    RuleCode.MINUS: _(
        "Whoever has most card points loses as many points as he has card points."
    ),
    RuleCode.MARKS: _(
        "Card points are written as tenths, rounded down after doubling. Few marks "
        "are good."
    ),
    RuleCode.ONLY_RAMSCH: _("Nothing but Ramsch is played."),
    RuleCode.LOWEST_WINS: _("The lowest sum wins."),
    RuleCode.EVERYBODY_MARKS: _("Everybody writes his own card points."),
    RuleCode.TIES_HALF: _("Several with the most card points write half each."),
    RuleCode.TIES_FULL: _("Several with the most card points all write in full."),
    RuleCode.SKAT_LAST_TRICK: _("The skat belongs to the last trick."),
    RuleCode.SKAT_MOST: _("The skat goes to whoever has most card points."),
    RuleCode.SKAT_ASIDE: _("The skat stays aside and counts for nobody."),
    RuleCode.PUSH: _("Each skat passed on unseen doubles."),
    RuleCode.NO_JACKS: _("Jacks may not be passed on."),
    RuleCode.VIRGIN: _("A player without a trick doubles for the loser."),
    RuleCode.ANNOUNCED_VIRGIN: _(
        "Whoever announces that he takes no trick doubles once more; if he takes one, "
        "he loses %(0)s points and nobody else writes."
    ),
    RuleCode.RAMSCH_KONTRA: _("Kontra and Re double in a Ramsch as well."),
    RuleCode.MARCH: _("Whoever takes all tricks gets %(0)s points to the good."),
    RuleCode.MARCH_PUSHES: _("Pushes double all tricks as well."),
    RuleCode.CAP: _("Nobody loses more than %(0)s points in one Ramsch."),
    RuleCode.GRAND_HAND: _(
        "Instead of a Ramsch a player may announce Grand Hand and plays alone."
    ),
    RuleCode.SAME_DEALER: _(
        "After a Grand Hand in a Ramsch round the same player deals again; his Ramsch "
        "is still to be played."
    ),
    RuleCode.FORCED_GAMES: _("Nobody bids: forehand plays every game."),
    RuleCode.FORCED_SET: _(
        "In %(0)s games each player plays the four suits, one Null or Null ouvert, one "
        "Grand and one game of his choice."
    ),
    RuleCode.TARGET: _(
        "Whoever reaches %(0)s points first wins. Only the declarer scores: the card "
        "points of a won game, 61 to 120."
    ),
    RuleCode.TARGET_BONUS: _(
        "1 point more for 90 card points, 2 if they were announced; the same again for "
        "all tricks."
    ),
    RuleCode.TARGET_LOST: _(
        "Whoever misses what he bid or announced loses the card points of the game."
    ),
    RuleCode.LOSER_POINTS: _(
        "Bierlachs: only lost games count. Whoever reaches %(0)s minus points first "
        "pays."
    ),
    RuleCode.DEFENDERS_WRITE: _(
        "Of a game that is won, each defender writes the value as minus points."
    ),
    RuleCode.STAKE: _(
        "Each pair settles the difference of its totals at %(0)s cents per point."
    ),
    RuleCode.MONEY_CAP: _("Nobody pays more than %(0)s."),
    RuleCode.MONEY_GRID: _("Amounts are rounded to %(0)s."),
    RuleCode.POT: _("Losers pay into a pot; winners get nothing out of it."),
}

AMOUNTS = {RuleCode.MONEY_CAP, RuleCode.MONEY_GRID}


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSection:
    """A heading of the rules with its sentences."""

    topic: RuleTopic
    title: str
    sentences: tuple[str, ...]


def rule_sentence(sentence: RuleSentence) -> str:
    """Return one fact of the rules in words."""
    values: list[object] = list(sentence.arguments)
    if sentence.code in AMOUNTS:
        values = [money(int(value)) for value in sentence.arguments]
    named = {str(at): value for at, value in enumerate(values)}
    return str(SENTENCE_TEXT[sentence.code]) % named


def rule_sections(rules: HouseRules) -> tuple[RuleSection, ...]:
    """Return the rules under their headings; a heading without a rule is left out."""
    sentences = sentences_of(rules)
    found = []
    for topic in RuleTopic:
        texts = [rule_sentence(each) for each in sentences if each.topic is topic]
        if texts:
            found.append(
                RuleSection(
                    topic=topic, title=str(TOPIC_TEXT[topic]), sentences=tuple(texts)
                )
            )
    return tuple(found)
