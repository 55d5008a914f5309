"""Errors as other programs read them: ``application/problem+json`` (RFC 9457)."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.core.exceptions import ValidationError
from django.http import JsonResponse


class Problem(Exception):
    """A request that is refused; ``code`` is for programs, ``detail`` for people.

    ``parts`` are the single faults, each with its ``code``, ``message`` and, where one
    field is meant, its ``place``.
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
    """Return the answer that says what was wrong."""
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


def parts_of(error: ValidationError) -> list[dict[str, str]]:
    """Return the messages of a refusal with their codes."""
    return [
        {"code": each.code or "invalid", "message": " ".join(each.messages)}
        for each in error.error_list
    ]
