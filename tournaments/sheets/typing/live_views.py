"""What other people have written on a list meanwhile."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tournaments.sheets.board import board_of
from tournaments.sheets.page.page import editable_sheet, page_context, sheet_for_typing
from tournaments.sheets.rows import LineRow
from tournaments.sheets.selectors import changes_since, ledger_of
from tournaments.web.numbers import whole_number
from tournaments.words.choices import CHANGES_ROWS, Action


@login_not_required
@require_GET
def since(request: HttpRequest, pk: int, revision: int) -> HttpResponse:
    """Answer with the rows that changed after ``revision``; empty if none did.

    The answer is also empty for a user whose session has ended: what they are typing
    stays until they send it, and comes back when they have signed in again.
    """
    if not request.user.is_authenticated:
        return HttpResponse(status=204)
    if sheet_for_typing(request, pk).revision == revision:
        return HttpResponse(status=204)
    sheet = editable_sheet(request, pk)
    ledger = ledger_of(sheet)
    board = board_of(ledger)
    changes = changes_since(sheet, revision)
    context = page_context(request, ledger, board, None)
    context |= {
        "rows": rows_changed_by(board.rows, board.played, changes),
        "needs_reload": any(action not in CHANGES_ROWS for action, _number in changes),
        "pen_was_taken": sheet.pen_is_out and "number" in request.GET,
        "current": current_row(request, board.rows),
    }
    return render(request, "tournaments/sheets/typing/_news.html", context)


def rows_changed_by(
    rows: tuple[LineRow, ...], played: int, changes: list[tuple[str, int | None]]
) -> tuple[LineRow, ...]:
    """Return the rows that look different after ``changes``, with running totals."""
    lines = [n for action, n in changes if action in CHANGES_ROWS and n is not None]
    if not lines:
        return ()
    deleted = sum(action == Action.DELETE for action, _number in changes)
    return rows[min(lines) - 1 : max(*lines, played) + deleted + 1]


def current_row(request: HttpRequest, rows: tuple[LineRow, ...]) -> LineRow | None:
    """Return the row that the reader is typing, to keep it marked."""
    number = whole_number(request.GET.get("number")) or 0
    return rows[number - 1] if 1 <= number <= len(rows) else None
