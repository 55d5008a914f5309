"""What the last page says when a request failed: our fault, or no room on the disk."""

import errno
import sys

from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.template import loader
from django.utils.translation import gettext_lazy as _

NO_ROOM, NOT_NOW = 507, 503
AGAIN_AFTER = "2"  # seconds
FULL_IN_POSTGRESQL = "53100"
NO_ROOM_AT_ALL = {errno.ENOSPC, errno.EDQUOT}


def failed(request: HttpRequest) -> HttpResponse:
    """Answer a request that ended in an exception, which Django is just handling.

    Nothing of it is saved: each write is a transaction, and whoever typed is told, or
    keeps it in the queue of the page. Drawn without request, user or database.
    """
    problem = sys.exc_info()[1]
    if problem is not None and is_full(problem):
        return HttpResponse(loader.render_to_string("507.html"), status=NO_ROOM)
    if problem is not None and is_closed(problem):
        return HttpResponse(
            loader.render_to_string("503.html", {"reads": request.method == "GET"}),
            status=NOT_NOW,
            headers={"Retry-After": AGAIN_AFTER},
        )
    return HttpResponseServerError(loader.render_to_string("500.html"))


def is_full(problem: BaseException) -> bool:
    """Tell whether the disk had no room, as the system or the databases call it."""
    if isinstance(problem, OSError):
        return problem.errno in NO_ROOM_AT_ALL
    state = getattr(problem.__cause__, "sqlstate", None)
    return isinstance(problem, DatabaseError) and (
        state == FULL_IN_POSTGRESQL or "disk is full" in str(problem)
    )


def is_closed(problem: BaseException) -> bool:
    """Tell whether the database is away, or held by others, or can be read only."""
    if isinstance(problem, InterfaceError):
        return True
    if not isinstance(problem, DatabaseError):
        return False
    # PostgreSQL's classes 08 and 57P: no connection, or the server is going down. The
    # pool that waited in vain has no state.
    state = getattr(problem.__cause__, "sqlstate", None) or ""
    waited = isinstance(problem, OperationalError) and connection.vendor == "postgresql"
    is_away = state.startswith(("08", "57P")) or (waited and not state)
    return is_away or any(
        words in str(problem) for words in ("readonly database", "database is locked")
    )


REASONS = {
    errno.ENOENT: _("there is no such file"),
    errno.ENOTDIR: _("there is no such file"),
    errno.EACCES: _("it may not be opened"),
    errno.EPERM: _("it may not be opened"),
    errno.EISDIR: _("it is a folder"),
}


def reason(problem: OSError) -> str:
    """Return why a file cannot be used, in the system's words where we have none."""
    known = REASONS.get(problem.errno or 0)
    return str(known or problem.strerror or problem)
