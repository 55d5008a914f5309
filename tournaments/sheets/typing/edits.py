"""One line put over another, between two, or taken out: what it draws after it.

A line that changes is no longer the one whose number on the paper was accepted as
wrong, and the substitutes behind a new or missing line begin one game later or
earlier. Each function returns what the history has to remember of it, in the order
in which undo takes it back from the end.
"""

from django.utils.translation import gettext as _

from scoring.notation.reading import NotedLine
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import Substitution
from tournaments.sheets.refusals import ImpossibleLine
from tournaments.sheets.writing import (
    Edit,
    delete_stored_line,
    seat_text,
    store_line,
    stored_text,
)
from tournaments.words.choices import Action

ACCEPTED = "✓"
"""How the history remembers that the paper is wrong on a line."""


def replace_at(ledger: Ledger, number: int, noted: NotedLine) -> list[Edit]:
    """Write ``noted`` over line ``number``."""
    before = stored_text(ledger.games[number - 1])
    withdrawn = withdraw_acceptance(ledger, number)
    game = store_line(ledger, number, noted, insert=False)
    return [*withdrawn, (Action.REPLACE, number, before, stored_text(game))]


def insert_at(ledger: Ledger, number: int, noted: NotedLine) -> list[Edit]:
    """Write ``noted`` as line ``number``; the later ones move down by one."""
    moved = move_substitutes(ledger, number, by=1)
    game = store_line(ledger, number, noted, insert=True)
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
    """Note that the paper is wrong on line ``number``."""
    return (Action.ACCEPT, number, save_acceptance(ledger, number, True), ACCEPTED)


def withdraw_acceptance(ledger: Ledger, number: int) -> list[Edit]:
    """Return the trace of an acceptance that ends with its line."""
    before = save_acceptance(ledger, number, False)
    return [(Action.ACCEPT, number, before, "")] if before else []


def save_acceptance(ledger: Ledger, number: int, accepted: bool) -> str:
    """Write whether the paper is wrong on a line; return how it was before."""
    game = ledger.games[number - 1]
    before = ACCEPTED if game.paper_wrong else ""
    if game.paper_wrong != accepted:
        game.paper_wrong = accepted
        game.save(update_fields=["paper_wrong"])
    return before


def move_substitutes(ledger: Ledger, number: int, *, by: int) -> list[Edit]:
    """Let the substitutes behind line ``number`` begin ``by`` games later."""
    later = [each for each in ledger.substitutions if each.from_game > number]
    # The foremost way first, so that no two of a place meet in between.
    later.sort(key=lambda each: each.from_game, reverse=by > 0)
    starts = {(each.place, each.from_game) for each in ledger.substitutions}
    starts -= {(each.place, each.from_game) for each in later}
    moved = {(each.place, each.from_game + by) for each in later}
    if starts & moved or any(start < 2 for _place, start in moved):
        raise ImpossibleLine(
            _("A substitute would have no game left here. Take them out first (undo)."),
            code="substitute",
        )
    return [move_substitute(change, by) for change in later]


def move_substitute(change: Substitution, by: int) -> Edit:
    """Let a substitute begin ``by`` games later."""
    before = seat_text(change.player, change.from_game)
    change.from_game += by
    change.save(update_fields=["from_game"])
    after = seat_text(change.player, change.from_game)
    return (Action.SUBSTITUTE, change.place, before, after)
