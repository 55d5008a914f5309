"""The print page, and papers made on request."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.lists.systems import System
from skatclub.machine.networks.reach import (
    is_here,
    moved,
    obstacles,
    phone_root,
    remember_printed,
)
from tournaments.events.models import MOST_ROUNDS, Event
from tournaments.events.pages import readable_event
from tournaments.events.rules.selectors import event_rules
from tournaments.papers.answers import (
    content_disposition,
    event_file_name,
    pdf_response,
)
from tournaments.papers.canvas.addresses import Addresses
from tournaments.papers.canvas.paper import BoundPapers, Paper
from tournaments.papers.event.press import press_text
from tournaments.papers.event.rules_sheet import RulesDocument
from tournaments.papers.event.selectors import prize_list_document, standings_document
from tournaments.papers.event.short_text import short_text
from tournaments.papers.lists.score_sheet import ScoreSheetsDocument
from tournaments.papers.lists.selectors import event_sheets, score_sheet_pages
from tournaments.papers.lists.settlements import settlement_slip
from tournaments.papers.lists.values import blank_sheet
from tournaments.papers.money.documents import (
    list_receipts_document,
    player_receipts_document,
)
from tournaments.papers.money.receipts import ReceiptsDocument
from tournaments.papers.printing.forms import PrintForm
from tournaments.papers.printing.kinds import WITH_ADDRESSES, PaperKind, kinds_for
from tournaments.papers.printing.orders import PaperOrder, papers_of
from tournaments.papers.printing.selectors import supply_of
from tournaments.papers.seats.selectors import series_name
from tournaments.people.names.names import Audience, shown_to
from tournaments.people.privacy.readers import audience_of_request, for_everybody
from tournaments.scope.withheld import DRAW, RESULTS, withheld_until
from tournaments.sheets.page.page import readable_sheet
from tournaments.sheets.table.selectors import key_codes_in
from tournaments.web.access import (
    may,
    page_for,
    public_page,
    rights_of,
    writes_something,
)
from tournaments.web.answers import show_form
from tournaments.web.caching.edition import public_address
from tournaments.web.drawing.faces import is_printable
from tournaments.words.choices import Ranking
from tournaments.words.decks import showing
from tournaments.words.house.short import rule_set_text
from tournaments.words.rights import Right

TABLE_SIZES = (3, 4, 5)
USUAL_ROUNDS = 12
MOST_NAMED = 3  # kinds of paper in a file name
WIDE = 90  # letters per line of the press text on a wide screen


def event_pdf(
    event: Event, paper: Paper, *parts: str, title: str = "", subject: str = ""
) -> HttpResponse:
    """Return a paper of an event, with its house rules; ``parts`` name the file.

    Its usual title is the name of the event, its usual subject the first part.
    """
    return pdf_response(
        paper,
        event_file_name(event, *parts),
        title=title or event.name,
        subject=subject or parts[0],
        rules=rule_set_text(event.rule_set),
    )


@public_page
def sheet_paper(request: HttpRequest, pk: int) -> HttpResponse:
    sheet = readable_sheet(request, pk)
    event = sheet.series.event
    pages = score_sheet_pages([sheet], addresses_of(request))
    return event_pdf(
        event,
        ScoreSheetsDocument(pages=tuple(pages)),
        f"{_('Score sheet')} {sheet}",
        title=f"{event} · {sheet}",
        subject=_("Score sheets"),
    )


@public_page
def settlement_paper(request: HttpRequest, pk: int) -> HttpResponse:
    sheet = readable_sheet(request, pk)
    slip = settlement_slip(sheet)
    if slip is None:
        raise Http404
    event = sheet.series.event
    subject = _("Settlement")
    return event_pdf(event, slip, slip.title, title=slip.title, subject=subject)


@public_page
def sheets_paper(
    request: HttpRequest, pk: int, number: int | None = None
) -> HttpResponse:
    event = readable_event(request, pk)
    sheets = event_sheets(event, series=number)
    pages = score_sheet_pages(sheets, addresses_of(request))
    if not pages:
        raise Http404
    paper = ScoreSheetsDocument(pages=tuple(pages))
    series = [series_name(number)] if number else []
    return event_pdf(event, paper, _("Score sheets"), *series)


@public_page
@for_everybody
def standings_paper(request: HttpRequest, pk: int) -> HttpResponse:
    event = readable_event(request, pk)
    ranking = request.GET.get("ranking") or Ranking.SINGLE
    try:
        document = standings_document(event, ranking=ranking)
    except KeyError as unknown:
        raise Http404 from unknown
    return event_pdf(event, document, document.title)


@public_page
@for_everybody
def press(request: HttpRequest, pk: int, kind: str = "") -> HttpResponse:
    event = readable_event(request, pk)
    text = press_text(event)
    if kind:
        name = f"{event_file_name(event, _('Press text'))}.txt"
        return HttpResponse(
            text,
            content_type="text/plain; charset=utf-8",
            headers={"Content-Disposition": content_disposition(name, is_saved=True)},
        )
    address = public_address(request, "events:standings", event.pk)
    leads_on = event.is_published and not is_here(address)
    context = {
        "event": event,
        "text": text,
        "is_withheld": any(
            withheld_until(series, DRAW, RESULTS) for series in event.series.all()
        ),
        "short": short_text(event, address if leads_on else ""),
        "lines": sum(1 + len(line) // WIDE for line in text.splitlines()),
    }
    return render(request, "tournaments/papers/printing/press.html", context)


@public_page
def rules_paper(request: HttpRequest, pk: int) -> HttpResponse:
    events = Event.objects.visible_to(request.user)
    event = get_object_or_404(events.select_related("rule_set"), pk=pk)
    document = RulesDocument(event=event.name, rules=event_rules(event))
    name = event_file_name(event, _("Rules"))
    return pdf_response(document, name, title=event.name, subject=_("Rules"))


@require_safe
@for_everybody
def prizes_paper(request: HttpRequest, pk: int) -> HttpResponse:
    event = readable_event(request, pk)
    return event_pdf(event, prize_list_document(event), _("Prize list"))


@page_for(Right.MONEY)
def receipts_paper(request: HttpRequest, pk: int) -> HttpResponse:
    event = readable_event(request, pk)
    return receipts_pdf(event, player_receipts_document(event))


@page_for(Right.MONEY)
def list_receipts_paper(request: HttpRequest, pk: int) -> HttpResponse:
    event = readable_event(request, pk)
    return receipts_pdf(event, list_receipts_document(event), _("Lists"))


def receipts_pdf(event: Event, document: ReceiptsDocument, *of: str) -> HttpResponse:
    """Return receipts as a file; 404 without payments."""
    if not document.receipts:
        raise Http404
    return event_pdf(event, document, _("Receipts"), *of)


@require_safe
def blank_list_paper(request: HttpRequest) -> HttpResponse:
    players = number_in_query(request, "players", 4, TABLE_SIZES)
    rounds = number_in_query(request, "rounds", USUAL_ROUNDS, range(1, MOST_ROUNDS + 1))
    system = request.GET.get("system", System.SEEGER_FABIAN)
    if system not in set(System):
        raise Http404
    page = blank_sheet(players, rounds=rounds, system=System(system))
    name = f"{PaperKind.BLANK_LISTS.label} {players} x {rounds}"
    paper = ScoreSheetsDocument(pages=(page,))
    title, subject = _("Score sheet"), _("Score sheets")
    return pdf_response(paper, name, title=title, subject=subject)


@require_safe
def print_page(request: HttpRequest, pk: int) -> HttpResponse:
    event = readable_event(request, pk)
    supply = supply_of(event)
    initial = {
        "series": supply.upcoming,
        "places": 3,
        "people": supply.people or None,
        "copies_3": 2,
        "copies_4": 5,
    }
    form = PrintForm(
        initial=initial, supply=supply, kinds=kinds_for(rights_of(request.user))
    )
    return show_print_page(request, event, form)


@require_safe
def ordered_papers(request: HttpRequest, pk: int, kind: str = "") -> HttpResponse:
    event = readable_event(request, pk)
    kinds = kinds_for(rights_of(request.user))
    fields = request.GET.copy()
    if kind:
        fields.setlist("papers", [kind])
        if kind not in kinds:
            raise Http404
    form = PrintForm(fields, supply=supply_of(event), kinds=kinds)
    if not form.is_valid():
        return show_print_page(request, event, form)
    keys = key_codes_in(event.pk) if may(request, Right.RUN) else {}
    order = PaperOrder(
        event=event,
        addresses=Addresses(phone_root(request), keys),
        reader=audience_of_request(request),
        **form.order(),
    )
    with showing(form.ordered_deck()):
        return bound_papers(request, order, form)


def bound_papers(
    request: HttpRequest, order: PaperOrder, form: PrintForm
) -> HttpResponse:
    """Return the papers of an order as one file."""
    event = order.event
    papers = papers_of(order)
    if not papers:
        form.add_error(None, _("There is nothing to print yet."))
        return show_print_page(request, event, form)
    if writes_something(request.user) and WITH_ADDRESSES.intersection(order.kinds):
        remember_printed(order.addresses.root)
    kinds = [str(kind.label) for kind in order.kinds]
    subject = ", ".join(kinds) if len(kinds) <= MOST_NAMED else str(_("Papers"))
    with shown_to(order.reader if order.full_names else Audience.PUBLIC):
        return event_pdf(event, BoundPapers(papers=papers), subject)


def show_print_page(
    request: HttpRequest, event: Event, form: PrintForm
) -> HttpResponse:
    return show_form(
        request,
        "tournaments/papers/printing/print.html",
        event=event,
        form=form,
        root=phone_root(request),
        warnings=[
            *obstacles(request),
            *filter(None, [moved(request), unprintable_names(event)]),
        ],
    )


def unprintable_names(event: Event) -> str:
    """Say whose name paper cannot show, of the people who take part."""
    people = [entry.player.name for entry in event.entries.select_related("player")]
    names = [name for name in people if not is_printable(name)]
    text = _("Paper cannot show all letters of %(name)s; a box stands there.")
    return text % {"name": ", ".join(names)} if names else ""


def addresses_of(request: HttpRequest) -> Addresses:
    """Return the addresses for codes on paper, as phones reach the site."""
    return Addresses(phone_root(request))


def number_in_query(
    request: HttpRequest, name: str, usual: int, allowed: tuple[int, ...] | range
) -> int:
    """Return a number from the query string; 404 for one not ``allowed``."""
    text = request.GET.get(name, str(usual))
    for number in allowed:
        if text == str(number):
            return number
    raise Http404
