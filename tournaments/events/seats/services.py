"""Writing the tables of a series: opened one by one, many at once, or copied."""

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.events.entrants import FEWEST_SEATS
from tournaments.events.entries.services import register_seated
from tournaments.events.log import (
    locked_event,
    locked_series,
    log,
    require_open,
    require_unreleased,
)
from tournaments.events.models import Event, Series
from tournaments.people.models import Player, User
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.seats import correct_seats, open_sheet, seat_players
from tournaments.words.choices import EntryStatus, LogAction, SheetState


@transaction.atomic
def open_table(
    *,
    series: Series,
    players: Sequence[Player],
    table_number: int | None = None,
    by: User | None = None,
) -> ScoreSheet:
    """Seat ``players`` at the next free table and open its list, before the release.

    Where people are entered, those who were not are entered, too, as present.
    """
    series = locked_series(series)
    require_open(series)
    event = series.event
    require_unreleased(event)
    if table_number is None:
        last = series.sheets.aggregate(last=Max("table_number"))["last"] or 0
        table_number = last + 1
    log(series, LogAction.TABLE, by, table_number=table_number)
    sheet = open_sheet(
        series_id=series.pk,
        table_number=table_number,
        players=players,
        system=event.system,
        rounds=event.rounds_at(len(players)),
        totals_only=event.totals_only,
    )
    enter_seated(event)
    return sheet


def enter_seated(event: Event) -> None:
    """Enter who has just been seated; where nobody is entered, seats alone count."""
    if event.entries.exists():
        register_seated(event=event)


@transaction.atomic
def change_seats(
    *, sheet: ScoreSheet, players: Sequence[Player], by: User, reason: str = ""
) -> ScoreSheet:
    """Change who sits at a table; once games are typed, with a ``reason``."""
    event = locked_event(sheet.series.event_id)
    if sheet.state == SheetState.EMPTY:
        seat_players(sheet=sheet, players=players, by=by)
    else:
        correct_seats(sheet=sheet, players=players, by=by, reason=reason)
    enter_seated(event)
    return sheet


@transaction.atomic
def open_tables(
    *, series: Series, seatings: Sequence[Sequence[Player]], by: User | None = None
) -> list[ScoreSheet]:
    return [open_table(series=series, players=players, by=by) for players in seatings]


@transaction.atomic
def copy_tables(
    *, series: Series, source: Series, by: User | None = None
) -> list[ScoreSheet]:
    """Seat the tables of ``source``, an earlier series, again in ``series``.

    The seats at the start of each list count, not those of substitutes. People who
    have gone are not seated; refused if a table lacks people without them. Refused,
    too, if ``series`` has tables already, so that pressing twice seats nobody twice.
    """
    series = locked_series(series)
    if series.sheets.exists():
        raise ValidationError(_("This series has tables already."))
    gone = people_gone(series)
    sheets = source.sheets.order_by("table_number").prefetch_related("seats__player")
    tables = {
        sheet.table_number: [
            seat.player for seat in sheet.seats.all() if seat.player_id not in gone
        ]
        for sheet in sheets
    }
    for number, players in tables.items():
        if len(players) < FEWEST_SEATS:
            text = _("At table %(table)s too few people stay; draw this series.")
            raise ValidationError(text % {"table": number})
    return [
        open_table(series=series, players=players, table_number=number, by=by)
        for number, players in tables.items()
    ]


def people_gone(series: Series) -> set[int]:
    """Return the people of the event who do not play ``series``."""
    return {
        entry.player_id
        for entry in series.event.entries.all()
        if entry.status == EntryStatus.ABSENT or not entry.covers(series.number)
    }
