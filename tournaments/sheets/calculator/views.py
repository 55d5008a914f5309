"""The value of a game: a page for everybody; nothing is stored."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scoring.game.contracts import BIDS
from tournaments.sheets.calculator.forms import CalculatorForm
from tournaments.web.requests import is_fragment

USUAL = {"contract": "clubs", "matadors": "1"}


@login_not_required
@require_GET
def calculator(request: HttpRequest) -> HttpResponse:
    """Show value, explanation and bids of the game in the address."""
    form = CalculatorForm(request.GET or USUAL)
    is_game = form.is_valid()
    context = {"form": form, "bids": BIDS, "is_game": is_game}
    if is_game:
        context["calculation"] = form.calculation
    template = (
        "tournaments/sheets/calculator/_value.html"
        if is_fragment(request)
        else "tournaments/sheets/calculator/calculator.html"
    )
    status = 200 if is_game else 422
    return render(request, template, context, status=status)
