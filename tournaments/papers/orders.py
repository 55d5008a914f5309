"""The papers of an event: what may be ordered on the print page, and what is made."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import NamedTuple

from django.db import models
from django.db.models import Count, Min, Q, Sum
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.events.entrants import next_series
from tournaments.events.entries.places import is_open
from tournaments.events.models import Event
from tournaments.events.models.entries import plays_in
from tournaments.events.money.awards import prize_list
from tournaments.events.money.selectors import cash_taken_in
from tournaments.events.standings.selectors import standings_of
from tournaments.events.teams.selectors import contests_of
from tournaments.leagues.ranking import match_day_tables
from tournaments.leagues.selectors import group_sides
from tournaments.papers.event.cards import (
    invitation_paper,
    lots_paper,
    place_cards,
    receipts_paper,
    start_cards,
    table_signs,
)
from tournaments.papers.event.certificates import certificates_paper
from tournaments.papers.event.draws import (
    draw_by_name,
    draw_by_table,
)
from tournaments.papers.event.money import treasurer_paper
from tournaments.papers.event.press import ranked_match
from tournaments.papers.event.rules import formulas_paper, rules_paper
from tournaments.papers.event.standings import (
    poster_paper,
    prizes_paper,
    standings_paper,
)
from tournaments.papers.ink import lists_paper
from tournaments.papers.lists import (
    ListPage,
    blank_pages,
    event_sheets,
    lists_to_write_on,
    typed_pages,
)
from tournaments.papers.tables import match_report
from tournaments.scope.scope import Audience, shown_to
from tournaments.seating.problem import table_sizes
from tournaments.sheets.models import ScoreSheet
from tournaments.web.access import ADMITTED_READER, Rights
from tournaments.web.canvas import Addresses
from tournaments.web.shapes import BoundPapers, Paper
from tournaments.words.choices import EntryStatus, PrizeMode, Ranking, SheetState
from tournaments.words.formats import series_name
from tournaments.words.rights import Right

EMERGENCY_COPIES = {3: 2, 4: 4}
Made = Paper | Sequence[Paper] | None
"""What is made of a kind: its papers, or bound ones with names of their own."""


class PaperKind(models.TextChoices):
    """Everything the print page offers, in the order an event needs it.

    The values are part of addresses.
    """

    INVITATION = "invitation", gettext_lazy("Notice of the registration")
    START_CARDS = "start-cards", gettext_lazy("Start cards")
    DRAW_BY_TABLE = "draw-by-table", gettext_lazy("Draw by table")
    DRAW_BY_NAME = "draw-by-name", gettext_lazy("Draw by name")
    PLACE_CARDS = "place-cards", gettext_lazy("Place cards")
    TABLE_SIGNS = "table-signs", gettext_lazy("Table signs")
    LOTS = "lots", gettext_lazy("Lots for a hat")
    LISTS = "lists", gettext_lazy("Lists with names and code")
    BLANK_LISTS = "blank-lists", gettext_lazy("Blank lists")
    TYPED_LISTS = "typed-lists", gettext_lazy("Typed lists")
    STANDINGS = "standings", gettext_lazy("Standings")
    POSTER = "poster", gettext_lazy("Standings as a poster (A3)")
    PRIZES = "prizes", gettext_lazy("Prize list")
    CERTIFICATES = "certificates", gettext_lazy("Certificates")
    RECEIPTS = "receipts", gettext_lazy("Receipts")
    TREASURER = "treasurer", gettext_lazy("Report of the treasurer")
    RULES = "rules", gettext_lazy("Rules for the wall")
    EMERGENCY = "emergency", gettext_lazy("Emergency pack")


@dataclass(frozen=True, slots=True, kw_only=True)
class Supply:
    """The amounts of data for papers.

    ``series`` are the numbers of all series, ``upcoming`` is the first with an empty
    list. ``people`` are here for the next series, or expected as far as known;
    ``seated`` have a seat. With ``is_open`` players may enter themselves.
    """

    series: Sequence[int]
    rankings: Sequence[tuple[str, str]]
    typed: int
    finished: int
    lists: int
    upcoming: int | None
    seated: int
    people: int
    prizes: int
    payments: int
    is_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperOrder:
    """An order of papers of one event.

    ``series`` and ``table`` restrict papers to one series or table; None means all.
    ``codes`` are those of the lists to print, if not all.
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
    codes: Sequence[str] = ()
    copies: Mapping[int, int] = field(default_factory=dict)
    ranking: str = Ranking.SINGLE
    places: int = 3
    text: str = ""
    people: int = 0
    full_names: bool = False

    @property
    def part(self) -> dict[str, int | None]:
        return {"series": self.series, "table": self.table}


def kinds_for(rights: Rights) -> list[PaperKind]:
    return [
        kind
        for kind, rule in PAPERS.items()
        if rule.asks_for is None or rule.asks_for in rights
    ]


def supply_of(event: Event) -> Supply:
    of_series = ScoreSheet.objects.filter(series__event=event).order_by()
    drawn = list(
        of_series.values("series__number").annotate(
            typed=Count("pk", filter=~Q(state=SheetState.EMPTY)),
            finished=Count("pk", filter=Q(state=SheetState.FINISHED)),
            lists=Count("pk"),
            seated=Sum("table_size"),
        )
    )
    upcoming = [row["series__number"] for row in drawn if row["typed"] < row["lists"]]
    entries = event.entries.aggregate(
        here=Count("pk", filter=plays_in(next_series(event))),
        listed=Count("pk", filter=~Q(status=EntryStatus.ABSENT)),
    )
    seated = max((row["seated"] for row in drawn), default=0)
    field_pays = event.prize_mode == PrizeMode.FIELD and event.entry_fee
    return Supply(
        series=tuple(event.series.values_list("number", flat=True)),
        rankings=list(rankings_of(event)),
        seated=seated,
        people=entries["here"] or max(seated, entries["listed"]),
        upcoming=min(upcoming, default=None),
        prizes=event.prizes.count() or int(bool(field_pays)),
        payments=cash_taken_in(event).count(),
        is_open=is_open(event),
        **{
            name: sum(row[name] for row in drawn)
            for name in ("typed", "finished", "lists")
        },
    )


def rankings_of(event: Event) -> Iterator[tuple[str, str]]:
    """Yield the word and name of every ranking that can be printed."""
    for ranking in Ranking:
        if ranking == Ranking.TEAMS:
            for contest in contests_of(event):
                yield contest.word, contest.label
        else:
            yield ranking.value, str(ranking.label)


def papers_of(order: PaperOrder) -> list[tuple[str, Paper]]:
    """Return the papers with their names, leaving out those without content."""
    papers: list[tuple[str, Paper]] = []
    for kind, rule in PAPERS.items():
        if kind in order.kinds:
            is_for_reader = order.full_names or not rule.for_everybody
            with shown_to(order.reader if is_for_reader else Audience.PUBLIC):
                made = rule.make(order) or ()
            if isinstance(made, BoundPapers):
                papers += made.papers
            else:
                several = made if isinstance(made, Sequence) else [made]
                papers += [(str(kind.label), paper) for paper in several]
    return papers


def bound_lists(pages: Sequence[ListPage]) -> Paper | None:
    return lists_paper(pages) if pages else None


def signs(order: PaperOrder) -> Made:
    """Return a sign for each table; before a draw, for as many tables as needed."""
    drawn = event_sheets(order.event).values_list("table_number", flat=True)
    tables = sorted({*drawn}) or range(1, len(table_sizes(order.people)) + 1)
    chosen = [table for table in tables if order.table in (None, table)]
    return table_signs(order.event.name, chosen) if chosen else None


def lots(order: PaperOrder) -> Made:
    series = series_name(order.series or next_series(order.event))
    return lots_paper(f"{order.event.name} · {series}", order.people)


def typed_lists(order: PaperOrder) -> Made:
    sheets = event_sheets(order.event, **order.part).exclude(state=SheetState.EMPTY)
    return bound_lists(typed_pages(sheets, order.addresses))


def standings(order: PaperOrder) -> Made:
    """Return the ranking, for the teams of a league match as its report."""
    if match := ranked_match(order.event, order.ranking):
        tables = match_day_tables(match, user=ADMITTED_READER)
        return match_report(tables, group_sides(match))
    return standings_paper(order.event, ranking=order.ranking)


def poster(order: PaperOrder) -> Made:
    """Return the ranking as a poster; the teams of a league match have none."""
    event, ranking = order.event, order.ranking
    if ranked_match(event, ranking):
        return None
    return poster_paper(event, standings_of(event, ranking=ranking))


def prizes(order: PaperOrder) -> Made:
    winners = prize_list(order.event)
    return prizes_paper(order.event, winners) if winners.lines else None


def certificates(order: PaperOrder) -> Made:
    return certificates_paper(
        order.event, places=order.places, ranking=order.ranking, text=order.text
    )


def emergency(order: PaperOrder) -> Made:
    """Return everything needed to continue an event without a computer."""
    event = order.event
    papers: list[tuple[str, Paper | None]] = [(_("Standings"), standings_paper(event))]
    # The first series with a list not begun.
    empty = ScoreSheet.objects.filter(series__event=event, state=SheetState.EMPTY)
    upcoming = empty.aggregate(first=Min("series__number"))["first"]
    if upcoming is not None:
        papers.append((_("Next draw"), draw_by_table(event, series=upcoming)))
        pages = lists_to_write_on(event, order.addresses, series=upcoming)
        papers.append((str(PaperKind.LISTS.label), bound_lists(pages)))
    blank = bound_lists(blank_pages(event, EMERGENCY_COPIES))
    papers.append((str(PaperKind.BLANK_LISTS.label), blank))
    papers.append((_("Closing a list by hand"), formulas_paper(event)))
    return BoundPapers(papers=[(name, paper) for name, paper in papers if paper])


class PaperRule(NamedTuple):
    """How a kind of paper is made, and for whom.

    ``needs`` tells from the supply whether it would have content. Papers
    ``for_everybody`` are hung up or handed on, so people appear by the names they
    chose. Those ``with_codes`` lead phones to the site. ``asks_for`` is
    the right to print it, if it takes one.
    """

    make: Callable[[PaperOrder], Made]
    needs: Callable[[Supply], object] = lambda _supply: True
    asks_for: Right | None = None
    for_everybody: bool = False
    with_codes: bool = False


people, seated = attrgetter("people"), attrgetter("seated")
finished = attrgetter("finished")

PAPERS: Mapping[PaperKind, PaperRule] = {
    PaperKind.INVITATION: PaperRule(
        lambda order: (
            invitation_paper(order.event, order.addresses)
            if is_open(order.event)
            else None
        ),
        attrgetter("is_open"),
        with_codes=True,
    ),
    PaperKind.START_CARDS: PaperRule(
        lambda order: start_cards(order.event, order.addresses), people, with_codes=True
    ),
    PaperKind.DRAW_BY_TABLE: PaperRule(
        lambda order: draw_by_table(order.event, **order.part),
        seated,
        for_everybody=True,
    ),
    PaperKind.DRAW_BY_NAME: PaperRule(
        lambda order: draw_by_name(order.event, series=order.series),
        seated,
        for_everybody=True,
    ),
    PaperKind.PLACE_CARDS: PaperRule(
        lambda order: place_cards(order.event, order.addresses, **order.part),
        seated,
        with_codes=True,
    ),
    PaperKind.TABLE_SIGNS: PaperRule(signs, people),
    PaperKind.LOTS: PaperRule(lots),
    PaperKind.LISTS: PaperRule(
        lambda order: bound_lists(
            lists_to_write_on(
                order.event, order.addresses, codes=order.codes, **order.part
            )
        ),
        seated,
        with_codes=True,
    ),
    PaperKind.BLANK_LISTS: PaperRule(
        lambda order: bound_lists(blank_pages(order.event, order.copies))
    ),
    PaperKind.TYPED_LISTS: PaperRule(typed_lists, attrgetter("typed"), with_codes=True),
    PaperKind.STANDINGS: PaperRule(standings, finished, for_everybody=True),
    PaperKind.POSTER: PaperRule(poster, finished, for_everybody=True),
    PaperKind.PRIZES: PaperRule(
        prizes, lambda supply: supply.finished and supply.prizes, for_everybody=True
    ),
    # Nobody signs for a place that the next list may change.
    PaperKind.CERTIFICATES: PaperRule(
        certificates, lambda supply: supply.lists == supply.finished > 0
    ),
    # Not every reader may see the money, or the codes with all dates of birth.
    PaperKind.RECEIPTS: PaperRule(
        lambda order: receipts_paper(order.event),
        attrgetter("payments"),
        asks_for=Right.MONEY,
    ),
    PaperKind.TREASURER: PaperRule(
        lambda order: treasurer_paper(order.event),
        attrgetter("people"),
        asks_for=Right.MONEY,
    ),
    PaperKind.RULES: PaperRule(lambda order: rules_paper(order.event)),
    PaperKind.EMERGENCY: PaperRule(emergency, asks_for=Right.RUN, with_codes=True),
}
