"""Evenings and tournaments: listed, planned, published, deleted, and their pages."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.ranking.standings import Placed
from skatclub.backups.making import backed_up_before
from tournaments.events.entries.places import is_open
from tournaments.events.entries.views import gaps_for
from tournaments.events.flow.selectors import objections_in
from tournaments.events.models import Event
from tournaments.events.money.awards import (
    PrizeList,
    Winner,
    prize_list,
)
from tournaments.events.pages import (
    UNCHANGED,
    editable_event,
    event_form,
    event_page,
    is_up_to_date,
    readable_event,
)
from tournaments.events.planning import services
from tournaments.events.planning.forms import CopyEveningForm, EveningForm, SettingsForm
from tournaments.events.planning.path import (
    event_rules,
    next_evening,
    next_step,
    path_of,
    progress_of,
    system_name,
)
from tournaments.events.planning.selectors import event_lines, next_day, regular_day
from tournaments.events.seats.selectors import evenings_for, last_evening, series_cards
from tournaments.events.standings.selectors import (
    RankCard,
    Standings,
    person_url,
    podium_of,
)
from tournaments.events.standings.words import hidden_texts
from tournaments.events.tabs import more_pages
from tournaments.organisations.selectors import own_organisation
from tournaments.scope.scope import is_public
from tournaments.web.access import form_for, public_page, writes_something
from tournaments.web.answers import (
    allowed_step,
    delete_page,
    posted,
    publish_button,
    saved,
    show_form,
)
from tournaments.web.kept_pages import digest, draw_once
from tournaments.web.numbers import whole_number
from tournaments.web.requests import is_fragment
from tournaments.web.tables import requested_page
from tournaments.words.formats import number
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
    day = next_day(start=today)
    asked = request.POST.get("as_usual")
    if asked and asked != (day.isoformat() if source else "first"):
        # It was sent twice, or somebody else was quicker.
        return redirect("events:create")
    initial = {"date": day, "place": club.place if club else ""}
    known: dict[str, Any] = {"initial": initial}
    if source:
        known["source"] = source
    new_form = CopyEveningForm if source else EveningForm
    form = new_form(posted(request), **known)
    if asked:
        form = new_form(proposed_by(new_form(**known)), **known)
    if evening := saved(request, form):
        if "by_hand" in request.POST:
            return redirect("events:add-table", evening.pk, 1)
        return redirect("events:check_in", evening.pk)
    return show_form(request, f"{ROOM}/edit.html", form=form, source=source)


def proposed_by(form: EveningForm) -> dict[str, Any]:
    """Return the values with which a form is opened, as if they had been sent."""
    return {
        name: form.get_initial_for_field(field, name)
        for name, field in form.fields.items()
    }


@form_for(Right.EVENTS)
def create_tournament(request: HttpRequest) -> HttpResponse:
    form = SettingsForm(request.POST or None, initial={"date": timezone.localdate()})
    if tournament := saved(request, form):
        return redirect("events:entries", tournament.pk)
    return show_form(request, f"{ROOM}/settings.html", form=form)


@event_form(SettingsForm, Right.EVENTS, back="events:detail", for_writers=True)
def settings(_request: HttpRequest, event: Event) -> dict[str, Any]:
    # The form changes its instance before it has validated it.
    return {"name": event.name, "initial": {"series": event.series.count()}}


def page_after_publishing(event: Event) -> str:
    """Return the page with the link where players may enter themselves from now on."""
    until = event.open_until
    if until and until > timezone.now() and not event.is_published:
        return reverse("events:registrations", args=[event.pk])
    return event.get_absolute_url()


@publish_button(editable_event, Right.EVENTS, back=page_after_publishing)
def publish_evening(event: Event, is_published: bool) -> str:
    services.publish_event(event=event, is_published=is_published)
    if not is_published:
        return _("Only people who sign in can read this now.")
    if hidden := hidden_texts(event.series.all()):
        return " ".join([_("Everybody can read this now."), *hidden])
    return _("Everybody can read this now.")


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


# So many tables of finished series are shown at once; the winners come first.
MOST_OPEN_TABLES = 12
TOP = 10
TOP_TEAMS = 3
MOST_WINNERS = 20


class ResultLine(NamedTuple):
    """A line of the result; ``beside`` is the club, or the members of the team."""

    place: int
    shared: bool
    name: str
    beside: str
    total: str
    prize: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EventResult:
    """The result at the top of an event's page: podium, further places, teams.

    While lists are missing it has only the standings, whose leaders are shown. Once
    all lists are finished it has the prizes, too, and the first teams of each ranking.
    """

    standings: Standings
    podium: Sequence[RankCard] = ()
    lines: Sequence[ResultLine] = ()
    teams: Sequence[tuple[Standings, list[ResultLine]]] = ()

    @property
    def has_more(self) -> bool:
        """Whether there are more places than those shown."""
        return len(self.standings.places) > len(self.podium) + len(self.lines)

    @property
    def is_running(self) -> bool:
        return not self.standings.is_complete and bool(self.standings.finished)

    @property
    def leaders(self) -> list[Placed]:
        return [line for line in self.standings.places if line.place == 1]


def event_result(event: Event) -> EventResult:
    found = prize_list(event)
    standings = found.standings
    if not (standings.is_complete and standings.places):
        return EventResult(standings=standings)
    prizes = prizes_in(found.people)
    podium = podium_of(standings.places)
    for line, card in zip(standings.places, podium, strict=False):
        card.note = " · ".join(filter(None, (prizes.get(line.entry.owner), card.note)))
    last = max((line.place for line in found.people), default=0)
    most = max(TOP, min(last, MOST_WINNERS))
    return EventResult(
        standings=standings,
        podium=podium,
        lines=[
            result_line(line, prizes, beside=line.entry.club_beside)
            for line in standings.places[len(podium) : most]
        ],
        teams=[
            (ranking, team_lines(ranking, found))
            for ranking in found.rankings
            if ranking.contest
        ],
    )


def prizes_in(winners: Iterable[Winner]) -> dict[int, str]:
    """Return what each person or team has won in one ranking, in words."""
    return {line.owner: line.text for line in winners}


def team_lines(ranking: Standings, found: PrizeList) -> list[ResultLine]:
    """Return the first teams of a ranking with their prizes."""
    prizes: dict[int, str] = {}
    for plan, winners in found.others:
        if plan.contest == ranking.contest:
            prizes = prizes_in(winners)
    places = ranking.places
    most = max((line.entry.total for line in places), default=0)
    return [
        result_line(line, prizes, beside=" · ".join(line.entry.unnamed), among=most)
        for line in places
        if line.place <= TOP_TEAMS or line.entry.owner in prizes
    ]


def result_line(
    line: Placed, prizes: Mapping[int, str], *, beside: str, among: int = 0
) -> ResultLine:
    row = line.entry
    return ResultLine(
        place=line.place,
        shared=line.shared,
        name=row.name,
        beside=beside,
        total=number(row.total, among),
        prize=prizes.get(row.owner, ""),
        url=person_url(row.player_id) if getattr(row, "has_page", False) else "",
    )


def upcoming_after(event: Event, user: Any) -> dict[str, Any]:
    """Return the next ``event``, or a regular ``day`` that is sooner."""
    today = timezone.localdate()
    visible = Event.objects.visible_to(user)
    later = visible.filter(date__gt=max(event.date, today))
    following = later.order_by("date", "pk").first()
    if event.date > today:
        return {"event": following}
    day = regular_day(start=today, events=visible)
    is_sooner = day and not (following and following.date < day)
    return {"event": following, "day": day if is_sooner else None}


FRESH = timedelta(weeks=1)


class ShownResult(NamedTuple):
    """The result rendered for all readers of one kind; ``is_live`` reloads itself."""

    is_live: bool
    body: str


@public_page
def show_event(request: HttpRequest, pk: int) -> HttpResponse:
    event = readable_event(request, pk)
    # A league match is won by teams, and its result is on a page of the league.
    result = None
    if not event.league_match:
        draw = partial(drawn_result, event)
        result = draw_once(draw, "result", event.pk, is_public())
    word = digest(result)
    if is_up_to_date(request, word):
        return HttpResponse(status=UNCHANGED)
    context: dict[str, Any] = {"event": event, "result": result, "revision": word}
    template = "tournaments/events/planning/event.html"
    if is_fragment(request):
        return render(request, f"{template}#result", context)
    # An event of a former year has no seats, and nothing is left to do in it.
    is_former = bool(event.source)
    cards = [] if is_former else series_cards(event)
    finished = sum(card.finished for card in cards)
    expected = sum(len(card.tables) for card in cards)
    context |= {
        "system": system_name(event),
        "cards": cards,
        "folds_series": finished == expected > MOST_OPEN_TABLES,
        "finished": finished,
        "expected": expected,
        "can_enter": is_open(event),
        "gaps": gaps_for(request, event),
        "hidden": hidden_texts(card.series for card in cards),
        "coming": upcoming_after(event, request.user),
    }
    if writes_something(request.user) and not (event.league_match or is_former):
        context |= path_context(event, request.user)
        if context["finished"] < context["expected"]:
            context["objections"] = len(objections_in(event))
    return render(request, template, context)


def path_context(event: Event, user: Any) -> dict[str, Any]:
    """Return the path of an event and its next step, as far as open to ``user``."""
    progress = progress_of(event)
    path = path_of(progress, user)
    following = next_step(progress)
    is_fresh = timezone.localdate() - event.date < FRESH
    if not following and not is_fresh:
        return {}
    step = allowed_step(following or next_evening(), user)
    return {"path": path, "people": progress.people, "step": step}


def drawn_result(event: Event) -> ShownResult:
    """Render the result without a request, so that nothing of its reader is in it."""
    result = event_result(event)
    context = {"event": event, "result": result}
    body = render_to_string("tournaments/events/planning/_result.html", context)
    return ShownResult(is_live=not result.standings.is_complete, body=body)


@public_page
@event_page
def rules(_request: HttpRequest, event: Event) -> dict[str, Any]:
    return {"rules": event_rules(event)}


@public_page
@event_page
def more(request: HttpRequest, event: Event) -> dict[str, Any]:
    return {"pages": more_pages(event, request.user)}
