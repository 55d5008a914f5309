"""The look over all organisations, and warnings for the owner on every page."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from skatclub.machine.room import free_bytes
from tournaments.organisations.hosts import is_alone
from tournaments.site.backups.selectors import backup_state, size_text, worries
from tournaments.site.selectors import inventory
from tournaments.web.access import may
from tournaments.words.rights import Right


def worries_for_owner(request: HttpRequest) -> dict[str, object]:
    """Return the warnings for templates, only for the owner. No query."""

    def for_owner() -> list[str]:
        return worries() if may(request, Right.CLUB) and is_alone() else []

    return {"worries": SimpleLazyObject(for_owner)}


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
