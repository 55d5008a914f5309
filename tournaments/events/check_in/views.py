"""The check-in: everybody who may come, to be ticked, typed or scanned."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.check_in import services
from tournaments.events.check_in.forms import DoorForm
from tournaments.events.check_in.selectors import Roll, roll_of
from tournaments.events.entrants import door_of, next_series, series_numbers
from tournaments.events.entries.gaps import seating_gaps
from tournaments.events.models import Entry, Event
from tournaments.events.pages import editable_event
from tournaments.people.models import Player
from tournaments.people.selectors import other_club_names
from tournaments.web.access import button_for, form_for
from tournaments.web.answers import refusals_as_messages, show_form
from tournaments.web.next_step import NextStep
from tournaments.web.numbers import whole_number
from tournaments.words.rights import Right


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
        "tournaments/events/check_in/check_in.html",
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
