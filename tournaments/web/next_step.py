"""The one thing to do next, as pages show it."""

from collections.abc import Mapping
from dataclasses import dataclass, field


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
