"""What stands on paper, read from the database."""

from tournaments.documents.selectors.lists import (
    blank_pages,
    lists_to_write_on,
    page_of,
    row_of,
    score_sheet_pages,
    sheets_of,
)
from tournaments.documents.selectors.money import receipts_document
from tournaments.documents.selectors.results import (
    certificates_document,
    prize_list_document,
    standings_document,
)
from tournaments.documents.selectors.seats import (
    draw_by_name,
    draws_by_table,
    place_cards,
    start_cards,
    subtitle_of,
)
from tournaments.documents.selectors.settlements import settlement_slip
from tournaments.documents.selectors.supply import (
    Supply,
    next_drawn_series,
    supply_of,
)

__all__ = [
    "Supply",
    "blank_pages",
    "certificates_document",
    "draw_by_name",
    "draws_by_table",
    "lists_to_write_on",
    "next_drawn_series",
    "page_of",
    "place_cards",
    "prize_list_document",
    "receipts_document",
    "row_of",
    "score_sheet_pages",
    "settlement_slip",
    "sheets_of",
    "standings_document",
    "start_cards",
    "subtitle_of",
    "supply_of",
]
