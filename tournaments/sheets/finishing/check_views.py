"""What became of the list that has a check code: a page for everybody."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.sheets.finishing.checking import checked_code

LONGEST = 60


@login_not_required
@require_safe
def check(request: HttpRequest) -> HttpResponse:
    """Answer whether the list of a code is the same, older, or none of ours."""
    typed = request.GET.get("code", "")[:LONGEST]
    found = checked_code(typed, request.user) if typed.strip() else None
    context = {"typed": typed, "found": found}
    status = 404 if typed.strip() and found is None else 200
    return render(
        request, "tournaments/sheets/finishing/check_code.html", context, status=status
    )
