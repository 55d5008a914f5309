"""Opening a list and seating people at it; substitutes (rules 5.5)."""

import secrets
from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.choices import Action
from tournaments.members.models import Player, User
from tournaments.sheets.models import ScoreSheet, Seat, Substitution
from tournaments.sheets.services.writing import (
    Written,
    locked_ledger,
    settled,
    trace,
)

# Without the letters and digits that are mistaken for one another on paper.
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6


@transaction.atomic
def open_sheet(
    *,
    series_id: int,
    table_number: int,
    players: Sequence[Player],
    system: str,
    rounds: int,
) -> ScoreSheet:
    """Open the list of a table and seat ``players`` on places 1, 2, 3, …

    Raises ``ValidationError`` when a player sits at another table of the series, or
    the table has a list already.
    """
    require_table_size(players)
    sheet = ScoreSheet(
        series_id=series_id,
        table_number=table_number,
        table_size=len(players),
        system=system,
        rounds=rounds,
        code=fresh_code(),
    )
    sheet.full_clean()
    sheet.save(force_insert=True)
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
    before = ", ".join(seat.player.name for seat in ledger.seats)
    ledger.sheet.seats.all().delete()
    ledger.sheet.table_size = len(players)
    for place, player in enumerate(players, 1):
        seat_player(sheet=ledger.sheet, place=place, player=player)
    after = ", ".join(player.name for player in players)
    trace(ledger, by, [(Action.SEATS, None, before[:400], after[:400])])
    ledger.sheet.save(update_fields=["table_size", "revision"])
    return ledger.sheet


@transaction.atomic
def close_table(*, sheet: ScoreSheet) -> None:
    """Take a table away whose list is still empty."""
    ledger = locked_ledger(sheet)
    if ledger.games or ledger.sheet.changes.exists():
        raise ValidationError(
            _("Something was typed on this list already; it stays."), code="started"
        )
    ledger.sheet.delete()


@transaction.atomic
def substitute(
    *,
    sheet: ScoreSheet,
    place: int,
    player: Player,
    by: User,
    from_game: int | None = None,
) -> Written:
    """Let ``player`` take over a place of the running list, from the next game on."""
    ledger = locked_ledger(sheet)
    first = from_game or ledger.played + 1
    if ledger.seat(place) is None:
        raise ValidationError(_("There is no such place at this table."), code="place")
    if not 2 <= first <= ledger.sheet.games_planned:
        raise ValidationError(
            _("A substitute comes after the first game."), code="first-game"
        )
    seated = {seat.player_id for seat in ledger.seats}
    seated |= {change.player_id for change in ledger.substitutions}
    elsewhere = Seat.objects.filter(series_id=sheet.series_id, player=player)
    if player.pk in seated or elsewhere.exists():
        raise ValidationError(
            _("%(player)s plays in this series already."),
            code="seated",
            params={"player": player},
        )
    change = Substitution(
        sheet=ledger.sheet, place=place, from_game=first, player=player
    )
    change.full_clean(exclude=["sheet"])
    change.save(force_insert=True)
    ledger.substitutions.append(change)
    ledger.substitutions.sort(key=lambda each: (each.from_game, each.place))
    after = substitution_text(change)
    trace(ledger, by, [(Action.SUBSTITUTE, place, "", after)])
    return settled(ledger, by, first)


def substitution_text(change: Substitution) -> str:
    """Return a substitution as the history remembers it: game, person, name."""
    return f"{change.from_game}:{change.player_id}:{change.player.name}"[:400]


def seat_player(*, sheet: ScoreSheet, place: int, player: Player) -> Seat:
    """Seat ``player``; the database refuses a second table of the series."""
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
    """Refuse a table of fewer than three or more than five."""
    if not 3 <= len(players) <= 5:
        raise ValidationError(_("Three to five players sit at a table."), code="size")
    if len({player.pk for player in players}) < len(players):
        raise ValidationError(_("A player has only one place."), code="twice")


def fresh_code() -> str:
    """Return a code that no list has yet and that is read aloud without mistakes."""
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))
        if not ScoreSheet.objects.filter(code=code).exists():
            return code
