"""The print page, and papers made on request."""

import re
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.seasons.rules import rule_sentences
from skatclub.machine.networks.reach import (
    is_here,
    moved,
    obstacles,
    phone_root,
    remember_printed,
)
from tournaments.careers.views import requested_ranking
from tournaments.events.models import Event
from tournaments.events.money.reports import statements
from tournaments.events.pages import readable_event
from tournaments.events.planning.path import EventStep, step_for
from tournaments.leagues.models import Division
from tournaments.leagues.ranking import league_single_ranking, match_day_tables
from tournaments.leagues.selectors import division_days, group_sides
from tournaments.leagues.services import group_code
from tournaments.leagues.views import readable, readable_group
from tournaments.organisations.selectors import own_organisation
from tournaments.papers.event.money import statements_paper
from tournaments.papers.event.press import press_text, short_text
from tournaments.papers.event.rules import rules_paper, settlement_slip
from tournaments.papers.event.standings import standings_paper
from tournaments.papers.forms import SIZES, PrintForm
from tournaments.papers.ink import lists_paper
from tournaments.papers.lists import blank_page, event_sheets, typed_pages
from tournaments.papers.orders import (
    PAPERS,
    PaperKind,
    PaperOrder,
    kinds_for,
    papers_of,
    supply_of,
)
from tournaments.papers.tables import (
    all_results_paper,
    all_time_paper,
    division_paper,
    match_report,
    rule_paper,
    season_paper,
    single_paper,
)
from tournaments.people.audit import record_export
from tournaments.people.models import Player
from tournaments.people.selectors import for_everybody
from tournaments.scope.scope import (
    DRAW,
    RESULTS,
    Audience,
    audience_of,
    shown_to,
    withheld_until,
)
from tournaments.seasons.selectors import season_table
from tournaments.seasons.views import draft_rule, readable_season
from tournaments.sheets.table.selectors import key_codes_in
from tournaments.sheets.views import readable_sheet
from tournaments.web.access import (
    may,
    page_for,
    public_page,
    rights_of,
    writer,
    writes_something,
)
from tournaments.web.answers import show_form
from tournaments.web.canvas import (
    PLAIN_FRAME,
    Addresses,
    PageFrame,
    drawing_inside,
)
from tournaments.web.faces import is_printable
from tournaments.web.numbers import whole_number
from tournaments.web.requests import public_address
from tournaments.web.shapes import BoundPapers, Paper, pdf_bytes
from tournaments.web.spreadsheets import file_answer
from tournaments.words.choices import ExportedFile, Ranking
from tournaments.words.decks import Deck, deck_name, showing
from tournaments.words.formats import clock_time, series_name, short_date
from tournaments.words.house_options import rule_set_text
from tournaments.words.rights import Right

USUAL_ROUNDS = 12
MOST_NAMED = 3  # kinds of paper in a file name
WIDE = 90  # letters per line of the press text on a wide screen
UNSAFE = re.compile(r'[\\/:*?"<>|\x00-\x1f\x7f]+')
LONGEST_PART = 80


def pdf_response(
    paper: Paper, *parts: str, title: str = "", subject: str = "", rules: str = ""
) -> HttpResponse:
    """Return a PDF that opens in the browser; ``parts`` are its file name when saved.

    ``title`` and ``subject`` describe the file, usually the first and the last part;
    ``rules`` are the house rules named on each page.
    """
    organisation, now = own_organisation(), timezone.now()
    words = {"date": short_date(now), "time": clock_time(now)}
    frame = PageFrame(
        club=organisation.name if organisation else "",
        colour=organisation.felt_hex if organisation else PLAIN_FRAME.colour,
        logo=bytes(organisation.logo) if organisation else b"",
        rules=rules,
        printed=_("printed on %(date)s, %(time)s") % words,
    )
    with drawing_inside(frame):
        title, subject = title or parts[0], subject or parts[-1]
        content = pdf_bytes(paper.draw, title=title, subject=subject)
    name = content_disposition_header(False, f"{file_name(*parts)}.pdf") or "inline"
    headers = {"Content-Disposition": name}
    return HttpResponse(content, content_type="application/pdf", headers=headers)


def file_name(*parts: str) -> str:
    """Return a name valid on every system, such as "Herbstpokal – Startkarten".

    >>> file_name('Skat: "Saison 2026/27"', "Preise")
    'Skat Saison 2026-27 – Preise'
    """
    without_slashes = (UNSAFE.sub(" ", part.replace("/", "-")) for part in parts)
    safe = (" ".join(part.split()) for part in without_slashes)
    return " – ".join(filter(None, (part[:LONGEST_PART].strip(" .") for part in safe)))


def event_title(event: Event) -> str:
    """Return the first part of the names of files about an event: its name and day."""
    day = short_date(event.date)
    return event.name if day in event.name else f"{event.name} {day}"


def event_pdf(
    event: Event, paper: Paper, *parts: str, title: str = "", subject: str = ""
) -> HttpResponse:
    """Return a paper of an event, with its house rules; ``parts`` name the file.

    Its usual title is the name of the event, its usual subject the first part.
    """
    return pdf_response(
        paper,
        event_title(event),
        *parts,
        title=title or event.name,
        subject=subject or parts[0],
        rules=rule_set_text(event.rule_set),
    )


def addresses_for(request: HttpRequest, event: Event) -> Addresses:
    """Return the addresses in codes, with those of phones for who runs the event."""
    keys = key_codes_in(event.pk) if may(request, Right.RUN) else {}
    return Addresses(phone_root(request), keys)


@public_page
def sheet_paper(request: HttpRequest, pk: int) -> HttpResponse:
    sheet = readable_sheet(request, pk)
    event = sheet.series.event
    return event_pdf(
        event,
        lists_paper(typed_pages([sheet], addresses_for(request, event))),
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
    event, subject = sheet.series.event, _("Settlement")
    return event_pdf(event, slip, slip.title, title=slip.title, subject=subject)


@public_page
def sheets_paper(
    request: HttpRequest, pk: int, number: int | None = None
) -> HttpResponse:
    event = readable_event(request, pk)
    sheets = event_sheets(event, series=number)
    pages = typed_pages(sheets, addresses_for(request, event))
    if not pages:
        raise Http404
    if request.user.is_authenticated and request.method == "GET":
        record_export(ExportedFile.LISTS, by=request.user, about=pk, series=number)
    series = [series_name(number)] if number else []
    return event_pdf(event, lists_paper(pages), _("Score sheets"), *series)


@public_page
@for_everybody
def event_standings(request: HttpRequest, pk: int) -> HttpResponse:
    event = readable_event(request, pk)
    ranking = request.GET.get("ranking") or Ranking.SINGLE
    try:
        paper = standings_paper(event, ranking=ranking)
    except KeyError as unknown:
        raise Http404 from unknown
    return event_pdf(event, paper, paper.title)


@public_page
@for_everybody
def press(request: HttpRequest, pk: int, kind: str = "") -> HttpResponse:
    event = readable_event(request, pk)
    text = press_text(event)
    if kind:
        name = f"{file_name(event_title(event), _('Press text'))}.txt"
        return file_answer(text.encode(), name, "text/plain; charset=utf-8")
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
def event_rules_paper(request: HttpRequest, pk: int) -> HttpResponse:
    events = Event.objects.visible_to(request.user)
    event = get_object_or_404(events.select_related("rule_set"), pk=pk)
    parts = event_title(event), _("Rules")
    return pdf_response(rules_paper(event), *parts, title=event.name)


@page_for(Right.MONEY)
def year_statements(
    request: HttpRequest, year: int, pk: int | None = None
) -> HttpResponse:
    player = get_object_or_404(Player.every, pk=pk) if pk else None
    paper = statements_paper(statements(year, player))
    if paper is None:
        raise Http404
    whose = [player.name] if player else []
    record_export(ExportedFile.MONEY, by=writer(request), about=pk)
    return pdf_response(paper, _("Statement %(year)s") % {"year": year}, *whose)


@require_safe
def blank_list_paper(request: HttpRequest) -> HttpResponse:
    players = whole_number(request.GET.get("players", "4"))
    if players not in SIZES:
        raise Http404
    paper = lists_paper([blank_page(players, USUAL_ROUNDS)])
    name = f"{PaperKind.BLANK_LISTS.label} {players} x {USUAL_ROUNDS}"
    return pdf_response(paper, name, title=_("Score sheet"), subject=_("Score sheets"))


@public_page
@for_everybody
def season_table_paper(request: HttpRequest, pk: int, kind: str = "") -> HttpResponse:
    """Return the season's table, or all its results."""
    season = readable_season(request, pk)
    table = season_table(season, user=request.user, today=timezone.localdate())
    if kind:
        return pdf_response(all_results_paper(table), season.name, _("All results"))
    return pdf_response(season_paper(table), season.name, subject=_("Season table"))


@public_page
def season_rule_paper(request: HttpRequest, pk: int) -> HttpResponse:
    season = readable_season(request, pk)
    rule = draft_rule(request) or season.as_rule()
    paper = rule_paper(season, rule_sentences(rule))
    return pdf_response(paper, season.name, _("Rule"), title=paper.title)


@public_page
@for_everybody
def all_time(request: HttpRequest) -> HttpResponse:
    _form, table = requested_ranking(request)
    return pdf_response(all_time_paper(table), _("All-time table"))


@public_page
@for_everybody
def division_table_paper(request: HttpRequest, pk: int, kind: str = "") -> HttpResponse:
    """Return the table of a division, or its individual ranking."""
    division, user = readable(request, Division, pk), request.user
    if kind:
        subject = _("Individual ranking")
        paper = single_paper(league_single_ranking(division, user=user))
    else:
        subject = _("League table")
        paper = division_paper(division_days(division, user=user))
    title = f"{division.league} · {division.name}"
    name = f"{division.league} {division.name}"
    return pdf_response(paper, name, subject, title=title)


@public_page
def match_report_paper(request: HttpRequest, pk: int) -> HttpResponse:
    group = readable_group(request, pk)
    if group.is_withheld:
        raise Http404
    code, words = group_code(group) if may(request, Right.LEAGUES) else None, ""
    if code:
        door = phone_root(request) + reverse("leagues:host-door").lstrip("/")
        words = _("The host writes this match at %(door)s with the code %(code)s.")
        words %= {"door": door, "code": code}
    paper = match_report(
        match_day_tables(group, user=request.user),
        group_sides(group),
        names_accounts=request.user.is_authenticated,
        host_code=words,
    )
    day = group.match_day
    name = f"{day.division.league} {day.division.name}", f"{day}, {group}"
    return pdf_response(paper, *name, _("Match report"), title=paper.title)


@require_safe
def print_page(request: HttpRequest, pk: int) -> HttpResponse:
    event = readable_event(request, pk)
    supply = supply_of(event)
    step = step_for(event, request.user)
    due = QueryDict(urlsplit(step.url).query if step and step.is_file else "")
    if "lists" in due:  # single ones, which only the step itself prints
        due = QueryDict()
    ranked = [PaperKind.STANDINGS] if supply.finished and not supply.upcoming else []
    initial = {
        "papers": due.getlist("papers") or ranked,
        "series": due.get("series") if due else supply.upcoming,
        "people": supply.people or None,
    }
    kinds = kinds_for(rights_of(request.user))
    form = PrintForm(initial=initial, supply=supply, kinds=kinds)
    return show_print_page(request, event, form, None if due else step)


@require_safe
def ordered_papers(request: HttpRequest, pk: int, kind: str = "") -> HttpResponse:
    event = readable_event(request, pk)
    kinds = kinds_for(rights_of(request.user))
    fields = request.GET.copy()
    if kind:
        fields.setlist("papers", [kind])
        if kind not in kinds:
            raise Http404
    supply = supply_of(event)
    form = PrintForm(fields, supply=supply, kinds=kinds)
    if not form.is_valid():
        return show_print_page(request, event, form)
    order = PaperOrder(
        event=event,
        addresses=addresses_for(request, event),
        reader=audience_of(request.user),
        **form.order(),
    )
    with showing(Deck(form.cleaned_data["deck"] or deck_name())):
        papers = papers_of(order)
        if not papers:
            form.add_error(None, _("There is nothing to print yet."))
            return show_print_page(request, event, form)
        has_codes = any(PAPERS[kind].with_codes for kind in order.kinds)
        if writes_something(request.user) and has_codes:
            remember_printed(order.addresses.root)
        labels = [str(kind.label) for kind in order.kinds]
        subject = ", ".join(labels) if len(labels) <= MOST_NAMED else _("Papers")
        with shown_to(order.reader if order.full_names else Audience.PUBLIC):
            pdf = event_pdf(event, BoundPapers(papers=papers), subject)
    if request.user.is_authenticated and request.method == "GET":
        file, series = printed_lists(order, supply.upcoming)
        record_export(file, by=request.user, about=pk, series=series)
    return pdf


def printed_lists(
    order: PaperOrder, upcoming: int | None
) -> tuple[ExportedFile, int | None]:
    """Return whether all lists of an event, or of one series, are printed."""
    if PaperKind.LISTS in order.kinds and order.table is None:
        return ExportedFile.LISTS, order.series
    if PaperKind.EMERGENCY in order.kinds and upcoming:
        return ExportedFile.LISTS, upcoming
    return ExportedFile.PAPER, None


def show_print_page(
    request: HttpRequest, event: Event, form: PrintForm, step: EventStep | None = None
) -> HttpResponse:
    people = [entry.player.name for entry in event.entries.select_related("player")]
    warnings = [*obstacles(request), moved(request)]
    if names := [name for name in people if not is_printable(name)]:
        text = _("Paper cannot show all letters of %(name)s; a box stands there.")
        warnings.append(text % {"name": ", ".join(names)})
    return show_form(
        request,
        "tournaments/papers/printing/print.html",
        event=event,
        form=form,
        step=step,
        root=phone_root(request),
        warnings=list(filter(None, warnings)),
    )
