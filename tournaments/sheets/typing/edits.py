"""Replacing, inserting and removing a line, with all consequences.

If a line changes, the acceptance of a wrong number on the paper no longer holds for it.
Substitutes after a new or a removed line begin one game later or earlier. Each function
returns the edits that the history has to remember; undo reverts them from the last to
the first.
"""

from django.utils.translation import gettext as _

from scoring.notation.reading import NotedLine
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import Substitution
from tournaments.sheets.refusals import ImpossibleLine
from tournaments.sheets.writing import (
    Edit,
    delete_stored_line,
    overwrite_line,
    seat_text,
    store_new_line,
    stored_text,
)
from tournaments.words.choices import Action

ACCEPTED = "✓"
"""How the history remembers that the paper was accepted as wrong on a line."""


def replace_at(ledger: Ledger, number: int, noted: NotedLine) -> list[Edit]:
    """Write ``noted`` over line ``number``."""
    before = stored_text(ledger.games[number - 1])
    withdrawn = withdraw_acceptance(ledger, number)
    game = overwrite_line(ledger, number, noted)
    return [*withdrawn, (Action.REPLACE, number, before, stored_text(game))]


def insert_at(ledger: Ledger, number: int, noted: NotedLine) -> list[Edit]:
    """Write ``noted`` as line ``number``; the later ones move down by one."""
    moved = move_substitutes(ledger, number, by=1)
    game = store_new_line(ledger, number, noted)
    return [*moved, (Action.INSERT, number, "", stored_text(game))]


def remove_at(ledger: Ledger, number: int) -> list[Edit]:
    """Take line ``number`` out; the later ones move up by one.

    Raises ``ImpossibleLine`` where a substitute would be left without a game before
    or after theirs.
    """
    moved = move_substitutes(ledger, number, by=-1)
    withdrawn = withdraw_acceptance(ledger, number)
    before = stored_text(ledger.games[number - 1])
    delete_stored_line(ledger, number)
    return [*moved, *withdrawn, (Action.DELETE, number, before, "")]


def accept_paper(ledger: Ledger, number: int) -> Edit:
    """Accept that the paper is wrong on line ``number``."""
    return (Action.ACCEPT, number, save_acceptance(ledger, number, True), ACCEPTED)


def withdraw_acceptance(ledger: Ledger, number: int) -> list[Edit]:
    """End the acceptance of a line, if there is one; return the edit."""
    before = save_acceptance(ledger, number, False)
    return [(Action.ACCEPT, number, before, "")] if before else []


def save_acceptance(ledger: Ledger, number: int, accepted: bool) -> str:
    """Write whether the paper is wrong on a line; return the text before the change."""
    game = ledger.games[number - 1]
    before = ACCEPTED if game.paper_wrong else ""
    if game.paper_wrong != accepted:
        game.store(paper_wrong=accepted)
    return before


def move_substitutes(ledger: Ledger, number: int, *, by: int) -> list[Edit]:
    """Let the substitutes after line ``number`` begin ``by`` games later."""
    later = [change for change in ledger.substitutions if change.from_game > number]
    # In an order in which two substitutes of a place never have the same game.
    later.sort(key=lambda change: change.from_game, reverse=by > 0)
    starts = {(change.place, change.from_game) for change in ledger.substitutions}
    starts -= {(change.place, change.from_game) for change in later}
    new_starts = {(change.place, change.from_game + by) for change in later}
    if starts & new_starts or any(start < 2 for _place, start in new_starts):
        raise ImpossibleLine(
            _("A substitute would have no game left here. Take them out first (undo)."),
            code="substitute",
        )
    return [move_substitute(change, by) for change in later]


def move_substitute(change: Substitution, by: int) -> Edit:
    """Let a substitute begin ``by`` games later."""
    before = seat_text(change.player, change.from_game)
    change.store(from_game=change.from_game + by)
    after = seat_text(change.player, change.from_game)
    return (Action.SUBSTITUTE, change.place, before, after)
