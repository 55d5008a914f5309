"""A column of house rules, so that every row says how it was scored."""

from dataclasses import replace

from django.utils.translation import gettext as _

from tournaments.events.models import Event
from tournaments.files.spreadsheets.spreadsheets import Spreadsheet
from tournaments.words.house.options import rule_set_text


def with_rules(table: Spreadsheet, event: Event) -> Spreadsheet:
    """Return ``table`` with the house rules as last column; official Skat has none."""
    text = rule_set_text(event.rule_set)
    if not text:
        return table
    return replace(
        table,
        heads=(*table.heads, _("House rules")),
        rows=[(*row, text) for row in table.rows],
    )
