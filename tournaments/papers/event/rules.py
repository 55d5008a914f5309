"""Rules on paper: those of an event, closing a list by hand, the money of a table."""

from collections.abc import Sequence
from functools import partial
from itertools import zip_longest

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, Paragraph, Spacer

from scoring.game.written_games import BASE_VALUE, NULL_VALUE
from scoring.house.bylaws import RuleTopic, counts_values
from scoring.house.rules import HouseRules
from scoring.lists.sheets import RATES
from tournaments.events.models import Event
from tournaments.events.planning.path import EventRules, event_rules
from tournaments.sheets.board import board_of
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.selectors import ledger_of
from tournaments.web.faces import BOLD, FONT, SERIF_BOLD
from tournaments.web.shapes import (
    Ruled,
    TablePaper,
    escape,
    in_rows,
    sentence,
    sentences,
    spacer,
    styles,
)
from tournaments.web.tables import Space
from tournaments.words import formats
from tournaments.words.choices import SystemChoice
from tournaments.words.decks import contract_name
from tournaments.words.formats import money, number, signed
from tournaments.words.house_options import RuleSection, rule_sections
from tournaments.words.problems import null_text

BIDS_A_ROW = 16
VALUE_WIDTHS = (15, 15, 15, 15, 15, 14, 23, 26, 34)  # mm: suits, Grand, four Nulls
SETTLEMENT_SPACES = (
    Space(14, "right", SERIF_BOLD),
    Space(86),
    Space(30, "right"),
    Space(40, "right", BOLD),
)
RULE_SIZES = (14.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.5, 7.0, 6.5)


def rules_paper(event: Event) -> TablePaper:
    """Return base values, levels, bids, the list and the house rules of an event.

    The text is as large as one page allows; smaller than 8 points only where a club
    plays by nearly every house rule there is.
    """
    rules = event_rules(event)
    name = rules.house_name
    return TablePaper(
        title=_("Rules"),
        about=(
            event.name,
            _("House rules: %(name)s") % {"name": name} if name else "ISkO",
            rules.system,
        ),
        parts=[partial(section_part, section, rules) for section in rules.sections],
        sizes=RULE_SIZES,
    )


def section_part(
    section: RuleSection, rules: EventRules, size: float
) -> list[Flowable]:
    """Return a section of the rules: its numbers in a table, and its sentences."""
    head = ParagraphStyle("Head", parent=styles()["Heading"], fontSize=size + 2)
    body = ParagraphStyle(
        "Line",
        parent=styles()["Body"],
        fontSize=size,
        leading=size * 1.3,
        leftIndent=size,
        bulletFontSize=size,
    )
    listed = ParagraphStyle(
        "Listed", parent=body, leftIndent=3 * size, bulletIndent=2 * size
    )
    looks = {True: (listed, "–"), False: (body, "•")}
    return [
        Paragraph(escape(section.title), head),
        *section_numbers(section.topic, rules, size),
        *(
            Paragraph(escape(text), *looks[text in section.listed])
            for text in section.sentences
        ),
    ]


def section_numbers(topic: RuleTopic, rules: EventRules, size: float) -> list[Flowable]:
    """Return the numbers of a section as a table, if it has any."""
    rows: list[list[str]] = []
    if topic is RuleTopic.VALUES:
        values = ((value.name, str(value.value)) for value in rules.values)
        rows = list(map(list, zip(*values, strict=True)))
        spaces = [Space(width, "centre") for width in VALUE_WIDTHS]
    elif topic is RuleTopic.BIDS:
        rows = in_rows([str(bid) for bid in rules.bids], BIDS_A_ROW)
        spaces = [Space(172 / BIDS_A_ROW, "right")] * BIDS_A_ROW
    elif topic is RuleTopic.HOUSE and rules.coefficients:
        # Two in a row, one half below the other.
        cells = [[each.name, each.text] for each in rules.coefficients]
        half = (len(cells) + 1) // 2
        pairs = zip_longest(cells[:half], cells[half:], fillvalue=["", ""])
        rows = [[_("Coefficients for the bidding"), ""] * 2, *(a + b for a, b in pairs)]
        spaces = [Space(70), Space(16, "right")] * 2
    if not rows:
        return []
    table = Ruled(rows=rows, spaces=spaces).table(size)
    if topic is RuleTopic.BIDS:
        table.setStyle([("FONT", (0, 0), (-1, 0), FONT, size, size * 1.25)])
    return [table, Spacer(0, size / 2)]


def formulas_paper(event: Event) -> TablePaper:
    """Return how to close a list by hand, on one page for the wall."""
    rules = event.as_rules()
    loss = _("From lost game %(number)s of a list: %(amount)s each.")
    losses = [
        loss % {"number": number, "amount": money(amount)}
        for number, amount in event.loss_steps.values_list("from_loss", "amount")
    ]
    spaces = [Space(60), *[Space(30, "right", BOLD)] * 3]
    return TablePaper(
        title=_("Closing a list by hand"),
        about=[event.name],
        parts=[
            *(
                part
                for title, texts in formulas(rules, losses)
                if texts
                for part in (sentence(title, "Heading"), *sentences(texts, "Body"))
            ),
            spacer(10),
            Ruled(rows=bonus_rows(rules), spaces=spaces),
        ],
        note=event.name,
        sizes=(10,),
    )


def formulas(
    rules: HouseRules, losses: Sequence[str] = ()
) -> list[tuple[str, Sequence[str]]]:
    """Return the sections with their lines; no values where none count."""
    return [
        (_("Value of a game"), value_lines() if counts_values(rules) else ()),
        (_("Dealer"), [_("The first place deals first, then in turn.")]),
        (_("Closing"), closing_lines(rules)),
        (_("Loss money"), losses),
    ]


def bonus_rows(rules: HouseRules) -> list[tuple[str, ...]]:
    rates = RATES[rules.list_system]
    others = (f"+{rates.others_lost.get(size, 0)}" for size in (3, 4, 5))
    heads = (_("Table of %(players)s") % {"players": size} for size in (3, 4, 5))
    return [
        (str(SystemChoice(rules.list_system).label), *heads),
        (_("each won game"), *[f"+{rates.won}"] * 3),
        (_("each lost game"), *[number(-rates.lost)] * 3),
        (_("each lost game of the others"), *others),
    ]


def value_lines() -> list[str]:
    bases = ", ".join(
        f"{contract_name(contract)} {base}" for contract, base in BASE_VALUE.items()
    )
    nulls = ", ".join(
        f"{null_text(hand=hand, ouvert=ouvert)} {value}"
        for (hand, ouvert), value in NULL_VALUE.items()
    )
    return [
        f"{bases}. {nulls}.",
        _(
            "Base value × (matadors + 1 for the game + 1 for each of Hand, Schneider, "
            "Schneider announced, Schwarz, Schwarz announced, ouvert)."
        ),
        _(
            "A lost game costs twice its value. Overbid: the lowest multiple of the "
            "base value that reaches the bid, twice."
        ),
    ]


def closing_lines(rules: HouseRules) -> list[str]:
    """Return how the closing block is added up and checked."""
    rates = RATES[rules.list_system]
    check = _(
        "Check at a table of %(players)s: all totals together = all game points "
        "together + %(won)s × games won %(lost)s × games lost."
    )
    lost = {size: signed(rates.table_lost(size)).replace("+", "+ ") for size in (3, 4)}
    return [
        _("Won, lost and passed-in games together are all games of the list."),
        _(
            "Game points + bonuses of the table below = total. The dealer of a "
            "table of four counts as one of the others."
        ),
        *(
            check % {"players": size, "won": rates.won, "lost": lost[size]}
            for size in ((3, 4) if rates.won else ())
        ),
    ]


def settlement_slip(sheet: ScoreSheet) -> TablePaper | None:
    """Return the payments at the table of ``sheet``, None if it is not for money.

    A slip to cut off (rules 3.5). The list comes ``with_event()``.
    """
    ledger = ledger_of(sheet)
    board = board_of(ledger)
    if (settlement := board.settlement) is None:
        return None
    event, names = sheet.series.event, board.names
    numbers = {"series": sheet.series.number, "table": sheet.table_number}
    sections = {section.topic: section for section in rule_sections(ledger.rules)}
    money_rules = sections.get(RuleTopic.MONEY)
    rows = [
        (pgettext("seat", "Place"), _("Name"), _("Total points"), _("Money")),
        *(
            (str(seat.place), names[seat.place], number(seat.total), money(share))
            for seat, share in zip(board.totals.seats, settlement.shares, strict=True)
        ),
    ]
    if settlement.pot:
        rows.append(("", _("Into the pot"), "", money(settlement.pot)))
    return TablePaper(
        title=_("Settlement, series %(series)s, table %(table)s") % numbers,
        about=(event.name, formats.long_date(event.date)),
        parts=[
            Ruled(rows=rows, spaces=SETTLEMENT_SPACES),
            *sentences(money_rules.sentences if money_rules else ()),
        ],
        sizes=(12,),
    )
