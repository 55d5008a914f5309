"""The sentences for problems, questions and errors, and for the next key of a line."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.game.codes import Problem, Question
from scoring.game.contracts import BASE_VALUE, NULL_VALUE, Contract
from scoring.notation.grammar import LETTER, Spelling
from scoring.notation.hints import LEVELS, Expected
from scoring.proof.paper import Identity
from tournaments.words.decks import Deck, contract_name, deck_name, suit_sign

PROBLEM_TEXT: Mapping[Problem, Promise] = {
    Problem.MALFORMED: _("This line holds something that no game can have."),
    Problem.LIST_IS_FULL: _("The list has no game of this number."),
    Problem.NO_DECLARER: _("A game that was not passed in needs a declarer."),
    Problem.DECLARER_NOT_AT_TABLE: _("There is no such place at this table."),
    Problem.DECLARER_IS_DEALER: _(
        "The declarer deals this game and sits out. Perhaps a game above is missing."
    ),
    Problem.DECLARER_IS_PAUSING: _("The declarer sits out this game."),
    Problem.CONTRACT_MISSING: _("The contract is missing."),
    Problem.MATADORS_MISSING: _("The number of matadors is missing."),
    Problem.MATADORS_OUT_OF_RANGE: _("A suit game has 1 to 11 matadors, Grand 1 to 4."),
    Problem.BID_NOT_IN_LIST: _("Nobody can bid this number."),
    Problem.CARD_POINTS_OUT_OF_RANGE: _("Card points go from 0 to 120."),
    Problem.NULL_WITH_MATADORS: _("Null has no matadors."),
    Problem.NULL_WITH_LEVELS: _("Null has no Schneider and no Schwarz."),
    Problem.HAND_WITH_SKAT_TAKEN: _("It is no Hand game when the skat was taken."),
    Problem.SCHNEIDER_AGAINST_CARD_POINTS: _(
        "With 31 to 89 card points nobody is Schneider."
    ),
    Problem.SCHWARZ_BELOW_120: _(
        "Schwarz means all tricks, and all tricks are 120 card points."
    ),
    Problem.SCHWARZ_WITHOUT_JACK_OF_CLUBS: _(
        "A declarer without the jack of clubs cannot make Schwarz."
    ),
    Problem.NO_TRICK_ABOVE_22: _(
        "A declarer without a trick has 22 card points at most, those of the skat."
    ),
    Problem.WON_BELOW_61: _("A game is won with 61 card points or more."),
    Problem.WON_WITHOUT_ANNOUNCED_LEVEL: _(
        "The announced level was not reached, so the game is lost."
    ),
    Problem.LOST_WITH_61: _(
        "With these card points the game is won. Lost by a rule break: !r, "
        "given up: !a."
    ),
    Problem.CONCEDED_WITH_LEVELS: _(
        "A conceded game counts no Schneider and no Schwarz."
    ),
    Problem.OVERBID_VALUE_NOT_COVERING: _(
        "The overbid value is not the multiple of the base value that covers the bid."
    ),
    Problem.PICKED_WITHOUT_NEED: _(
        "A contract is picked only for a Null below the bid."
    ),
    Problem.PICKED_IS_NULL: _("The picked contract must be a suit or Grand."),
    Problem.WRITTEN_VALUE_IMPOSSIBLE: _("No game has this value."),
    Problem.WRITTEN_VALUE_BESIDE_GAME: _(
        "A written value stands instead of a game, not beside one."
    ),
    Problem.WRITTEN_VALUE_WITH_DETAILS: _(
        "Where only the value is written, nothing else can be."
    ),
    Problem.REFEREE_VALUE_IMPOSSIBLE: _("No game has the value the referee decided."),
    Problem.KONTRA_NOT_PLAYED: _("Kontra and Re are not played here."),
    Problem.KONTRA_WITHOUT_GAME: _("There is no game to say Kontra to."),
    Problem.BOCK_NOT_PLAYED: _("Bock is not played here."),
    Problem.BOCK_OUT_OF_RANGE: _("A game is not doubled that often."),
    Problem.RAMSCH_NOT_PLAYED: _("Ramsch is not played here."),
    Problem.RAMSCH_WITH_DECLARER: _("A Ramsch has no declarer."),
    Problem.RAMSCH_ONLY: _(
        "Nothing but Ramsch is played here, and Grand Hand if the rules have it; "
        "nobody bids."
    ),
    Problem.RAMSCH_CARD_POINTS_WRONG: _(
        "The card points of the three do not come to 120."
    ),
    Problem.RAMSCH_PLACE_NOT_PLAYING: _("This place sits out this game."),
    Problem.VIRGIN_NOT_PLAYED: _("A virgin counts for nothing in this Ramsch."),
    Problem.VIRGIN_WITH_CARD_POINTS: _("A virgin has no trick and so no card points."),
    Problem.MARCH_NOT_PLAYED: _("Taking all tricks counts for nothing in this Ramsch."),
    Problem.MARCH_WITHOUT_ALL_CARD_POINTS: _(
        "A player who takes every trick has all card points."
    ),
    Problem.PUSHES_OUT_OF_RANGE: _("The skat can be pushed three times at most."),
    Problem.PUSHES_NOT_PLAYED: _("The skat is not pushed here."),
    Problem.CARD_POINTS_MISSING: _("The card points are missing, for example @72."),
    Problem.LIST_HAS_ENDED: _("The list has ended before this game."),
}

QUESTION_TEXT: Mapping[Question, Promise] = {
    Question.ALL_CARD_POINTS_WITHOUT_SCHWARZ: _(
        "All 120 card points: was it not Schwarz?"
    ),
    Question.NO_CARD_POINTS_WITHOUT_SCHWARZ: _(
        "No card points at all: was the declarer not Schwarz?"
    ),
    Question.WHICH_CONTRACT_PICKED: _(
        "Null below the bid: which contract did the declarer pick, with how many "
        "matadors? Unsaid, the cheapest counts, with 1."
    ),
    Question.RAMSCH_EXPECTED: _(
        "The rules propose a Ramsch here, as in r48/42/30 with the card points of the "
        "three: is this right?"
    ),
    Question.ALL_CARD_POINTS_WITHOUT_MARCH: _(
        "All 120 card points: was it not a march? That is d and the place, as in d2."
    ),
    Question.MARKS_COUNT_NOTHING: _(
        "Everybody has passed: only the card points of this Ramsch count."
    ),
}

EXPECTED_TEXT: Mapping[str, Promise] = {
    "seat": _("the declarer's place (1 to 5), or e for passed in"),
    "contract": _("the game (k p h a g n, or 9 to 59)"),
    "matadors": _("the number of matadors (1 to 11)"),
    "bid": _("the bid"),
    "overbid": _("the overbid value"),
    "check": _("the value on the paper"),
    "running": _("the running total on the paper"),
    "card-points": _("the card points (0 to 120)"),
    "kind": _("a, r or s (conceded, rule break, referee)"),
    "picked": _("the picked contract with its matadors"),
    "value": _("the value"),
    "bock": _("how often the game is doubled (0 or 1)"),
    "ramsch-points": _("the card points of the three (48/42/30)"),
    "pushes": _("how often the skat was pushed"),
    "virgin": _("the virgin's place (1 to 5)"),
    "march": _("the place that took every trick (1 to 5)"),
    "s": _("an s"),
    "equals": _("an equals sign"),
    "name": _("the name"),
}
"""What may stand in a line, by the code of the error where it does not."""

UNREADABLE_TEXT: Mapping[str, Promise] = {
    "level": _("“%(found)s” means nothing behind this game."),
    "end": _("“%(found)s” means nothing here: the line is complete without it."),
    "twice": _("“%(found)s” was written before."),
    "too-long": _("No line is that long."),
}
"""What else is wrong in a line that cannot be read."""

IDENTITY_TEXT: Mapping[Identity, Promise] = {
    Identity.K1: _("Won, lost and passed-in games are not all games of the list"),
    Identity.K4: _("The sum of all totals is wrong"),
    Identity.K5: _("The sum of all totals is wrong"),
    Identity.K6: _("The total and the game points do not differ by full tens"),
    Identity.K7: _("The bonus for lost games of the others is wrong"),
    Identity.K8: _("The difference between the two totals is wrong"),
    Identity.K9: _("More games than this place can have played"),
    Identity.K12: _("So many games won and lost cannot come to these game points"),
}


KEYS: dict[str, tuple[tuple[str, str], Promise]] = {
    "passed-in": (("e", "0"), _("passed in")),
    "ramsch": (("r48/42/30", "0/48/42/30"), _("Ramsch")),
    "tops": (("1–11", "1–11"), pgettext_lazy("tops", "with so many")),
    "tops-of-grand": (("1–4", "1–4"), pgettext_lazy("tops", "with so many")),
    "without": (("o", "/"), pgettext_lazy("level", "without")),
    "lost": (("-", "-"), _("lost")),
    "bid": (("r", "/"), _("bid value")),
    "check": (("=", "//"), _("value on the paper")),
    "running": ((":", "///"), _("running total")),
    "end": (("Enter", "Enter"), pgettext_lazy("key", "done")),
}
LEVEL_WORDS: dict[str, Promise] = {
    "hand": pgettext_lazy("level", "Hand"),
    "schneider": pgettext_lazy("level", "Schneider"),
    "schwarz": pgettext_lazy("level", "Schwarz"),
    "announcement": pgettext_lazy("level", "announced"),
    "ouvert": pgettext_lazy("level", "ouvert"),
}
MARKS = frozenset({"bid", "check", "running"})


@dataclass(frozen=True, slots=True)
class Hint:
    """Keys and what they mean; without keys the words alone."""

    keys: str
    words: str


def hints_of(
    expected: Expected,
    places: Sequence[int],
    contracts: Sequence[Contract] = tuple(Contract),
) -> Iterator[Hint]:
    """Yield what may be typed next; only ``places`` play, and only ``contracts``."""
    is_whole = "end" in expected.codes
    at = 1 if expected.spelling is Spelling.NUMPAD else 0
    for code in expected.codes:
        if code == "seat":
            yield Hint(" ".join(map(str, places)), gettext("declarer"))
        elif code == "contract":
            yield from contract_hints(expected.spelling, contracts)
        elif code in LEVEL_WORDS:
            yield Hint(LEVELS[code][at], str(LEVEL_WORDS[code]))
        elif code in KEYS and (is_whole or code not in MARKS):
            keys, words = KEYS[code]
            yield Hint(keys[at], str(words))
        else:
            yield Hint("", str(EXPECTED_TEXT[code]))


def contract_hints(
    spelling: Spelling | None, contracts: Sequence[Contract]
) -> Iterator[Hint]:
    """Yield the contracts, the highest first, with their letters or numbers."""
    is_german = deck_name() == Deck.GERMAN
    for contract in reversed([each for each in BASE_VALUE if each in contracts]):
        letter = (is_german and suit_sign(contract).lower()) or LETTER[contract]
        is_number = spelling is Spelling.NUMPAD
        key = str(BASE_VALUE[contract]) if is_number else letter
        yield Hint(key, contract_name(contract))
    if Contract.NULL in contracts:
        null = str(NULL_VALUE[False, False]) if spelling is Spelling.NUMPAD else "n"
        yield Hint(null, contract_name(Contract.NULL))
