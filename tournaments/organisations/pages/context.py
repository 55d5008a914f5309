"""The club on every page: in the header, the title and the footer."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tournaments.organisations.selectors import own_organisation


def our_club(request: HttpRequest) -> dict[str, object]:
    """Give templates the club. A query where a page names it, none where none does."""
    return {"our_club": SimpleLazyObject(own_organisation)}
