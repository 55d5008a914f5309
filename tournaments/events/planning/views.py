"""Evenings and tournaments: listed, created, changed, published, deleted."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from skatclub.backups.making import backed_up_before
from tournaments.events.models import Event
from tournaments.events.pages import editable_event, event_form
from tournaments.events.planning import services
from tournaments.events.planning.forms import CopyEveningForm, EveningForm, SettingsForm
from tournaments.events.planning.selectors import event_lines, regular_day
from tournaments.events.seats.selectors import evenings_for, last_evening
from tournaments.events.standings.words import hidden_texts
from tournaments.organisations.selectors import own_organisation
from tournaments.web.access import form_for, public_page
from tournaments.web.answers import delete_page, publish_button, report, show_form
from tournaments.web.numbers import whole_number
from tournaments.web.tables import requested_page
from tournaments.words.rights import Right

EVENINGS_A_PAGE = 20
ROOM = "tournaments/events/planning"


@public_page
def show_evenings(request: HttpRequest) -> HttpResponse:
    events = evenings_for(request.user).select_related("rule_set")
    page = requested_page(events, EVENINGS_A_PAGE, request.GET.get("page"))
    context = {"page": page, "lines": event_lines(list(page.object_list))}
    return render(request, f"{ROOM}/list.html", context)


@form_for(Right.EVENTS)
def create_evening(request: HttpRequest) -> HttpResponse:
    today, club = timezone.localdate(), own_organisation()
    copy = request.GET.get("copy")
    # There is no event 0, so a word is not found either.
    key = whole_number(copy) or 0
    source = editable_event(request, key) if copy else last_evening(today)
    if copy and source and source.league_match:
        raise Http404
    day = regular_day(start=today, events=Event.objects.all())
    initial = {"date": day or today, "place": club.place if club else ""}
    form = (
        CopyEveningForm(request.POST or None, source=source, initial=initial)
        if source
        else EveningForm(request.POST or None, initial=initial)
    )
    if form.is_valid() and (evening := form.save()):
        report(request, form, evening)
        if "by_hand" in request.POST:
            return redirect("events:add-table", evening.pk, 1)
        return redirect("events:check_in", evening.pk)
    return show_form(request, f"{ROOM}/edit.html", form=form, source=source)


@form_for(Right.EVENTS)
def create_tournament(request: HttpRequest) -> HttpResponse:
    form = SettingsForm(request.POST or None, initial={"date": timezone.localdate()})
    if form.is_valid() and (tournament := form.save()):
        report(request, form, tournament)
        return redirect("events:entries", tournament.pk)
    return show_form(request, f"{ROOM}/settings.html", form=form)


@event_form(SettingsForm, Right.EVENTS, back="events:settings", for_writers=True)
def settings(_request: HttpRequest, event: Event) -> dict[str, Any]:
    # The form changes its instance before it has validated it.
    return {"name": event.name, "initial": {"series": event.series.count()}}


@event_form(EveningForm, Right.EVENTS, back="events:detail", for_writers=True)
def edit(_request: HttpRequest, event: Event) -> dict[str, Any]:
    return {"name": event.name, "initial": {"series": event.series.count()}}


@publish_button(editable_event, Right.EVENTS)
def publish_evening(event: Event, is_published: bool) -> str:
    services.publish_event(event=event, is_published=is_published)
    if not is_published:
        return _("Only people who sign in can read this evening now.")
    if hidden := hidden_texts(event.series.all()):
        return " ".join([_("Everybody can read the evening now."), *hidden])
    return _("Everybody can read the standings and the lists now.")


delete_evening = backed_up_before(
    delete_page(
        editable_event,
        Right.EVENTS,
        services.delete_event,
        f"{ROOM}/delete.html",
        name="event",
        back="events:detail",
        to="events:list",
        check=services.refuse_to_delete,
    )
)
