"""Letting two people change places by hand after a draw, and undoing it."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.events.draws.services import next_draw_number
from tournaments.events.log import locked_event
from tournaments.events.models import Draw, Series, Swap
from tournaments.events.swaps.selectors import last_swap, swap_revision
from tournaments.people.models import Player, User
from tournaments.people.names.names import tidy
from tournaments.seating.plans import VERSION
from tournaments.sheets.seats.many import exchange_seats
from tournaments.words.choices import DrawMode


class SwappedMeanwhile(ValidationError):
    """Somebody else changed these tables since the page was read."""


@transaction.atomic
def swap_players(
    *,
    series: Series,
    first: Player,
    second: Player,
    by: User,
    revision: str,
    reason: str = "",
) -> Swap:
    """Let two people of a series exchange table and place, and record the swap.

    ``revision`` is the ``swap_revision`` of the page that showed the costs. Raises
    ``SwappedMeanwhile``, or ``ValidationError`` for a person without a seat, for the
    same person twice, for a finished list, and for a missing reason once games are
    typed.
    """
    series = locked_unchanged_series(series, revision)
    exchange_seats(
        series_id=series.pk, first=first, second=second, by=by, reason=reason
    )
    draw = series.draw or add_hand_draw(series, by)
    swap = Swap(
        draw=draw,
        series=series,
        first=first,
        second=second,
        reason=tidy(reason),
        at=timezone.now(),
        by=by,
    )
    swap.full_clean(exclude=["draw", "series", "first", "second", "by"])
    swap.save(force_insert=True)
    draw.store(swaps=draw.swaps + 1)
    return swap


@transaction.atomic
def undo_swap(*, series: Series, by: User, revision: str) -> Swap:
    """Undo the last swap of a series.

    Raises ``ValidationError`` if there is none, or if one of the lists is finished.
    """
    series = locked_unchanged_series(series, revision)
    swap = last_swap(series)
    if swap is None:
        raise ValidationError(_("There is no swap to undo."), code="nothing")
    reason = _("Exchange undone: %(reason)s") % {"reason": swap.reason}
    exchange_seats(
        series_id=series.pk,
        first=swap.first,
        second=swap.second,
        by=by,
        reason=reason.rstrip(": "),
    )
    swap.store(is_undone=True)
    swap.draw.store(swaps=swap.draw.swaps - 1)
    return swap


def locked_unchanged_series(series: Series, revision: str) -> Series:
    """Lock a series; refuse if its tables have changed since the reader saw them."""
    locked_event(series.event_id)
    rows = Series.objects.select_related("draw__event", "event")
    current = rows.get(pk=series.pk)
    if current.closed_at:
        raise ValidationError(
            _("Series %(number)s is closed."),
            code="closed",
            params={"number": current.number},
        )
    if swap_revision(current) != revision:
        raise SwappedMeanwhile(
            _("Somebody has changed these tables in the meantime. Please look again."),
            code="changed",
        )
    return current


def add_hand_draw(series: Series, by: User) -> Draw:
    """Add a draw for tables seated by hand, to which swaps can belong."""
    draw = Draw.objects.create(
        event=series.event,
        number=next_draw_number(series.event),
        mode=DrawMode.HAND,
        first_series=series.number,
        last_series=series.number,
        seed="",
        version=VERSION,
        at=timezone.now(),
        by=by,
    )
    series.store(draw=draw)
    return draw
