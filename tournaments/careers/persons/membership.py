"""What changes in the past when a person becomes a member or guest, or changes club."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.models import Event
from tournaments.people.models import Player

Membership = tuple[bool, int | None]


def past_changes(player: Player, *, before: Membership) -> str:
    """Return what the membership of ``player``, new since ``before``, changes.

    Tables know membership and club as of today only. Empty if nothing changes. One
    query.
    """
    if (player.is_guest, player.club_id) == before:
        return ""
    events = Event.objects.filter(series__sheets__seats__player=player)
    count = events.distinct().count()
    if not count:
        return ""
    clubs = ngettext(
        "%(count)d earlier event shows the club of today.",
        "%(count)d earlier events show the club of today.",
        count,
    ) % {"count": count}
    if player.is_guest == before[0]:
        return clubs
    counted = (
        _("Seasons that have ended and the all-time table count %(name)s as a guest.")
        if player.is_guest
        else _(
            "Seasons that have ended and the all-time table count %(name)s as a member."
        )
    ) % {"name": player}
    return f"{counted} {clubs}"
