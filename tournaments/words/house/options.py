"""The words of the options of the house rules: one row for each (rules 7, 3.5)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.house.bylaws import sentence_code
from scoring.house.kinds import Group
from scoring.house.rules import RamschScoring, Schieberamsch, SkatGoes, Ties, WhoMarks

GROUP_TEXT: Mapping[Group, Promise] = {
    Group.KONTRA: _("Kontra"),
    Group.BOCK: _("A Bock round is started by"),
    Group.LOST: _("Lost games"),
    Group.EXTRA_LEVELS: _("Extra levels"),
    Group.NULL: _("Null"),
    Group.PASSED_IN: _("Ramsch when all have passed"),
    Group.SCHIEBERAMSCH: _("Schieberamsch"),
    Group.FORCED: _("Evening without bidding"),
    Group.ENDING: _("Target score and Bierlachs"),
    Group.MONEY: _("Money"),
}
BOCK = _("Bock rounds")
NULL = _("Null values of your own")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceWords:
    """The words for a value of an option, in a form and in the rules on the wall."""

    label: Promise
    sentence: Promise | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionWords:
    """The words for an option, in a form and wherever its rules are named.

    ``short`` is for the options worth a word in one line, the others only say how these
    are counted. ``sentence`` is for the wall, ``sentence_off`` if it is news that the
    option is off.
    """

    label: Promise
    short: Promise | None = None
    sentence: Promise | None = None
    sentence_off: Promise | None = None
    choices: Mapping[StrEnum, ChoiceWords] = field(default_factory=dict)
    hint: Promise | None = None
    refusal: Promise | None = None


OPTION_WORDS: Mapping[str, OptionWords] = {
    "kontra": OptionWords(
        label=_("Kontra and Re"),
        short=_("Kontra and Re"),
        sentence=_(
            "A defender who has bid or held may say Kontra (×2), the declarer may "
            "answer Re (×4). Lost games still cost twice that; the bonuses of the list "
            "do not change."
        ),
    ),
    "ramsch_after_kontra": OptionWords(
        label=_("after Kontra the next game is a Ramsch"),
        short=_("Ramsch after Kontra"),
        sentence=_("After a Kontra the next game is a Ramsch."),
    ),
    "bock_split": OptionWords(
        label=_("60 to 60 card points"),
        short=BOCK,
        sentence=_("a game lost at 60 to 60"),
    ),
    "bock_value": OptionWords(
        label=_("a game worth at least"),
        short=BOCK,
        sentence=_("a game worth %(0)s or more"),
    ),
    "bock_lost_kontra": OptionWords(
        label=_("a lost Kontra"),
        short=BOCK,
        sentence=_("a game lost after Kontra"),
    ),
    "bock_re": OptionWords(label=_("any Re"), short=BOCK, sentence=_("every Re")),
    "bock_schneider": OptionWords(
        label=_("Schneider"),
        short=BOCK,
        sentence=_("Schneider, while no Bock round is on"),
    ),
    "bock_schneider_in_bock": OptionWords(
        label=_("Schneider while a Bock round is on, too"),
        sentence=_("Schneider, also while a Bock round is on"),
    ),
    "bock_value_bare": OptionWords(
        label=_("the value counts without levels, matadors and game alone"),
        sentence=_("for this value matadors and game alone count"),
    ),
    "bock_each_reason": OptionWords(
        label=_("a round for each reason a game has"),
    ),
    "bock_quiet_rounds": OptionWords(
        label=_("so many full rounds without Bock"),
        short=BOCK,
        sentence=_("%(0)s full rounds without Bock"),
    ),
    "bock_by_hand": OptionWords(
        label=_("the writer may double any game"),
        short=BOCK,
        sentence=_("whatever the table agrees on"),
    ),
    "bock_counts_passed_in": OptionWords(
        label=_("passed-in games count in a Bock round"),
        sentence_off=_("Passed-in games do not count in a Bock round."),
    ),
    "ramsch_after_bock": OptionWords(
        label=_("a Ramsch round follows each Bock round"),
        short=_("Ramsch rounds"),
        sentence=_("A Ramsch round follows each Bock round."),
    ),
    "lost_hand_once": OptionWords(
        label=_("a lost Hand game is not doubled (as until 1998)"),
        short=_("lost Hand games single"),
        sentence=_("A lost Hand game costs its value once, as until 1998."),
    ),
    "extra_levels": OptionWords(
        label=_("named extra levels"),
        short=_("%(value)s"),
        sentence=_("Further level: “%(0)s”, one level more."),
        hint=_("For example Spitze; several with commas between."),
    ),
    "extra_levels_in_grand": OptionWords(
        label=_("extra levels count in Grand as well"),
        sentence=_("Further levels count in Grand as well."),
    ),
    "null": OptionWords(label=_("Null"), short=NULL),
    "null_hand": OptionWords(label=_("Null Hand"), short=NULL),
    "null_ouvert": OptionWords(label=_("Null ouvert"), short=NULL),
    "null_ouvert_hand": OptionWords(label=_("Null ouvert Hand"), short=NULL),
    "null_revolution": OptionWords(
        label=_("Null revolution"),
        short=_("Null revolution"),
        sentence=_("Null revolution counts %(0)s."),
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
            RamschScoring.FEWEST_WINS: ChoiceWords(
                label=_("fewest card points win a game of that value"),
                sentence=_(
                    "If everybody passes, a Ramsch is played: the fewest card points "
                    "count as one won game worth %(0)s points."
                ),
            ),
            RamschScoring.WINNER: ChoiceWords(
                label=_("the winner alone earns the prize, nobody if equal"),
                sentence=_(
                    "If everybody passes, a Ramsch is played: the winner gets %(0)s "
                    "points."
                ),
            ),
            RamschScoring.MOST_PAYS: ChoiceWords(
                label=_("most card points cost as many points"),
                sentence=_(
                    "If everybody passes, a Ramsch is played: the most card points "
                    "cost as many points."
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
                sentence=_(
                    "The player with most card points loses as many points as they "
                    "have card points."
                ),
            ),
            Schieberamsch.MARKS: ChoiceWords(
                label=_("marks in tens, the lowest sum wins"),
                sentence=_(
                    "Card points are written as tenths, rounded down after doubling. "
                    "Few marks are good."
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
        label=_("who writes"),
        choices={
            WhoMarks.LOSER: ChoiceWords(
                label=_("only the player with most card points")
            ),
            WhoMarks.EVERYBODY: ChoiceWords(
                label=_("everybody their own card points"),
                sentence=_("Everybody writes their own card points."),
            ),
        },
    ),
    "ramsch_ties": OptionWords(
        label=_("several with the most card points write"),
        choices={
            Ties.FULL: ChoiceWords(
                label=_("each the full amount"),
                sentence=_("Several with the most card points all write in full."),
            ),
            Ties.HALF: ChoiceWords(
                label=_("each half of it"),
                sentence=_("Several with the most card points write half each."),
            ),
        },
    ),
    "ramsch_skat": OptionWords(
        label=_("the skat goes"),
        choices={
            SkatGoes.LAST_TRICK: ChoiceWords(
                label=_("to the last trick"),
                sentence=_("The skat belongs to the last trick."),
            ),
            SkatGoes.MOST_POINTS: ChoiceWords(
                label=_("to the player with most card points"),
                sentence=_("The skat goes to whoever has most card points."),
            ),
            SkatGoes.ASIDE: ChoiceWords(
                label=_("to nobody"),
                sentence=_("The skat stays aside and counts for nobody."),
            ),
        },
    ),
    "push_jacks": OptionWords(
        label=_("jacks may be pushed"),
        sentence_off=_("Jacks may not be passed on."),
    ),
    "push_doubles": OptionWords(
        label=_("each push doubles"),
        sentence=_("Each skat passed on unseen doubles."),
    ),
    "virgin_doubles": OptionWords(
        label=_("a player without a trick doubles"),
        sentence=_("A player without a trick doubles for the loser."),
    ),
    "announced_virgin": OptionWords(
        label=_("a missed announcement of no trick costs"),
        short=_("announced virgin"),
        sentence=_(
            "A player who announces that they will take no trick doubles once more; "
            "if they take one, they lose %(0)s points and nobody else writes."
        ),
    ),
    "ramsch_kontra": OptionWords(
        label=_("Kontra in a Ramsch"),
        sentence=_("Kontra and Re double in a Ramsch as well."),
    ),
    "march": OptionWords(
        label=_("all tricks in points"),
        sentence=_("A player who takes all tricks gets %(0)s points to the good."),
    ),
    "march_counts_pushes": OptionWords(
        label=_("pushing doubles all tricks as well"),
        sentence=_("Pushes double all tricks as well."),
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
    "same_dealer_after_grand_hand": OptionWords(
        label=_("after a Grand Hand the same dealer deals again"),
        sentence=_(
            "After a Grand Hand in a Ramsch round the same player deals again; their "
            "Ramsch is still to be played."
        ),
    ),
    "grand_hand_without_bock": OptionWords(
        label=_("a Grand Hand in a Ramsch round starts no Bock"),
        sentence=_("A Grand Hand in a Ramsch round starts no Bock round."),
    ),
    "forced_games": OptionWords(
        label=_("no bidding: forehand plays, seven contracts each"),
        short=_("no bidding, forehand plays"),
        sentence=_("Nobody bids: forehand plays every game."),
    ),
    "target": OptionWords(
        label=_("first to so many points"),
        short=_("first to %(value)s points"),
        sentence=_(
            "The first player to reach %(0)s points wins. Only the declarer scores: "
            "the card points of a won game, 61 to 120."
        ),
    ),
    "loser_points": OptionWords(
        label=_("Bierlachs up to so many points"),
        short=_("Bierlachs up to %(value)s"),
        sentence=_(
            "Bierlachs: only lost games count. The first player to reach %(0)s minus "
            "points pays."
        ),
    ),
    "defenders_write": OptionWords(
        label=_("defenders write the value of a won game"),
        sentence=_(
            "Of a game that is won, each defender writes the value as minus points."
        ),
    ),
    "stake_cents": OptionWords(
        label=_("stake in cents per point"),
        sentence=_(
            "Each pair settles the difference of its totals at %(0)s cents per point."
        ),
        hint=_("A number or a fraction like 1/10."),
        refusal=_("Write a number of cents, or a fraction like 1/10."),
    ),
    "cap_cents": OptionWords(
        label=_("nobody pays more than"),
        sentence=_("Nobody pays more than %(0)s."),
        hint=_("Left empty, there is no limit."),
    ),
    "grid_cents": OptionWords(
        label=_("amounts are rounded to"),
        sentence=_("Amounts are rounded to %(0)s."),
    ),
    "losers_pay_pot": OptionWords(
        label=_("losers pay into a pot, winners get nothing"),
        sentence=_("Losers pay into a pot; winners get nothing out of it."),
    ),
}
"""A row for each option, in the order of the table."""


def option_sentences() -> dict[str, Promise]:
    """Return the sentences of the options by their codes in ``bylaws``."""
    sentences = {
        sentence_code(name, value): text
        for name, words in OPTION_WORDS.items()
        for value, text in (
            (True, words.sentence),
            (False, words.sentence_off),
            *((value, choice.sentence) for value, choice in words.choices.items()),
        )
    }
    return {code: text for code, text in sentences.items() if text is not None}
