"""Sentences for lines under house rules: what was doubled, Ramsch, target (rules 7)."""

from collections.abc import Iterator, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from scoring.game.written_games import Kontra
from scoring.house.rules import Schieberamsch
from scoring.lists.sheets import PlaceScore
from scoring.playing.play import HouseLine
from scoring.playing.ramsch import RamschExplanation
from scoring.playing.scores import HouseExplanation, RoundKind, Trigger, Turn
from scoring.playing.target import Bonus, TargetExplanation
from tournaments.words.formats import enumeration, number, signed
from tournaments.words.problems import (
    echo_turns,
    explanation_text,
    kontra_text,
    line_text,
    lost_text,
    pushes_text,
    value_parts,
    virgins_text,
)

Names = Mapping[int, str]

TRIGGER_TEXT: Mapping[Trigger, Promise] = {
    Trigger.SPLIT: gettext_lazy("60 to 60"),
    Trigger.VALUE: gettext_lazy("a high value"),
    Trigger.LOST_KONTRA: gettext_lazy("a lost Kontra"),
    Trigger.RE: pgettext_lazy("house", "Re"),
    Trigger.SCHNEIDER: gettext_lazy("Schneider"),
}
"""Why a line starts a round."""

BONUS_TEXT: Mapping[Bonus, Promise] = {
    Bonus.NINETY: gettext_lazy("90 card points + 1"),
    Bonus.NINETY_ANNOUNCED: gettext_lazy("90 announced + 2"),
    Bonus.ALL_TRICKS: gettext_lazy("all tricks + 1"),
    Bonus.ALL_TRICKS_ANNOUNCED: gettext_lazy("all tricks announced + 2"),
}

ROUND_TEXT: Mapping[RoundKind, Promise] = {
    RoundKind.BOCK: gettext_lazy("Bock %(number)s of %(of)s"),
    RoundKind.RAMSCH: gettext_lazy("Ramsch %(number)s of %(of)s"),
}


def turn_text(turn: Turn | None) -> str:
    """Return what the rules propose for a game: "Bock 3 of 4"; nothing for a plain one.

    >>> turn_text(Turn())
    ''
    """
    if turn is None or turn.kind is RoundKind.PLAIN:
        return ""
    if not turn.of:
        return _("Ramsch")
    return ROUND_TEXT[turn.kind] % {"number": turn.number, "of": turn.of}


def round_text(line: HouseLine) -> str:
    """Return the round of a line; nothing for a Ramsch outside a round."""
    is_ramsch = line.entry.house is not None and line.entry.house.ramsch is not None
    return "" if is_ramsch and not line.turn.of else turn_text(line.turn)


def triggers_text(line: HouseLine) -> str:
    """Return what a line starts: "starts a Bock round: a Re"; nothing for most."""
    if not line.triggers:
        return ""
    why = enumeration([str(TRIGGER_TEXT[trigger]) for trigger in line.triggers])
    return _("starts a Bock round: %(why)s") % {"why": why}


def house_text(line: HouseLine, names: Names | None = None) -> str:
    """Return one sentence that says where the points of a line come from.

    A line of official Skat has the sentence of explanation_text(). ``names`` are
    those of the places; without them the places have numbers.
    """
    official = line.result.explanation
    if line.problems or is_official_line(line):
        return explanation_text(official)
    explanation = line.explanation or HouseExplanation()
    if explanation.ramsch is not None:
        return f"{ramsch_text(line)} → {scores_text(line.scores, names)}"
    if explanation.target is not None:
        ending = ending_words(line) if explanation.target.needed else ()
        return ", ".join([*target_parts(line, explanation.target), *ending])
    if official is None and line.factor == 1:
        return ""
    parts = value_parts(official) if official else [number(line.result.value)]
    return ", ".join([*parts, *doublings_text(line), *ending_words(line)])


def is_official_line(line: HouseLine) -> bool:
    """Tell whether a line counts what it would in official Skat, sign and all."""
    official = line.result.explanation
    same_score = official is None or line.result.score == official.score
    return line.explanation is None and same_score


def doubling_words(explanation: HouseExplanation) -> Iterator[str]:
    """Yield what doubled a game: "Kontra × 2", "Re × 2", "Bock × 2"."""
    re, bock = pgettext("house", "Re"), _("Bock")
    if explanation.kontra:
        yield f"{kontra_text(Kontra.KONTRA)} × 2"
    if explanation.kontra is Kontra.RE:
        yield f"{re} × 2"
    if explanation.doublings:
        yield f"{bock} × {2**explanation.doublings}"


def doublings_text(line: HouseLine) -> list[str]:
    """Return what doubled a game, with the product at the end."""
    if line.factor == 1 or line.explanation is None:
        return []
    product = (line.result.value or 0) * line.factor
    return [f"{', '.join(doubling_words(line.explanation))} = {number(product)}"]


def ending_words(line: HouseLine) -> Iterator[str]:
    """Yield what a lost game costs, or what a won one brings other than its value."""
    result = line.result
    product = (result.value or 0) * line.factor
    if not result.won:
        yield lost_text(result.score)
    elif result.score != product:
        yield " ".join([_("won"), signed(result.score)])


def scores_text(scores: tuple[PlaceScore, ...], names: Names | None = None) -> str:
    """Return what each place writes: "place 1 −48, place 3 −48"."""
    words = []
    for score in scores:
        place = _("place %(place)s") % {"place": score.place}
        name = (names or {}).get(score.place, place)
        words.append(f"{name} {signed(score.points)}")
    return ", ".join(words)


def ramsch_text(line: HouseLine) -> str:
    """Return how a Ramsch was counted, up to what is written for it."""
    assert line.explanation is not None
    ramsch = line.explanation.ramsch
    assert ramsch is not None
    label = _("Ramsch")
    amount = ramsch.prize or ramsch.card_points
    score_text = ", ".join(ramsch_amounts(ramsch))
    if ramsch.factor > 1:
        score_text += f" × {ramsch.factor} = {amount * ramsch.factor}"
    words = [f"{label}: {score_text}", *ramsch_doublings(ramsch, line)]
    if ramsch.scoring is Schieberamsch.MARKS and not ramsch.march:
        words.append(_("a tenth rounded down"))
    if ramsch.capped:
        words.append(_("cut at the limit"))
    if ramsch.shared:
        words.append(_("shared"))
    return ", ".join(words)


def ramsch_amounts(ramsch: RamschExplanation) -> Iterator[str]:
    """Yield whose card points decided, and what is written for it before doubling."""
    if ramsch.march:
        yield pgettext("ramsch", "March")
    elif ramsch.prize:
        fewest = _("fewest card points (%(points)s)")
        yield fewest % {"points": ramsch.card_points}
    if ramsch.prize:
        yield _("%(points)s points") % {"points": ramsch.prize}
    elif not ramsch.march:
        yield _("%(points)s card points") % {"points": ramsch.card_points}


def ramsch_doublings(explanation: RamschExplanation, line: HouseLine) -> Iterator[str]:
    """Yield what doubled a Ramsch: Bock; of a Schieberamsch that somebody loses also
    pushes, virgins and Kontra.
    """
    marks = line.entry.house
    if marks is None or marks.ramsch is None or line.explanation is None:
        return
    if isinstance(explanation.scoring, Schieberamsch) and not explanation.march:
        if marks.ramsch.pushes:
            yield pushes_text(marks.ramsch.pushes)
        if marks.ramsch.virgins:
            yield virgins_text(marks.ramsch.virgins)
        if marks.kontra:
            yield kontra_text(marks.kontra)
    if line.explanation.doublings:
        yield _("Bock")


def target_parts(line: HouseLine, target: TargetExplanation) -> list[str]:
    """Return how a game of a target score was counted, with what doubled it."""
    doublings = doublings_text(line) if target.needed else []
    return [target_text(target), *doublings]


def target_text(explanation: TargetExplanation) -> str:
    """Return how a game of a target score was counted, up to its points (7.6)."""
    if not explanation.needed:
        return _("counts nothing")
    points = _("%(points)s card points") % {"points": explanation.card_points}
    if explanation.card_points < explanation.needed:
        needed = _("%(needed)s needed") % {"needed": explanation.needed}
        return f"{points}, {needed}"
    return ", ".join(
        [points, *(str(BONUS_TEXT[bonus]) for bonus in explanation.bonuses)]
    )


def house_echo(line: HouseLine, names: Names | None = None) -> str:
    """Return how a line was understood, up to its score.

    For example "Clubs with 2 · game 3 · 3 × 12 = 36 · Kontra × 2 = 72 → +72".
    """
    explanation, official = line.explanation, line.result.explanation
    if explanation is not None and explanation.ramsch is not None:
        return house_text(line, names)
    score = signed(line.result.score)
    if official is None:
        words, sentence = line_text(line.entry), house_text(line, names)
        if explanation is not None and explanation.target is not None:
            sentence = ", ".join(target_parts(line, explanation.target))
        return f"{words} · {sentence} → {score}" if sentence else f"{words} → {score}"
    return " → ".join([*echo_turns(official, doublings_text(line)), score])
