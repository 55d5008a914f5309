"""The one thing to do next, as pages show it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class NextStep:
    """What comes next, and where: one large button (``components/next_step.html``)."""

    title: str
    action: str
    url: str
    text: str = ""
