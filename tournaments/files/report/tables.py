"""The report as a spreadsheet: a line for each team and person of each ranking."""

from collections.abc import Iterator
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.files.event.sections import Row
from tournaments.files.spreadsheets.spreadsheets import Cell, Spreadsheet

TEXTS = ("name", "member_number", "club", "club_number")
NUMBERS = (
    *("value", "average", "plus", "minus", "total", "series", "lists", "won", "lost"),
)


def report_spreadsheet(report: Row) -> Spreadsheet:
    """Return a report as one table; cells that a ranking lacks stay empty."""
    return Spreadsheet(
        title=_("Report %(year)s") % {"year": report["year"]},
        heads=(
            _("Competition"),
            _("Ranking"),
            pgettext("rank", "Place"),
            _("Name"),
            _("Member number"),
            _("Club"),
            _("Club number"),
            _("Result"),
            _("Average"),
            _("Match points plus"),
            _("Match points minus"),
            _("Points"),
            pgettext("count", "Series"),
            _("Lists"),
            pgettext("short", "won"),
            pgettext("short", "lost"),
        ),
        rows=list(table_lines(report)),
    )


def table_lines(report: Row) -> Iterator[tuple[Cell, ...]]:
    """Give the lines: season tables first, then teams and people of each division."""
    for season in report.get("seasons", ()):
        for row in season["table"]:
            yield table_line(season["name"], _("Season table"), row)
    for league in report.get("leagues", ()):
        for division in league.get("divisions", ()):
            name = f"{league['name']} {league['season']}, {division['name']}"
            for row in division["table"]:
                team = {"name": row["team"], "total": row["score"]}
                yield table_line(name, _("League table"), row | team)
            for row in division["people"]:
                yield table_line(name, _("Individual ranking"), row)


def table_line(competition: str, ranking: str, row: Row) -> tuple[Cell, ...]:
    texts = (row.get(name) for name in TEXTS)
    numbers = (cell_number(row.get(name)) for name in NUMBERS)
    return (competition, ranking, row.get("place"), *texts, *numbers)


def cell_number(value: int | str | None) -> int | Decimal | None:
    """Return a number for a spreadsheet; the report has decimal numbers as text.

    >>> cell_number("987.50"), cell_number(1204)
    (Decimal('987.50'), 1204)
    """
    return Decimal(value) if isinstance(value, str) else value
