"""The page of the operator, without names of people and results."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from skatclub.machine.room import free_bytes
from tournaments.site.backups.selectors import backup_state, size_text, worries
from tournaments.site.selectors import inventory


@never_cache
@require_safe
def show_site(request: HttpRequest) -> HttpResponse:
    """Show the amounts of data by organisation, only to accounts of the operator.

    ``manage.py createsuperuser`` creates one; for everybody else the page is missing.
    """
    if not request.user.is_superuser:
        raise Http404
    context = {
        "holdings": inventory(),
        "standing": backup_state(),
        "problems": worries(),
        "free": size_text(free_bytes()),
    }
    return render(request, "tournaments/site/operator/site.html", context)
