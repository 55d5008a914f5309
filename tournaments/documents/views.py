"""Paper, made when somebody asks for it."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from scoring.systems import System
from tournaments.competitions.models import MOST_ROUNDS, Competition
from tournaments.documents.score_sheet import blank_sheet, score_sheets_pdf
from tournaments.documents.selectors import score_sheet_pages, standings_document
from tournaments.sheets.models import ScoreSheet

TABLE_SIZES = (3, 4, 5)
USUAL_ROUNDS = 12


def pdf(content: bytes, name: str) -> HttpResponse:
    """Answer with a PDF that opens in the browser and has a name when saved."""
    disposition = content_disposition_header(False, f"{name}.pdf") or "inline"
    return HttpResponse(
        content,
        content_type="application/pdf",
        headers={"Content-Disposition": disposition},
    )


@login_not_required
@require_safe
def sheet(request: HttpRequest, pk: int) -> HttpResponse:
    sheets = ScoreSheet.objects.visible_to(request.user).with_event()
    found = get_object_or_404(sheets, pk=pk)
    competition = found.series.competition
    name = f"{competition.slug}-{found.series.number}-{found.table_number}"
    pages = score_sheet_pages([found])
    return pdf(score_sheets_pdf(pages, title=f"{competition} · {found}"), name)


@login_not_required
@require_safe
def sheets(request: HttpRequest, pk: int, number: int | None = None) -> HttpResponse:
    competition = get_object_or_404(Competition.objects.visible_to(request.user), pk=pk)
    found = ScoreSheet.objects.filter(series__competition=competition)
    if number is not None:
        found = found.filter(series__number=number)
    pages = score_sheet_pages(
        found.with_event().order_by("series__number", "table_number")
    )
    if not pages:
        raise Http404
    name = "-".join(map(str, filter(None, (competition.slug, number))))
    return pdf(score_sheets_pdf(pages, title=competition.name), name)


@login_not_required
@require_safe
def standings(request: HttpRequest, pk: int) -> HttpResponse:
    competition = get_object_or_404(Competition.objects.visible_to(request.user), pk=pk)
    return pdf(
        standings_document(competition).to_pdf(), f"{competition.slug}-standings"
    )


@require_safe
def blank(request: HttpRequest) -> HttpResponse:
    players = whole_number(request, "players", 4, TABLE_SIZES)
    rounds = whole_number(request, "rounds", USUAL_ROUNDS, range(1, MOST_ROUNDS + 1))
    system = request.GET.get("system", System.SEEGER_FABIAN)
    if system not in set(System):
        raise Http404
    page = blank_sheet(players, rounds=rounds, system=System(system))
    return pdf(score_sheets_pdf([page]), f"blank-{players}-{rounds}")


def whole_number(
    request: HttpRequest, name: str, usual: int, allowed: tuple[int, ...] | range
) -> int:
    """Return a number of the address; there is no page for one not ``allowed``."""
    text = request.GET.get(name, str(usual))
    for number in allowed:
        if text == str(number):
            return number
    raise Http404
