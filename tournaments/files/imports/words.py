"""Texts about a table: its columns, its faults and the doubts about them."""

from collections.abc import Collection

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.files.columns.layout import Layout
from tournaments.files.columns.meanings import Doubt
from tournaments.files.columns.results import SUMMED, FaultReason, RowFault, WrongSum
from tournaments.files.tables.cells import Meaning, is_struck
from tournaments.words.formats import number

MOST_NAMED = 8
MOST_ROWS = 20  # named in a sentence
STRUCK = ("gestr.", "gestrichen", "struck")
DOUBT_TEXT = {
    Doubt.NO_NAME: _("No column was found that holds names."),
    Doubt.NO_TOTAL: _("No column was found that holds a result."),
    Doubt.RECKONED: _(
        "No column holds the total. It would be reckoned from points and own games, "
        "with 30 for each game that the others lost, if these are known."
    ),
    Doubt.POINTS: _(
        "Points beside games won and lost may be the total, or the game points. Please "
        "choose above the column."
    ),
    Doubt.SWAPPED: _(
        "More games are lost than won here. Are the heads of the two columns right?"
    ),
    Doubt.TWO_NAMES: _("It is not clear which columns hold the names."),
    Doubt.TWICE: _("Two columns could be the same thing."),
    Doubt.UNKNOWN: _(
        "No head says what a column of numbers is. It is not read unless you choose."
    ),
    Doubt.COUNTS: _("A column may hold member numbers, or only count the rows."),
    Doubt.MISSING: _(
        "Columns are missing: series, table, game points, won and lost are needed."
    ),
}
NAMED_TWICE = _(
    "Only one column can be “%(meaning)s”; here several are. Choose for the others."
)
WHY_TEXT = {
    FaultReason.SUMS: _("a row of sums"),
    FaultReason.HEADS: _("the heads again"),
    FaultReason.NO_NAME: _("no name"),
    FaultReason.NO_DAY: _("no day"),
    FaultReason.NO_SUCH_DAY: _("%(text)s does not exist."),
    FaultReason.NO_NUMBER: _("“%(text)s” under “%(head)s” is no whole number."),
    FaultReason.TOO_FAR: _("“%(text)s” under “%(head)s” cannot be right."),
    FaultReason.NO_RESULT: _("no result"),
    FaultReason.OUT: _(
        "“%(text)s” stands here. If this result counts, please take it out below."
    ),
    FaultReason.TO_COME: _("this day is still to come"),
    FaultReason.SEAT: _("%(text)s has this place too (row %(row)s)."),
    FaultReason.TWICE: _("%(text)s is in this series in row %(row)s too."),
    FaultReason.OTHER_SERIES: _("waits for row %(row)s, of the same evening"),
}
WHY_NOT = {
    FaultReason.NO_DAY: _("“%(text)s” is no day."),
    FaultReason.NO_NAME: _("No name stands here for “%(text)s”."),
}


def fault_text(fault: RowFault) -> str:
    """Say why a row holds no result, quoting the cell to blame."""
    if fault.text and (text := WHY_NOT.get(fault.reason)):
        return str(text) % {"text": fault.text}
    head = fault.head or gettext("Column %(number)s") % {"number": fault.column}
    values = {"text": fault.text, "head": head, "row": fault.row}
    return str(WHY_TEXT[fault.reason]) % values


def wrong_sum_text(wrong: WrongSum) -> str:
    """Say that a row of sums contradicts its column."""
    return gettext(
        "Row %(row)s: “%(head)s” says %(table)s, the rows above make %(sum)s."
    ) % {
        "row": wrong.row,
        "head": wrong.head,
        "table": number(wrong.stated),
        "sum": number(wrong.added_up),
    }


def doubt_texts(layout: Layout) -> list[str]:
    """Return what about the columns needs a look."""
    twice = [NAMED_TWICE % {"meaning": each.label} for each in layout.twice]
    return [*(str(DOUBT_TEXT[doubt]) for doubt in layout.doubts), *twice]


def struck_texts(layout: Layout) -> list[str]:
    """Say how lists come in of which a cell says that they were struck."""
    columns = [at for at, each in enumerate(layout.meanings) if each in SUMMED]
    struck = (
        record
        for record in layout.records
        if any(cell.casefold().startswith(STRUCK) for cell in record.cells)
        or any(is_struck(record.cells[at], layout.reading) for at in columns)
    )
    days = ((each.number, layout.text(each, Meaning.DATE)) for each in struck)
    rows = dict.fromkeys(f"{row} ({day})" if day else str(row) for row, day in days)
    if not rows:
        return []
    text = gettext(
        "Row %(rows)s: struck. Lists count here as they were played, for the others at "
        "the table as well; where numbers are missing, please enter them. A season "
        "leaves out the worst results by itself."
    )
    more = ["…"] * (len(rows) > MOST_ROWS)
    return [text % {"rows": ", ".join([*list(rows)[:MOST_ROWS], *more])}]


def first_of(names: Collection[str]) -> str:
    """Return the first names, and how many more there are."""
    first = list(names)[:MOST_NAMED]
    if more := len(names) - len(first):
        first.append(gettext("%(count)s more") % {"count": more})
    return ", ".join(first)
