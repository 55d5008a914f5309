"""Both versions of a list beside each other, line by line and in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.game.games import WrittenGame
from scoring.proof.arrivals import ListSide, Pair, places_that_differ, shorthand_of
from tournaments.files.lists.comparing import Compared, trial_board
from tournaments.files.lists.documents import WHOLE_LIST
from tournaments.sheets.board import board_of
from tournaments.sheets.ledger import place_columns
from tournaments.words.games import line_text


@dataclass(frozen=True, slots=True)
class Version:
    """What one version says: as it is written, and in words."""

    text: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Something in which both versions differ, or a line in which they agree."""

    name: str
    here: Version
    there: Version
    number: int | None = None  # of the line here, or else there
    number_there: int | None = None  # where it is another one there
    side: str = ""  # what was chosen, when the form comes back
    differs: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalMoved:
    """What somebody's total becomes if the arrived list is taken as a whole."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Versions:
    """Both versions: what differs, what is the same, and what it moves."""

    differing: tuple[Choice, ...]
    same: tuple[Choice, ...]
    moved: tuple[TotalMoved, ...]

    @property
    def lines_apart(self) -> int:
        """How many lines differ, without foot and end."""
        return sum(each.number is not None for each in self.differing)


def versions_of(compared: Compared, chosen: Mapping[str, ListSide]) -> Versions:
    """Return both versions beside each other; what was ``chosen`` stays chosen."""
    names = names_here(compared)
    lines = [
        line_choice(compared, index, pair, names, chosen)
        for index, pair in enumerate(compared.pairs)
    ]
    return Versions(
        differing=(
            *(line for line in lines if line.differs),
            *end_choices(compared, chosen),
        ),
        same=tuple(line for line in lines if not line.differs),
        moved=totals_moved(compared, names),
    )


def names_here(compared: Compared) -> dict[int, str]:
    """Return who sits on which place of the list here."""
    if compared.ledger is None:
        return {}
    return {column.place: column.name for column in place_columns(compared.ledger)}


def line_choice(
    compared: Compared,
    index: int,
    pair: Pair,
    names: Mapping[int, str],
    chosen: Mapping[str, ListSide],
) -> Choice:
    """Return one line of both versions."""
    here, there = compared.here.games, compared.there.games
    extra = compared.ledger.rules.extra_levels if compared.ledger else ()

    def told(game: WrittenGame) -> Version:
        player = names.get(game.declarer or 0, "")
        words = line_text(game, extra_levels=extra)
        return Version(shorthand_of(game), ", ".join(filter(None, [player, words])))

    return Choice(
        name=str(index),
        here=told(here[pair.here - 1]) if pair.here else Version(),
        there=told(there[pair.there - 1]) if pair.there else Version(),
        number=pair.here or pair.there,
        number_there=pair.there if pair.here != pair.there else None,
        side=chosen.get(str(index), ""),
        differs=pair.differs,
    )


def end_choices(compared: Compared, chosen: Mapping[str, ListSide]) -> list[Choice]:
    """Return where the foot and the end of both versions differ."""
    choices = []
    if places := places_that_differ(compared.here, compared.there):
        choices.append(
            Choice(
                name="foot",
                here=Version(foot_text(compared.here.foot, places)),
                there=Version(foot_text(compared.there.foot, places)),
                side=chosen.get("foot", ""),
            )
        )
    if compared.there.is_struck and not compared.here.is_struck:
        side = chosen.get("struck", "")
        choices.append(
            Choice(name="struck", here=Version(), there=Version("x"), side=side)
        )
    return choices


def foot_text(foot: Mapping[int, str], places: list[int]) -> str:
    """Return the feet of some places in one line."""
    return " · ".join(
        foot[place] if place == WHOLE_LIST else f"{place}: {foot[place]}"
        for place in places
    )


def totals_moved(
    compared: Compared, names: Mapping[int, str]
) -> tuple[TotalMoved, ...]:
    """Return whose total changes, and to what. No query.

    Nothing where only totals are typed, or where the arrived list has no room here.
    """
    ledger, there = compared.ledger, compared.there
    if ledger is None or ledger.sheet.totals_only:
        return ()
    if len(there.games) > ledger.sheet.games_planned:
        return ()
    lines = [game.noted for game in compared.document.games]
    is_struck = there.is_struck or ledger.sheet.cut_short
    taken = trial_board(ledger, lines, there.foot, is_struck).totals
    after = {seat.place: seat.total for seat in taken.seats}
    return tuple(
        TotalMoved(
            name=names.get(seat.place, ""), before=seat.total, after=after[seat.place]
        )
        for seat in board_of(ledger).totals.seats
        if seat.total != after[seat.place]
    )
