"""Warnings for the owner on every page, about a full disk or failed backups."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tournaments.organisations.hosts import is_alone
from tournaments.site.backups.selectors import worries
from tournaments.web.access import may
from tournaments.words.rights import Right


def worries_for_owner(request: HttpRequest) -> dict[str, object]:
    """Return the warnings for templates, only for the owner. No query."""
    return {"worries": SimpleLazyObject(lambda: owner_worries(request))}


def owner_worries(request: HttpRequest) -> list[str]:
    return worries() if may(request, Right.CLUB) and is_alone() else []
