"""Writing the course of an event: clocks, closed series, decisions, releases."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, Sum
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.flow.selectors import places_now, places_through
from tournaments.events.log import locked_event, locked_series, log, require_open
from tournaments.events.models import (
    Adjustment,
    Event,
    Reopening,
    ReopeningPlace,
    Series,
)
from tournaments.people.models import Player, User
from tournaments.scope.scope import DRAW, RESULTS
from tournaments.sheets.finishing.services import reopen_sheet
from tournaments.sheets.models import ListVersion, Result, ScoreSheet
from tournaments.sheets.tallies import recount_events
from tournaments.sheets.writing import SheetUpdate, require_reason
from tournaments.words.choices import LogAction
from tournaments.words.formats import enumeration

Moments = Mapping[str, datetime | None]


@transaction.atomic
def withhold(*, event: Event, moments: Mapping[int, Moments]) -> Event:
    """Show the draw and the results of each series from these moments on.

    ``moments`` holds, by series number, the fields of ``Series`` and their new values;
    None shows a thing at once. Raises ``ValidationError`` for an event whose results
    are released, because they name its winner.
    """
    event = locked_event(event.pk)
    if event.is_released and any(any(times.values()) for times in moments.values()):
        text = _("The results are released: take the release back first.")
        raise ValidationError(text)
    set_release_times(event, moments)
    return event


def set_release_times(event: Event, moments: Mapping[int, Moments]) -> None:
    """Store the release times that changed, one entry of the log per series."""
    has_changed = False
    for series in event.series.filter(number__in=moments):
        times = moments[series.number].items()
        changed = {name: at for name, at in times if getattr(series, name) != at}
        if changed:
            series.store(**changed)
            has_changed = True
    if has_changed:
        recount_events([event.pk])


MOST_EXTRA = 120  # minutes at once


class ListsMissing(ValidationError):
    """Lists are not finished; the messages name each table with its state."""


class SeriesWithoutTables(ValidationError):
    """A planned series has no tables; the message explains what a release means."""


@transaction.atomic
def start_clock(
    *, series: Series, by: User | None = None, at: datetime | None = None
) -> Series:
    series = locked_series(series)
    require_open(series)
    log(series, LogAction.CLOCK, by)
    series.store(clock_started_at=at or timezone.now())
    return series


@transaction.atomic
def stop_clock(*, series: Series, by: User | None = None) -> Series:
    """Stop and reset the clock of ``series``; only the display is affected."""
    log(series, LogAction.STOP, by)
    series = locked_series(series)
    series.store(clock_started_at=None)
    return series


@transaction.atomic
def add_minutes(*, series: Series, minutes: int) -> Series:
    """Give ``series`` more or less time by moving the start of its clock."""
    series = locked_series(series)
    require_open(series)
    if not series.clock_started_at:
        raise ValidationError(_("The clock does not run."))
    if not 0 < abs(minutes) <= MOST_EXTRA:
        text = _("At most %(most)s minutes at once.")
        raise ValidationError(text % {"most": MOST_EXTRA})
    change = timedelta(minutes=minutes)
    series.store(clock_started_at=series.clock_started_at + change)
    return series


@transaction.atomic
def close_series(*, series: Series, by: User) -> Reopening | None:
    """Close ``series``, whose lists are finished; return the reopening it ends."""
    series = locked_series(series)
    require_open(series)
    sheets = series.sheets.select_related("series").order_by("table_number")
    if not sheets:
        raise ValidationError(_("Nobody has played in this series yet."))
    require_finished(sheets)
    now = timezone.now()
    series.store(closed_at=now, clock_started_at=None)
    log(series, LogAction.CLOSE, by)
    reopening = Reopening.objects.filter(series=series, closed_at__isnull=True).first()
    if reopening:
        rows = places_now(reopening)
        reopening.store(closed_at=now, closed_by=by)
        ReopeningPlace.objects.bulk_create([row for row in rows if row._state.adding])
        fields = ["place_after", "total_after"]
        ReopeningPlace.objects.bulk_update(rows, fields, batch_size=200)
    return reopening


@transaction.atomic
def reopen_series(*, series: Series, by: User, reason: str) -> Reopening:
    """Open a closed series again and store everybody's place; later series stay."""
    series = locked_series(series)
    if not series.closed_at:
        raise ValidationError(_("This series is not closed."))
    require_reason(reason)
    closed_series = series.event.series.filter(closed_at__isnull=False)
    through = max(closed_series.values_list("number", flat=True))
    reopening = Reopening(
        series=series, through=through, reason=reason.strip(), at=timezone.now(), by=by
    )
    reopening.check_and_save(force_insert=True)
    ReopeningPlace.objects.bulk_create(
        ReopeningPlace(
            reopening=reopening, player_id=pk, place_before=place, total_before=total
        )
        for pk, (place, total) in places_through(series.event, through).items()
    )
    series.store(closed_at=None)
    if series.event.is_released:
        release(event=series.event, is_released=False)
    return reopening


@transaction.atomic
def reopen_list(*, sheet: ScoreSheet, by: User, reason: str) -> SheetUpdate:
    """Open a finished list again; released results become provisional."""
    event = locked_event(sheet.series.event_id)
    written = reopen_sheet(sheet=sheet, by=by, reason=reason)
    if event.is_released:
        release(event=event, is_released=False)
    return written


@transaction.atomic
def release(
    *, event: Event, is_released: bool, confirmed: bool = False, published: bool = False
) -> Event:
    """Release the results, or make them provisional again.

    ``published`` lets everybody read them, too. Raises ``ListsMissing`` while a list is
    not finished, and ``SeriesWithoutTables`` unless it is ``confirmed`` that those are
    not played.
    """
    event = locked_event(event.pk)
    if is_released:
        sheets = ScoreSheet.objects.filter(series__event=event)
        sheets = sheets.select_related("series")
        require_finished(sheets.order_by("series__number", "table_number"))
        undrawn = event.series.filter(sheets__isnull=True).values_list("number")
        if not confirmed and (missing := [str(number) for (number,) in undrawn]):
            text = ngettext(
                "Series %(numbers)s has no tables and counts as not played.",
                "Series %(numbers)s have no tables and count as not played.",
                len(missing),
            )
            raise SeriesWithoutTables(text % {"numbers": enumeration(missing)})
    moments = moments_of_release(event, is_released=is_released)
    is_published = event.is_published or published
    event.store(is_released=is_released, is_published=is_published, **moments)
    if published:
        recount_events([event.pk])
    if is_released:
        at_once: Moments = {DRAW: None, RESULTS: None}
        numbers = event.series.values_list("number", flat=True)
        set_release_times(event, dict.fromkeys(numbers, at_once))
    return event


def moments_of_release(event: Event, *, is_released: bool) -> dict[str, datetime]:
    """Return what to remember of a release, or of its end: the first, and the last.

    Only a release after which a list or a decision came counts as a correction.
    """
    now = timezone.now()
    if event.announced_at is None:
        return {"announced_at": now} if is_released or event.is_released else {}
    since = {"at__gt": event.corrected_at or event.announced_at}
    changed = ListVersion.objects.filter(sheet__series__event=event, **since)
    decided = Adjustment.objects.filter(series__event=event, **since)
    if is_released and (changed.exists() or decided.exists()):
        return {"corrected_at": now}
    return {}


def require_finished(sheets: Iterable[ScoreSheet]) -> None:
    if missing := [sheet.long_name for sheet in sheets if not sheet.is_finished]:
        raise ListsMissing(missing)


def require_seat(series: Series, player: Player) -> None:
    had_seat = Q(seats__player=player) | Q(substitutions__player=player)
    if not ScoreSheet.objects.filter(had_seat, series=series).exists():
        text = _("%(name)s does not sit at any table of this series.")
        raise ValidationError({"player": text % {"name": player.name}})


def require_new_change(decision: Adjustment) -> None:
    """Refuse a decision that changes nothing, or equals one that was sent before."""
    if not (decision.points or decision.won or decision.lost):
        raise ValidationError({"points": _("This changes nothing.")})
    columns = ("series", "player", "points", "won", "lost", "reason", "decided_by")
    values = {name: getattr(decision, name) for name in columns}
    standing = Adjustment.objects.filter(reverts=None, reverted=None)
    if decision.reverts is None and standing.filter(**values).exists():
        text = _(
            "This decision is here already. A second one needs a reason of its own."
        )
        raise ValidationError(text)
    about = {"series": decision.series, "player": decision.player}
    sums = {"won": Sum("won"), "lost": Sum("lost")}
    listed = Result.objects.filter(**about).aggregate(**sums)
    decided = Adjustment.objects.filter(**about).aggregate(**sums)
    for name, played in listed.items():
        left = (played or 0) + (decided[name] or 0) + getattr(decision, name)
        # Before the list is finished nobody knows what is taken from.
        if played is not None and left < 0:
            raise ValidationError({name: _("That would leave fewer than no games.")})


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
    signed = {"reason": reason.strip(), "decided_by": decided_by.strip(), "by": by}
    change = {"points": points, "won": won, "lost": lost, "reverts": reverts}
    adjustment = Adjustment(
        series=series, player=player, at=timezone.now(), **change, **signed
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
        text = _("This takes another one back; please write it anew.")
        raise ValidationError(text)
    if Adjustment.objects.filter(reverts=adjustment).exists():
        raise ValidationError(_("This was taken back already."))
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
