"""Receipts from the accounts of an event."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.models import Event
from tournaments.events.money.selectors import (
    EntryFee,
    ListMoney,
    PlayerMoney,
    entry_fees,
    list_money,
)
from tournaments.papers.money.receipts import Receipt, ReceiptsDocument
from tournaments.people.selectors import home_club
from tournaments.words.formats import enumeration, money, short_date


def player_receipts_document(event: Event) -> ReceiptsDocument:
    """Return a receipt for each player who paid: the entry fee and loss money.

    Loss money counts as paid once its list was settled without a difference.
    """
    fees = entry_fees(event)
    paid: dict[int, list[tuple[str, int]]] = {}
    for account in list_money(event):
        if account.is_settled:
            for player in account.players:
                if player.due:
                    item = (loss_text(account, player), player.due)
                    paid.setdefault(player.player_id, []).append(item)
    return receipts_to_print(
        event,
        [
            receipt
            for fee in fees
            if (receipt := player_receipt(fee, paid.get(fee.entry.player_id, [])))
        ],
    )


def player_receipt(fee: EntryFee, losses: list[tuple[str, int]]) -> Receipt | None:
    """Return the receipt of one player, None if they have paid nothing."""
    items = [(_("Entry fee"), fee.paid)] if fee.paid else []
    items += losses
    if not items:
        return None
    return Receipt(
        number=str(fee.entry.start_number),
        payer=fee.entry.player.name,
        items=tuple((purpose, money(amount)) for purpose, amount in items),
        total=money(sum(amount for _what, amount in items)),
    )


def list_receipts_document(event: Event) -> ReceiptsDocument:
    """Return a receipt for each list whose money was handed in (rules 5.7)."""
    return receipts_to_print(
        event,
        [list_receipt(account) for account in list_money(event) if account.booked],
    )


def list_receipt(account: ListMoney) -> Receipt:
    """Return the receipt for the writer of a list: the amount each player owed."""
    items = [(player_text(player), player.due) for player in account.players]
    if account.open:
        items.append((_("Difference"), -account.open))
    sheet = account.sheet
    return Receipt(
        number=f"{sheet.series.number}/{sheet.table_number}",
        payer=account.writer,
        items=tuple((purpose, money(amount)) for purpose, amount in items),
        total=money(account.booked),
    )


def player_text(player: PlayerMoney) -> str:
    """Return a player's name with the games they pay for."""
    return f"{player.name}: {games_text(player)}"


def loss_text(account: ListMoney, player: PlayerMoney) -> str:
    """Return the list and the games for which a player paid loss money."""
    sheet = account.sheet
    where = _("Series %(series)s, table %(table)s") % {
        "series": sheet.series.number,
        "table": sheet.table_number,
    }
    return f"{where}: {games_text(player)}"


def games_text(player: PlayerMoney) -> str:
    """Return the games of a list for which a player pays, in words."""
    text = ngettext("%(count)d lost game", "%(count)d lost games", player.lost)
    extra = [_("passed-in games")] if player.passed_in else []
    return enumeration([text % {"count": player.lost}, *extra])


def receipts_to_print(event: Event, receipts: list[Receipt]) -> ReceiptsDocument:
    """Return receipts with the receiver of the money, the place and the date."""
    club = home_club()
    where = [event.place, short_date(event.date)]
    return ReceiptsDocument(
        event=event.name,
        receiver=event.organiser or (club.name if club else ""),
        place_and_date=", ".join(filter(None, where)),
        receipts=receipts,
    )
