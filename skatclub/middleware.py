"""Health, known sessions, sizes, and headers that no package sets for us."""

import logging
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from threading import Lock

from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
)
from django.urls import Resolver404, resolve
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _
from django.views.defaults import page_not_found

POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
# Of a page that reads codes by the camera of the machine it is shown on.
WITH_CAMERA = POLICY.replace("camera=()", "camera=(self)")
LARGEST = 2**31 - 1
Handler = Callable[[HttpRequest], HttpResponseBase]
UNCHANGED = {304, 204}
TOLD_WITH_THE_PAGE = (
    "CDN-Cache-Control",
    "Content-Language",
    "Content-Security-Policy",
    "Content-Type",
    "Cross-Origin-Opener-Policy",
    "Permissions-Policy",
    "Referrer-Policy",
    "Strict-Transport-Security",
    "X-Content-Type-Options",
    "X-Frame-Options",
)
SENDS_A_BACKUP = "sends-a-backup"  # in the session of a site without accounts
# The longest form that a signed-out secretary gets back is a pasted list of names.
LARGEST_BODY = 256 * 1024
logger = logging.getLogger(__name__)


def middleware(
    step: Callable[[HttpRequest, Handler], HttpResponseBase],
) -> Callable[[Handler], Handler]:
    """Make a middleware of a function that answers, or lets the next handler do it."""

    def before(get_response: Handler) -> Handler:
        return lambda request: step(request, get_response)

    return before


@middleware
def brief_if_unchanged(request: HttpRequest, get_response: Handler) -> HttpResponseBase:
    """Say that nothing is new without repeating what was told with the page.

    A page asks the browser for no device, unless it says so itself.
    """
    response = get_response(request)
    if response.has_header("Content-Security-Policy"):
        response.headers.setdefault("Permissions-Policy", POLICY)
    if response.status_code in UNCHANGED:
        for name in TOLD_WITH_THE_PAGE:
            del response[name]
    return response


class NotFound(MiddlewareMixin):
    """Say "not found" to whoever changes what somebody deletes at the same moment.

    A page finds the thing, and its service locks it; between the two it can go.
    """

    def process_exception(
        self, request: HttpRequest, problem: Exception
    ) -> HttpResponseBase | None:
        if request.method != "POST" or not isinstance(problem, ObjectDoesNotExist):
            return None
        logger.warning("Gone meanwhile: %s", request.path, exc_info=problem)
        return page_not_found(request, problem)


def bounds_bodies(request: HttpRequest) -> bool:
    """Tell whether the view of this address reads nothing long by itself."""
    try:
        view = resolve(request.path_info).func
    except Resolver404:
        return False
    return getattr(view, "bounds_bodies", False)


@middleware
def small_bodies(request: HttpRequest, get_response: Handler) -> HttpResponseBase:
    """Read nothing long from visitors; files come from people who have signed in.

    And from whoever begins with a backup, and has shown the code of the set-up page.
    A view with ``bounds_bodies`` refuses what is long in words of its own.
    """
    length = request.headers.get("Content-Length") or "0"
    is_long = not length.isdecimal() or int(length[:20]) > LARGEST_BODY
    may_send = request.user.is_authenticated or SENDS_A_BACKUP in request.session
    if is_long and not may_send and not bounds_bodies(request):
        text = _("That is too long. Sign in first to send files.")
        if request.content_type == "application/json":
            return JsonResponse({"error": "too-long", "message": text}, status=413)
        return HttpResponse(text, status=413, content_type="text/plain")
    return get_response(request)


# The sessions that this process has found in the database: those of the desk. Whoever
# waits is told from visitors before anything is asked of the database. An invented
# cookie is no session; a real one waits once with the visitors.
MOST_KNOWN = 1000

_known: OrderedDict[str, None] = OrderedDict()
_lock = Lock()


def note_session(key: str) -> None:
    """Remember a session that was found, and forget the one used longest ago."""
    with _lock:
        _known[key] = None
        _known.move_to_end(key)
        if len(_known) > MOST_KNOWN:
            _known.popitem(last=False)


def forget_session(key: str) -> None:
    with _lock:
        _known.pop(key, None)


def is_known(key: str | None) -> bool:
    return key in _known


ADDRESS = "/health/"


@middleware
def health(request: HttpRequest, get_response: Handler) -> HttpResponseBase:
    """Answer ``/health/`` before anything looks at host, session or https.

    Whoever asks comes by the machine's own address, and often.
    """
    if request.path != ADDRESS:
        return get_response(request)
    problem = what_is_wrong()
    return HttpResponse(
        f"{problem or 'ok'}\n",
        status=503 if problem else 200,
        content_type="text/plain",
        headers={"Cache-Control": "no-store"},
    )


def what_is_wrong() -> str:
    """Return why nobody should be sent here, empty if all is well. One query."""
    try:
        applied = set(MigrationRecorder(connection).applied_migrations())
    except DatabaseError:
        logger.exception("The database does not answer")
        return "database"
    return "" if newest_migrations() <= applied else "migrations"


@cache
def newest_migrations() -> set[tuple[str, str]]:
    """Return the last migration of each app, as this program knows them."""
    return set(MigrationLoader(None).graph.leaf_nodes())
