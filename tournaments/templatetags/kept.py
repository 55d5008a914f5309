"""Parts of a template that are the same for the same values: rendered once.

    {% load kept %}
    {% kept sheet=sheet.pk %}<a href="{% url 'sheets:paste' sheet %}">…</a>{% endkept %}

Only these values can be used inside, so that no token, name or right of one reader can
get into what another reader sees; language, deck and edition are those of the reader.

So are the rows of a list, each rendered as long as it does not change. Their cells hold
numbers and signs of our own, which need no escaping: escaping them one by one would
cost more than all the rest of a row. Words are escaped.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token, token_kwargs
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.game.written_games import TICKS, WrittenGame
from scoring.lists.sheets import System
from scoring.ranking.standings import Fact
from tournaments.web.access import edition_in_use
from tournaments.words.citations import fact_rule
from tournaments.words.decks import deck_shown
from tournaments.words.formats import money, number

register = template.Library()

MOST = 1000  # renderings of one part; then it starts afresh


class Kept(template.Node):
    """A part of a template, the values it depends on and its renderings so far."""

    def __init__(self, nodelist: NodeList, values: Mapping[str, FilterExpression]):
        self.nodelist = nodelist
        self.values = values
        self.renderings: dict[tuple[object, ...], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        values = {
            name: expression.resolve(context)
            for name, expression in self.values.items()
        }
        key = (get_language(), deck_shown.get(), edition_in_use.get(), *values.values())
        rendering = self.renderings.get(key)
        if rendering is None:
            rendering = self.nodelist.render(context.new(values))
            if len(self.renderings) >= MOST:
                self.renderings.clear()
            self.renderings[key] = rendering
        return rendering


@register.tag
def kept(parser: Parser, token: Token) -> Kept:
    """Render a part once for its values: numbers, words or booleans."""
    _name, *bits = token.split_contents()
    values = token_kwargs(bits, parser)
    if bits:
        raise template.TemplateSyntaxError("kept wants name=value")
    nodelist = parser.parse(("endkept",))
    parser.delete_first_token()
    return Kept(nodelist, values)


ROW = """<tr id="line-{}" class="{}"{}>
{}</tr>"""
OOB = ' hx-swap-oob="true"'
Cells = Iterable[tuple[str, object, object]]  # points, won, lost of each place
CELLS = """<td class="points">{1}</td>
<td class="count">{2}</td><td class="count">{3}</td>
"""
TOTAL_CELLS = CELLS.replace(">{1}", ' data-total="{0}">{1}')
DEALER_CELLS = """<td class="points">{}</td>
<td class="count"></td><td class="count"></td>
"""
DECLARER_CELLS = """<td class="points is-declarer">{}</td>
<td class="count is-declarer">{}</td><td class="count is-declarer">{}</td>
"""
CLOSING_ROW = """<tr class="{}">
<th scope="row" class="level" colspan="12">{}</th>
<th scope="row" class="brief" colspan="2">{}</th>
{}<td class="passed">{}</td>
</tr>
"""


@register.simple_tag(takes_context=True)
def list_row(context: dict[str, Any], row: Any, oob: bool = False) -> str:
    """Return a row of the list; ``oob`` if it replaces itself on the page.

    Each typed line renders its list again for everybody who has it open, although all
    rows but one or two are unchanged.
    """
    current = context.get("current")
    has_link = bool(context.get("writable") and row.noted)
    kinds = {
        "round-end": row.ends_round,
        "has-problem": row.is_open,
        "is-current": current is not None and current.number == row.number,
        "is-struck": row.is_struck,
    }
    cells = row_cells(
        row,
        context["board"].places,
        sheet=context["sheet"].pk if has_link else None,
        language=get_language(),
        deck=deck_shown.get(),
    )
    css = " ".join(kind for kind, is_so in kinds.items() if is_so)
    return mark_safe(ROW.format(row.number, css, OOB if oob else "", cells))


@lru_cache(maxsize=4096)
def row_cells(
    row: Any,
    places: tuple[int, ...],
    *,
    sheet: int | None,
    language: str | None,
    deck: str,
) -> str:
    """Return the cells of a row, rendered from values only."""
    context = {"row": row, "places": places, "sheet": sheet}
    return render_to_string("tournaments/sheets/_row.html", context)


@register.simple_tag
@lru_cache(maxsize=1024)
def level_cells(entry: WrittenGame) -> SafeString:
    tops = entry.matadors or ""
    cells = ["", tops] if entry.without else [tops, ""]
    cells += ["✓" if getattr(entry, name) else "" for name in TICKS]
    return mark_safe("\n".join(f'<td class="level">{cell}</td>' for cell in cells))


@register.simple_tag
def place_cells(row: Any, places: tuple[int, ...]) -> SafeString:
    """Return the cells of the places: points and counts, or the sign of the dealer."""
    running, cells = row.running, []
    shares = dict(running.shares) if running else {}
    for place in places:
        points, counts = shares.get(place), ["", ""]  # won and lost
        if row.declarer == place:
            points = running.game_points
            is_won = row.result is not None and row.result.won
            counts[not is_won] = running.won if is_won else running.lost
        if points is None:
            deals = place == row.dealer and not row.is_struck
            sign = dealer_sign(get_language()) if deals else ""
            cells.append(DEALER_CELLS.format(sign))
        else:
            cells.append(DECLARER_CELLS.format(number(points), *counts))
    return mark_safe("\n".join(cells))


@lru_cache(maxsize=16)
def dealer_sign(_language: str | None) -> str:
    return render_to_string("tournaments/sheets/_dealer.html")


@register.simple_tag
def closing_rows(board: Any) -> SafeString:
    """Return the closing block (rules 4.2), which changes with each line."""
    totals, seats = board.totals, board.totals.seats
    cells: Cells = [(number(seat.game_points), seat.won, seat.lost) for seat in seats]
    rows = [closing_row(_("Game points"), cells, passed_in=totals.passed_in)]
    if totals.system != System.PLAIN:
        cells = [(number(seat.won_lost_bonus), "", "") for seat in seats]
        words = _("(won − lost games) × %(rate)s") % {"rate": 50}
        rows.append(closing_row(words, cells))
    if totals.system == System.SEEGER_FABIAN:
        rate = 40 if totals.players == 3 else 30
        words = _("lost games of the others × %(rate)s") % {"rate": rate}
        cells = [(number(seat.others_bonus), seat.others_lost, "") for seat in seats]
        rows.append(closing_row(words, cells))
    cells = [(number(seat.total), "", "") for seat in seats]
    # The book of rules knows tables of three and four (rules 3.1).
    is_by_the_book = totals.system == System.SEEGER_FABIAN and totals.players < 5
    rule = rating_rule(get_language()) if is_by_the_book else ""
    rows.append(closing_row(_("Total points"), cells, rule=rule, is_total=True))
    if board.settlement:
        cells = [(money(share), "", "") for share in board.settlement.shares]
        rows.append(closing_row(_("Money"), cells))
    return mark_safe("".join(rows))


@lru_cache(maxsize=16)
def rating_rule(_language: str | None) -> str:
    return fact_rule(Fact.RATING)


def closing_row(
    words: str,
    cells: Cells,
    *,
    passed_in: object = "",
    rule: str = "",
    is_total: bool = False,
) -> SafeString:
    """Return a row of the closing block; the row of the totals may cite its rule."""
    layout = TOTAL_CELLS if is_total else CELLS
    columns = "".join(layout.format(at, *cell) for at, cell in enumerate(cells, 1))
    css = "total" if is_total else ""
    brief = escape(words)
    head = f'{brief} <small class="rule">{escape(rule)}</small>' if rule else brief
    return mark_safe(CLOSING_ROW.format(css, head, brief, columns, passed_in))
