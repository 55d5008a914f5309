"""The course of a list in memory, as its chart and its table show it."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.house.rules import is_official
from scoring.lists.courses import courses_of
from tournaments.sheets.ledger import Ledger, place_columns


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """What one place had before the first game and after each one."""

    people: tuple[int, ...]
    name: str
    brief: str  # where a phone has little room
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseRow:
    """What everybody had after a game."""

    number: int
    totals: tuple[int, ...]


def courses_in(ledger: Ledger) -> tuple[Course, ...]:
    """Return the courses of all places; none where the games are not known.

    House rules know other sums, which are no course. No query.
    """
    if not ledger.games or ledger.sheet.totals_only or not is_official(ledger.rules):
        return ()
    sheet = ledger.sheet
    found = courses_of(
        ledger.play.lines, players=sheet.table_size, system=sheet.as_system()
    )
    return tuple(
        Course(
            people=tuple(each.player.pk for each in column.occupants),
            name=column.name,
            brief=column.head.brief,
            points=found[column.place - 1],
        )
        for column in place_columns(ledger)
    )


def course_rows(courses: Sequence[Course]) -> list[CourseRow]:
    """Return what everybody had at the end of each round, and at the end."""
    if not courses:
        return []
    last = len(courses[0].points) - 1
    ends = [*range(len(courses), last, len(courses)), last]
    return [
        CourseRow(number=end, totals=tuple(course.points[end] for course in courses))
        for end in ends
    ]


def round_labels(courses: Sequence[Course]) -> list[str]:
    """Return for each game its number where a round ends, else nothing."""
    ends = {row.number for row in course_rows(courses)}
    return [
        str(game) if game in ends or not game else ""
        for game in range(len(courses[0].points))
    ]
