"""What htmx tells us: whether a part of a page is enough."""

from django.http import HttpRequest

from tournaments.web.kept.edition import current_edition


def is_fragment(request: HttpRequest) -> bool:
    """Return whether the browser asked for a part of the page only.

    Of pages for everybody the address alone says so: caches look at nothing else.
    """
    if current_edition() is not None:
        return "revision" in request.GET
    htmx = getattr(request, "htmx", None)
    if not htmx:
        return False
    # Going back asks for the address once more, and for the whole page.
    return not (htmx.boosted or htmx.history_restore_request)
