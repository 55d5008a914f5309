"""Drawing tables, their report and record, changing places, and drawing lots."""

import json
import secrets
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.events.draws import reports
from tournaments.events.draws.forms import DrawForm, SwapForm, initial_draw
from tournaments.events.draws.selectors import (
    at_tables,
    exchanges_of,
    hall_of,
    seated_series,
    series_to_draw,
    swap_preview,
    waste_text,
)
from tournaments.events.draws.services import (
    draw_lot,
    is_repeated,
    seat_latecomer,
    take_back_lot,
    undo_swap,
)
from tournaments.events.entrants import entries_of, three_sits_this_year
from tournaments.events.entries.services import register_seated
from tournaments.events.entries.views import gaps_for
from tournaments.events.models import Draw, Entry, Event, Series
from tournaments.events.pages import (
    editable_event,
    editable_series,
    event_button,
    event_page,
    readable_event,
    requested_event,
)
from tournaments.events.results import lots_of
from tournaments.events.standings.selectors import rankings_of, ties_in
from tournaments.events.teams.selectors import contests_of
from tournaments.people.names.mentions import mentions_for_reader
from tournaments.scope.scope import DRAW, is_shown
from tournaments.sheets.selectors import people_seated_in
from tournaments.web.access import (
    button_for,
    form_for,
    in_edition,
    may,
    public_page,
    writer,
    writes_with,
)
from tournaments.web.answers import (
    NextStep,
    done,
    posted,
    refusals_as_messages,
    saved,
    show_form,
)
from tournaments.web.numbers import whole_number
from tournaments.words.choices import EntryStatus, Ranking
from tournaments.words.formats import enumeration
from tournaments.words.rights import Right

SHOWN_DRAWS = 20


@in_edition
@writes_with(Right.RUN)
def draw_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the draws; a POST draws among those who are entered or sit at a table."""
    event = requested_event(request, pk)
    if request.method == "POST" and not event.entries.exists():
        register_seated(event=event)
    entries = list(entries_of(event))
    series = series_to_draw(event, hall_of(event))
    has_tables = any(row.tables for row in series)
    form, may_run = None, may(request, Right.RUN)
    known: dict[str, Any] = {"event": event, "by": request.user, "series": series}
    is_asked = (entries or has_tables) and not event.is_released and may_run
    if is_asked or request.method == "POST":
        form = draw_form(request, **known)
    if form and (drawn := saved(request, form)):
        return redirect("events:draw-series", event.pk, drawn.first_series)
    return show_form(
        request,
        "tournaments/events/draws/draw.html",
        **known,
        here_count=sum(entry.status == EntryStatus.PRESENT for entry in entries),
        registered=sum(entry.status == EntryStatus.REGISTERED for entry in entries),
        entered=len(entries),
        has_tables=has_tables,
        draws=event.draws.order_by("-number")[:SHOWN_DRAWS],
        is_hidden=not all(is_shown(row, DRAW) for row in series),
        has_teams=bool(contests_of(event)),
        gaps=gaps_for(request, event),
        threes=three_sit_counts(event, entries) if may_run else [],
        step=NextStep(
            title=_("Who is here?"),
            text=_("Tick everybody who has come; then the tables are drawn."),
            action=_("Check-in"),
            url=reverse("events:check_in", args=[event.pk]),
        ),
        form=form,
    )


def draw_form(request: HttpRequest, **known: Any) -> DrawForm:
    """Return the form of a draw, filled in as usual if that was asked for."""
    usual = initial_draw(known["event"], known["series"])
    data = usual if "as_usual" in request.POST else posted(request)
    return DrawForm(data, initial=usual | requested_series(request), **known)


def requested_series(request: HttpRequest) -> dict[str, str]:
    """Return the series that a link beside it has put into the address."""
    first = whole_number(request.GET.get("series"))
    if first is None:
        return {}
    last = whole_number(request.GET.get("last")) or first
    replace = request.GET.get("replace", "")
    return {"first": str(first), "last": str(last), "replace": replace}


def three_sit_counts(event: Event, entries: Sequence[Entry]) -> list[tuple[str, int]]:
    """Return sits at tables of three this year by name, most first."""
    names = {entry.player_id: entry.player.name for entry in entries}
    sits = three_sits_this_year(event, list(names))
    counts = [(names[player], count) for player, count in sits.items()]
    return sorted(counts, key=lambda line: (-line[1], line[0]))


def readable_draw(event: Event, number: int) -> Draw:
    return get_object_or_404(event.draws.select_related("event", "by"), number=number)


@in_edition
@event_page
def draw_report(request: HttpRequest, event: Event, number: int) -> dict[str, Any]:
    draw = readable_draw(event, number)
    published_only = not request.user.is_authenticated
    report = reports.draw_report(draw, published_only=published_only)
    return {
        "draw": draw,
        "report": report,
        "costs": reports.cost_lines(report),
        "bound": reports.bound_text(report),
        "changes": report.changes,
        "exchanges": exchanges_of(draw),
        "may_repeat": request.user.is_authenticated,
    }


@button_for(Right.RUN)
def repeat(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    draw = readable_draw(readable_event(request, pk), number)
    with refusals_as_messages(request):
        agrees = is_repeated(draw=draw)
        add_message = messages.success if agrees else messages.error
        add_message(request, reports.repeat_text(draw, agrees=agrees))
    return redirect("events:draw-report", pk, number)


@public_page
def download_record(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Answer with the question and the answer of a draw, for anybody to check."""
    draw = readable_draw(readable_event(request, pk), number)
    content: dict[str, Any] = {"version": draw.version, "seed": draw.seed}
    if draw.question:
        # It holds the names that teams had when the tables were drawn.
        mentions = mentions_for_reader(people_seated_in([draw.event_id]))
        content |= {
            "question": mentions.public_copy(json.loads(draw.question)),
            "answer": json.loads(draw.answer),
        }
    name = f"{draw.event.slug}-{draw.number}.json"
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JsonResponse(content, headers=disposition)


@public_page
def show_seated(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    series = get_object_or_404(
        Series.objects.select_related("event"),
        event__in=Event.objects.visible_to(request.user),
        event=pk,
        number=number,
    )
    return show_series(request, series)


def show_series(
    request: HttpRequest, series: Series, form: SwapForm | None = None
) -> HttpResponse:
    seated = seated_series(series)
    if may(request, Right.RUN) and seated.movable and form is None:
        form = SwapForm(seated=seated, by=request.user)
    return show_form(
        request,
        "tournaments/events/draws/draw_series.html",
        event=series.event,
        series=series,
        # The foreign key would show visitors a seed that gives away a hidden series.
        draw=Draw.objects.filter(pk=series.draw_id or 0).first(),
        seated=seated,
        form=form,
    )


@form_for(Right.RUN)
def swap_seats(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    series = editable_series(request, pk, number)
    seated = seated_series(series)
    data = request.POST if request.method == "POST" else request.GET
    form = SwapForm(data, seated=seated, by=writer(request))
    if request.method == "POST":
        answer = done(request, form, "events:draw-series", pk, number)
        return answer or show_series(request, series, form)
    if not form.is_valid():
        return show_series(request, series, form)
    first, second = form.pair
    change, from_fixed = swap_preview(series, first, second)
    more, less = reports.change_lines(change)
    context: dict[str, Any] = {
        "event": series.event,
        "series": series,
        "first": first,
        "second": second,
        "from_fixed": from_fixed,
        "more": more,
        "less": less,
        "reason": form.cleaned_data["reason"],
        "written": sorted(set(form.played_tables())),
        "seen": seated.revision,
    }
    return render(request, "tournaments/events/draws/draw_swap.html", context)


@event_button(Right.RUN, back="events:draw-series", at=("number",))
def undo_last_swap(request: HttpRequest, event: Event, number: int) -> str:
    series = get_object_or_404(event.series.select_related("event"), number=number)
    revision = request.POST.get("seen", "")
    undone = undo_swap(series=series, by=writer(request), revision=revision)
    text = _("%(first)s and %(second)s sit where they sat before.")
    return text % {"first": undone.first, "second": undone.second}


OFFERED_ON = ("check_in", "entries", "draw", "detail")


@button_for(Right.RUN)
def seat_late_player(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    event = editable_event(request, pk)
    entry = get_object_or_404(
        event.entries.select_related("player"), start_number=number
    )
    with refusals_as_messages(request):
        sheets = seat_latecomer(entry=entry, by=writer(request))
        text = _("%(player)s sits now: %(seats)s.")
        words = {"player": entry.player, "seats": enumeration(at_tables(sheets))}
        messages.success(request, text % words)
        if waste := waste_text(event):
            messages.warning(request, waste)
    back = request.POST.get("back", "")
    return redirect(f"events:{back if back in OFFERED_ON else 'detail'}", pk)


@form_for(Right.RUN)
def show_lots(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    if request.method == "POST":
        place = whole_number(request.POST.get("place"))
        if place is None:
            raise Http404
        try:
            with refusals_as_messages(request):
                draw = draw_lot(
                    event=event,
                    ranking=request.POST.get("ranking") or Ranking.SINGLE,
                    place=place,
                    seed=str(secrets.randbelow(900_000) + 100_000),
                    by=writer(request),
                )
                text = _("The lot has decided place %(place)s.")
                messages.success(request, text % {"place": draw.place})
        except KeyError as unknown:
            raise Http404 from unknown
        return redirect("events:lots", pk)
    rankings = rankings_of(event)
    context = {
        "event": event,
        "standings": rankings[0],
        "rankings": [(standings, ties_in(standings)) for standings in rankings],
        "draws": lots_of(event),
    }
    return render(request, "tournaments/events/draws/lots.html", context)


@event_button(Right.RUN, back="events:lots")
def take_back_lots(request: HttpRequest, event: Event, lot: int) -> str:
    draw = get_object_or_404(event.lots.select_related("event"), pk=lot)
    take_back_lot(draw=draw, by=writer(request))
    text = _("The lot for place %(place)s counts for nothing any more.")
    return text % {"place": draw.place}
