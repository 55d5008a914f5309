"""The treasurer's papers: the money of an event, and statements of a year."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.events.models import Event
from tournaments.events.money.reports import (
    Statement,
    club_of,
    desk_columns,
    event_report,
    report_columns,
    statement_columns,
    year_columns,
)
from tournaments.papers.event.draws import about_event
from tournaments.web.faces import FONT
from tournaments.web.shapes import (
    PORTRAIT,
    BoundPapers,
    Paper,
    Part,
    Ruled,
    TablePaper,
    gap,
    ruled,
    sentences,
    with_room,
    with_widths,
)
from tournaments.web.tables import Column, Space


def treasurer_paper(event: Event) -> TablePaper:
    """Return the money of an event by person and by kind, and who took part."""
    report = event_report(event)
    columns, people = report_columns(), [*report.people, report.in_all]
    has_clubs = any(map(club_of, report.people))
    columns = filled_up(columns, people, "club" if has_clubs else "name")
    parts: list[Part] = [
        ruled(report.desk, desk_columns(), strong=[len(report.desk)], at_left=True),
        *sentences(report.notes),
        gap,
        ruled(people, columns, strong=[len(people)]),
    ]
    for head, rows in report.counts:
        cells = [(head, _("People")), *((label, str(count)) for label, count in rows)]
        spaces = [Space(60), Space(24, "right", FONT)]
        parts += [gap, with_room, Ruled(rows=cells, spaces=spaces, at_left=True)]
    parts += [gap, *sentences([f"{_('Signature')}: {'_' * 40}"], "Body")]
    title = _("Report of the treasurer")
    return TablePaper(title=title, about=about_event(event), parts=parts)


def filled_up(
    columns: list[Column], lines: Sequence[object], name: str
) -> list[Column]:
    """Return the columns with what is left of the page given to the one of ``name``."""
    used = {
        each.name: each.paper.width
        for each in columns
        if each.paper and each.is_needed(lines)
    }
    return with_widths(columns, {name: used[name] + PORTRAIT - sum(used.values())})


def statement_paper(statement: Statement) -> TablePaper:
    year = [statement]
    return TablePaper(
        title=_("Statement %(year)s") % {"year": statement.year},
        about=[statement.player.name],
        parts=[
            ruled(statement.lines, statement_columns()),
            *sentences(statement.notes, "Body"),
            gap,
            ruled(year, year_columns(), strong=[1]),
        ],
    )


def statements_paper(statements: Sequence[Statement]) -> Paper | None:
    """Return the statements of a year, a sheet for each person."""
    papers = [(each.player.name, statement_paper(each)) for each in statements]
    return BoundPapers(papers=papers) if papers else None
