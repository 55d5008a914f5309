"""What each request passes: addresses, languages, hosts, the reader.

Public pages have no cookie but that of the deck, so that any cache keeps them.
"""

import hashlib
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any, cast
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotAllowed,
    HttpResponsePermanentRedirect,
    HttpResponseRedirect,
)
from django.shortcuts import redirect, render
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from django.utils import timezone, translation
from django.utils.cache import (
    get_conditional_response,
    patch_cache_control,
    patch_vary_headers,
)

from skatclub.middleware import Handler, forget_session, middleware, note_session
from tournaments.leagues.services import (
    HOST_CODE_KEY,
    is_open_to_host,
    valid_code_by_key,
)
from tournaments.people.models import IS_SHARED, SessionStore
from tournaments.people.selectors import has_accounts
from tournaments.scope.models import working
from tournaments.scope.scope import (
    Audience,
    read_by_visitors,
    restrict_to_visitors,
    shown_to,
)
from tournaments.web.access import (
    LANGUAGES,
    READING,
    Edition,
    desk_address,
    edition_in_use,
    inside_edition,
    is_in_edition,
    is_signed_in,
    preferred_edition,
    split_edition,
)
from tournaments.web.kept_pages import kept_page
from tournaments.web.requests import NotReleased
from tournaments.words.decks import COOKIE, Deck, showing

# A browser asks each time and is told in a few bytes that nothing has changed. A cache
# asks every other second on behalf of all readers, and keeps the page for a day in case
# the site cannot answer. Only caches may serve a stale page while they ask: a browser
# that refreshes part of a page would always show the previous state.
CACHED = "public, max-age=0, s-maxage=2, stale-if-error=86400"
BY_CACHES = "max-age=2, stale-while-revalidate=30, stale-if-error=86400"
CACHED_BRIEFLY = "public, max-age=0, s-maxage=2"
OK, MOVED, BROKEN = 200, 301, 500


class PublicAddresses:
    """Give everybody the same answers below ``/de/``, and redirect visitors there."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with read_by_visitors(None):
            edition_and_path = split_edition(request.path_info)
            if edition_and_path is None:
                beginning = split_edition(f"{request.path_info}/")
                if beginning is not None:
                    return permanent_redirect(request, beginning[0].prefix)
                return self.get_response(request)
            if request.method not in READING:
                return HttpResponseNotAllowed(READING)
            edition, request.path_info = edition_and_path
            with inside_edition(edition):
                # Nothing stays that differs between readers but the deck.
                deck = request.COOKIES.get(COOKIE, "")
                decks = {COOKIE: deck} if deck in Deck.values else {}
                request.COOKIES = edition.cookies | decks
                for name in ("HTTP_COOKIE", "HTTP_AUTHORIZATION"):
                    request.META.pop(name, None)
                response = kept_page(request, self.get_response)
                return cacheable_response(request, response)

    def process_view(
        self, request: HttpRequest, view: Any, _arguments: Any, named: dict[str, Any]
    ) -> HttpResponseBase | None:
        match = request.resolver_match
        is_public = is_in_edition(view)
        if is_public and not is_signed_in(request.user):
            restrict_to_visitors(timezone.now())
        if edition_in_use.get() is None:
            return (
                redirect_to_edition(request)
                if is_public
                and request.method in READING
                and "text/html" in request.headers.get("Accept", "")
                and settings.SESSION_COOKIE_NAME not in request.COOKIES
                else None
            )
        if match is None or not is_public:
            return HttpResponseRedirect(desk_address(request))
        address = edition_address(match)
        if unquote(address) != request.path:
            return permanent_redirect(request, address)
        return None

    def process_exception(
        self, request: HttpRequest, problem: Exception
    ) -> HttpResponse | None:
        if not isinstance(problem, NotReleased):
            return None
        context = {"event": problem.args[0]}
        return render(request, "not_released.html", context, status=404)


def edition_address(match: ResolverMatch) -> str:
    fixed_arguments = match.extra_kwargs or {}  # type: ignore[attr-defined]
    arguments = {
        name: at for name, at in match.kwargs.items() if name not in fixed_arguments
    }
    return reverse(match.view_name, kwargs=arguments)


def has_page(address: str, edition: Edition) -> bool:
    try:
        resolve("/" + address.removeprefix(edition.prefix))
    except Resolver404:
        return False
    return True


def permanent_redirect(request: HttpRequest, address: str) -> HttpResponse:
    """Redirect to the canonical address of a page, keeping the query."""
    answer = HttpResponsePermanentRedirect(with_query(address, request))
    answer["Cache-Control"] = CACHED
    return answer


def with_query(address: str, request: HttpRequest) -> str:
    query = request.META.get("QUERY_STRING", "")
    return f"{address}{query and '?'}{query}"


def cacheable_response(
    request: HttpRequest, response: HttpResponseBase
) -> HttpResponseBase:
    """Return a response that caches may keep, with an ETag and without cookies.

    It varies with the cookie of the deck; few readers have another one.
    """
    response.cookies.clear()
    response["Vary"] = "Cookie"
    if response.status_code >= BROKEN:
        response["Cache-Control"] = "no-store"
        return response
    if "immutable" in response.get("Cache-Control", ""):
        return response
    is_lasting = response.status_code in {OK, MOVED, 204, 304}
    response["Cache-Control"] = CACHED if is_lasting else CACHED_BRIEFLY
    if is_lasting:
        response["CDN-Cache-Control"] = BY_CACHES
    if response.status_code != OK or not isinstance(response, HttpResponse):
        return response
    if not response.has_header("ETag"):
        digest = hashlib.sha256(response.content).hexdigest()[:32]
        response["ETag"] = f'"{digest}"'
    answer = get_conditional_response(request, etag=response["ETag"], response=response)
    assert answer is not None
    return answer


def redirect_to_edition(request: HttpRequest) -> HttpResponseBase:
    """Redirect a visitor to the public page, in the language they have chosen.

    A page withdrawn meanwhile is treated like one that never existed, so its name in
    the address is not revealed.
    """
    edition, match = preferred_edition(), request.resolver_match
    assert match is not None
    with inside_edition(edition):
        address = edition_address(match)
        if not has_page(address, edition):
            address = edition.prefix + request.path_info.removeprefix("/")
    answer = HttpResponseRedirect(with_query(address, request))
    answer["Cache-Control"] = "private, no-cache"
    patch_vary_headers(answer, ["Cookie", "Accept", "Accept-Language", "Referer"])
    return answer


@middleware
def let_hosts_in(request: HttpRequest, get_response: Handler) -> HttpResponseBase:
    """Sign in a host with the account of their code, on the pages of their match only.

    No query for anyone else.
    """
    key = request.session.get(HOST_CODE_KEY)
    if key is not None and not request.user.is_authenticated:
        code = valid_code_by_key(key)
        request.hosting = code  # type: ignore[attr-defined]
        if code and is_open_to_host(code.group, request.path_info):
            # Nobody can sign in to the account; it is active for this request only.
            code.account.is_active = True
            request.user = code.account
    return get_response(request)


STEP = timedelta(minutes=5)
# Shared sessions end after half an hour without a request, so they need more precision.
SHARED_STEP = timedelta(minutes=1)
# Pages that reload themselves send it, as nobody may be sitting in front of them.
UNATTENDED = "X-Unattended"


@middleware
def know_reader(request: HttpRequest, get_response: Handler) -> HttpResponseBase:
    """Show full names to signed-in users only, and let the log name them.

    Their session lives while it is used, and is known at the door. No cache between us
    and their browser may store what they see, and signing out empties the browser's
    own: or "back" would show the pages to whoever sits down next. Their storage is not
    forbidden altogether, since "back" also brings half-typed forms.

    Checking the user makes every response vary with the cookie, so that no cache gives
    visitors a page of a signed-in user. While there is no account, visitors are sent
    to the set-up page.
    """
    session = cast(SessionStore, request.session)
    has_account, key = SESSION_KEY in session, session.session_key
    if has_account and UNATTENDED not in request.headers:
        step = SHARED_STEP if session.get(IS_SHARED) else STEP
        if session.seen_at is None or timezone.now() - session.seen_at >= step:
            session.modified = True
    is_known = request.user.is_authenticated
    if not (is_known or is_open_at_first(request.path) or has_accounts()):
        return redirect("setup")
    audience = Audience.CLUB if is_known else Audience.PUBLIC
    with shown_to(audience), working(request):
        response = get_response(request)
    if is_known and not response.has_header("Cache-Control"):
        patch_cache_control(response, private=True, no_cache=True)
    if is_known and not request.user.is_authenticated:
        response["Clear-Site-Data"] = '"cache"'
    if has_account and key:
        (note_session if session.session_key == key else forget_session)(key)
    return response


def is_open_at_first(path: str) -> bool:
    """Return whether ``path`` is needed before there is a club."""
    open_paths = (
        reverse("setup"),
        reverse("site:backups"),
        reverse("help"),
        reverse("set_language"),
        reverse("set_deck"),
        settings.STATIC_URL,
        # Programs get an answer of the API instead of a redirect.
        reverse("api:openapi").removesuffix("openapi.json"),
    )
    return path.startswith(open_paths)


# The club's address, and those in codes: of seats, cards, lists, tables, the room.
BY_CODE = re.compile(r"/(?:$|seats/|events/[^/]+/me/|lists/find/|table/|join/|check/)")


@middleware
def speak_to_reader(request: HttpRequest, get_response: Handler) -> HttpResponseBase:
    """Speak German, or what the reader has chosen on the page, and show their deck.

    Guests may have chosen by the address they come from; the desk remembers it. What
    the browser prefers is asked only where guests arrive: many a club's laptop runs in
    English, and its readers would find half a German evening in a language nobody
    picked.
    """
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    known = chosen in LANGUAGES
    is_guest = not known and settings.SESSION_COOKIE_NAME not in request.COOKIES
    brought = brought_language(request) if is_guest else ""
    if is_guest and not brought and BY_CODE.match(request.path_info):
        chosen = translation.get_language_from_request(request)
        known = True
    default = brought or settings.LANGUAGE_CODE
    translation.activate(chosen if known else default)
    deck = request.COOKIES.get(COOKIE, "")
    with showing(Deck(deck) if deck in Deck.values else Deck.FRENCH):
        response = get_response(request)
    response.headers.setdefault("Content-Language", translation.get_language())
    if brought:
        response.set_cookie(settings.LANGUAGE_COOKIE_NAME, brought, samesite="Lax")
    return response


def brought_language(request: HttpRequest) -> str:
    """Return the language of the public page of ours that a reader comes from."""
    where = urlsplit(request.headers.get("Referer", ""))
    begin = where.path.strip("/").partition("/")[0].partition("-")[0]
    is_ours = where.netloc == request.headers.get("Host")
    return begin if is_ours and begin in LANGUAGES else ""
