"""Sentences for what ``scoring`` says: games, reasons, problems, errors."""

from bisect import bisect
from collections.abc import Iterator, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from scoring.game.codes import Problem, Question
from scoring.game.contracts import BIDS, Contract, ResultKind
from scoring.game.games import Explanation, Level, LevelCount, Result
from scoring.game.written_games import HouseMarks, Kontra, Ramsch, WrittenGame
from scoring.lists.sheets import read_takeover
from scoring.notation.grammar import NotationError
from scoring.proof.paper import Failure, Identity
from tournaments.words.choices import Action, ResultKindChoice
from tournaments.words.decks import contract_name, suit_sign
from tournaments.words.formats import enumeration, number, signed
from tournaments.words.problems import (
    EXPECTED_TEXT,
    IDENTITY_TEXT,
    PROBLEM_TEXT,
    QUESTION_TEXT,
    UNREADABLE_TEXT,
)


def kontra_text(kontra: Kontra) -> str:
    """Return the Kontra that was said; nothing if there was none."""
    words = {Kontra.KONTRA: pgettext("house", "Kontra"), Kontra.RE: _("Kontra and Re")}
    return words.get(kontra, "")


def mark_words(marks: HouseMarks | None) -> Iterator[str]:
    """Yield the words of all marks except Ramsch."""
    if marks is None:
        return
    if marks.kontra:
        yield kontra_text(marks.kontra)
    if marks.bock is not None:
        yield pgettext("house", "Bock") if marks.bock else _("no Bock")


def ramsch_words(ramsch: Ramsch) -> Iterator[str]:
    """Yield the words of a Ramsch: "Ramsch 48/42/30", "pushed twice"."""
    points = "/".join(map(str, ramsch.points))
    yield " ".join([pgettext("house", "Ramsch"), points])
    if ramsch.pushes:
        yield pushes_text(ramsch.pushes)
    if ramsch.virgins:
        yield virgins_text(ramsch.virgins)
    if ramsch.march is not None:
        yield _("march of place %(place)s") % {"place": ramsch.march}


def pushes_text(pushes: int) -> str:
    """Return how often the skat was passed on unseen."""
    return ngettext("pushed once", "pushed %(count)s times", pushes) % {"count": pushes}


def virgins_text(places: Sequence[int]) -> str:
    """Return the places that took no trick."""
    return ngettext(
        "virgin on place %(places)s", "virgins on places %(places)s", len(places)
    ) % {"places": places_text(places)}


def places_text(places: Sequence[int]) -> str:
    """Return the numbers of places as an enumeration."""
    return enumeration([str(place) for place in places])


LEVEL_TEXT: dict[Level, Promise] = {
    Level.MATADORS: pgettext_lazy("level", "with"),
    Level.GAME: pgettext_lazy("level", "game"),
    Level.HAND: pgettext_lazy("level", "Hand"),
    Level.SCHNEIDER: pgettext_lazy("level", "Schneider"),
    Level.SCHNEIDER_ANNOUNCED: pgettext_lazy("level", "announced"),
    Level.SCHWARZ: pgettext_lazy("level", "Schwarz"),
    Level.SCHWARZ_ANNOUNCED: pgettext_lazy("level", "announced"),
    Level.OUVERT: pgettext_lazy("level", "ouvert"),
}
"""The word counted with; an announcement follows what it announces."""


def contract_text(contract: Contract, *, short: bool = False) -> str:
    """Return the name of a contract; ``short`` gives a suit's sign."""
    return (short and suit_sign(contract)) or contract_name(contract)


def null_text(*, hand: bool, ouvert: bool) -> str:
    """Return the name of one of the four Null games."""
    words = [contract_text(Contract.NULL)]
    if ouvert:
        words.append(str(LEVEL_TEXT[Level.OUVERT]))
    if hand:
        words.append(str(LEVEL_TEXT[Level.HAND]))
    return " ".join(words)


def tops_text(matadors: int | None, *, without: bool) -> str:
    """Return "with 2" or "without 2"."""
    word = pgettext("level", "without") if without else LEVEL_TEXT[Level.MATADORS]
    return f"{word} {number(matadors)}".strip()


def line_text(entry: WrittenGame, *, short: bool = False) -> str:
    """Return a line in words: "Clubs with 2 Hand, lost"; ``short`` with suit signs."""
    marks = mark_words(entry.house)
    if entry.house is not None and entry.house.ramsch is not None:
        return ", ".join([*ramsch_words(entry.house.ramsch), *marks])
    if entry.declarer is None:
        return _("passed in")
    words = [" ".join(game_words(entry, short)), *marks]
    if entry.kind is not ResultKind.PLAYED:
        words.append(str(ResultKindChoice(entry.kind).label))
    if not entry.won:
        words.append(_("lost"))
    return ", ".join(word for word in words if word)


def game_words(entry: WrittenGame, short: bool) -> Iterator[str]:
    """Yield the words of a game, without how it ended."""
    if entry.contract is Contract.NULL:
        yield null_text(hand=entry.hand, ouvert=entry.ouvert)
    elif entry.contract is not None:
        yield contract_text(entry.contract, short=short)
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
        yield _("Schwarz announced")
        return
    if entry.schneider_announced:
        yield _("Schneider announced")
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
    return _("%(level)s granted") % {"level": level} if step.granted else level


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
        return [impossible_null_text(explanation)]
    parts = [levels_text(explanation, explanation.contract)]
    if explanation.covering is not None:
        parts += [bid_text(explanation.bid)] if explanation.bid else []
        overbid = _("overbid")
        parts.append(f"{overbid}: {covering_text(explanation)}")
    return parts


def lost_text(score: int) -> str:
    """Return the words for a lost game and its score."""
    lost = _("lost")
    return f"{lost} {signed(score)}"


def levels_text(explanation: Explanation, contract: Contract) -> str:
    """Return the counted levels and their product."""
    words = ", ".join(level_steps(explanation))
    product = f"{explanation.base} = {explanation.value_by_levels}"
    return f"{words} × {contract_text(contract)} {product}"


def impossible_null_text(explanation: Explanation) -> str:
    """Return why a Null could not be played, and what it counts as instead."""
    assert explanation.picked is not None
    picked = _("not possible, counted as %(contract)s") % {
        "contract": contract_text(explanation.picked)
    }
    words = [
        null_text(hand=explanation.hand, ouvert=explanation.ouvert),
        *([bid_text(explanation.bid)] if explanation.bid else []),
        f"{picked}: {levels_text(explanation, explanation.picked)}",
    ]
    if explanation.covering is not None:
        words.append(covering_text(explanation))
    return ", ".join(words)


def bid_text(bid: int) -> str:
    return _("bid %(bid)s") % {"bid": bid}


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
        return _("overbid")
    return _("overbid, counts %(value)s") % {"value": number(result.value)}


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
        overbid = _("overbid")
        covered = " · ".join([covering_text(explanation), *doublings])
        yield f"{overbid}, {covered}"
    elif explanation.doubled:
        yield _("lost")


def echo_words(explanation: Explanation) -> Iterator[str]:
    """Yield the steps from the contract to its value and the bid."""
    contract = explanation.picked or explanation.contract
    if explanation.contract is Contract.NULL:
        yield null_text(hand=explanation.hand, ouvert=explanation.ouvert)
    if contract is Contract.NULL:
        yield number(explanation.value)
    else:
        if explanation.impossible_null:
            yield _("not possible")
        tops, *levels = level_steps(explanation)
        yield f"{contract_text(contract)} {tops}"
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
    return _("Nobody can bid %(bid)s; next to it: %(nearest)s.") % {
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
        return _("Still missing: %(expected)s.") % expected
    fields = found | expected
    return _("“%(found)s” does not fit here. Possible: %(expected)s.") % fields


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
    text = _("%(problem)s, off by %(by)s") % {
        "problem": IDENTITY_TEXT[failure.identity],
        "by": signed(failure.by),
    }
    if not failure.places:
        return text
    places = places_text(failure.places)
    return _("Place %(places)s: %(text)s") % {"places": places, "text": text}


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
    return _("%(name)s, from game %(game)s") % {"name": name, "game": game}
