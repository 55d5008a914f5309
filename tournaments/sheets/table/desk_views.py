"""What the desk can do about a list that is written at its table."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.sheets.page.page import editable_sheet
from tournaments.sheets.table.services import take_pen_back
from tournaments.web.access import requires
from tournaments.words.rights import Right


@requires(Right.TYPE)
@require_POST
def take_back_pen(request: HttpRequest, pk: int) -> HttpResponse:
    sheet = editable_sheet(request, pk)
    take_pen_back(sheet=sheet)
    messages.success(
        request, _("This list is written here again; the phone at the table shows it.")
    )
    return redirect(f"{sheet.get_absolute_url()}#typing")
