"""The entries of an event, the page of each entry, and the check-in."""

from typing import Any

from django.contrib import messages
from django.db.models import Min
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

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
from tournaments.events.entries.places import pending
from tournaments.events.entries.selectors import SeatingGaps, roll_of, seating_gaps
from tournaments.events.entries.tables import EntryTable
from tournaments.events.models import Event
from tournaments.events.pages import (
    editable_event,
    event_button,
    event_page,
    forms_on_page,
    mass_act,
    remember_mass_act,
    taken_back,
)
from tournaments.people.models import Player
from tournaments.people.selectors import other_club_names
from tournaments.web.access import button_for, form_for, may, writer
from tournaments.web.answers import (
    NextStep,
    done,
    posted,
    refusals_as_messages,
    show_form,
    unknown_answer,
)
from tournaments.web.numbers import whole_number
from tournaments.web.tables import arrange
from tournaments.words.choices import EntryStatus, EventKind
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
MASS_ACTS = (EntryStatus.PRESENT, EntryStatus.ABSENT)


@event_page
def entries(request: HttpRequest, event: Event) -> dict[str, Any]:
    status = request.GET.get("show", "")
    status = status if status in EntryStatus.values else ""
    first_team = Min("memberships__team__name")
    rows = entries_of(event, status).annotate(first_team=first_team)
    table = EntryTable(rows, with_calls=may(request, Right.RUN))
    arrange(table, request.GET)
    return {
        "table": table,
        "counts": count_entries(event),
        "shown": status,
        "gaps": seating_gaps(event),
    }


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
def mark_missing_absent(request: HttpRequest, event: Event) -> str:
    earlier = services.mark_rest_absent(event=event)
    remember_mass_act(request, event, EntryStatus.ABSENT, earlier)
    count = len(earlier)
    text = ngettext(
        "%(count)d person did not come.", "%(count)d people did not come.", count
    )
    return text % {"count": count}


@event_button(Right.RUN, back="events:check_in")
def take_back(request: HttpRequest, event: Event) -> str | HttpResponse:
    """Take back that all were checked in, or that the others did not come."""
    act = mass_act(request, event, *MASS_ACTS)
    if act is None:
        return unknown_answer()
    earlier = act["rows"]
    count = services.restore_entries(event=event, earlier=earlier, made=act["act"])
    return taken_back(request, count, earlier)


@form_for(Right.RUN)
def edit_entry(
    request: HttpRequest, pk: int, number: int, sent: str = "form"
) -> HttpResponse:
    event = editable_event(request, pk)
    # A form changes its instance before it has validated it.
    entry, changed = (
        get_object_or_404(entries_of(event), start_number=number) for _copy in range(2)
    )
    known = {
        "event": event,
        "entry": entry,
        "door": door_of(event),
        "series": series_numbers(event),
        "first": next_series(event),
        "clubs": other_club_names(),
        "by": writer(request),
    }
    data = posted(request) if sent == "form" else None
    others = {"leaving": LeaveForm, "replacing": SubstituteForm}
    forms = {
        "form": EntryForm(data, instance=changed),
        **forms_on_page(request, others, sent, **known),
    }
    return done(request, forms[sent], "events:entries", pk) or show_form(
        request, "tournaments/events/entries/entry.html", **known, **forms
    )


def gaps_for(request: HttpRequest, event: Event) -> SeatingGaps | None:
    """Return the seating gaps for secretaries; league matches seat their own people."""
    if not may(request, Right.RUN) or event.league_match:
        return None
    return seating_gaps(event)


@form_for(Right.RUN)
def show_check_in(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    door = door_of(event)
    first = next_series(event)
    form = DoorForm(
        posted(request),
        event=event,
        door=door,
        series=[number for number in series_numbers(event) if number >= first],
        clubs=other_club_names() if request.method == "POST" else (),
        initial={"who": request.GET.get("number", "")[:9]},
    )
    if answer := done(request, form, "events:check_in", pk):
        return answer
    roll = roll_of(event, door)
    count = len(roll.here)
    text = ngettext("%(here)s person is here.", "%(here)s people are here.", count)
    waiting = event.series.filter(sheets__isnull=True).exists()
    draws = waiting and event.kind == EventKind.EVENING
    return show_form(
        request,
        "tournaments/events/entries/check_in.html",
        event=event,
        form=form,
        door=door,
        gaps=seating_gaps(event),
        first=first,
        pending=pending(event).count(),
        roll=roll,
        mass=mass_act(request, event, *MASS_ACTS, "fees"),
        step=NextStep(
            title=text % {"here": count},
            action=_("Draw the tables") if waiting else _("To the tables"),
            url=reverse("events:draw" if waiting else "events:detail", args=[pk]),
            post={"as_usual": "yes"} if draws else {},
            also=_("Draw differently") if draws else "",
            also_url=reverse("events:draw", args=[pk]),
        ),
    )


@button_for(Right.RUN)
def toggle_names(request: HttpRequest, pk: int) -> HttpResponse:
    """Check the tapped person in or out, or check in a whole group."""
    event = editable_event(request, pk)
    at = ""
    with refusals_as_messages(request):
        if group := request.POST.get("all"):
            players = roll_of(event, door_of(event)).group(group)
            earlier = services.check_in_all(event=event, players=players)
            remember_mass_act(request, event, EntryStatus.PRESENT, earlier)
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
