"""Authenticating, checking and answering the requests of other programs."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt

from skatclub.door.attempts import Limit
from tournaments.api.models import ApiKey
from tournaments.api.services import LineIdIsTaken, use_key
from tournaments.files.event.schema import Schema, faults_in
from tournaments.files.event.sections import Row
from tournaments.scope.scope import Audience, read_by_visitors, shown_to
from tournaments.sheets.writing import LineIsTaken, SheetIsFinished
from tournaments.web.access import may, open_to_visitors
from tournaments.words.rights import Right

View = Callable[..., Row]


PREFIX = "/api/v1/"
OPERATIONS: list["Operation"] = []


@dataclass(slots=True)
class Operation:
    """One operation of the interface, put before the view that answers.

    ``route`` follows ``/api/v1/``, in Django's notation. ``answer`` and ``body`` are
    JSON Schemas; an operation with a ``body`` writes. ``questions`` are the fields of
    the query string: name, schema, meaning.
    """

    route: str
    answer: Schema
    body: Schema | None = None
    questions: tuple[tuple[str, Schema, str], ...] = ()
    refusals: tuple[int, ...] = ()
    view: View = field(init=False)

    def __call__(self, view: View) -> View:
        self.view = view
        OPERATIONS.append(self)
        return view

    @property
    def name(self) -> str:
        return self.view.__name__.removeprefix("show_").replace("_", "-")

    @property
    def summary(self) -> str:
        return str(self.view.__doc__).partition("\n")[0]

    @property
    def method(self) -> str:
        return "POST" if self.writes else "GET"

    @property
    def writes(self) -> bool:
        """Whether a key with the right to write is needed."""
        return self.body is not None


class Problem(Exception):
    """A refused request; ``code`` is for programs, ``detail`` for people.

    ``parts`` are the single faults, each with its ``code``, its ``message`` and, if it
    concerns one field, its ``place``.
    """

    def __init__(
        self,
        status: HTTPStatus,
        code: str,
        detail: str,
        *,
        parts: Sequence[Mapping[str, str]] = (),
        headers: Mapping[str, str] | None = None,
    ):
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail
        self.parts, self.headers = parts, headers or {}


# What is refused here: status and sentence by code.
PROBLEMS = {
    "key": (401, gettext_lazy("A valid key is needed: Authorization: Bearer KEY.")),
    "method": (405, gettext_lazy("This address does not know that method.")),
    "media-type": (415, gettext_lazy("Please send application/json.")),
    "no-json": (400, gettext_lazy("This is no JSON.")),
    "not-found": (404, gettext_lazy("There is nothing here.")),
    "question": (400, gettext_lazy("“%(name)s” is a number from 1 to %(most)s.")),
    "right": (403, gettext_lazy("This key may not do that.")),
    "shape": (422, gettext_lazy("The request does not have the required form.")),
    "too-large": (413, gettext_lazy("At most %(bytes)s bytes are read.")),
    "too-many": (429, gettext_lazy("Too many attempts; please wait a minute.")),
}


def known_problem(
    code: str,
    *,
    parts: Sequence[Mapping[str, str]] = (),
    headers: Mapping[str, str] | None = None,
    **words: object,
) -> Problem:
    status, text = PROBLEMS[code]
    if code == "key":
        headers = {"WWW-Authenticate": 'Bearer realm="skatclub"'}
    detail = str(text) % words
    return Problem(HTTPStatus(status), code, detail, parts=parts, headers=headers)


def problem_response(problem: Problem) -> JsonResponse:
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": problem.status.phrase,
        "status": problem.status.value,
        "code": problem.code,
        "detail": problem.detail,
    }
    if problem.parts:
        body["problems"] = [dict(part) for part in problem.parts]
    return JsonResponse(
        body,
        status=problem.status,
        headers={**problem.headers, "Cache-Control": "no-store"},
        content_type="application/problem+json",
        json_dumps_params={"ensure_ascii": False},
    )


# Replacements, by code, for refusals whose advice is meant for a typist.
FOR_PROGRAMS = {
    "line-taken": gettext_lazy(
        "Line %(number)s reads “%(text)s” now, and “before” said something else. To "
        "replace it, send it with “before” as it reads now."
    ),
    "line-gone": gettext_lazy(
        "There is no line %(number)s any more, and “before” said that there is."
    ),
    "finished": gettext_lazy("This list is finished. Reopen it to change something."),
    "pen": gettext_lazy(
        "The table writes this list on a phone. Lines are taken again when the pen is "
        "taken back on the page of the list."
    ),
}


def sentence_for_programs(error: ValidationError) -> str:
    """Return the sentence of a refusal for a program, which has no keys to press."""
    params = error.params or {}
    is_gone = error.code == "line-taken" and not params.get("text")
    sentence = FOR_PROGRAMS.get("line-gone" if is_gone else error.code or "")
    return str(sentence) % params if sentence else " ".join(error.messages)


Arguments = Mapping[str, Any]
LARGEST_BODY = 16 * 1024
# Pages of other sites may read what is public; cookies give no access here.
CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Link, RateLimit-Policy, Retry-After",
}
REQUESTS = Limit(name="api", most=600, seconds=60)
POLICY = f'"requests";q={REQUESTS.most};w={REQUESTS.seconds}'
CONFLICTS = (LineIsTaken, LineIdIsTaken, SheetIsFinished)


def endpoint(*here: Operation) -> Callable[..., HttpResponse]:
    """Return the view of one address with all operations ``here``."""
    operations = {operation.method: operation for operation in here}

    @csrf_exempt
    @open_to_visitors
    @login_not_required
    def view(request: HttpRequest, **arguments: Any) -> HttpResponse:
        try:
            response = respond(request, operations, arguments)
        except Problem as problem:
            response = problem_response(problem)
        for name, value in CORS.items():
            response.headers[name] = value
        response.headers["RateLimit-Policy"] = POLICY
        return response

    view.bounds_bodies = True  # type: ignore[attr-defined]
    return view


def respond(
    request: HttpRequest, operations: Mapping[str, Operation], arguments: Arguments
) -> HttpResponse:
    """Answer a request. Raises ``Problem``."""
    if request.method == "OPTIONS":
        return HttpResponse(
            status=HTTPStatus.NO_CONTENT,
            headers={
                "Allow": ", ".join((*operations, "OPTIONS")),
                "Access-Control-Allow-Methods": ", ".join(operations),
                "Access-Control-Allow-Headers": "Authorization, Content-Type",
                "Access-Control-Max-Age": "86400",
            },
        )
    operation = operations.get("GET" if request.method == "HEAD" else request.method)  # type: ignore[arg-type]
    if operation is None:
        allowed = ", ".join((*operations, "OPTIONS"))
        raise known_problem("method", headers={"Allow": allowed})
    key = authenticated_key(request)
    count_request(request, key)
    request.user = key.account if key else AnonymousUser()
    if operation.writes and not may(request, Right.TYPE):
        raise known_problem("right" if key else "key")
    moment = None if key else timezone.now()
    audience = Audience.CLUB if key else Audience.PUBLIC
    with shown_to(audience), read_by_visitors(moment):
        answer = call_view(request, operation, key, arguments)
        return json_response(request, key, answer)


def call_view(
    request: HttpRequest, operation: Operation, key: ApiKey | None, arguments: Arguments
) -> Row:
    """Call the view; its refusals become problems."""
    if operation.body is not None:
        body = request_body(request, operation.body)
        arguments = {**arguments, "body": body, "key": key}
    try:
        return operation.view(request, **arguments)
    except Http404:
        raise known_problem("not-found") from None
    except PermissionDenied:
        raise known_problem("right" if key else "key") from None
    except CONFLICTS as refusal:
        raise refusal_problem(HTTPStatus.CONFLICT, refusal) from refusal
    except ValidationError as refusal:
        raise refusal_problem(HTTPStatus.UNPROCESSABLE_ENTITY, refusal) from refusal


def json_response(
    request: HttpRequest, key: ApiKey | None, answer: Row
) -> HttpResponse:
    """Return the answer as JSON, or the status 304 if it has not changed."""
    text = json.dumps(answer, ensure_ascii=False)
    tag = f'"{hashlib.sha256(text.encode()).hexdigest()[:20]}"'
    response: HttpResponse = HttpResponse(text, content_type="application/json")
    if request.method in ("GET", "HEAD"):
        response["ETag"] = tag
        unchanged = get_conditional_response(request, etag=tag, response=response)
        response = unchanged or response
    caching = "private, no-cache" if key else "public, max-age=2"
    response["Cache-Control"] = caching if request.method != "POST" else "no-store"
    response["Vary"] = "Authorization, Accept-Encoding"
    return response


def authenticated_key(request: HttpRequest) -> ApiKey | None:
    """Return the key in the header, None without one. Raises ``Problem``."""
    if not (header := request.headers.get("Authorization", "")):
        return None
    scheme, _space, secret = header.partition(" ")
    key = use_key(secret.strip()) if scheme.lower() == "bearer" else None
    if key is None:
        # Guesses count against the limit like other requests.
        count_request(request, None)
        raise known_problem("key")
    return key


def count_request(request: HttpRequest, key: ApiKey | None) -> None:
    """Count a request by key, or by address without one. Raises ``Problem``."""
    requester = str(key.pk) if key else request.META.get("REMOTE_ADDR", "")
    if REQUESTS.is_reached(requester):
        raise known_problem("too-many", headers={"Retry-After": str(REQUESTS.seconds)})
    REQUESTS.count(requester)


def request_body(request: HttpRequest, shape: Schema) -> Row:
    """Return the body of a request, checked against ``shape``. Raises ``Problem``."""
    length = request.headers.get("Content-Length") or "0"
    if not length.isdecimal() or int(length[:9]) > LARGEST_BODY:
        raise known_problem("too-large", bytes=LARGEST_BODY)
    if request.content_type != "application/json":
        raise known_problem("media-type")
    try:
        body = json.loads(request.body.decode())
    except (ValueError, RecursionError):
        raise known_problem("no-json") from None
    parts = []
    for fault in faults_in(body, shape):
        place = ".".join(map(str, fault.path))
        parts.append({"code": "shape", "place": place, "message": fault.sentence})
    if parts:
        raise known_problem("shape", parts=parts)
    return dict(body)


def refusal_problem(status: HTTPStatus, refusal: ValidationError) -> Problem:
    parts = [
        {"code": part.code or "invalid", "message": sentence_for_programs(part)}
        for part in refusal.error_list
    ]
    detail = " ".join(part["message"] for part in parts)
    return Problem(status, parts[0]["code"], detail, parts=parts)


@csrf_exempt
@open_to_visitors
@login_not_required
def unknown_address(request: HttpRequest) -> JsonResponse:
    """Answer in JSON for every unknown address of the interface."""
    return problem_response(known_problem("not-found"))
