"""Drawing a lot between people or teams who stand equal (rules 5.6)."""

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from simple_history.utils import bulk_update_with_history

from scoring.lots import draw_lots
from tournaments.competitions.models import (
    Competition,
    Entry,
    LotDraw,
    LotTicket,
    Team,
)
from tournaments.competitions.selectors.lots import ties_in
from tournaments.competitions.selectors.standings import Standings, standings_of
from tournaments.competitions.services.entries import locked
from tournaments.members.models import User


class NoTie(ValidationError):
    """Nobody stands equal on this place, or a list is still missing."""


@transaction.atomic
def draw_lot(
    *, competition: Competition, ranking: str, place: int, seed: str, by: User
) -> LotDraw:
    """Let the lot decide between all who share ``place`` of a ranking.

    The highest lot takes the place. Refused while a list is missing: nobody is equal
    before the end. Raises ``NoTie``.
    """
    competition = locked(competition)
    standings = standings_of(competition, ranking=ranking)
    if not standings.is_complete:
        raise NoTie(_("A lot is drawn when every list is finished."), code="early")
    tie = next((each for each in ties_in(standings) if each.place == place), None)
    if tie is None:
        raise NoTie(
            _("Nobody shares place %(place)s."), code="nobody", params={"place": place}
        )
    owners = owners_of(competition, standings, [line.entry for line in tie.lines])
    draw = LotDraw.objects.create(
        competition=competition,
        contest=standings.contest,
        place=place,
        seed=seed,
        at=timezone.now(),
        by=by,
    )
    lots = draw_lots([owner.pk for owner in owners], seed)
    for owner in owners:
        owner.lot = lots[owner.pk]
    kind = Team if standings.contest else Entry
    bulk_update_with_history(owners, kind, ["lot"])
    name = "team" if standings.contest else "entry"
    LotTicket.objects.bulk_create(
        LotTicket(draw=draw, lot=owner.lot, **{name: owner}) for owner in owners
    )
    return draw


def owners_of(
    competition: Competition, standings: Standings, rows: Sequence
) -> list[Entry] | list[Team]:
    """Return the teams or the entries of some lines of a ranking. One query."""
    if standings.contest:
        teams = standings.contest.teams.filter(pk__in=[row.team_id for row in rows])
        return list(teams)
    people = [row.player_id for row in rows]
    entries = list(competition.entries.filter(player__in=people))
    if len(entries) < len(people):
        raise NoTie(
            _("Who sits at a table without a start number cannot draw a lot."),
            code="no-entry",
        )
    return entries
