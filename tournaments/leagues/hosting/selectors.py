"""The code that a host shows, and what it opens."""

from django.urls import Resolver404, resolve

from skatclub.door.setup_code import plain
from tournaments.leagues.models import HostCode, MatchGroup
from tournaments.sheets.models import ScoreSheet

# What a host may open, by the names of the addresses; of whom, says the key in them.
OF_THE_MATCH = {
    "leagues:group",
    "leagues:group-seats",
    "leagues:group-set-up",
    "leagues:group-undo",
    "leagues:group-people",
    "leagues:group-hand-in",
    "papers:match-report",
}
OF_ITS_EVENT = {
    "events:detail",
    "events:standings",
    "events:clock",
    "events:set-clock",
    "events:close-series",
    "events:draw-series",
    "papers:sheets",
    "papers:series-sheets",
}
OF_ITS_LISTS = ("sheets:", "papers:sheet")


def code_called(text: str) -> HostCode | None:
    """Return the valid code that somebody typed; None for all others. One query."""
    codes = HostCode.objects.valid().select_related("group")
    return codes.filter(code=plain(text[:40]).decode()).first()


def code_with(key: int) -> HostCode | None:
    """Return a code that was shown before, if it is still valid. One query."""
    codes = HostCode.objects.valid().select_related("group__match_day", "account")
    return codes.filter(pk=key).first()


def code_of(group: MatchGroup) -> HostCode | None:
    """Return the valid code of a match, if it has one. One query."""
    return HostCode.objects.valid().filter(group=group).first()


def is_of_the_match(group: MatchGroup, path: str) -> bool:
    """Return whether an address is about this match and open to its host.

    One query for a list.
    """
    try:
        match = resolve(path)
    except Resolver404:
        return False
    name, key = match.view_name, match.kwargs.get("pk")
    if key is None:
        return False
    if name in OF_THE_MATCH:
        return bool(key == group.pk)
    if group.event_id is None:
        return False
    if name in OF_ITS_EVENT:
        return bool(key == group.event_id)
    lists = ScoreSheet.objects.filter(series__event=group.event_id, pk=key)
    return name.startswith(OF_ITS_LISTS) and lists.exists()
