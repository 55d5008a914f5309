"""Sentences about prizes and their payment, for pages and papers."""

from django.utils.translation import gettext as _

from tournaments.events.accounts import Payout
from tournaments.events.prizes.winners import PrizeList, Winner
from tournaments.words import formats


def overpaid_text(prizes: PrizeList) -> str:
    """Return the people who were paid too much; empty if there are none."""
    if not prizes.overpaid:
        return ""
    names = ", ".join(
        f"{name} ({formats.money(amount) if amount else _('handed out')})"
        for name, amount in prizes.overpaid
    )
    return _("By the ranking as it stands too much was paid: %(names)s.") % {
        "names": names
    }


def received_lines(line: Winner) -> list[str]:
    """Return what a winner has received, and what is missing or too much."""
    if line.paid is None:
        return []
    received = [formats.money(line.paid) if line.paid else _("handed out")]
    if line.owed:
        received.append(_("still %(amount)s") % {"amount": formats.money(line.owed)})
    if line.excess:
        more = formats.money(line.excess)
        received.append(_("%(amount)s too much") % {"amount": more})
    return received


def prize_text(payout: Payout) -> str:
    """Return what each person on a place wins: money, things, or lots for things."""
    money = [formats.money(payout.each)] if payout.each else []
    text = " + ".join([*money, *payout.texts])
    is_by_lot = payout.texts and payout.size > 1
    return _("%(prize)s by lot") % {"prize": text} if is_by_lot else text
