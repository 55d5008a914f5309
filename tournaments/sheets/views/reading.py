"""Reading a list: its page, every value explained, its history."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournaments.sheets.board import board_of
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.selectors import history_of, ledger_of
from tournaments.sheets.views.page import TEMPLATES, readable_sheet, show_page


@login_not_required
@require_GET
def detail(request: HttpRequest, pk: int) -> HttpResponse:
    return show_page(request, readable_sheet(request, pk), None)


@login_not_required
@require_GET
def explained(request: HttpRequest, pk: int) -> HttpResponse:
    sheet = readable_sheet(request, pk)
    context = {"sheet": sheet, "board": board_of(ledger_of(sheet))}
    return render(request, f"{TEMPLATES}explained.html", context)


@require_GET
def history(request: HttpRequest, pk: int) -> HttpResponse:
    sheet = readable_sheet(request, pk)
    context = {"sheet": sheet, "changes": history_of(sheet)}
    return render(request, f"{TEMPLATES}history.html", context)


@require_GET
def find(request: HttpRequest) -> HttpResponse:
    """Open the list whose code was typed or scanned."""
    code = request.GET.get("code", "").strip().upper()
    sheet = ScoreSheet.objects.visible_to(request.user).filter(code=code).first()
    if sheet is None:
        messages.error(request, _("No list has the code “%(code)s”.") % {"code": code})
        return redirect("competitions:list")
    return redirect(sheet)
