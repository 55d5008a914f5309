"""What the page of a table needs to continue without the server."""

from functools import cache
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from scoring.game.written_games import BASE_VALUE
from scoring.house.bylaws import has_bidding, playable_contracts
from scoring.house.rules import HouseRules, is_official
from scoring.lists.sheets import RATES
from scoring.notation.documents import ListText
from scoring.notation.grammar import LETTER
from tournaments.sheets.models import ScoreSheet, TableDevice
from tournaments.sheets.table.selectors import TableList, epoch_of
from tournaments.words.choices import KeyEnd
from tournaments.words.decks import contract_name, suit_face

SUITS = settings.BASE_DIR / "skatclub" / "static" / "img" / "suits.svg"


def page_data(
    table: TableList, device: TableDevice, end: KeyEnd | None, *, is_second: bool
) -> dict[str, Any]:
    """Return the data that the script gets with the page. No query."""
    sheet, rules = table.board.sheet, table.ledger.rules
    rates = RATES[rules.list_system]
    return {
        **list_data(sheet, device, is_second=is_second),
        "agreement": table.agreement,
        "next_sequence": table.next_sequence,
        "end": {"reason": end.value, "message": str(end.label)} if end else None,
        "games": sheet.games_planned,
        "is_official": is_official(rules),
        "rates": {
            "won": rates.won,
            "lost": rates.lost,
            "others": rates.others_lost[sheet.table_size],
        },
        "seats": [
            {"name": column.name, "brief": column.occupants[-1].brief}
            for column in table.board.columns
        ],
        "lines": table.lines,
        "contracts": contract_data(),
        "words": {name: str(text) % Braces() for name, text in SCRIPT_WORDS.items()},
    }


def list_data(
    sheet: ScoreSheet, device: TableDevice, *, is_second: bool
) -> dict[str, Any]:
    """Return the data that differ between a list and the second list of its table."""
    code = sheet.code
    common = {
        "code": code,
        "is_second": is_second,
        "head": ListText(
            code=code, series=sheet.series.number, table=sheet.table_number
        ).head,
        "epoch": epoch_of(sheet, is_second=is_second),
    }
    if is_second:
        return common | {
            # The browser stores the two lists of a table separately.
            "kept_as": f"{code}/2",
            "address": reverse("table:second", args=[code]),
            "has_pen": device.second_epoch == sheet.second_epoch,
            "is_elsewhere": False,
        }
    return common | {
        "kept_as": code,
        "address": reverse("table:list", args=[code]),
        "has_pen": sheet.pen_is_out and device.epoch == sheet.pen_epoch,
        "is_elsewhere": sheet.pen_is_out and device.epoch != sheet.pen_epoch,
    }


def offered_keys(rules: HouseRules) -> dict[str, Any]:
    """Return what the keys of a list offer: what its house rules allow, no more.

    In nothing but Ramsch the only game is a Grand Hand.
    """
    letters = {LETTER.get(contract, "n") for contract in playable_contracts(rules)}
    return {
        "contracts": [
            (letter, contract)
            for letter, contract in contract_data().items()
            if letter in letters
        ],
        "may_pass": has_bidding(rules),
        "is_ramsch": rules.only_ramsch,
        "plays_ramsch": rules.plays_ramsch,
    }


def contract_data() -> dict[str, dict[str, str]]:
    """Return the names of contracts in the reader's deck, by their letters."""
    suits = {
        LETTER[contract]: {
            "name": contract_name(contract),
            "face": suit_face(contract),
        }
        for contract in BASE_VALUE
    }
    return {**suits, "n": {"name": pgettext("contract", "Null"), "face": ""}}


@cache
def suit_drawings() -> SafeString:
    """Return the drawings of all suits, for a page that may lose the connection."""
    return mark_safe(SUITS.read_text(encoding="utf-8"))


SCRIPT_WORDS = {
    "before": _("First press “%(button)s” below."),
    "next": _("Press below who plays."),
    "deals": pgettext_lazy("at a table", "deals"),
    "game": _("Game %(number)s"),
    "change": _("Change game %(number)s"),
    "with": _("with"),
    "without": _("without"),
    "passed": _("passed in"),
    "phone": _("on this phone"),
    "saved": _("saved"),
    "refused": _("not accepted"),
    "all_saved": _("everything saved"),
    "waiting": _("on this phone, not yet saved: %(count)s"),
    "refused_count": _("to be put right: %(count)s"),
    "no_storage": _("This browser keeps nothing: please write on paper, too."),
    "taken": _("Somebody else writes this list now. Nothing here is lost."),
    "locked": _("This phone has to be let in again: please scan the code."),
    "nobody": _("This list is not written on this phone."),
    "elsewhere": _(
        "Another phone writes this list. If you write here, it stops there; "
        "nothing is lost."
    ),
    "nobody_second": _(
        "Here this phone can keep the second list of the table. It is compared "
        "with the list game by game, and changes nothing on it."
    ),
    "agrees": _("List and second list agree up to game %(number)s."),
    "list": _("List"),
    "second": _("Second list"),
    "here": pgettext_lazy("version of a line", "here"),
    "there": pgettext_lazy("version of a line", "there"),
    "nothing": _("nothing"),
    "line": _("Line %(number)s"),
    "there_is": _("Something else stands there: %(text)s"),
    "too_long": _("This list is too long for a code. Please save it as a file."),
    "mistake": _("The server did not understand this line."),
    "confirmed": _("Confirmed: %(count)s of %(seats)s."),
    "all_confirmed": _(
        "Everybody has confirmed. The desk finishes the list; nothing more is "
        "to be done here."
    ),
    "others_lost": _("lost by the others: %(count)s"),
    "loss_money": _("loss money: %(money)s"),
    "not_said": _("That has not arrived. Please press once more."),
    "right": _("agrees"),
    "wrong": _("Objection"),
    "really": _("Really object?"),
    "is_right": _("has confirmed"),
    "is_wrong": _("objects"),
    "is_void": _("has to look again: the list was changed"),
    "hand": _("Hand"),
    "schneider": _("Schneider"),
    "schwarz": _("Schwarz"),
    "announced": _("announced"),
    "ouvert": _("ouvert"),
    "overbid": _("overbid"),
}
"""The words of the script, which fills in what stands in braces."""


class Braces(dict[str, str]):
    """Every value is the name of its key in braces, as the script fills it in."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"
