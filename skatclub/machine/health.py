"""What a load balancer asks: may visitors be sent to this server?"""

import logging
from functools import cache

from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from skatclub.middleware import Handler

ADDRESS = "/health/"
log = logging.getLogger(__name__)


def health(get_response: Handler) -> Handler:
    """Answer ``/health/`` before anything looks at host, session or https.

    Whoever asks comes by the machine's own address, and often.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.path != ADDRESS:
            return get_response(request)
        problem = what_is_wrong()
        return HttpResponse(
            f"{problem or 'ok'}\n",
            status=503 if problem else 200,
            content_type="text/plain",
            headers={"Cache-Control": "no-store"},
        )

    return answer


def what_is_wrong() -> str:
    """Return why nobody should be sent here, empty if all is well. One query."""
    try:
        applied = set(MigrationRecorder(connection).applied_migrations())
    except DatabaseError:
        log.exception("The database does not answer")
        return "database"
    return "" if newest_migrations() <= applied else "migrations"


@cache
def newest_migrations() -> set[tuple[str, str]]:
    """Return the last migration of each app, as this program knows them."""
    return set(MigrationLoader(None).graph.leaf_nodes())
