"""Storing decisions of the referee about results (rules 2.5)."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.events.flow.services import release
from tournaments.events.log import locked_series
from tournaments.events.models import Adjustment, Series
from tournaments.people.models import Player, User
from tournaments.sheets.models import ScoreSheet


def require_seat(series: Series, player: Player) -> None:
    """Refuse a person who never had a seat in ``series``."""
    had_seat = Q(seats__player=player) | Q(substitutions__player=player)
    if not ScoreSheet.objects.filter(had_seat, series=series).exists():
        refusal = ValidationError(
            _("%(name)s does not sit at any table of this series."),
            code="player",
            params={"name": player.name},
        )
        raise ValidationError({"player": refusal})


def require_new_change(decision: Adjustment) -> None:
    """Refuse a decision that changes nothing or is equal to one that stands.

    An equal one means that a form was sent twice.
    """
    if not (decision.points or decision.won or decision.lost):
        raise ValidationError(
            {"points": ValidationError(_("This changes nothing."), code="zero")}
        )
    columns = ("series", "player", "points", "won", "lost", "reason", "decided_by")
    values = {name: getattr(decision, name) for name in columns}
    standing = Adjustment.objects.filter(reverts=None, reverted=None)
    if decision.reverts is None and standing.filter(**values).exists():
        raise ValidationError(
            _("This decision is here already. A second one needs a reason of its own."),
            code="doubled",
        )


@transaction.atomic
def adjust(
    *,
    series: Series,
    player: Player,
    points: int,
    reason: str,
    decided_by: str,
    by: User,
    won: int = 0,
    lost: int = 0,
    reverts: Adjustment | None = None,
) -> Adjustment:
    """Add a decision of the referee to the result of ``player`` in ``series``.

    ``points``, ``won`` and ``lost`` are added to the result of the list; at least one
    is not zero. A decision is never changed, only taken back, by one that ``reverts``
    it. One equal to another is refused. Released results become provisional (rules
    5.8).
    """
    series = locked_series(series)
    require_seat(series, player)
    adjustment = Adjustment(
        series=series,
        player=player,
        points=points,
        won=won,
        lost=lost,
        reason=reason.strip(),
        decided_by=decided_by.strip(),
        reverts=reverts,
        at=timezone.now(),
        by=by,
    )
    adjustment.full_clean()
    require_new_change(adjustment)
    adjustment.save(force_insert=True)
    if series.event.is_released:
        release(event=series.event, is_released=False)
    return adjustment


@transaction.atomic
def take_back_adjustment(
    *, adjustment: Adjustment, reason: str, decided_by: str, by: User
) -> Adjustment:
    """Take a decision back by the opposite one; both stay in the records."""
    locked_series(adjustment.series)
    if adjustment.reverts_id is not None:
        raise ValidationError(
            _("This decision takes another one back; decide anew instead."),
            code="reversal",
        )
    if Adjustment.objects.filter(reverts=adjustment).exists():
        raise ValidationError(
            _("This decision has been taken back already."), code="twice"
        )
    return adjust(
        series=adjustment.series,
        player=adjustment.player,
        points=-adjustment.points,
        won=-adjustment.won,
        lost=-adjustment.lost,
        reason=reason,
        decided_by=decided_by,
        by=by,
        reverts=adjustment,
    )
