"""One match: who is here, who sits where, what each series brought, handed in."""

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from tournaments.events.entrants import next_series
from tournaments.events.models import Event
from tournaments.events.seats.selectors import was_played
from tournaments.leagues.groups import results as results_services
from tournaments.leagues.groups import services as groups_services
from tournaments.leagues.groups.forms import (
    AttachForm,
    LateForm,
    ReopenGroupForm,
    SetUpForm,
    SubstituteForm,
)
from tournaments.leagues.groups.seats import Side, seat_plan, sides_of_group
from tournaments.leagues.hosting.selectors import code_of
from tournaments.leagues.matches.pages import editable_group, readable_group
from tournaments.leagues.matches.selectors import matches_without_group
from tournaments.leagues.models import MatchGroup
from tournaments.leagues.ranking.revisions import group_revision
from tournaments.leagues.ranking.selectors import GroupTables, match_day_tables
from tournaments.leagues.ranking.tables import MatchTable
from tournaments.leagues.teams.selectors import reopenings_of
from tournaments.leagues.words import imbalance_text
from tournaments.web.access import may, requires, writer
from tournaments.web.answers import refusals_told, show_form
from tournaments.web.kept.unchanged import unchanged_is_told
from tournaments.words.choices import GroupState
from tournaments.words.rights import Right


@login_not_required
@require_safe
@unchanged_is_told(group_revision)
def group(request: HttpRequest, pk: int) -> HttpResponse:
    found = readable_group(request, pk)
    return show_group(request, found)


def show_group(
    request: HttpRequest, found: MatchGroup, form: ReopenGroupForm | None = None
) -> HttpResponse:
    """Answer with the page of a match."""
    tables = match_day_tables(found, user=request.user)
    names = {team.pk: team.name for team in tables.teams}
    return show_form(
        request,
        "tournaments/leagues/groups/group.html",
        group=found,
        division=found.match_day.division,
        tables=tables,
        table=MatchTable(tables) if tables.day else None,
        faults=[imbalance_text(each, names) for each in tables.imbalances],
        was_missed=tables.state == GroupState.PLANNED
        and found.match_day.date < timezone.localdate(),
        reopenings=reopenings_of(found),
        host_code=code_of(found) if may(request, Right.LEAGUES) else None,
        may_confirm=found.entered_by_id != request.user.pk,
        form=form or reopen_form(request, found, tables),
    )


def reopen_form(
    request: HttpRequest, group: MatchGroup, tables: GroupTables
) -> ReopenGroupForm | None:
    """Return the form that opens results again, where there are any."""
    handed_in = tables.state in (GroupState.ENTERED, GroupState.CONFIRMED)
    if not may(request, Right.LEAGUES) or not handed_in:
        return None
    series = [each.number for each in tables.series]
    return ReopenGroupForm(group=group, series=series, by=writer(request))


@login_not_required
@require_safe
@unchanged_is_told(group_revision)
def group_seats(request: HttpRequest, pk: int) -> HttpResponse:
    found = readable_group(request, pk)
    context = {
        "group": found,
        "division": found.match_day.division,
        "sides": sides_of_group(found),
        "plan": seat_plan(found),
    }
    return render(request, "tournaments/leagues/groups/group_seats.html", context)


@requires(Right.RUN)
@require_http_methods(["GET", "HEAD", "POST"])
def set_up_group(request: HttpRequest, pk: int) -> HttpResponse:
    found = editable_group(request, pk)
    if found.event_id:
        return redirect("leagues:group-people", pk)
    sides = sides_of_group(found)
    data = request.POST if request.method == "POST" else None
    form = SetUpForm(data, group=found, sides=sides, by=writer(request))
    if form.is_valid() and form.save():
        messages.success(request, _("The seats of all series are made."))
        return redirect("leagues:group-seats", pk)
    return show_set_up(request, found, form, attach_form(found))


@requires(Right.LEAGUES)
@require_POST
def attach_match(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a match over that was played and typed elsewhere."""
    found = editable_group(request, pk)
    attach = attach_form(found, request)
    if attach.is_valid() and attach.save():
        messages.success(
            request,
            _("The match belongs to this group now; look at it and hand it in."),
        )
        return redirect(found)
    form = SetUpForm(group=found, sides=sides_of_group(found), by=writer(request))
    return show_set_up(request, found, form, attach)


def attach_form(group: MatchGroup, request: HttpRequest | None = None) -> AttachForm:
    """Return the form that takes a match over from an event file."""
    data = request.POST if request else None
    return AttachForm(data, group=group, events=matches_without_group())


def show_set_up(
    request: HttpRequest, group: MatchGroup, form: SetUpForm, attach: AttachForm
) -> HttpResponse:
    """Answer with the page that asks who is here."""
    return show_form(
        request,
        "tournaments/leagues/groups/group_set_up.html",
        group=group,
        division=group.match_day.division,
        form=form,
        attach=attach,
        has_events=attach.is_bound or matches_without_group().exists(),
    )


@requires(Right.RUN)
@require_POST
def undo_set_up(request: HttpRequest, pk: int) -> HttpResponse:
    found = editable_group(request, pk)
    following = redirect("leagues:group-people", pk)
    with refusals_told(request):
        groups_services.undo_set_up(group=found)
        messages.success(request, _("The seats are taken back."))
        following = redirect("leagues:group-set-up", pk)
    return following


@requires(Right.RUN)
@require_http_methods(["GET", "HEAD", "POST"])
def group_people(request: HttpRequest, pk: int) -> HttpResponse:
    """Let substitutes in, and who comes late."""
    found = editable_group(request, pk)
    if found.event is None:
        return redirect("leagues:group-set-up", pk)
    sides = sides_of_group(found)
    late = late_form(request, found, sides)
    substitute = substitute_form(request, found, found.event, sides)
    for form in (late, substitute):
        if form.is_bound and form.is_valid() and form.save():
            messages.success(request, _("The seats are changed."))
            return redirect("leagues:group-seats", pk)
    return show_form(
        request,
        "tournaments/leagues/groups/group_people.html",
        group=found,
        division=found.match_day.division,
        sides=sides,
        late=late,
        substitute=substitute,
        may_undo=not was_played(found.event),
    )


def late_form(
    request: HttpRequest, group: MatchGroup, sides: Sequence[Side]
) -> LateForm:
    """Return the form that lets missing people in."""
    data = request.POST if "late" in request.POST else None
    return LateForm(data, group=group, sides=sides, by=writer(request))


def substitute_form(
    request: HttpRequest,
    group: MatchGroup,
    event: Event,
    sides: Sequence[Side],
) -> SubstituteForm:
    """Return the form by which somebody plays for somebody else."""
    data = request.POST if "substitute" in request.POST else None
    series = event.series.values_list("number", flat=True)
    return SubstituteForm(
        data,
        group=group,
        sides=sides,
        series=list(series),
        following=next_series(event),
        by=writer(request),
    )


@requires(Right.RUN)
@require_POST
def hand_in_group(request: HttpRequest, pk: int) -> HttpResponse:
    found = editable_group(request, pk)
    with refusals_told(request):
        results_services.hand_in_group(group=found, by=writer(request))
        said = _("The results are handed in. A second person confirms them.")
        messages.success(request, said)
    return redirect(found)


@requires(Right.LEAGUES)
@require_POST
def confirm_group(request: HttpRequest, pk: int) -> HttpResponse:
    found = editable_group(request, pk)
    with refusals_told(request):
        results_services.confirm_group(group=found, by=writer(request))
        messages.success(request, _("The results are confirmed."))
    return redirect(found)


@requires(Right.LEAGUES)
@require_POST
def reopen_group(request: HttpRequest, pk: int) -> HttpResponse:
    found = editable_group(request, pk)
    tables = match_day_tables(found, user=request.user)
    series = [each.number for each in tables.series]
    form = ReopenGroupForm(request.POST, group=found, series=series, by=writer(request))
    if form.is_valid() and form.save():
        messages.success(request, _("The results are open again and provisional."))
        return redirect(found)
    return show_group(request, found, form)
