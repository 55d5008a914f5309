"""One list in memory: its lines, its closing, its foot.

A ``Ledger`` holds the stored facts; everything else here is computed from it without
a query, so that a page, a service and a sheet of paper see the same list.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring.game.games import Entry, Result, result_of
from scoring.house.play import PlayedList, closing
from scoring.house.rules import OFFICIAL, HouseRules, is_official
from scoring.lists.sheets import (
    Line,
    ListTotals,
    PlaceScore,
    StintTotal,
    WrittenLine,
    close,
    close_stints,
    seat_total,
)
from scoring.lists.systems import System
from scoring.proof.checks import PaperFoot, PaperSeat
from tournaments.sheets.house_lists import house_list
from tournaments.sheets.models import Game, ScoreSheet, Seat, Substitution


@dataclass(slots=True)
class Ledger:
    """One list in memory: the sheet, who sits where, the lines so far, the rules."""

    sheet: ScoreSheet
    seats: list[Seat]
    games: list[Game]
    substitutions: list[Substitution]
    rules: HouseRules = OFFICIAL

    @property
    def played(self) -> int:
        return len(self.games)

    @property
    def house(self) -> PlayedList | None:
        """What house rules make of the lines; None for official Skat."""
        if is_official(self.rules):
            return None
        entries = tuple(game.as_entry() for game in self.games)
        return house_list(entries, self.rules, self.sheet.table_size)

    @property
    def ended_at(self) -> int | None:
        """The line at which a sum of points has ended the list (rules 7.6, 11.6)."""
        house = self.house if self.rules.ends_early else None
        return house.ended_at if house else None

    @property
    def is_full(self) -> bool:
        if self.played >= self.sheet.games_planned:
            return True
        return self.ended_at is not None

    @property
    def system(self) -> System:
        """How the list is rated: sums of another kind have no bonuses (rules 7.5)."""
        if is_official(self.rules):
            return self.sheet.as_system()
        return self.rules.list_system

    def deal_of(self, number: int) -> int:
        """Return which deal line ``number`` is, or would be: it says who deals.

        It falls behind where a dealer deals again (rules 7.5).
        """
        house = self.house
        if house is None:
            return number
        if number <= self.played:
            return house.lines[number - 1].deal
        return house.deal + number - self.played - 1

    def seat(self, place: int) -> Seat | None:
        return next((seat for seat in self.seats if seat.place == place), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Occupant:
    """A person on a place, from game ``first`` on."""

    name: str
    player_id: int
    first: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A place of the list with everybody who sat there."""

    place: int
    occupants: tuple[Occupant, ...]

    @property
    def name(self) -> str:
        return " / ".join(occupant.name for occupant in self.occupants)


def lines_of(ledger: Ledger) -> list[Line]:
    """Return the lines as a closing needs them."""
    if house := ledger.house:
        return list(house.lines)
    return [line_of(game) for game in ledger.games]


def line_of(game: Game) -> Line:
    """Return one stored line with its score."""
    entry = game.as_entry()
    result = scored(entry)
    if entry.declarer is None:
        return WrittenLine(game.number)
    own = PlaceScore(entry.declarer, result.score, result.won)
    return WrittenLine(game.number, (own,))


@lru_cache(maxsize=8192)
def scored(entry: Entry) -> Result:
    """Return the result of a stored line; the same game is computed once."""
    return result_of(entry)


def totals_of(ledger: Ledger, lines: Sequence[Line]) -> ListTotals:
    """Return the closing block, from the games or from the foot of the paper."""
    sheet = ledger.sheet
    if not sheet.totals_only:
        if house := ledger.house:
            return closing(house.lines, ledger.rules, players=sheet.table_size)
        return close(lines, players=sheet.table_size, system=ledger.system)
    lost = sum(seat.paper_lost or 0 for seat in ledger.seats)
    return ListTotals(
        players=sheet.table_size,
        system=ledger.system,
        games=games_of(ledger),
        passed_in=sheet.paper_passed_in or 0,
        seats=tuple(
            seat_total(
                seat.place,
                seat.paper_points or 0,
                seat.paper_won or 0,
                seat.paper_lost or 0,
                lost - (seat.paper_lost or 0),
                players=sheet.table_size,
                system=ledger.system,
            )
            for seat in ledger.seats
        ),
    )


def stints_of(ledger: Ledger) -> tuple[StintTotal, ...]:
    """Return what everybody who sat at the table takes home (rules 5.5)."""
    sheet = ledger.sheet
    if sheet.totals_only:
        games = games_of(ledger)
        return tuple(
            StintTotal(place=seat.place, first=1, last=games, total=seat)
            for seat in totals_of(ledger, ()).seats
        )
    return close_stints(
        lines_of(ledger),
        players=sheet.table_size,
        system=ledger.system,
        changes=[(change.place, change.from_game) for change in ledger.substitutions],
    )


def games_of(ledger: Ledger) -> int:
    """Return the number of games really played (rules 5.4)."""
    sheet = ledger.sheet
    if sheet.totals_only:
        return sheet.paper_games or sheet.games_planned
    if sheet.cut_short:
        return ledger.played
    return ledger.ended_at or sheet.games_planned


def foot_of(ledger: Ledger) -> PaperFoot:
    """Return what the foot of the paper says; numbers not typed are None."""
    sheet = ledger.sheet
    return PaperFoot(
        players=sheet.table_size,
        rules=ledger.rules,
        ramsch=ramsch_in(ledger),
        system=ledger.system,
        games=games_of(ledger),
        passed_in=sheet.paper_passed_in,
        seats=tuple(
            PaperSeat(
                place=seat.place,
                game_points=seat.paper_points,
                won=seat.paper_won,
                lost=seat.paper_lost,
                total=seat.paper_total,
            )
            for seat in ledger.seats
        ),
    )


def ramsch_in(ledger: Ledger) -> int | None:
    """Return how many hands nobody won or lost; unknown without typed games."""
    if not ledger.rules.plays_ramsch:
        return 0
    if ledger.sheet.totals_only:
        return None
    return totals_of(ledger, ()).ramsch


def columns_of(ledger: Ledger) -> tuple[Column, ...]:
    """Return the places with everybody who sat there, in the order of the seats."""
    return tuple(
        Column(
            place=seat.place,
            occupants=(
                Occupant(name=seat.player.name, player_id=seat.player_id, first=1),
                *(
                    Occupant(
                        name=change.player.name,
                        player_id=change.player_id,
                        first=change.from_game,
                    )
                    for change in ledger.substitutions
                    if change.place == seat.place
                ),
            ),
        )
        for seat in ledger.seats
    )
