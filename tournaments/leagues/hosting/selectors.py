"""Reading the codes of hosts, and the pages that they open."""

from django.urls import Resolver404, resolve

from skatclub.door.setup_code import plain
from tournaments.leagues.models import HostCode, MatchGroup
from tournaments.sheets.models import ScoreSheet

# The pages that a host may open, by address name; the key in the address is checked.
MATCH_PAGES = {
    "leagues:group",
    "leagues:group-seats",
    "leagues:group-set-up",
    "leagues:group-undo",
    "leagues:group-people",
    "leagues:group-hand-in",
    "papers:match-report",
}
EVENT_PAGES = {
    "events:detail",
    "events:standings",
    "events:clock",
    "events:set-clock",
    "events:draw-series",
    "papers:sheets",
    "papers:series-sheets",
}
LIST_PAGES = ("sheets:", "papers:sheet")


def valid_code(text: str) -> HostCode | None:
    """Return the valid code that matches a typed text, if there is one. One query."""
    codes = HostCode.objects.valid().select_related("group")
    return codes.filter(code=plain(text[:40]).decode()).first()


def valid_code_by_key(key: int) -> HostCode | None:
    """Return the code with this key, if it is still valid. One query."""
    codes = HostCode.objects.valid().select_related("group__match_day", "account")
    return codes.filter(pk=key).first()


def group_code(group: MatchGroup) -> HostCode | None:
    """Return the valid code of a match, if it has one. One query."""
    return HostCode.objects.valid().filter(group=group).first()


def is_open_to_host(group: MatchGroup, path: str) -> bool:
    """Tell whether an address belongs to this match and is open to its host.

    One query for a list, otherwise none.
    """
    try:
        match = resolve(path)
    except Resolver404:
        return False
    name, key = match.view_name, match.kwargs.get("pk")
    if key is None:
        return False
    if name in MATCH_PAGES:
        return bool(key == group.pk)
    if group.event_id is None:
        return False
    if name in EVENT_PAGES:
        return bool(key == group.event_id)
    lists = ScoreSheet.objects.filter(series__event=group.event_id, pk=key)
    return name.startswith(LIST_PAGES) and lists.exists()
