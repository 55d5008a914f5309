"""Drawing lots between people or teams who are equal (rules 5.6)."""

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.ranking.standings import draw_lots
from tournaments.events.log import locked_event
from tournaments.events.models import Entry, Event, LotDraw, LotTicket, Team
from tournaments.events.results.ties import ties_in
from tournaments.events.standings.selectors import Standings, standings_of
from tournaments.people.models import User


class NoTie(ValidationError):
    """Nobody shares this place, or a list is still missing."""


@transaction.atomic
def draw_lot(*, event: Event, ranking: str, place: int, seed: str, by: User) -> LotDraw:
    """Draw lots between all who share ``place`` of a ranking.

    The highest lot takes the place. Raises ``NoTie``, also while a list is missing,
    since nobody is equal before the end.
    """
    event = locked_event(event.pk)
    standings = standings_of(event, ranking=ranking)
    if not standings.is_complete:
        raise NoTie(_("A lot is drawn when every list is finished."), code="early")
    tie = next((tie for tie in ties_in(standings) if tie.place == place), None)
    if tie is None:
        raise NoTie(
            _("Nobody shares place %(place)s."), code="nobody", params={"place": place}
        )
    owners = row_owners(event, standings, [line.entry for line in tie.lines])
    draw = LotDraw.objects.create(
        event=event,
        contest=standings.contest,
        place=place,
        seed=seed,
        at=timezone.now(),
        by=by,
    )
    lots = draw_lots([owner.pk for owner in owners], seed)
    name = "team" if standings.contest else "entry"
    LotTicket.objects.bulk_create(
        LotTicket(draw=draw, lot=lots[owner.pk], **{name: owner}) for owner in owners
    )
    return draw


@transaction.atomic
def take_back_lot(*, draw: LotDraw, by: User) -> LotDraw:
    """Take back a draw of lots, so that it counts for nothing; it stays in the history.

    Earlier lots of the same people count again. Taking a draw back twice does nothing.
    """
    locked_event(draw.event_id)
    draw = LotDraw.objects.select_related("contest").get(pk=draw.pk)
    if draw.taken_back_at is None:
        draw.store(taken_back_at=timezone.now(), taken_back_by=by)
    return draw


def row_owners(
    event: Event, standings: Standings, rows: Sequence
) -> list[Entry] | list[Team]:
    """Return the teams or entries of some rows of a ranking. One query."""
    if standings.contest:
        teams = standings.contest.teams.filter(pk__in=[row.team_id for row in rows])
        return list(teams)
    people = [row.player_id for row in rows]
    entries = list(event.entries.filter(player__in=people))
    if len(entries) < len(people):
        raise NoTie(
            _("People at a table without a start number cannot draw a lot."),
            code="no-entry",
        )
    return entries
