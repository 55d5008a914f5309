"""Texts about an old table: its columns, its rows and the doubts about them."""

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.files.foreign.heads import Meaning
from tournaments.files.foreign.numbers import Doubt
from tournaments.files.foreign.reading import FaultReason, FormerRow, RowFault
from tournaments.files.former.selectors import JudgedRow, Verdict
from tournaments.words.formats import number

MEANING_TEXT = {
    Meaning.NOTHING: _("is not read"),
    Meaning.NAME: _("Name"),
    Meaning.LAST: _("Family name"),
    Meaning.FIRST: _("First name"),
    Meaning.DATE: _("Date"),
    Meaning.EVENING: _("Name of the event"),
    Meaning.TOTAL: _("Total"),
    Meaning.SERIES: _("Series or evening"),
    Meaning.POINTS: _("Game points"),
    Meaning.WON: _("Won"),
    Meaning.LOST: _("Lost"),
    Meaning.OTHERS: _("Lost by the others"),
    Meaning.LISTS: _("Number of lists"),
    Meaning.RANK: pgettext_lazy("rank", "Place"),
}
DOUBT_TEXT = {
    Doubt.NO_NAME: _("No column was found that holds names."),
    Doubt.NO_TOTAL: _("No column was found that holds a result."),
    Doubt.TWO_NAMES: _("It is not clear which columns hold the names."),
    Doubt.NAME_ORDER: _("It is not clear which part of a name is the first name."),
    Doubt.TWICE: _("Two columns could be the same thing."),
    Doubt.HEADS_LIE: _("The numbers do not add up as the heads of the columns say."),
    Doubt.MANY_SUMS: _("The numbers add up in more than one way."),
    Doubt.UNNAMED: _("A column without a head was taken for the total, or left out."),
}
WHY_TEXT = {
    FaultReason.SUMS: _("a row of sums"),
    FaultReason.NO_NAME: _("no name"),
    FaultReason.NO_DAY: _("no day"),
    FaultReason.NO_SUCH_DAY: _("%(text)s does not exist."),
    FaultReason.NO_NUMBER: _("“%(text)s” under “%(head)s” is no whole number."),
    FaultReason.TOO_FAR: _("“%(text)s” under “%(head)s” cannot be right."),
    FaultReason.NO_RESULT: _("no result"),
    FaultReason.TO_COME: _("this day is still to come"),
}
VERDICT_TEXT = {
    Verdict.NEW: _("is added"),
    Verdict.HERE: _("is here already"),
    Verdict.OTHER: _("there is another result of that day here"),
    Verdict.YEAR: _("this year is counted here already in another way"),
    Verdict.TWICE: _("is in the table twice"),
    Verdict.APART: _("row %(row)s has another result of that day: %(total)s"),
    Verdict.NAMESAKES: _("several people here have this name"),
}


def fault_text(fault: RowFault) -> str:
    """Say why a row holds no result, quoting the cell to blame."""
    if fault.reason is FaultReason.NO_DAY and fault.text:
        return gettext("“%(text)s” is no day.") % {"text": fault.text}
    head = fault.head or gettext("Column %(number)s") % {"number": fault.column}
    return str(WHY_TEXT[fault.reason]) % {"text": fault.text, "head": head}


def mismatch_text(row: FormerRow) -> str:
    """Say why a total is doubtful; empty if it is not."""
    if row.mismatch is None:
        return ""
    totals = {
        "table": number(row.mismatch.stated),
        "sum": number(row.mismatch.added_up),
    }
    return gettext("The table says %(table)s, its parts make %(sum)s.") % totals


def verdict_text(judged: JudgedRow) -> str:
    """Say what will be done with a row, and why."""
    if judged.verdict is Verdict.NAME:
        return judged.problem
    if judged.verdict is Verdict.NONE:
        return fault_text(judged.row.fault) if judged.row.fault else ""
    text = str(VERDICT_TEXT[judged.verdict])
    if judged.verdict is Verdict.APART and judged.above is not None:
        return text % {
            "row": judged.above.number,
            "total": number(judged.above.stated_total),
        }
    if judged.verdict is Verdict.NEW and judged.row.mismatch is not None:
        return f"{text}. {mismatch_text(judged.row)}"
    return text
