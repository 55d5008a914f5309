"""The help page; every page links to the part about it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import Context
from django.urls import reverse

from tournaments.web.access import public_page, writes_something

READING = "reading"
# Parts by page, by the beginning of a name ("draw" covers "draw-report"), or by topic.
PARTS = {
    "setup": "start",
    "join": READING,
    "home": "start",
    "organisations": "start",
    "people": "members",
    "events": "evening",
    "events:draw": "draw",
    "events:add": "draw",
    "events:change": "draw",
    "events:copy": "draw",
    "events:standings": "standings",
    "events:series": "standings",
    "events:prizes": "standings",
    "events:ranking": "standings",
    "events:beamer": "standings",
    "sheets": "list",
    "papers": "paper",
    "seasons": "season",
    "careers": "season",
    "leagues": "season",
    "public": "sharing",
    "files": "safety",
    "files:import-people": "members",
    "files:import-entries": "evening",
}


def help_part(view: str, *, writes: bool) -> str:
    """Return the part of the help page about the page with the name ``view``.

    >>> help_part("events:draw-report", writes=True)
    'draw'
    >>> help_part("events:draw-report", writes=False)
    'reading'
    """
    if view == "setup":
        return PARTS[view]
    if not writes:
        return READING
    names = (view, view.partition("-")[0], view.partition(":")[0])
    return next((PARTS[name] for name in names if name in PARTS), READING)


@public_page
def show_help(request: HttpRequest) -> HttpResponse:
    return render(request, "help.html")


def help_address(context: Context) -> str:
    request = context.get("request")
    if not (request and request.resolver_match):
        return reverse("help")
    writes = writes_something(getattr(request, "user", None))
    part = help_part(request.resolver_match.view_name, writes=writes)
    return f"{reverse('help')}#{part}"
