"""Both versions of a list beside each other, line by line and in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.game.written_games import WrittenGame
from scoring.proof.arrivals import Pair, places_that_differ, shorthand_of
from tournaments.files.lists.comparing import ListComparison, trial_board
from tournaments.files.lists.documents import WHOLE_LIST
from tournaments.sheets.board import board_of
from tournaments.sheets.ledger import place_columns
from tournaments.words.games import line_text


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a line, as it is written and in words."""

    text: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionedLine:
    """A line, or the foot or end, in both versions."""

    here: Version
    there: Version
    label: str = ""  # of the foot or the end
    number: int | None = None  # of the line here, or else there
    number_there: int | None = None  # if it differs from the one here
    differs: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalChange:
    """How a player's total changes if the whole arrived list is taken."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Versions:
    """Both versions: what differs, what is the same, and how totals change."""

    differing: tuple[VersionedLine, ...]
    same_lines: tuple[VersionedLine, ...]
    total_changes: tuple[TotalChange, ...]

    @property
    def differing_line_count(self) -> int:
        """How many lines differ, not counting foot and end."""
        return sum(line.number is not None for line in self.differing)


def versions_of(comparison: ListComparison) -> Versions:
    """Return both versions beside each other."""
    names = names_by_place(comparison)
    lines = [versioned_line(comparison, pair, names) for pair in comparison.pairs]
    return Versions(
        differing=(
            *(line for line in lines if line.differs),
            *foot_and_end(comparison),
        ),
        same_lines=tuple(line for line in lines if not line.differs),
        total_changes=total_changes(comparison, names),
    )


def names_by_place(comparison: ListComparison) -> dict[int, str]:
    """Return the names of the players of the stored list by place."""
    if comparison.ledger is None:
        return {}
    return {column.place: column.name for column in place_columns(comparison.ledger)}


def versioned_line(
    comparison: ListComparison, pair: Pair, names: Mapping[int, str]
) -> VersionedLine:
    """Return one line in both versions."""
    here, there = comparison.here.games, comparison.there.games

    def version_of(game: WrittenGame) -> Version:
        player = names.get(game.declarer or 0, "")
        words = line_text(game)
        return Version(shorthand_of(game), ", ".join(filter(None, [player, words])))

    return VersionedLine(
        here=version_of(here[pair.here - 1]) if pair.here else Version(),
        there=version_of(there[pair.there - 1]) if pair.there else Version(),
        number=pair.here or pair.there,
        number_there=pair.there if pair.here != pair.there else None,
        differs=pair.differs,
    )


def foot_and_end(comparison: ListComparison) -> list[VersionedLine]:
    """Return foot and end in both versions, where they differ."""
    lines = []
    if places := places_that_differ(comparison.here, comparison.there):
        lines.append(
            VersionedLine(
                label=_("Foot of the paper"),
                here=Version(feet_text(comparison.here.foot, places)),
                there=Version(feet_text(comparison.there.foot, places)),
            )
        )
    if comparison.there.is_struck and not comparison.here.is_struck:
        label = _("Rest struck")
        lines.append(VersionedLine(label=label, here=Version(), there=Version("x")))
    return lines


def feet_text(foot: Mapping[int, str], places: list[int]) -> str:
    """Return the feet of some places as one line of text."""
    return " · ".join(
        foot[place] if place == WHOLE_LIST else f"{place}: {foot[place]}"
        for place in places
    )


def total_changes(
    comparison: ListComparison, names: Mapping[int, str]
) -> tuple[TotalChange, ...]:
    """Return the totals that would change. No query.

    Empty if only totals are typed here, or if the arrived list has too many games.
    """
    ledger, there = comparison.ledger, comparison.there
    if ledger is None or ledger.sheet.totals_only:
        return ()
    if len(there.games) > ledger.sheet.games_planned:
        return ()
    lines = [game.noted for game in comparison.document.games]
    is_struck = there.is_struck or ledger.sheet.cut_short
    trial_totals = trial_board(ledger, lines, there.foot, is_struck).totals
    new_totals = {seat.place: seat.total for seat in trial_totals.seats}
    return tuple(
        TotalChange(
            name=names.get(seat.place, ""),
            before=seat.total,
            after=new_totals[seat.place],
        )
        for seat in board_of(ledger).totals.seats
        if seat.total != new_totals[seat.place]
    )
