"""Opening and deleting the lists of many tables at once, and exchanging seats.

A tournament of 500 people has 128 tables in a series; opening one list after the other
would take thousands of queries.
"""

from collections.abc import Callable, Mapping, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.people.models import Player, User
from tournaments.sheets.codes import LIST_CODE_LENGTH, fresh_codes
from tournaments.sheets.models import Change, ListVersion, ScoreSheet, Seat
from tournaments.sheets.seats.services import require_table_size, take_place
from tournaments.sheets.selectors import untouched_sheets
from tournaments.sheets.writing import lock_lists, locked_ledger, seat_text, write_step
from tournaments.words.choices import Action

BATCH = 200


@transaction.atomic
def open_sheets(
    *,
    series_id: int,
    tables: Mapping[int, Sequence[Player]],
    system: str,
    rounds_at: Callable[[int], int],
) -> list[ScoreSheet]:
    """Open a list for each table number, with its people in the order of the places.

    ``rounds_at`` gives the rounds of a table of so many people.
    The database refuses a second list with the same number or person in the series.
    Three queries for 200 tables of four.
    """
    for players in tables.values():
        require_table_size(players)
    seated = [player.pk for players in tables.values() for player in players]
    if len(set(seated)) < len(seated):
        raise ValidationError(_("A player has only one place."), code="twice")
    codes = iter(fresh_codes(ScoreSheet, len(tables), letters=LIST_CODE_LENGTH))
    sheets = ScoreSheet.objects.bulk_create(
        (
            ScoreSheet(
                series_id=series_id,
                table_number=number,
                table_size=len(players),
                system=system,
                rounds=rounds_at(len(players)),
                code=next(codes),
            )
            for number, players in tables.items()
        ),
        batch_size=BATCH,
    )
    seats = [
        Seat(sheet=sheet, series_id=series_id, place=place, player=player)
        for sheet, players in zip(sheets, tables.values(), strict=True)
        for place, player in enumerate(players, 1)
    ]
    Seat.objects.bulk_create(seats, batch_size=4 * BATCH)
    return sheets


@transaction.atomic
def clear_sheets(*, series_ids: Sequence[int]) -> int:
    """Delete the untouched lists of some series and return how many there were."""
    lock_lists(ScoreSheet.objects.filter(series__in=series_ids))
    sheets = untouched_sheets().filter(series__in=series_ids)
    pks = list(sheets.values_list("pk", flat=True))
    delete_lists(ScoreSheet.objects.filter(pk__in=pks))
    return len(pks)


def delete_lists(sheets: QuerySet[ScoreSheet]) -> None:
    """Delete lists with their histories, which no other deletion takes along.

    Only for lists that nobody wrote on, and for those that a file replaces.
    """
    for records in (Change, ListVersion):
        records.objects.filter(sheet__in=sheets).delete()
    sheets.delete()


@transaction.atomic
def exchange_seats(
    *, series_id: int, first: Player, second: Player, by: User, reason: str
) -> None:
    """Let two people of one series exchange table and place.

    On a list that was written on, the games stay with the places; that needs a reason
    and is a step of its history. Raises ``ValidationError`` if one of the two has no
    seat, ``SheetIsFinished`` for a finished list.
    """
    first_seat, second_seat = seats_of_two(series_id, first, second)
    lists = sorted({first_seat.sheet_id, second_seat.sheet_id})
    untouched = set(
        untouched_sheets().filter(pk__in=lists).values_list("pk", flat=True)
    )
    ledgers = {pk: locked_ledger(ScoreSheet(pk=pk)) for pk in lists}
    started = [ledger for pk, ledger in ledgers.items() if pk not in untouched]
    if started and not reason.strip():
        raise ValidationError(
            _("Games were typed there already. Please say why."), code="reason"
        )
    Seat.objects.filter(pk__in=[first_seat.pk, second_seat.pk]).delete()
    moves = ((first_seat, first, second), (second_seat, second, first))
    for seat, _old, new in moves:
        take_place(ledgers[seat.sheet_id], seat, new)
    for ledger in started:
        edits = [
            (Action.RESEAT, seat.place, seat_text(old), seat_text(new))
            for seat, old, new in moves
            if seat.sheet_id == ledger.sheet.pk
        ]
        write_step(ledger, by, edits, reason=reason.strip()[:300])


def seats_of_two(series_id: int, first: Player, second: Player) -> tuple[Seat, Seat]:
    """Return the seats of two people in a series. One query."""
    if first.pk == second.pk:
        raise ValidationError(
            _("Nobody changes places with themselves."), code="same-player"
        )
    seats = {
        seat.player_id: seat
        for seat in Seat.objects.filter(series=series_id, player__in=[first, second])
    }
    for player in (first, second):
        if player.pk not in seats:
            raise ValidationError(
                _("%(player)s has no seat in this series."),
                code="no-seat",
                params={"player": player},
            )
    return seats[first.pk], seats[second.pk]
