"""Opening a list, seating people at it, substitutes (rules 5.5)."""

from collections.abc import Callable, Mapping, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.people.models import Player, User
from tournaments.sheets.finishing.services import foot_text, save_foot
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import (
    Change,
    ListVersion,
    ScoreSheet,
    Seat,
    Substitution,
)
from tournaments.sheets.selectors import untouched_sheets
from tournaments.sheets.writing import (
    LIST_CODE_LENGTH,
    SheetUpdate,
    fresh_codes,
    lock_lists,
    locked_ledger,
    record_step,
    require_reason,
    seat_text,
    write_step,
)
from tournaments.words.choices import Action


@transaction.atomic
def open_sheet(
    *,
    series_id: int,
    table_number: int,
    players: Sequence[Player],
    system: str,
    rounds: int,
    totals_only: bool = False,
) -> ScoreSheet:
    """Open the list of a table and seat ``players`` on places 1, 2, 3, …

    Raises ``ValidationError`` if a player sits at another table of the series or if the
    table has a list already.
    """
    require_table_size(players)
    require_no_substitutes(series_id, players)
    [code] = fresh_codes(ScoreSheet, 1, letters=LIST_CODE_LENGTH)
    sheet = ScoreSheet(
        series_id=series_id,
        table_number=table_number,
        table_size=len(players),
        system=system,
        rounds=rounds,
        totals_only=totals_only,
        code=code,
    )
    sheet.check_and_save(force_insert=True)
    for place, player in enumerate(players, 1):
        seat_player(sheet=sheet, place=place, player=player)
    return sheet


@transaction.atomic
def seat_players(
    *, sheet: ScoreSheet, players: Sequence[Player], by: User
) -> ScoreSheet:
    """Change who sits at a table while its list is empty."""
    ledger = locked_ledger(sheet)
    require_table_size(players)
    same_people = [seat.player_id for seat in ledger.seats] == [p.pk for p in players]
    if same_people:
        return ledger.sheet
    if ledger.games:
        raise ValidationError(
            _("Games were typed already. Use a substitute instead."), code="started"
        )
    require_no_substitutes(ledger.sheet.series_id, players)
    before = ", ".join(seat.player.full_name for seat in ledger.seats)
    ledger.sheet.seats.all().delete()
    ledger.sheet.table_size = len(players)
    ledger.sheet.rounds = ledger.sheet.series.event.rounds_at(len(players))
    for place, player in enumerate(players, 1):
        seat = seat_player(sheet=ledger.sheet, place=place, player=player)
        # What the paper says about a place does not depend on who sits there.
        former = ledger.seat(place)
        if former is not None and foot_text(former):
            save_foot(seat, foot_text(former))
    after = ", ".join(player.full_name for player in players)
    record_step(ledger, by, [(Action.SEATS, None, before[:400], after[:400])])
    ledger.sheet.save(update_fields=["table_size", "rounds", "revision"])
    return ledger.sheet


@transaction.atomic
def correct_seats(
    *, sheet: ScoreSheet, players: Sequence[Player], by: User, reason: str
) -> SheetUpdate:
    """Correct who sits on which place of a list that has games.

    The games stay with the places. It is one step of the history, with its reason, and
    can be undone. People from another table of the series cannot be seated.
    """
    ledger = locked_ledger(sheet)
    require_table_size(players)
    if len(players) != len(ledger.seats):
        raise ValidationError(
            _("A list with games keeps the number of its players."), code="size"
        )
    require_reason(reason)
    wrong = {
        seat.place: (seat.player, player)
        for seat, player in zip(ledger.seats, players, strict=True)
        if seat.player_id != player.pk
    }
    if not wrong:
        raise ValidationError(_("This changes nothing."), code="same")
    require_no_substitutes(
        ledger.sheet.series_id, [new for _old, new in wrong.values()]
    )
    reseat_people(ledger, {place: new for place, (_old, new) in wrong.items()})
    edits = [
        (Action.RESEAT, place, seat_text(old), seat_text(new))
        for place, (old, new) in wrong.items()
    ]
    return write_step(ledger, by, edits, reason=reason.strip()[:300])


def reseat_people(ledger: Ledger, people: Mapping[int, Player]) -> None:
    """Seat other people on some places, in the database and in ``ledger``.

    What the paper says about a place does not depend on who sits there.
    """
    former_seats = [seat for seat in ledger.seats if seat.place in people]
    ledger.sheet.seats.filter(place__in=people).delete()
    for former in former_seats:
        take_place(ledger, former, people[former.place])


def take_place(ledger: Ledger, former: Seat, player: Player) -> None:
    """Seat ``player`` on the place of ``former``, whose row is already deleted."""
    seat = seat_player(sheet=ledger.sheet, place=former.place, player=player)
    if foot_text(former):
        save_foot(seat, foot_text(former))
    ledger.seats[ledger.seats.index(former)] = seat


@transaction.atomic
def close_table(*, sheet: ScoreSheet) -> None:
    """Delete a table whose list is still empty."""
    ledger = locked_ledger(sheet)
    if ledger.games or ledger.sheet.changes.exists():
        raise ValidationError(
            _("Something was typed on this list already; it stays."), code="started"
        )
    ledger.sheet.delete()


@transaction.atomic
def add_substitute(
    *,
    sheet: ScoreSheet,
    place: int,
    player: Player,
    by: User,
    from_game: int | None = None,
) -> SheetUpdate:
    """Let ``player`` take over a place of the running list, by default from now on."""
    ledger = locked_ledger(sheet)
    first = from_game or len(ledger.games) + 1
    require_running(ledger, first)
    if ledger.seat(place) is None:
        raise ValidationError(_("There is no such place at this table."), code="place")
    if any(
        (other.place, other.from_game) == (place, first)
        for other in ledger.substitutions
    ):
        raise ValidationError(
            _("Somebody takes over this place from this game on already."),
            code="taken-over",
        )
    if plays_in_series(ledger.sheet, player):
        raise plays_already(player)
    change = Substitution(
        sheet=ledger.sheet, place=place, from_game=first, player=player
    )
    change.full_clean(exclude=["sheet"])
    change.save(force_insert=True)
    ledger.substitutions = sorted(
        [*ledger.substitutions, change],
        key=lambda change: (change.from_game, change.place),
    )
    after = seat_text(player, first)
    return write_step(ledger, by, [(Action.SUBSTITUTE, place, "", after)])


def require_running(ledger: Ledger, first: int) -> None:
    """Refuse a substitute from game ``first`` on if there can be no such game."""
    sheet = ledger.sheet
    if sheet.totals_only:
        raise ValidationError(
            _("A list with a substitute needs its games."), code="totals-only"
        )
    last = len(ledger.games) + (not sheet.cut_short)
    if not 2 <= first <= min(last, sheet.games_planned):
        raise ValidationError(
            _("A substitute comes after the first game and before the last."),
            code="first-game",
        )


def plays_in_series(sheet: ScoreSheet, player: Player) -> bool:
    """Return whether a player has or takes over a place in the series of a list."""
    seats = Seat.objects.filter(series=sheet.series_id, player=player)
    taken_over = Substitution.objects.filter(
        sheet__series=sheet.series_id, player=player
    )
    return seats.exists() or taken_over.exists()


def require_no_substitutes(series_id: int, players: Sequence[Player]) -> None:
    """Refuse people who take over a place at a table of the series."""
    changes = Substitution.objects.filter(sheet__series=series_id, player__in=players)
    change = changes.select_related("player").first()
    if change is not None:
        raise plays_already(change.player)


def plays_already(player: Player) -> ValidationError:
    return ValidationError(
        _("%(player)s plays in this series already."),
        code="seated",
        params={"player": player},
    )


def seat_player(*, sheet: ScoreSheet, place: int, player: Player) -> Seat:
    """Seat ``player``; the database refuses a second table in the series."""
    seat = Seat(sheet=sheet, series_id=sheet.series_id, place=place, player=player)
    try:
        seat.full_clean()
    except ValidationError as refusal:
        raise ValidationError(
            _("%(player)s cannot sit here: %(why)s"),
            code="seat",
            params={"player": player, "why": " ".join(refusal.messages)},
        ) from None
    seat.save(force_insert=True)
    return seat


def require_table_size(players: Sequence[Player]) -> None:
    """Refuse a table of fewer than three or more than five, or a player twice."""
    if not 3 <= len(players) <= 5:
        raise ValidationError(_("Three to five players sit at a table."), code="size")
    if len({player.pk for player in players}) < len(players):
        raise ValidationError(_("A player has only one place."), code="twice")


BATCH = 200


@transaction.atomic
def open_sheets(
    *,
    series_id: int,
    tables: Mapping[int, Sequence[Player]],
    system: str,
    rounds_at: Callable[[int], int],
    totals_only: bool = False,
) -> list[ScoreSheet]:
    """Open a list for each table number, with its people in the order of the places.

    ``rounds_at`` gives the rounds of a table of so many people. The database refuses a
    second list with the same number or person in the series.
    """
    for players in tables.values():
        require_table_size(players)
    seated = [player.pk for players in tables.values() for player in players]
    if len(set(seated)) < len(seated):
        raise ValidationError(_("A player has only one place."), code="twice")
    codes = iter(fresh_codes(ScoreSheet, len(tables), letters=LIST_CODE_LENGTH))
    rows = (
        ScoreSheet(
            series_id=series_id,
            table_number=number,
            table_size=len(players),
            system=system,
            rounds=rounds_at(len(players)),
            totals_only=totals_only,
            code=next(codes),
        )
        for number, players in tables.items()
    )
    sheets = ScoreSheet.objects.bulk_create(rows, batch_size=BATCH)
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
        raise ValidationError(_("Please say why."), code="reason")
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
