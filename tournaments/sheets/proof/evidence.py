"""What the paper says against a typed list, in the form that ``scoring`` needs.

Computed from a ledger; no query.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from scoring.playing.play import check_value
from scoring.proof.detective.case import Numbers, with_answers
from scoring.proof.detective.search import suspects
from scoring.proof.detective.slips.kinds import Suspect
from scoring.proof.divergence import Ask, FirstDifference, next_question
from scoring.proof.paper import PaperFoot, TypedLine
from tournaments.sheets.board import LineRow, SheetBoard
from tournaments.sheets.ledger import Column, Ledger, totals_of, typed_foot
from tournaments.words.problems import (
    line_text,
    overbid_words,
)

MOST_SUSPECTS = 6


def typed_lines(ledger: Ledger) -> tuple[TypedLine, ...]:
    """Return the lines with the typed numbers of their rows.

    Numbers of the paper that were accepted as wrong are left out.
    """
    return tuple(
        TypedLine(
            number=game.number,
            entry=line.entry,
            value=None if game.paper_wrong else check_value(line, game.paper_value),
            running=None if game.paper_wrong else game.paper_running,
            turn=line.turn,
        )
        for game, line in zip(ledger.games, ledger.play.lines, strict=False)
    )


def foot_for_detective(ledger: Ledger) -> PaperFoot:
    """Return the foot of the paper, in which a cut list has no number of games."""
    foot = typed_foot(ledger)
    if ledger.sheet.cut_short:
        return replace(foot, games=ledger.sheet.paper_games)
    return foot


def evidence_with(
    ledger: Ledger, numbers: Numbers
) -> tuple[list[TypedLine], PaperFoot]:
    """Return lines and foot with ``numbers`` that were read from the paper since."""
    return with_answers(typed_lines(ledger), foot_for_detective(ledger), numbers)


def suspects_of(ledger: Ledger, numbers: Numbers) -> tuple[Suspect, ...]:
    """Return the slips that explain all differences, likeliest first.

    ``numbers`` were read from the paper since and are not stored.
    """
    return suspects(*evidence_with(ledger, numbers), most=MOST_SUSPECTS)


def paper_points(ledger: Ledger, place: int) -> int | None:
    """Return the game points that the paper has for ``place``, if that is known.

    If only the total was typed, they are computed from it.
    """
    seat = ledger.seat(place)
    if seat is None or seat.paper_points is not None:
        return seat.paper_points if seat else None
    if seat.paper_total is None:
        return None
    computed = totals_of(ledger, ledger.play.lines).seats[place - 1]
    return seat.paper_total - computed.won_lost_bonus - computed.others_bonus


def games_missing(ledger: Ledger) -> int:
    """Return 1 if the typed list lacks a game, −1 if it has one too many, or 0."""
    games = foot_for_detective(ledger).games
    missing = 0 if games is None else games - len(ledger.games)
    return missing if abs(missing) == 1 else 0


def first_difference(
    ledger: Ledger, place: int, answers: Mapping[int, int | None]
) -> Ask | FirstDifference | None:
    """Return the next question about the column of ``place``, or the difference."""
    return next_question(
        typed_lines(ledger),
        place,
        final=paper_points(ledger, place),
        answers=answers,
        rules=ledger.rules,
        players=ledger.sheet.table_size,
        games=len(ledger.games) + games_missing(ledger),
    )


def doubtful_columns(ledger: Ledger, board: SheetBoard) -> tuple[Column, ...]:
    """Return the places whose column ends with another number than on the paper."""
    if board.sheet.totals_only:
        return ()
    return tuple(
        column
        for column in board.columns
        if first_difference(ledger, column.place, {}) is not None
    )


def spoken_rows(board: SheetBoard) -> list[tuple[LineRow, str, str]]:
    """Return the typed lines of a list, each with its player and its words."""
    names = board.names
    rows = []
    for row in board.rows:
        if row.entry is not None:
            name = names.get(row.entry.declarer or 0, "")
            words = ", ".join(spoken_words(row, name, names))
            rows.append((row, name, f"{words}."))
    return rows


def spoken_words(row: LineRow, name: str, names: Mapping[int, str]) -> Iterator[str]:
    """Yield the words of a line: number, player, game, points, running total.

    Negative numbers are written with "minus", because a voice would skip the sign. Of
    a Ramsch the points of each player it hits are read. ``names`` are by place.
    """
    assert row.entry is not None
    assert row.house is not None
    yield _("Line %(number)s") % {"number": row.number}
    words = line_text(row.entry)
    if row.entry.declarer is None or row.result is None or row.running is None:
        yield words
    else:
        yield name
        if row.entry.contract is not None:
            yield words
        if row.result.overbid:
            yield overbid_words(row.result)
        yield spoken_number(row.result.score)
        yield spoken_total(row.running.game_points or 0)
    totals = dict(row.running.shares) if row.running else {}
    for score in row.house.scores:
        if score.place in totals:
            yield names.get(score.place, "")
            yield spoken_number(score.points)
            yield spoken_total(totals[score.place])


def spoken_total(total: int) -> str:
    return _("stands at %(total)s") % {"total": spoken_number(total)}


def spoken_number(value: int) -> str:
    return _("minus %(number)s") % {"number": -value} if value < 0 else str(value)
