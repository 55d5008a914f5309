"""What became of the list or standings of a code, or of a file: for everybody."""

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from tournaments.events.signing.selectors import checked_standings
from tournaments.files.lists.checked_files import checked_file
from tournaments.files.lists.documents import MOST_BYTES
from tournaments.files.uploads import refuse_large_files
from tournaments.organisations.models import SigningKey
from tournaments.sheets.finishing.checking import checked_code
from tournaments.web.access import sent_by_everybody

LONGEST = 60


@csrf_exempt  # it reads, and a visitor has no cookie
@sent_by_everybody
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@refuse_large_files
def check(request: HttpRequest) -> HttpResponse:
    """Answer whether what has a code, or a file, is the same, older, or other."""
    typed = request.GET.get("code", "")[:LONGEST]
    file = request.FILES.get("file")
    refusals: list[str] = []
    found, standings = None, None
    if file is not None:
        try:
            found = checked_file(file.read(MOST_BYTES + 1), request.user)
        except ValidationError as refusal:
            refusals = refusal.messages
    elif typed.strip():
        found = checked_code(typed, request.user)
        standings = None if found else checked_standings(typed, request.user)
    known = found or standings
    is_asked = file is not None or bool(typed.strip())
    is_unknown = is_asked and not (known or refusals)
    context = {
        "typed": typed,
        "found": found,
        "standings": standings,
        "changes": known.changes if known else (),
        "keys": SigningKey.objects.all(),
        "refusals": refusals,
        "is_unknown": is_unknown,
    }
    status = 422 if refusals else 404 if is_unknown else 200
    return render(request, "tournaments/files/lists/check.html", context, status=status)
