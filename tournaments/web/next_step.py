"""The next step offered on pages."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.urls import resolve

from tournaments.web.access import is_open


@dataclass(frozen=True, slots=True, kw_only=True)
class NextStep:
    """The next step, shown as one large button (``components/next_step.html``).

    ``post`` has the fields of a step that the button itself performs. ``also`` is a
    smaller alternative.
    """

    title: str
    action: str
    url: str
    text: str = ""
    post: Mapping[str, str] = field(default_factory=dict)
    also: str = ""
    also_url: str = ""


Step = TypeVar("Step", bound=NextStep)


def allowed_step(step: Step | None, user: Any) -> Step | None:
    """Return the part of ``step`` that ``user`` may take, None if there is none.

    If only the alternative is open, it becomes the step.
    """
    if step is None:
        return None
    has_other = bool(step.also_url) and is_address_open(step.also_url, user)
    if is_address_open(step.url, user, "POST" if step.post else "GET"):
        return step if has_other else replace(step, also="", also_url="")
    if not has_other:
        return None
    return replace(
        step, action=step.also, url=step.also_url, post={}, also="", also_url=""
    )


def is_address_open(url: str, user: Any, method: str = "GET") -> bool:
    """Return whether an address of this site is open to ``user``."""
    return is_open(resolve(urlsplit(url).path).func, user, method)
