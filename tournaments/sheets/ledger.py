"""One list in memory: its lines, its closing block, its foot.

A ``Ledger`` holds the stored facts; everything else here is computed from it without a
query, so that pages, services and papers see the same list.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from django.db.models import prefetch_related_objects

from scoring.game.written_games import WrittenGame
from scoring.house.rules import OFFICIAL, HouseRules, is_official
from scoring.lists.sheets import ListTotals, StintTotal, close_stints, seat_total
from scoring.lists.tallies import courses_of
from scoring.notation.reading import NotedLine, read_list
from scoring.playing.play import HouseLine, HouseList, closing, played_list
from scoring.proof.paper import PaperFoot, PaperSeat
from tournaments.people.models import Player
from tournaments.people.names.names import short_name
from tournaments.sheets.models import Game, ScoreSheet, Seat, SecondList, Substitution

HEAD_LETTERS = 26
BRIEF_LETTERS = 15


play_of = lru_cache(maxsize=128)(played_list)
"""The lines of a list as played by its rules; kept for the next page."""


@dataclass(slots=True)
class Ledger:
    """One list in memory: the sheet, its seats, the lines so far, the rules."""

    sheet: ScoreSheet
    seats: list[Seat]
    games: list[Game]
    substitutions: Iterable[Substitution]
    rules: HouseRules = OFFICIAL

    @property
    def play(self) -> HouseList:
        """The lines as played by the rules, and what comes next."""
        return play_of(self.written_games, self.rules, players=self.sheet.table_size)

    @property
    def ended_at(self) -> int | None:
        """The line with which a sum of points has ended the list (rules 7.6, 11.6)."""
        return self.play.ended_at if self.rules.ends_early else None

    @property
    def is_complete(self) -> bool:
        """Whether no game is missing: all are typed, or the rest is struck."""
        sheet = self.sheet
        if sheet.totals_only or sheet.cut_short:
            return True
        return len(self.games) >= sheet.games_planned or self.ended_at is not None

    @property
    def written_games(self) -> tuple[WrittenGame, ...]:
        return tuple([game.as_entry() for game in self.games])

    def seat(self, place: int) -> Seat | None:
        return next((seat for seat in self.seats if seat.place == place), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Occupant:
    """A person on a place, from game ``first`` on."""

    player: Player
    first: int

    @property
    def name(self) -> str:
        """The name for the current reader; nothing is computed from it."""
        return self.player.name

    @property
    def brief(self) -> str:
        """The name as it stands on a phone, wherever its list is shown."""
        return short_name(self.name, BRIEF_LETTERS)


class Head(NamedTuple):
    """The heading of a place: nothing but its number and words."""

    place: int
    name: str
    head: str  # above its columns on the list
    brief: str  # above its column on a phone


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A place of the list with all people who sat there."""

    place: int
    occupants: tuple[Occupant, ...]

    @property
    def name(self) -> str:
        return " / ".join(occupant.name for occupant in self.occupants)

    @property
    def head(self) -> Head:
        return Head(
            self.place,
            self.name,
            " / ".join(
                short_name(occupant.name, HEAD_LETTERS // len(self.occupants))
                for occupant in self.occupants
            ),
            " / ".join(occupant.brief for occupant in self.occupants),
        )


def names_by_place(columns: Iterable[Column]) -> dict[int, str]:
    return {column.place: column.name for column in columns}


def second_ledger(ledger: Ledger, second: SecondList | None) -> Ledger:
    """Return the same list with the lines that its second list has."""
    games: list[Game] = []
    for item in read_list(second.text if second else ""):
        if isinstance(item.content, NotedLine):
            game = Game(sheet=ledger.sheet, number=len(games) + 1)
            game.set_line(item.content)
            games.append(game)
    return replace(ledger, games=games)


def totals_of(ledger: Ledger, lines: Sequence[HouseLine]) -> ListTotals:
    """Return the closing block, from the games or from the foot of the paper."""
    sheet = ledger.sheet
    if not sheet.totals_only:
        return closing(lines, ledger.rules, players=sheet.table_size)
    lost = sum(seat.paper_lost or 0 for seat in ledger.seats)
    return ListTotals(
        players=sheet.table_size,
        system=ledger.rules.list_system,
        games=game_count(ledger),
        passed_in=sheet.paper_passed_in or 0,
        seats=tuple(
            seat_total(
                seat.place,
                seat.paper_points or 0,
                seat.paper_won or 0,
                seat.paper_lost or 0,
                lost - (seat.paper_lost or 0),
                players=sheet.table_size,
                system=ledger.rules.list_system,
            )
            for seat in ledger.seats
        ),
    )


def stints_of(ledger: Ledger) -> tuple[StintTotal, ...]:
    """Return the result of everybody who sat at the table (rules 5.5)."""
    sheet = ledger.sheet
    if sheet.totals_only:
        games = game_count(ledger)
        return tuple(
            StintTotal(place=seat.place, first=1, last=games, total=seat)
            for seat in totals_of(ledger, ()).seats
        )
    return close_stints(
        ledger.play.lines,
        players=sheet.table_size,
        system=ledger.rules.list_system,
        changes=[(change.place, change.from_game) for change in ledger.substitutions],
    )


def players_by_stint(ledger: Ledger) -> dict[tuple[int, int], int]:
    """Return the keys of all people at the table, by place and first game."""
    people = {(seat.place, 1): seat.player_id for seat in ledger.seats}
    return people | {
        (change.place, change.from_game): change.player_id
        for change in ledger.substitutions
    }


def game_count(ledger: Ledger) -> int:
    """Return the number of games that were actually played (rules 5.4)."""
    sheet = ledger.sheet
    if sheet.totals_only:
        return sheet.paper_games or sheet.games_planned
    if sheet.cut_short:
        return len(ledger.games)
    return ledger.ended_at or sheet.games_planned


def typed_foot(ledger: Ledger) -> PaperFoot:
    """Return the foot of the paper; numbers that were not typed are None."""
    sheet = ledger.sheet
    ramsch: int | None = 0
    if ledger.rules.plays_ramsch and sheet.totals_only:
        ramsch = None  # nobody counts them
    elif ledger.rules.plays_ramsch:
        ramsch = totals_of(ledger, ledger.play.lines).ramsch
    return PaperFoot(
        players=sheet.table_size,
        rules=ledger.rules,
        ramsch=ramsch,
        system=ledger.rules.list_system,
        games=game_count(ledger),
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


def place_columns(ledger: Ledger) -> tuple[Column, ...]:
    """Return the places with all people who sat there, in the order of the seats.

    Two queries for a list that was read for a line, no query for others.
    """
    prefetch_related_objects(ledger.seats, "player")
    return tuple(
        Column(
            place=seat.place,
            occupants=(
                Occupant(player=seat.player, first=1),
                *(
                    Occupant(player=change.player, first=change.from_game)
                    for change in ledger.substitutions
                    if change.place == seat.place
                ),
            ),
        )
        for seat in ledger.seats
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The total of one place before the first game and after each game."""

    people: tuple[int, ...]
    name: str
    brief: str  # for the little room on a phone
    points: tuple[int, ...]


def courses_in(ledger: Ledger) -> tuple[Course, ...]:
    """Return the courses of all places; none if the games are not known. No query.

    Under house rules totals are computed in other ways, so there is no course.
    """
    if not ledger.games or ledger.sheet.totals_only or not is_official(ledger.rules):
        return ()
    sheet = ledger.sheet
    courses = courses_of(
        ledger.play.lines, players=sheet.table_size, system=sheet.as_system()
    )
    return tuple(
        Course(
            people=tuple(occupant.player.pk for occupant in column.occupants),
            name=column.name,
            brief=column.head.brief,
            points=courses[column.place - 1],
        )
        for column in place_columns(ledger)
    )


def course_rows(courses: Sequence[Course]) -> dict[int, list[int]]:
    """Return the totals after the last game of each round, and of the list."""
    if not courses:
        return {}
    last = len(courses[0].points) - 1
    ends = [*range(len(courses), last, len(courses)), last]
    return {end: [course.points[end] for course in courses] for end in ends}


def round_labels(courses: Sequence[Course]) -> list[str]:
    """Return a label for each game: its number if a round ends with it, else ""."""
    ends = course_rows(courses)
    return [
        str(game) if game in ends or not game else ""
        for game in range(len(courses[0].points))
    ]
