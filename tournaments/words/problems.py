"""Sentences for what ``scoring`` says: games, problems, questions, the next key."""

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.game.games import Explanation, Level, LevelCount, Result
from scoring.game.problems import Problem, Question
from scoring.game.written_games import (
    BASE_VALUE,
    BIDS,
    NULL_VALUE,
    Contract,
    HouseMarks,
    Kontra,
    Ramsch,
    ResultKind,
    WrittenGame,
)
from scoring.lists.sheets import read_takeover
from scoring.notation.grammar import LETTER, NotationError, Spelling
from scoring.notation.hints import LEVELS, Expected
from scoring.proof.paper import Failure, Identity
from tournaments.words.choices import Action, ResultKindChoice
from tournaments.words.decks import Deck, contract_name, deck_name, suit_sign
from tournaments.words.formats import enumeration, number, signed

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
    "seat": _("the declarer's place, or e for passed in"),
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
    "virgin": _("the virgin's place"),
    "march": _("the place that took every trick"),
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
    "without": (("o", "/"), _("without")),
    "lost": (("-", "-"), _("lost")),
    "bid": (("r", "/"), _("bid value")),
    "check": (("=", "//"), _("value on the paper")),
    "running": ((":", "///"), _("Running total")),
    "end": (("Enter", "Enter"), pgettext_lazy("key", "done")),
}
LEVEL_WORDS: dict[str, Promise] = {
    "hand": _("Hand"),
    "schneider": _("Schneider"),
    "schwarz": _("Schwarz"),
    "announcement": _("announced"),
    "ouvert": _("ouvert"),
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


def kontra_text(kontra: Kontra) -> str:
    """Return the Kontra that was said; nothing if there was none."""
    words = {Kontra.KONTRA: gettext("Kontra"), Kontra.RE: gettext("Kontra and Re")}
    return words.get(kontra, "")


def mark_words(marks: HouseMarks | None) -> Iterator[str]:
    """Yield the words of all marks except Ramsch."""
    if marks is None:
        return
    if marks.kontra:
        yield kontra_text(marks.kontra)
    if marks.bock is not None:
        yield gettext("Bock") if marks.bock else gettext("no Bock")


def ramsch_words(ramsch: Ramsch) -> Iterator[str]:
    """Yield the words of a Ramsch: "Ramsch 48/42/30", "pushed twice"."""
    points = "/".join(map(str, ramsch.points))
    yield " ".join([gettext("Ramsch"), points])
    if ramsch.pushes:
        yield pushes_text(ramsch.pushes)
    if ramsch.virgins:
        yield virgins_text(ramsch.virgins)
    if ramsch.march is not None:
        yield gettext("march of place %(place)s") % {"place": ramsch.march}


def pushes_text(pushes: int) -> str:
    """Return how often the skat was passed on unseen."""
    return ngettext("pushed once", "pushed %(count)s times", pushes) % {"count": pushes}


def virgins_text(places: Sequence[int]) -> str:
    """Return the places that took no trick."""
    return ngettext(
        "virgin on place %(places)s", "virgins on places %(places)s", len(places)
    ) % {"places": places_text(places)}


def places_text(places: Sequence[int]) -> str:
    return enumeration([str(place) for place in places])


LEVEL_TEXT: dict[Level, Promise] = {
    Level.MATADORS: _("with"),
    Level.GAME: pgettext_lazy("level", "game"),
    Level.HAND: _("Hand"),
    Level.SCHNEIDER: _("Schneider"),
    Level.SCHNEIDER_ANNOUNCED: _("announced"),
    Level.SCHWARZ: _("Schwarz"),
    Level.SCHWARZ_ANNOUNCED: _("announced"),
    Level.OUVERT: _("ouvert"),
}
"""The word counted with; an announcement follows what it announces."""


def null_text(*, hand: bool, ouvert: bool) -> str:
    words = [contract_name(Contract.NULL)]
    if ouvert:
        words.append(str(LEVEL_TEXT[Level.OUVERT]))
    if hand:
        words.append(str(LEVEL_TEXT[Level.HAND]))
    return " ".join(words)


def tops_text(matadors: int | None, *, without: bool) -> str:
    """Return "with 2" or "without 2"."""
    word = gettext("without") if without else LEVEL_TEXT[Level.MATADORS]
    return f"{word} {number(matadors)}".strip()


def line_text(entry: WrittenGame, *, short: bool = False) -> str:
    """Return a line in words: "Clubs with 2 Hand, lost"; ``short`` with suit signs."""
    marks = mark_words(entry.house)
    if entry.house is not None and entry.house.ramsch is not None:
        return ", ".join([*ramsch_words(entry.house.ramsch), *marks])
    if entry.declarer is None:
        return gettext("passed in")
    words = [" ".join(game_words(entry, short)), *marks]
    if entry.kind is not ResultKind.PLAYED:
        words.append(str(ResultKindChoice(entry.kind).label))
    if not entry.won:
        words.append(gettext("lost"))
    return ", ".join(word for word in words if word)


def game_words(entry: WrittenGame, short: bool) -> Iterator[str]:
    if entry.contract is Contract.NULL:
        yield null_text(hand=entry.hand, ouvert=entry.ouvert)
    elif entry.contract is not None:
        yield contract_name(entry.contract, short=short)
        if entry.matadors is not None:
            yield tops_text(entry.matadors, without=entry.without)
        yield from level_words(entry)
    elif entry.written_value is not None:
        # A referee's value of a lost game has no sign: the score is minus twice it.
        lost = not entry.won and entry.written_value > 0
        yield number(entry.written_value) if lost else signed(entry.written_value)


def level_words(entry: WrittenGame) -> Iterator[str]:
    """Yield the ticked levels of a suit or Grand game, each with its announcement."""
    if entry.hand:
        yield str(LEVEL_TEXT[Level.HAND])
    if entry.ouvert:
        yield str(LEVEL_TEXT[Level.OUVERT])
        return
    if entry.schwarz_announced:
        yield gettext("Schwarz announced")
        return
    if entry.schneider_announced:
        yield gettext("Schneider announced")
    elif entry.schneider and not entry.schwarz:
        yield str(LEVEL_TEXT[Level.SCHNEIDER])
    if entry.schwarz:
        yield str(LEVEL_TEXT[Level.SCHWARZ])


def level_steps(explanation: Explanation) -> Iterator[str]:
    """Yield the counted levels: with 2, game 3, Hand 4."""
    for step in explanation.levels:
        if step.level is Level.MATADORS:
            yield tops_text(step.count, without=explanation.without)
        else:
            yield f"{level_text(step)} {step.count}"


def level_text(step: LevelCount) -> str:
    """Return the word of a level, marked if it was only granted (rules 2.3)."""
    level = str(LEVEL_TEXT[step.level])
    return gettext("%(level)s granted") % {"level": level} if step.granted else level


def explanation_text(explanation: Explanation | None) -> str:
    """Return one sentence that says where a value comes from; nothing for None.

    For example "with 2, game 3, Hand 4 × Clubs 12 = 48".
    """
    if explanation is None:
        return ""
    parts = value_parts(explanation)
    if explanation.doubled:
        parts.append(lost_text(explanation.score))
    return ", ".join(parts)


def value_parts(explanation: Explanation) -> list[str]:
    """Return the parts of the sentence up to the value, which is the last number."""
    if explanation.contract is Contract.NULL and not explanation.impossible_null:
        null = null_text(hand=explanation.hand, ouvert=explanation.ouvert)
        return [f"{null} = {explanation.value}"]
    if explanation.impossible_null:
        assert explanation.picked is not None
        picked = gettext("not possible, counted as %(contract)s") % {
            "contract": contract_name(explanation.picked)
        }
        words = [
            null_text(hand=explanation.hand, ouvert=explanation.ouvert),
            *([bid_text(explanation.bid)] if explanation.bid else []),
            f"{picked}: {levels_text(explanation, explanation.picked)}",
        ]
        if explanation.covering is not None:
            words.append(covering_text(explanation))
        return [", ".join(words)]
    parts = [levels_text(explanation, explanation.contract)]
    if explanation.covering is not None:
        parts += [bid_text(explanation.bid)] if explanation.bid else []
        overbid = gettext("overbid")
        parts.append(f"{overbid}: {covering_text(explanation)}")
    return parts


def lost_text(score: int) -> str:
    lost = gettext("lost")
    return f"{lost} {signed(score)}"


def levels_text(explanation: Explanation, contract: Contract) -> str:
    words = ", ".join(level_steps(explanation))
    product = f"{explanation.base} = {explanation.value_by_levels}"
    return f"{words} × {contract_name(contract)} {product}"


def bid_text(bid: int) -> str:
    return gettext("bid %(bid)s") % {"bid": bid}


def overbid_mark(result: Result | None) -> str:
    """Return "ü30" for an overbid game that counts 30 (ISkO 3.6.1), else nothing.

    Without it nobody could tell from the ticks what the game costs.
    """
    if result is None or not result.overbid:
        return ""
    return f"ü{result.value}" if result.explanation else "ü"


def overbid_words(result: Result | None) -> str:
    """Return the words behind the mark of an overbid game, to be read aloud."""
    if result is None or not result.overbid:
        return ""
    if result.explanation is None:
        return gettext("overbid")
    return gettext("overbid, counts %(value)s") % {"value": number(result.value)}


def covering_text(explanation: Explanation) -> str:
    """Return the multiple of the base value that covers the bid."""
    return f"{explanation.covering} × {explanation.base} = {explanation.value}"


def echo_turns(
    explanation: Explanation, doublings: Sequence[str] = ()
) -> Iterator[str]:
    """Yield how a game was understood and how it ended; its score is to follow."""
    words = [*echo_words(explanation)]
    if explanation.covering is None:
        words += doublings
        doublings = ()
    yield " · ".join(words)
    if explanation.covering is not None:
        overbid = gettext("overbid")
        covered = " · ".join([covering_text(explanation), *doublings])
        yield f"{overbid}, {covered}"
    elif explanation.doubled:
        yield gettext("lost")


def echo_words(explanation: Explanation) -> Iterator[str]:
    """Yield the steps from the contract to its value and the bid."""
    contract = explanation.picked or explanation.contract
    if explanation.contract is Contract.NULL:
        yield null_text(hand=explanation.hand, ouvert=explanation.ouvert)
    if contract is Contract.NULL:
        yield number(explanation.value)
    else:
        if explanation.impossible_null:
            yield gettext("not possible")
        tops, *levels = level_steps(explanation)
        yield f"{contract_name(contract)} {tops}"
        yield from levels
        yield (
            f"{explanation.multiplier} × {explanation.base} "
            f"= {explanation.value_by_levels}"
        )
    if explanation.bid is not None:
        yield bid_text(explanation.bid)


def refusal_text(problem: Problem, entry: WrittenGame) -> str:
    """Return why a line cannot be counted; a bid that is none names its neighbours."""
    bid = entry.bid
    if problem is not Problem.BID_NOT_IN_LIST or not bid or bid > BIDS[-1]:
        return problem_text(problem)
    at = bisect(BIDS, bid)
    nearest = " / ".join(map(str, BIDS[max(0, at - 1) : at + 1]))
    return gettext("Nobody can bid %(bid)s; next to it: %(nearest)s.") % {
        "bid": bid,
        "nearest": nearest,
    }


def problem_text(problem: Problem | Question) -> str:
    """Return why a line cannot be counted, or what is worth asking about it."""
    if isinstance(problem, Question):
        return str(QUESTION_TEXT[problem])
    return str(PROBLEM_TEXT[problem])


def notation_error_text(error: NotationError) -> str:
    """Return what does not fit in a line, and what may stand there instead."""
    found = {"found": printable(error.found)}
    if error.code in UNREADABLE_TEXT:
        return str(UNREADABLE_TEXT[error.code]) % found
    expected = {"expected": EXPECTED_TEXT[error.code]}
    if not error.found:
        return gettext("Still missing: %(expected)s.") % expected
    fields = found | expected
    return gettext("“%(found)s” does not fit here. Possible: %(expected)s.") % fields


def printable(letter: str) -> str:
    """Return a character as it can be shown: some only by their number in Unicode.

    >>> printable("z"), printable("\\0")
    ('z', 'U+0000')
    """
    return letter if letter.isprintable() else f"U+{ord(letter):04X}"


def checksum_texts() -> tuple[str, ...]:
    """Return everything that can be wrong with the foot of a paper, in words."""
    return tuple(dict.fromkeys(str(IDENTITY_TEXT[identity]) for identity in Identity))


def failure_text(failure: Failure) -> str:
    """Return what does not agree in the foot, by how much, and where."""
    text = gettext("%(problem)s, off by %(by)s") % {
        "problem": IDENTITY_TEXT[failure.identity],
        "by": signed(failure.by),
    }
    if not failure.places:
        return text
    places = places_text(failure.places)
    return gettext("Place %(places)s: %(text)s") % {"places": places, "text": text}


CHECK_TEXT = {
    "check-value": gettext_lazy(
        "The paper says %(paper)s, the game comes to %(computed)s."
    ),
    "running-total": gettext_lazy(
        "The paper says %(paper)s as running total, the games come to %(computed)s."
    ),
    "passed-in": gettext_lazy(
        "The paper counts %(paper)s passed-in games up to here, typed are %(computed)s."
    ),
}


def check_text(kind: str, paper: int, computed: int) -> str:
    """Return how a written ``check-value`` or ``running-total`` differs.

    After a passed-in game the paper counts such games (rules 4.1): ``passed-in``.
    """
    as_text = number if kind == "passed-in" else signed
    if kind == "check-value" and paper < 0 > computed:
        # In the column of lost games a value has no sign.
        paper, computed, as_text = -paper, -computed, number
    numbers = {"paper": as_text(paper), "computed": as_text(computed)}
    return CHECK_TEXT[kind] % numbers


FOOT_WORDS = {
    4: [
        gettext_lazy("Game points"),
        gettext_lazy("won"),
        gettext_lazy("lost"),
        gettext_lazy("Total points"),
    ],
    2: [gettext_lazy("Games played"), gettext_lazy("Passed in")],
}
MODE_WORDS = {
    "totals": gettext_lazy("only the totals"),
    "games": gettext_lazy("the games"),
}


def history_text(text: str, action: str) -> str:
    """Return in words an entry of the history that is not a line."""
    match action:
        case Action.SUBSTITUTE | Action.RESEAT:
            return takeover_text(text)
        case Action.FOOT:
            return remembered_foot_text(text)
        case Action.MODE:
            return str(MODE_WORDS.get(text, text))
        case Action.FINISH | Action.REOPEN:
            return text.replace("-", "−")
    return text


def remembered_foot_text(text: str) -> str:
    """Return the numbers of a foot with their names, of one place or of the list.

    >>> remembered_foot_text("///-128").endswith("−128"), remembered_foot_text("")
    (True, '')
    """
    numbers = text.split("/")
    words_and_numbers = zip(FOOT_WORDS.get(len(numbers), ()), numbers, strict=False)
    return " · ".join(f"{word} {number(int(n))}" for word, n in words_and_numbers if n)


def takeover_text(text: str) -> str:
    """Return in words who took over a place, from the history of a list.

    A person who has the place from the first game on has not taken it over.

    >>> takeover_text("13:5:Bernd").startswith("Bernd")
    True
    """
    takeover = read_takeover(text)
    if takeover is None:
        return ""
    name, game = takeover.name, takeover.game
    if game == 1:
        return name
    return gettext("%(name)s, from game %(game)s") % {"name": name, "game": game}
