"""Sentences for what the detective suspects and what the radar asks."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.chance.expectation import Oddity, RadarWarning
from scoring.game.games import result_of
from scoring.game.written_games import WrittenGame
from scoring.house.rules import OFFICIAL, HouseRules, is_official
from scoring.proof.alignment import Discrepancy
from scoring.proof.detective.case import Wanted
from scoring.proof.detective.slips.kinds import Correction, Remedy, RowField, SlipKind
from scoring.proof.paper import FootField
from tournaments.words.formats import enumeration, number, signed
from tournaments.words.problems import line_text

Names = Mapping[int, str]

KIND_TEXT: Mapping[SlipKind, Promise] = {
    SlipKind.SIGN: pgettext_lazy("slip", "won and lost mixed up"),
    SlipKind.MATADORS: pgettext_lazy("slip", "matadors miscounted"),
    SlipKind.LEVEL: pgettext_lazy("slip", "a level forgotten or one too many"),
    SlipKind.CONTRACT: pgettext_lazy("slip", "wrong base value"),
    SlipKind.COLUMN: pgettext_lazy("slip", "in the wrong column"),
    SlipKind.DIGITS: pgettext_lazy("slip", "digits mixed up"),
    SlipKind.MISSING: pgettext_lazy("slip", "a game was left out"),
    SlipKind.DOUBLED: pgettext_lazy("slip", "a game was written twice"),
    SlipKind.FIFTY: pgettext_lazy("slip", "a 50 forgotten or counted twice"),
    SlipKind.RATE: pgettext_lazy("slip", "30 and 40 mixed up"),
    SlipKind.ADDITION: pgettext_lazy("slip", "worked out wrongly"),
    SlipKind.MARK: pgettext_lazy("slip", "a mark forgotten or one too many"),
    SlipKind.COUNT: pgettext_lazy("slip", "miscounted"),
    SlipKind.TOPS: pgettext_lazy("slip", "matadors miscounted"),
    SlipKind.NULL: pgettext_lazy("slip", "Null and a trump game mixed up"),
    SlipKind.TWO: pgettext_lazy("slip", "two details wrong"),
    SlipKind.RECKONED: pgettext_lazy("slip", "worked out wrongly"),
    SlipKind.SINGLE: pgettext_lazy("slip", "doubled or not, the wrong way round"),
    SlipKind.SIDE: pgettext_lazy("slip", "plus and minus mixed up"),
    SlipKind.OTHER: pgettext_lazy("slip", "another game"),
}

FIELD_TEXT: Mapping[FootField | RowField, Promise] = {
    FootField.GAMES: gettext_lazy("Games"),
    FootField.PASSED_IN: gettext_lazy("passed in"),
    FootField.GAME_POINTS: gettext_lazy("Game points"),
    FootField.WON: gettext_lazy("won"),
    FootField.LOST: gettext_lazy("lost"),
    FootField.OTHERS_LOST: gettext_lazy("lost games of the others"),
    FootField.TOTAL: gettext_lazy("Total points"),
    RowField.VALUE: gettext_lazy("value"),
    RowField.RUNNING: gettext_lazy("Running total"),
}

DISCREPANCY_TEXT: Mapping[Discrepancy, Promise] = {
    Discrepancy.DIFFERS: gettext_lazy("differs"),
    Discrepancy.ONLY_FIRST: gettext_lazy("missing on the second list"),
    Discrepancy.ONLY_SECOND: gettext_lazy("missing on this list"),
    Discrepancy.SWAPPED: gettext_lazy("in the other order"),
}


def scored_game_text(entry: WrittenGame, rules: HouseRules = OFFICIAL) -> str:
    """Return a game in words with its score.

    Under house rules the score depends on the lines before (rules 7.2): no score then.
    """
    text = line_text(entry)
    has_no_score = entry.declarer is None or entry.written_value is not None
    if has_no_score or entry.house is not None or not is_official(rules):
        return text
    return f"{text} ({signed(result_of(entry).score)})"


def slip_text(
    correction: Correction, names: Names, rules: HouseRules = OFFICIAL
) -> str:
    if correction.remedy is Remedy.PAPER:
        return paper_text(correction, names)
    before, after = correction.before, correction.after
    if correction.remedy is Remedy.INSERT and after and after.written_value:
        return missing_text(correction, after.written_value)
    words = {
        "kind": KIND_TEXT[correction.kind],
        "line": correction.line,
        "before": "" if before is None else scored_game_text(before, rules),
        "after": "" if after is None else scored_game_text(after, rules),
        "name": player_name(after, names),
        "was": player_name(before, names),
    }
    return sentence_of(correction) % words + writer_text(correction)


def writer_text(correction: Correction) -> str:
    """Return the writer's slip that it may have been instead, where no number tells."""
    if not correction.or_paper or correction.after is None:
        return ""
    return _(" – or the writer worked out %(paper)s instead of %(right)s") % {
        "paper": signed(correction.paper),
        "right": signed(correction.right),
    }


def missing_text(correction: Correction, score: int) -> str:
    text = _("A game is missing: place %(place)s, %(score)s.")
    details = text % {"place": correction.place, "score": signed(score)}
    return f"{details} {where_missing(correction)}"


def where_missing(correction: Correction) -> str:
    """Return where a missing game goes in, as far as the numbers say."""
    if correction.span is None:
        return _("It goes in as line %(line)s.") % {"line": correction.line}
    first, last = correction.span
    if first == 1:
        return _("The numbers do not say in which line.")
    return _("It goes in as one of the lines %(first)s to %(last)s.") % {
        "first": first,
        "last": last,
    }


def sentence_of(correction: Correction) -> str:
    if correction.remedy is Remedy.INSERT and correction.line is None:
        return _("%(kind)s, the line is not known: %(name)s, perhaps %(after)s")
    if correction.remedy is Remedy.INSERT:
        return _("Line %(line)s, %(kind)s: %(name)s, perhaps %(after)s")
    if correction.remedy is Remedy.DELETE:
        return _("Line %(line)s, %(kind)s: %(was)s, %(before)s")
    if correction.kind is SlipKind.COLUMN:
        return _("Line %(line)s, %(kind)s: %(before)s belongs to %(name)s, not %(was)s")
    before, after = correction.before, correction.after
    if before and after and before.declarer not in (None, after.declarer):
        return _(
            "Line %(line)s, %(kind)s: %(name)s, %(after)s, not %(was)s, %(before)s"
        )
    return _("Line %(line)s, %(kind)s: %(name)s, %(after)s, not %(before)s")


def player_name(entry: WrittenGame | None, names: Names) -> str:
    """Return who played a game; "nobody" where it was passed in."""
    if entry is None or entry.declarer is None:
        return _("nobody")
    return names.get(entry.declarer, str(entry.declarer))


def paper_text(correction: Correction, names: Names) -> str:
    """Return where the paper is wrong, and what should stand there."""
    where = [_("The paper is wrong")]
    if correction.line is not None:
        where.append(_("Line %(number)s") % {"number": correction.line})
    if correction.span is not None:
        first, last = correction.span
        where.append(
            _("one of the lines %(first)s to %(last)s") % {"first": first, "last": last}
        )
    if correction.place is not None:
        where.append(names.get(correction.place, str(correction.place)))
    if correction.field is not None:
        where.append(str(FIELD_TEXT[correction.field]))
    if correction.span is not None:
        return _("%(where)s: wrong by %(by)s, %(kind)s") % {
            "where": ", ".join(where),
            "by": signed(correction.by),
            "kind": KIND_TEXT[correction.kind],
        }
    return _("%(where)s: %(paper)s instead of %(right)s, %(kind)s") % {
        "where": ", ".join(where),
        "paper": number(correction.paper),
        "right": number(correction.right),
        "kind": KIND_TEXT[correction.kind],
    }


def slips_text(
    corrections: Sequence[Correction], names: Names, rules: HouseRules = OFFICIAL
) -> str:
    """Return what one explanation says: one slip, or two that add up."""
    return enumeration([slip_text(slip, names, rules) for slip in corrections])


def choice_text(
    corrections: Sequence[Correction], names: Names, rules: HouseRules = OFFICIAL
) -> str:
    """Return what a look at the paper may show, and what follows."""
    return enumeration([ticks_text(slip, names, rules) for slip in corrections])


def ticks_text(correction: Correction, names: Names, rules: HouseRules) -> str:
    """Return what the ticks of the paper say of one line."""
    if not correction.or_paper or correction.after is None:
        return slip_text(correction, names, rules)
    return _(
        "Line %(line)s: %(after)s is ticked on the paper. The line is changed."
    ) % {"line": correction.line, "after": line_text(correction.after)}


def reason_text(corrections: Sequence[Correction], names: Names) -> str:
    """Return why the list was corrected, as its history remembers it."""
    of_paper = [slip for slip in corrections if slip.remedy is Remedy.PAPER]
    if of_paper:
        return slips_text(of_paper, names)
    return enumeration([str(KIND_TEXT[slip.kind]) for slip in corrections])


def row_question(wanted: Wanted, entry: WrittenGame, score: int, names: Names) -> str:
    text = _(
        "Which total does place %(place)s (%(name)s) have on the paper after "
        "%(game)s, %(score)s, line %(line)s?"
    )
    if wanted.field is RowField.VALUE:
        text = _(
            "Which value does place %(place)s (%(name)s) have on the paper for "
            "%(game)s, %(score)s, line %(line)s?"
        )
    return text % {
        "place": entry.declarer,
        "name": player_name(entry, names),
        "game": line_text(entry),
        "score": signed(score),
        "line": wanted.line,
    }


def foot_question(wanted: Wanted, names: Names) -> str:
    return _("%(name)s, %(field)s: what stands in the foot of the paper?") % {
        "name": names.get(wanted.place or 0, ""),
        "field": FIELD_TEXT[wanted.field],
    }


ODD_GAMES: Mapping[Oddity, Promise] = {
    Oddity.NONE_PASSED_IN: gettext_lazy("Passed-in games"),
    Oddity.MANY_PASSED_IN: gettext_lazy("Passed-in games"),
    Oddity.NONE_LOST: gettext_lazy("Games lost"),
    Oddity.MANY_LOST: gettext_lazy("Games lost"),
    Oddity.MANY_HAND: gettext_lazy("Hand"),
    Oddity.MANY_SCHNEIDER: gettext_lazy("Schneider"),
    Oddity.MANY_GRANDS: pgettext_lazy("contract", "Grand"),
}
RADAR_TEXT: Mapping[Oddity, Promise] = {
    Oddity.MANY_GAMES: gettext_lazy(
        "%(name)s played %(count)s of %(of)s games. In the right column?"
    ),
    Oddity.FEW_GAMES: gettext_lazy(
        "%(name)s played %(count)s of %(of)s games. In the right column?"
    ),
    Oddity.SAME_VALUE: gettext_lazy(
        "%(score)s appears %(count)s times. Is that right?"
    ),
    Oddity.SAME_VALUE_RUN: gettext_lazy(
        "%(score)s appears %(count)s times. Is that right?"
    ),
}


def radar_text(warning: RadarWarning, names: Names) -> str:
    """Return what is worth asking about a list; never a reproach."""
    name = names.get(warning.place or 0, "")
    text = RADAR_TEXT.get(
        warning.oddity, _("%(what)s: %(count)s of %(of)s. Is that right?")
    )
    what = ODD_GAMES.get(warning.oddity, "")
    return text % {
        "count": warning.count,
        "of": warning.of,
        "name": name,
        "what": f"{name}, {what}" if name else what,
        "score": signed(warning.score),
    }
