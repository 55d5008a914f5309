"""Texts about the results of a table of former years."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.files.columns.results import FormerRow
from tournaments.files.former.selectors import JudgedRow, Verdict
from tournaments.files.imports.words import fault_text
from tournaments.words.formats import number

VERDICT_TEXT = {
    Verdict.NEW: _("is added"),
    Verdict.HERE: _("is here already"),
    Verdict.OTHER: _("there is another result of that day here"),
    Verdict.YEAR: _("this year is counted here already in another way"),
    Verdict.TWICE: _("is in the table twice"),
    Verdict.APART: _("row %(row)s has another result of that day: %(total)s"),
    Verdict.NAMESAKES: _("several people here have this name"),
    Verdict.WAITS: _("waits"),
}


def mismatch_text(row: FormerRow) -> str:
    """Say where a row contradicts itself; empty if it does not."""
    if mismatch := row.mismatch:
        text = gettext("The table says %(table)s, its parts make %(sum)s.")
    elif mismatch := row.year_mismatch:
        text = gettext(
            "The total of all evenings is %(table)s, these evenings make %(sum)s."
        )
    elif row.is_impossible:
        return gettext("These points cannot come from these games.")
    else:
        return ""
    return text % {"table": number(mismatch.stated), "sum": number(mismatch.added_up)}


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
    if judged.verdict in (Verdict.NEW, Verdict.WAITS) and judged.row.waits:
        return f"{text}. {mismatch_text(judged.row)}"
    return text
