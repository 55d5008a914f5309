"""The entries of an event, the page of each entry, and the check-in."""

from django.contrib import messages
from django.db.models import Min
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from tournaments.events.entrants import (
    count_entries,
    door_of,
    entries_of,
    next_series,
    series_numbers,
)
from tournaments.events.entries import services
from tournaments.events.entries.forms import (
    DoorForm,
    EntryForm,
    LeaveForm,
    SubstituteForm,
)
from tournaments.events.entries.selectors import (
    Roll,
    SeatingGaps,
    roll_of,
    seating_gaps,
)
from tournaments.events.entries.tables import EntryTable
from tournaments.events.models import Entry, Event
from tournaments.events.pages import editable_event, event_button, readable_event
from tournaments.events.teams.selectors import contests_of
from tournaments.people.models import Player
from tournaments.people.selectors import other_club_names
from tournaments.web.access import button_for, form_for, may, writer
from tournaments.web.answers import refusals_as_messages, saved, show_form
from tournaments.web.next_step import NextStep
from tournaments.web.numbers import whole_number
from tournaments.web.tables import arrange
from tournaments.words.choices import EntryStatus
from tournaments.words.rights import Right

STATUS_CHANGES = {
    "here": (services.mark_present, gettext_lazy("%(player)s is here.")),
    "absent": (services.mark_absent, gettext_lazy("%(player)s did not come.")),
    "remove": (
        services.remove_entry,
        gettext_lazy("%(player)s was taken off the list."),
    ),
}
"""What the buttons of a row do, and the message afterwards."""


@require_safe
def show_entries(request: HttpRequest, pk: int) -> HttpResponse:
    event = readable_event(request, pk)
    status = request.GET.get("show", "")
    status = status if status in EntryStatus.values else ""
    entries = entries_of(event, status).annotate(
        first_team=Min("memberships__team__name")
    )
    table = EntryTable(entries, with_calls=may(request, Right.RUN))
    arrange(table, request.GET)
    context = {
        "event": event,
        "table": table,
        "counts": count_entries(event),
        "shown": status,
        "gaps": seating_gaps(event),
    }
    return render(request, "tournaments/events/entries/entries.html", context)


@button_for(Right.RUN)
def change_status(request: HttpRequest, pk: int) -> HttpResponse:
    """Apply the button pressed in a row: here, absent, or off the list."""
    event = editable_event(request, pk)
    for verb, (service, text) in STATUS_CHANGES.items():
        number = whole_number(request.POST.get(verb))
        if number is not None:
            entry = get_object_or_404(entries_of(event), start_number=number)
            with refusals_as_messages(request):
                service(entry=entry)
                messages.success(request, text % {"player": entry.player})
    status = request.POST.get("show", "")
    query = f"?show={status}" if status in EntryStatus.values else ""
    return redirect(reverse("events:entries", args=[pk]) + query)


@event_button(Right.RUN, back="events:check_in")
def mark_missing_absent(_request: HttpRequest, event: Event) -> str:
    count = services.mark_rest_absent(event=event)
    text = ngettext(
        "%(count)d person did not come.", "%(count)d people did not come.", count
    )
    return text % {"count": count}


@form_for(Right.RUN)
def edit_entry(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    event = editable_event(request, pk)
    entry = get_object_or_404(entries_of(event), start_number=number)
    contests = contests_of(event)
    form = EntryForm(request.POST or None, instance=entry, contests=contests)
    if saved(request, form):
        return redirect("events:entries", pk)
    return show_entry(request, event, number, form=form)


@button_for(Right.RUN)
def record_departure(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    event = editable_event(request, pk)
    entry = get_object_or_404(entries_of(event), start_number=number)
    form = LeaveForm(request.POST, entry=entry, series=series_numbers(event))
    if form.is_valid() and form.save():
        text = _("%(player)s leaves after series %(series)s; what was played stays.")
        series = form.cleaned_data["after_series"]
        messages.success(request, text % {"player": entry.player, "series": series})
        return redirect("events:entries", pk)
    return show_entry(request, event, number, leaving=form)


@button_for(Right.RUN)
def add_substitute(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    event = editable_event(request, pk)
    entry = get_object_or_404(entries_of(event), start_number=number)
    form = SubstituteForm(
        request.POST,
        auto_id="substitute_%s",
        event=event,
        door=door_of(event),
        leaver=entry,
        series=series_numbers(event),
        clubs=other_club_names(),
        by=writer(request),
    )
    if form.is_valid() and (successor := form.save()):
        text = _("%(successor)s plays for %(player)s: start number %(number)s.")
        words = {
            "successor": successor.player,
            "player": entry.player,
            "number": successor.start_number,
        }
        messages.success(request, text % words)
        return redirect("events:entries", pk)
    return show_entry(request, event, number, replacing=form)


def show_entry(
    request: HttpRequest, event: Event, number: int, **forms: object
) -> HttpResponse:
    # A form changes its instance before it has validated it.
    entry = get_object_or_404(entries_of(event), start_number=number)
    series = series_numbers(event)
    first = next_series(event)
    door = door_of(event)
    context = {
        "event": event,
        "entry": entry,
        "door": door,
        "form": EntryForm(instance=entry, contests=contests_of(event)),
        "leaving": LeaveForm(
            entry=entry, series=series, initial={"after_series": max(first - 1, 1)}
        ),
        "replacing": SubstituteForm(
            auto_id="substitute_%s",
            event=event,
            door=door,
            leaver=entry,
            series=series,
            clubs=(),
            by=request.user,
            initial={"from_series": first},
        ),
    } | forms
    return show_form(request, "tournaments/events/entries/entry.html", **context)


def gaps_for(request: HttpRequest, event: Event) -> SeatingGaps | None:
    """Return the seating gaps for secretaries; league matches seat their own people."""
    if not may(request, Right.RUN) or event.league_match:
        return None
    return seating_gaps(event)


@form_for(Right.RUN)
def show_check_in(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    door = door_of(event)
    series = series_numbers(event)
    first = next_series(event)
    form = DoorForm(
        request.POST or None,
        event=event,
        door=door,
        series=[number for number in series if number >= first],
        clubs=other_club_names() if request.method == "POST" else (),
        initial={"who": request.GET.get("number", "")[:9], "from_series": first},
    )
    if form.is_valid() and (entry := form.save()):
        messages.success(request, welcome(entry))
        return redirect("events:check_in", pk)
    roll = roll_of(event, door)
    return show_form(
        request,
        "tournaments/events/entries/check_in.html",
        event=event,
        form=form,
        door=door,
        gaps=seating_gaps(event),
        first=first,
        roll=roll,
        step=step_after(event, roll),
    )


def step_after(event: Event, roll: Roll) -> NextStep:
    """Return the next step, with the number of people who are here."""
    count = len(roll.here)
    text = ngettext("%(count)d person is here", "%(count)d people are here", count)
    waiting = event.series.filter(sheets__isnull=True).exists()
    return NextStep(
        title=text % {"count": count},
        action=_("Draw the tables") if waiting else _("To the tables"),
        url=reverse("events:draw" if waiting else "events:detail", args=[event.pk]),
    )


@button_for(Right.RUN)
def toggle_names(request: HttpRequest, pk: int) -> HttpResponse:
    """Check the tapped person in or out, or check in a whole group."""
    event = editable_event(request, pk)
    at = ""
    with refusals_as_messages(request):
        if group := request.POST.get("all"):
            players = roll_of(event, door_of(event)).group(group)
            services.check_in_players(event=event, players=players)
        for verb, service in (
            ("come", services.check_in_players),
            ("go", services.check_out_players),
        ):
            key = whole_number(request.POST.get(verb))
            if key is not None:
                player = get_object_or_404(Player, pk=key)
                at = f"#person-{key}"
                service(event=event, players=[player])
    return redirect(reverse("events:check_in", args=[pk]) + at)


def welcome(entry: Entry) -> str:
    """Return the greeting: name, start number, a late first series, team or club."""
    text = _("%(player)s is here: start number %(number)s.")
    if entry.from_series > 1:
        text = _("%(player)s is here: start number %(number)s, from series %(series)s.")
    words = {
        "player": entry.player,
        "number": entry.start_number,
        "series": entry.from_series,
    }
    club = entry.player.club if entry.player.is_guest else ""
    belongs_to = entry.team_names or str(club or "")
    return " ".join(filter(None, (text % words, belongs_to and f"({belongs_to})")))
