"""What the paper says against a typed list, in the form that ``scoring`` needs.

Computed from a ledger; no query.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scoring.chance.radar import RadarWarning, warnings_on
from scoring.playing.paper import check_value
from scoring.playing.play import HouseLine
from scoring.proof.detective.asking import Numbers, Wanted, next_number, with_answers
from scoring.proof.detective.search import suspects
from scoring.proof.detective.slips.kinds import Suspect
from scoring.proof.divergence import Ask, FirstDifference, next_question
from scoring.proof.paper import PaperFoot, TypedLine
from tournaments.sheets.board import SheetBoard
from tournaments.sheets.ledger import Column, Ledger, totals_of, typed_foot
from tournaments.sheets.models import Game

MOST_SUSPECTS = 6


def typed_lines(ledger: Ledger) -> tuple[TypedLine, ...]:
    """Return the lines with the typed numbers of their rows.

    Numbers of the paper that were accepted as wrong are left out.
    """
    return tuple(map(typed_line, ledger.games, ledger.play.lines))


def typed_line(game: Game, line: HouseLine) -> TypedLine:
    """Return a line with the value and the running total of its row."""
    value = check_value(line, game.paper_value)
    return TypedLine(
        number=game.number,
        entry=line.entry,
        value=None if game.paper_wrong else value,
        running=None if game.paper_wrong else game.paper_running,
        turn=line.turn,
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


def wanted_number(
    ledger: Ledger, numbers: Numbers, found: Sequence[Suspect]
) -> Wanted | None:
    """Return the number of the paper that best decides between the suspects found.

    None if one of them is certain.
    """
    return next_number(*evidence_with(ledger, numbers), found)


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
    missing = 0 if games is None else games - ledger.played
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
        games=ledger.played + games_missing(ledger),
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


def list_oddities(ledger: Ledger) -> tuple[RadarWarning, ...]:
    """Return what is so unusual about a whole list that it is worth a question."""
    return warnings_on(
        ledger.written_games, players=ledger.sheet.table_size, rules=ledger.rules
    )
