"""What became of the list of a check code or of a file: a page for everybody."""

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from tournaments.files.lists.checked_files import checked_file
from tournaments.files.lists.documents import MOST_BYTES
from tournaments.files.uploads import size_first
from tournaments.sheets.finishing.checking import checked_code
from tournaments.web.access import sent_by_everybody

LONGEST = 60


@csrf_exempt  # it reads, and a visitor has no cookie
@sent_by_everybody
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@size_first
def check(request: HttpRequest) -> HttpResponse:
    """Answer whether the list of a code or a file is the same, older, or other."""
    typed = request.GET.get("code", "")[:LONGEST]
    file = request.FILES.get("file")
    refusals: list[str] = []
    found = None
    if file is not None:
        try:
            found = checked_file(file.read(MOST_BYTES + 1), request.user)
        except ValidationError as refusal:
            refusals = refusal.messages
    elif typed.strip():
        found = checked_code(typed, request.user)
    is_asked = file is not None or bool(typed.strip())
    is_unknown = is_asked and found is None and not refusals
    context = {
        "typed": typed,
        "found": found,
        "refusals": refusals,
        "is_unknown": is_unknown,
    }
    status = 422 if refusals else 404 if is_unknown else 200
    return render(request, "tournaments/files/lists/check.html", context, status=status)
