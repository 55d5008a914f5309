"""What the owner is told on every page: that the disk fills up, that a copy failed."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tournaments.organisations.hosts import is_alone
from tournaments.site.backups.selectors import worries
from tournaments.web.access import may
from tournaments.words.rights import Right


def worries_for_owner(request: HttpRequest) -> dict[str, object]:
    """Give templates the worries of the site, to its owner only. No query."""
    return {"worries": SimpleLazyObject(lambda: owner_worries(request))}


def owner_worries(request: HttpRequest) -> list[str]:
    return worries() if may(request, Right.CLUB) and is_alone() else []
