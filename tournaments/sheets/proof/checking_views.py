"""Checking by others: the second list, the second person, reading aloud."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from scoring.game.written_games import WrittenGame
from scoring.proof.alignment import Discord, discords
from tournaments.sheets.board import board_of
from tournaments.sheets.ledger import second_ledger
from tournaments.sheets.page.page import editable_sheet, readable_sheet
from tournaments.sheets.page.spoken import spoken_rows
from tournaments.sheets.proof.forms import SecondListForm, VerdictForm
from tournaments.sheets.selectors import ledger_of, second_list_of, verdicts_on
from tournaments.web.access import requires, writer
from tournaments.web.answers import show_form
from tournaments.words.rights import Right
from tournaments.words.slips import DISCREPANCY_TEXT


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordInWords:
    """One difference of two lists, with the games of both."""

    words: str
    same_score: bool
    first: tuple[tuple[int, WrittenGame], ...]
    second: tuple[tuple[int, WrittenGame], ...]


@requires(Right.TYPE)
@require_http_methods(["GET", "POST"])
def compare_second_list(request: HttpRequest, pk: int) -> HttpResponse:
    """Receive the second list of the table and show where the two lists differ."""
    sheet = editable_sheet(request, pk)
    second_list = second_list_of(sheet)
    form = SecondListForm(
        request.POST or None,
        sheet=sheet,
        by=writer(request),
        initial={"text": second_list.text if second_list else ""},
    )
    if request.method == "POST" and form.is_valid() and form.save():
        return redirect("sheets:second", pk=sheet.pk)
    ledger = ledger_of(sheet)
    first = ledger.written_games
    second = second_ledger(ledger, second_list).written_games
    differences = discords(first, second, rules=ledger.rules, players=sheet.table_size)
    return show_form(
        request,
        "tournaments/sheets/proof/second.html",
        sheet=sheet,
        form=form,
        kept=second_list,
        rules=ledger.rules,
        games=(len(first), len(second)),
        discords=[
            discord_in_words(discord, first, second)
            for discord in (differences if second_list else ())
        ],
    )


def discord_in_words(
    discord: Discord, first: tuple[WrittenGame, ...], second: tuple[WrittenGame, ...]
) -> DiscordInWords:
    """Return a difference with the games it is about."""
    return DiscordInWords(
        words=str(DISCREPANCY_TEXT[discord.kind]),
        same_score=discord.same_score,
        first=tuple((line, first[line - 1]) for line in discord.first),
        second=tuple((line, second[line - 1]) for line in discord.second),
    )


@requires(Right.TYPE)
@require_http_methods(["GET", "POST"])
def check_list(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a second person confirm the list, or name a wrong line."""
    sheet = editable_sheet(request, pk)
    form = VerdictForm(request.POST or None, sheet=sheet, by=writer(request))
    if request.method == "POST" and form.is_valid() and form.save():
        messages.success(request, _("Thank you. The list says so now."))
        return redirect(sheet)
    board = board_of(ledger_of(sheet))
    return show_form(
        request,
        "tournaments/sheets/proof/check.html",
        sheet=sheet,
        board=board,
        rows=spoken_rows(board),
        form=form,
        verdicts=verdicts_on(sheet),
        is_own=sheet.changes.filter(by=writer(request)).exists(),
    )


@require_GET
def read_aloud(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the list in a form that the browser can read aloud."""
    sheet = readable_sheet(request, pk)
    board = board_of(ledger_of(sheet))
    context = {"sheet": sheet, "board": board, "rows": spoken_rows(board)}
    return render(request, "tournaments/sheets/proof/aloud.html", context)
