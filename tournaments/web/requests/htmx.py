"""Requests for fragments of pages."""

from django.http import HttpRequest

from tournaments.web.caching.edition import current_edition


def is_fragment(request: HttpRequest) -> bool:
    """Return whether the browser requests only a part of the page.

    On public pages this depends on the address alone, as caches ignore everything else.
    """
    if current_edition() is not None:
        return "revision" in request.GET
    htmx = getattr(request, "htmx", None)
    if not htmx:
        return False
    # The Back button requests the same address, but the whole page.
    return not (htmx.boosted or htmx.history_restore_request)
