"""The course of a list, computed for its chart and its table."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.house.rules import is_official
from scoring.lists.courses import courses_of
from tournaments.sheets.ledger import Ledger, place_columns


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The total of one place before the first game and after each game."""

    people: tuple[int, ...]
    name: str
    brief: str  # for the little room on a phone
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseRow:
    """The totals of all places after a game."""

    number: int
    totals: tuple[int, ...]


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


def course_rows(courses: Sequence[Course]) -> list[CourseRow]:
    """Return the totals at the end of each round and at the end of the list."""
    if not courses:
        return []
    last = len(courses[0].points) - 1
    ends = [*range(len(courses), last, len(courses)), last]
    return [
        CourseRow(number=end, totals=tuple(course.points[end] for course in courses))
        for end in ends
    ]


def round_labels(courses: Sequence[Course]) -> list[str]:
    """Return a label for each game: its number if a round ends with it, else ""."""
    ends = {row.number for row in course_rows(courses)}
    return [
        str(game) if game in ends or not game else ""
        for game in range(len(courses[0].points))
    ]
