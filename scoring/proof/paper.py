"""What a paper list says in its rows and its foot, and where that differs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from scoring.game.written_games import WrittenGame
from scoring.house.rules import OFFICIAL, HouseRules
from scoring.lists.sheets import ListTotals, SeatTotal, System
from scoring.playing.scores import PLAIN_TURN, Turn


class FootField(StrEnum):
    """A cell of the foot; the value is the name of the attribute."""

    GAMES = "games"
    PASSED_IN = "passed_in"
    GAME_POINTS = "game_points"
    WON = "won"
    LOST = "lost"
    OTHERS_LOST = "others_lost"
    TOTAL = "total"


LIST_FIELDS = (FootField.GAMES, FootField.PASSED_IN)
SEAT_FIELDS = (
    FootField.GAME_POINTS,
    FootField.WON,
    FootField.LOST,
    FootField.OTHERS_LOST,
    FootField.TOTAL,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperSeat:
    """What the foot of the paper says about one place; None if it was not written.

    The lost games of the others are not typed at the desk: the total includes them.
    """

    place: int
    game_points: int | None = None
    won: int | None = None
    lost: int | None = None
    others_lost: int | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperFoot:
    """The closing block on the paper, one seat for each place.

    ``ramsch`` are the hands that nobody won or lost, though they were not passed in:
    the paper does not count them, so they are those of the typed list; None if no
    games were typed. ``rules`` say how the lines were counted.
    """

    players: int
    games: int | None
    passed_in: int | None = None
    seats: tuple[PaperSeat, ...]
    system: System = System.SEEGER_FABIAN
    ramsch: int | None = 0
    rules: HouseRules = OFFICIAL


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedLine:
    """One typed game, with the cells of its row as far as they were typed too.

    ``value`` is the signed value and ``running`` the declarer's running total as
    they are on the paper. ``turn`` is the round it was played in (rules 7.2),
    ``deal`` the number that says who dealt where a dealer dealt again (7.5).
    """

    number: int
    entry: WrittenGame
    value: int | None = None
    running: int | None = None
    turn: Turn = PLAIN_TURN


@dataclass(frozen=True, slots=True, kw_only=True)
class FootDifference:
    """A cell of the foot that differs from the computed one; no place: the list."""

    place: int | None
    field: FootField
    paper: int
    computed: int

    @property
    def by(self) -> int:
        """Return by how much the paper is too high."""
        return self.paper - self.computed


def faultless_foot(totals: ListTotals, rules: HouseRules = OFFICIAL) -> PaperFoot:
    """Return the foot that a faultless paper would show for ``totals``."""
    return PaperFoot(
        players=totals.players,
        games=totals.games,
        passed_in=totals.passed_in,
        seats=tuple(
            PaperSeat(
                place=seat.place, **{name: getattr(seat, name) for name in SEAT_FIELDS}
            )
            for seat in totals.seats
        ),
        system=totals.system,
        ramsch=totals.ramsch,
        rules=rules,
    )


def foot_differences(foot: PaperFoot, totals: ListTotals) -> tuple[FootDifference, ...]:
    """Return every written cell that differs from the computed one.

    Games and passed-in games first, then place by place in the order of the
    foot; cells that are not written cannot differ.
    """
    differences = [*row_differences(None, LIST_FIELDS, foot, totals)]
    for paper, seat in zip(foot.seats, totals.seats, strict=True):
        differences += row_differences(seat.place, SEAT_FIELDS, paper, seat)
    return tuple(differences)


def row_differences(
    place: int | None,
    fields: Iterable[FootField],
    paper: PaperFoot | PaperSeat,
    computed: ListTotals | SeatTotal,
) -> Iterator[FootDifference]:
    """Yield the differences in one row of the foot."""
    for field in fields:
        written, expected = getattr(paper, field), getattr(computed, field)
        if written is not None and written != expected:
            yield FootDifference(
                place=place, field=field, paper=written, computed=expected
            )
