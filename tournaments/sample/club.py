"""Fill the club at home with people, three past evenings and one half played."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.entries import Entry
from scoring.games import result_of
from scoring.notation import NotedLine
from scoring.sampling import sample_list
from tournaments.competitions.models import Competition, Series
from tournaments.competitions.services import (
    close_series,
    create_competition,
    open_tables,
    publish,
    release,
)
from tournaments.members.models import Player, User
from tournaments.members.services import NewPerson, add_players, find_or_add_club
from tournaments.sample.people import GUEST_CLUB, GUESTS, MEMBERS
from tournaments.seating import Entrant, SeatingProblem, plan
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.services import (
    FootNumbers,
    Written,
    append_lines,
    finish_sheet,
    write_foot,
)

PLACE = "Gasthaus Zum Grünen Baum"
SERIES = 2
WEEKS_AGO = {3: 22, 2: 19, 1: 23}  # how many people came how many weeks ago
PICKS = 2_000  # good enough; the full search takes seconds where the bound is far
PEOPLE_TODAY = 11  # two tables of four and one of three
HALF = 2  # of the games of the list that is being typed
OPEN_LINE = 7  # the one on which the paper says something else
CUT_SHORT = (2, 2, 1)  # weeks ago, series, table: time was up eight games early
STRUCK = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleClub:
    """What was built; ``today`` is the evening that is half played."""

    today: Competition
    past: tuple[Competition, ...]
    players: int
    lists: int
    games: int


@transaction.atomic
def build_sample_club(*, by: User, today: date, seed: int = 1) -> SampleClub:
    """Fill the club at home, typed by the hand of ``by``. Same seed, same games.

    Three past evenings with complete lists, some of them proved; and the evening of
    ``today``, in whose second series one list is finished, one half typed with an
    open question, and one empty.
    """
    chance = Random(seed)
    people = add_people()
    past = []
    typed: list[Written] = []
    for weeks, number in WEEKS_AGO.items():
        evening = evening_on(today - timedelta(weeks=weeks))
        tables = seated(evening, chance.sample(people, number), seed=f"{seed}/{weeks}")
        for sheet in tables:
            typed.append(play(sheet, by=by, chance=chance, struck=struck(sheet, weeks)))
        past.append(published(evening, by=by))
    tonight = evening_on(today)
    tables = seated(tonight, chance.sample(people, PEOPLE_TODAY), seed=f"{seed}/0")
    *first, finished, half, _empty = tables
    typed += [play(sheet, by=by, chance=chance) for sheet in (*first, finished)]
    typed.append(half_typed(half, by=by, chance=chance))
    return SampleClub(
        today=tonight,
        past=tuple(past),
        players=len(people),
        lists=len(typed) + 1,
        games=sum(written.ledger.played for written in typed),
    )


def published(evening: Competition, *, by: User) -> Competition:
    """Close a past evening and publish its final results."""
    for series in evening.series.all():
        close_series(series=series, by=by)
    release(competition=evening, is_released=True)
    return publish(competition=evening, is_published=True)


def add_people() -> list[Player]:
    """Add the members, and the guests of another club."""
    guest_club = find_or_add_club(name=GUEST_CLUB)
    return add_players(
        people=[
            *(NewPerson(first_name=first, last_name=last) for first, last in MEMBERS),
            *(
                NewPerson(
                    first_name=first, last_name=last, is_guest=True, club=guest_club
                )
                for first, last in GUESTS
            ),
        ]
    )


def evening_on(day: date) -> Competition:
    """Create the club evening of a day."""
    return create_competition(
        name=_("Club evening"), date=day, place=PLACE, series=SERIES
    )


def seated(
    evening: Competition, people: Sequence[Player], *, seed: str
) -> list[ScoreSheet]:
    """Draw the tables of all series and seat the people; guests sit apart."""
    entrants = tuple(
        Entrant(number=number, club=GUEST_CLUB if person.is_guest else None)
        for number, person in enumerate(people, 1)
    )
    problem = SeatingProblem(entrants=entrants)
    drawn = plan(problem, series=SERIES, seed=seed, picks=PICKS)
    sheets: list[ScoreSheet] = []
    for series, tables in zip(evening.series.all(), drawn.series, strict=True):
        sheets += seated_in(series, people, tables)
    return sheets


def seated_in(
    series: Series, people: Sequence[Player], tables: Sequence[Sequence[int]]
) -> list[ScoreSheet]:
    """Open the tables of one series."""
    seatings = [[people[number - 1] for number in table] for table in tables]
    return open_tables(series=series, seatings=seatings)


def struck(sheet: ScoreSheet, weeks: int) -> int:
    """Return how many games of a past list were not played."""
    is_cut_short = (weeks, sheet.series.number, sheet.table_number) == CUT_SHORT
    return STRUCK if is_cut_short else 0


def play(sheet: ScoreSheet, *, by: User, chance: Random, struck: int = 0) -> Written:
    """Type a whole list and finish it.

    Chance says what proves it: nothing, the totals of its paper, or a check value
    on each line.
    """
    way = chance.choice(("nothing", "foot", "foot", "values"))
    entries = games_of(sheet, chance)
    entries = entries[: len(entries) - struck]
    lines = list(checked(entries) if way == "values" else plain(entries))
    written = append_lines(sheet=sheet, lines=lines, by=by)
    if way == "foot":
        write_true_foot(written, by=by)
    return finish_sheet(sheet=sheet, by=by, cut_short=bool(struck))


def half_typed(sheet: ScoreSheet, *, by: User, chance: Random) -> Written:
    """Type half of a list; on one line the paper has another value than the game."""
    entries = games_of(sheet, chance)[: sheet.games_planned // HALF]
    lines = list(checked(entries))
    index = next(
        index
        for index, entry in enumerate(entries)
        if index + 1 >= OPEN_LINE and entry.declarer is not None and entry.won
    )
    value = lines[index].check_value or 0
    lines[index] = NotedLine(entry=entries[index], check_value=value + 10)
    return append_lines(sheet=sheet, lines=lines, by=by)


def games_of(sheet: ScoreSheet, chance: Random) -> tuple[Entry, ...]:
    """Return the games that were played at a table."""
    seed = chance.randrange(1_000_000)
    return sample_list(seed, players=sheet.table_size, games=sheet.games_planned)


def plain(entries: Sequence[Entry]) -> Iterator[NotedLine]:
    """Return games as lines without check values."""
    return (NotedLine(entry=entry) for entry in entries)


def checked(entries: Sequence[Entry]) -> Iterator[NotedLine]:
    """Return games as lines with the values that stand on the paper."""
    for entry in entries:
        value = None if entry.declarer is None else result_of(entry).score
        yield NotedLine(entry=entry, check_value=value)


def write_true_foot(written: Written, *, by: User) -> Written:
    """Write the totals of a paper that is right."""
    totals = written.board.totals
    return write_foot(
        sheet=written.ledger.sheet,
        by=by,
        seats={
            seat.place: FootNumbers(
                points=seat.game_points,
                won=seat.won,
                lost=seat.lost,
                total=seat.total,
            )
            for seat in totals.seats
        },
        passed_in=totals.passed_in,
    )
