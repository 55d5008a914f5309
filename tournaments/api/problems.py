"""Errors for other programs: ``application/problem+json`` (RFC 9457)."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.core.exceptions import ValidationError
from django.http import JsonResponse
from django.utils.translation import gettext_lazy


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


def problem_response(problem: Problem) -> JsonResponse:
    """Return the response for a problem."""
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
    "finished": gettext_lazy(
        "This list is finished. Lines are taken again when somebody has reopened it."
    ),
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


def problem_parts(error: ValidationError) -> list[dict[str, str]]:
    """Return the messages of a refusal with their codes."""
    return [
        {"code": part.code or "invalid", "message": sentence_for_programs(part)}
        for part in error.error_list
    ]
