"""From the papers ordered on the print page to the contents of one file."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tournaments.events.models import Event
from tournaments.events.rules.selectors import event_rules
from tournaments.events.standings.fields import rules_of
from tournaments.leagues.groups.seats import group_sides
from tournaments.leagues.ranking.selectors import match_day_tables
from tournaments.papers.canvas.addresses import Addresses
from tournaments.papers.canvas.paper import Paper
from tournaments.papers.event import selectors as event_selectors
from tournaments.papers.event.matches import ranked_match
from tournaments.papers.event.posters import PosterDocument
from tournaments.papers.event.rules_sheet import RulesDocument
from tournaments.papers.league.division import match_report
from tournaments.papers.lists import selectors as lists_selectors
from tournaments.papers.lists.formulas import FormulasDocument
from tournaments.papers.lists.score_sheet import ScoreSheetsDocument
from tournaments.papers.lists.values import ScoreSheetPage
from tournaments.papers.money import selectors as money_selectors
from tournaments.papers.printing import selectors as printing_selectors
from tournaments.papers.printing.kinds import FOR_EVERYBODY, PaperKind
from tournaments.papers.seats import selectors as seats_selectors
from tournaments.papers.seats.hat_lots import LotsDocument
from tournaments.papers.seats.table_signs import TableSignsDocument
from tournaments.people.names.names import Audience, shown_to
from tournaments.web.access import ADMITTED_READER
from tournaments.words import formats
from tournaments.words.choices import Ranking, SheetState

EMERGENCY_COPIES = {3: 2, 4: 4}
NamedPaper = tuple[str, Paper]
Papers = Iterable[Paper | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperOrder:
    """An order of papers of one event.

    ``series`` and ``table`` restrict papers to one series or table; None means all.
    ``copies`` counts blank lists by number of players, ``places`` is the last place
    that gets a certificate, ``text`` the club's own text on each, ``people`` the
    number of lots for a hat. ``reader`` gets the papers. With ``full_names`` even
    papers for everybody use the names this reader may see; otherwise they use public
    names.
    """

    event: Event
    kinds: Sequence[PaperKind]
    addresses: Addresses
    reader: Audience
    series: int | None = None
    table: int | None = None
    copies: Mapping[int, int] = field(default_factory=dict)
    ranking: str = Ranking.SINGLE
    places: int = 3
    text: str = ""
    people: int = 0
    full_names: bool = False


def papers_of(order: PaperOrder) -> list[NamedPaper]:
    """Return the papers with their names, leaving out those without content.

    The number of queries per kind does not depend on the number of people.
    """
    papers: list[NamedPaper] = []
    for kind in PaperKind:
        if kind in order.kinds:
            with shown_to(readers_of(kind, order)):
                if kind is PaperKind.EMERGENCY:
                    papers += emergency(order)
                else:
                    papers += named_papers(kind, MAKERS[kind](order))
    return papers


def readers_of(kind: PaperKind, order: PaperOrder) -> Audience:
    """Return the audience of a paper: the reader who ordered it, or everybody."""
    is_for_reader = kind not in FOR_EVERYBODY or order.full_names
    return order.reader if is_for_reader else Audience.PUBLIC


def named_papers(kind: PaperKind, papers: Papers) -> Iterator[NamedPaper]:
    """Yield papers under the name of their kind, leaving out None."""
    for paper in papers:
        if paper is not None:
            yield str(kind.label), paper


def bound_lists(pages: Sequence[ScoreSheetPage]) -> Papers:
    """Return lists as one paper, if there are any."""
    return [ScoreSheetsDocument(pages=tuple(pages))] if pages else []


def draws_by_table(order: PaperOrder) -> Papers:
    return seats_selectors.draws_by_table(
        order.event, series=order.series, table=order.table
    )


def draw_by_name(order: PaperOrder) -> Papers:
    return [seats_selectors.draw_by_name(order.event, series=order.series)]


def start_cards(order: PaperOrder) -> Papers:
    return [seats_selectors.start_cards(order.event, order.addresses)]


def place_cards(order: PaperOrder) -> Papers:
    return seats_selectors.place_cards(
        order.event, order.addresses, series=order.series, table=order.table
    )


def table_signs(order: PaperOrder) -> Papers:
    """Return a sign for each table; before a draw, for as many tables as needed."""
    tables = seats_selectors.event_table_numbers(order.event, people=order.people)
    if order.table is not None:
        tables = [table for table in tables if table == order.table]
    return [TableSignsDocument(event=order.event.name, tables=tables)] if tables else []


def lots(order: PaperOrder) -> Papers:
    """Return a lot for each of the people expected."""
    sizes = seats_selectors.table_sizes(order.people)
    return [LotsDocument(event=order.event.name, sizes=sizes)] if sizes else []


def lists(order: PaperOrder) -> Papers:
    """Return the lists to write on."""
    return bound_lists(
        lists_selectors.lists_to_write_on(
            order.event, order.addresses, series=order.series, table=order.table
        )
    )


def typed_lists(order: PaperOrder) -> Papers:
    """Return the lists as they were typed, without those not begun."""
    sheets = lists_selectors.event_sheets(
        order.event, series=order.series, table=order.table
    ).exclude(state=SheetState.EMPTY)
    return bound_lists(lists_selectors.score_sheet_pages(sheets, order.addresses))


def blank_lists(order: PaperOrder) -> Papers:
    return bound_lists(lists_selectors.blank_pages(order.event, order.copies))


def standings(order: PaperOrder) -> Papers:
    """Return the ranking, for the teams of a league match as its report."""
    if match := ranked_match(order.event, order.ranking):
        tables = match_day_tables(match, user=ADMITTED_READER)
        return [match_report(tables, group_sides(match))]
    return [event_selectors.standings_document(order.event, ranking=order.ranking)]


def poster(order: PaperOrder) -> Papers:
    """Return the ranking as a poster; the teams of a league match have none."""
    if ranked_match(order.event, order.ranking):
        return []
    document = event_selectors.standings_document(order.event, ranking=order.ranking)
    return [PosterDocument(standings=document)]


def prize_lists(order: PaperOrder) -> Papers:
    paper = event_selectors.prize_list_document(order.event)
    return [paper] if paper.prizes else []


def certificates(order: PaperOrder) -> Papers:
    return [
        event_selectors.certificates_document(
            order.event, places=order.places, ranking=order.ranking, text=order.text
        )
    ]


def receipts(order: PaperOrder) -> Papers:
    return [money_selectors.booked_receipts_document(order.event)]


def rules(order: PaperOrder) -> Papers:
    return [RulesDocument(event=order.event.name, rules=event_rules(order.event))]


def emergency(order: PaperOrder) -> Iterator[NamedPaper]:
    """Yield everything needed to continue an event without a computer.

    Standings, the draw and the lists of the next series, blank lists, and instructions
    for closing a list.
    """
    event = order.event
    yield _("Standings"), event_selectors.standings_document(event)
    upcoming = printing_selectors.next_drawn_series(event)
    if upcoming is not None:
        for draw in seats_selectors.draws_by_table(event, series=upcoming):
            yield _("Next draw"), draw
        pages = lists_selectors.lists_to_write_on(
            event, order.addresses, series=upcoming
        )
        yield from named_papers(PaperKind.LISTS, bound_lists(pages))
    blank = lists_selectors.blank_pages(event, EMERGENCY_COPIES)
    yield from named_papers(PaperKind.BLANK_LISTS, bound_lists(blank))
    steps = event.loss_steps.values_list("from_loss", "amount")
    yield (
        _("Closing a list by hand"),
        FormulasDocument(
            event=event.name,
            rules=rules_of(event),
            loss_money=[(loss, formats.money(amount)) for loss, amount in steps],
        ),
    )


MAKERS: Mapping[PaperKind, Callable[[PaperOrder], Papers]] = {
    PaperKind.START_CARDS: start_cards,
    PaperKind.DRAW_BY_TABLE: draws_by_table,
    PaperKind.DRAW_BY_NAME: draw_by_name,
    PaperKind.PLACE_CARDS: place_cards,
    PaperKind.TABLE_SIGNS: table_signs,
    PaperKind.LOTS: lots,
    PaperKind.LISTS: lists,
    PaperKind.BLANK_LISTS: blank_lists,
    PaperKind.TYPED_LISTS: typed_lists,
    PaperKind.STANDINGS: standings,
    PaperKind.POSTER: poster,
    PaperKind.PRIZES: prize_lists,
    PaperKind.CERTIFICATES: certificates,
    PaperKind.RECEIPTS: receipts,
    PaperKind.RULES: rules,
}
