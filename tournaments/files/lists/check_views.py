"""The public page that tells what became of a list."""

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from tournaments.files.lists.checked_files import checked_file
from tournaments.files.lists.documents import MOST_BYTES
from tournaments.files.uploads import refuse_large_files
from tournaments.sheets.finishing.checking import checked_code
from tournaments.web.access import open_to_visitors

LONGEST_CODE = 60


@csrf_exempt  # it reads, and a visitor has no cookie
@open_to_visitors
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@refuse_large_files
def check(request: HttpRequest) -> HttpResponse:
    """Tell whether the list of a code or file is the same since."""
    code = request.GET.get("code", "")[:LONGEST_CODE]
    file = request.FILES.get("file")
    refusals: list[str] = []
    checked_list = None
    if file is not None:
        try:
            checked_list = checked_file(file.read(MOST_BYTES + 1), request.user)
        except ValidationError as refusal:
            refusals = refusal.messages
    elif code.strip():
        checked_list = checked_code(code, request.user)
    is_asked = file is not None or bool(code.strip())
    is_unknown = is_asked and not (checked_list or refusals)
    context = {
        "code": code,
        "checked_list": checked_list,
        "refusals": refusals,
        "is_unknown": is_unknown,
    }
    status = 422 if refusals else 404 if is_unknown else 200
    return render(request, "tournaments/files/lists/check.html", context, status=status)
