"""The one thing to do next, as pages show it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.urls import resolve

from tournaments.web.access import is_open


@dataclass(frozen=True, slots=True, kw_only=True)
class NextStep:
    """What comes next, and where: one large button (``components/next_step.html``).

    ``post`` are the fields of a step that is done by its button alone. ``also`` is
    another way to go on, smaller.
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
    """Return ``step`` as far as it is open to ``user``: whole, in part, or not at all.

    Where only the other way is open, that is the step.
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
    """Return whether what lies behind an address of ours is open to ``user``."""
    return is_open(resolve(urlsplit(url).path).func, user, method)
