"""The club in the header, title and footer of every page."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tournaments.organisations.selectors import own_organisation


def our_club(request: HttpRequest) -> dict[str, object]:
    """Return the club for templates. One query if a template uses it."""
    return {"our_club": SimpleLazyObject(own_organisation)}
