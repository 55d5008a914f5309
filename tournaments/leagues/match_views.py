"""The pages of a match: line-ups, seats, results, confirming; the code of its host."""

from datetime import timedelta
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from skatclub.door.attempts import HOST_CODE
from tournaments.events.entrants import next_series
from tournaments.events.planning.services import refuse_to_delete
from tournaments.leagues import match_services as services
from tournaments.leagues.forms import (
    AttachForm,
    LateForm,
    ReopenGroupForm,
    SetUpForm,
    SubstituteForm,
)
from tournaments.leagues.matches import matches_without_group
from tournaments.leagues.models import MatchGroup
from tournaments.leagues.ranking import match_day_tables
from tournaments.leagues.selectors import (
    group_reopenings,
    group_sides,
    imbalance_text,
    seat_plan,
)
from tournaments.leagues.services import (
    HOST_CODE_KEY,
    group_code,
    renew_code,
    revoke_code,
    valid_code,
)
from tournaments.leagues.tables import TeamsTable, match_columns
from tournaments.leagues.views import editable, editable_row, readable_group
from tournaments.web.access import (
    button_for,
    form_for,
    may,
    open_to_visitors,
    public_page,
    writer,
)
from tournaments.web.answers import (
    ask_for_code,
    button_of,
    posted,
    refusal_of,
    saved,
    show_form,
    unknown_answer,
)
from tournaments.web.forms import CodeForm, code_field
from tournaments.web.kept_pages import kept_in_edition
from tournaments.words.choices import GroupState
from tournaments.words.rights import Right


@public_page
@kept_in_edition
def show_group(request: HttpRequest, pk: int) -> HttpResponse:
    group = readable_group(request, pk)
    return group_page(request, group)


def group_page(
    request: HttpRequest, group: MatchGroup, form: ReopenGroupForm | None = None
) -> HttpResponse:
    tables = match_day_tables(group, user=request.user)
    names = {team.pk: team.name for team in tables.teams}
    refusal = ""
    if may(request, Right.LEAGUES) and tables.state in (
        GroupState.ENTERED,
        GroupState.CONFIRMED,
    ):
        by = writer(request)
        series = [table.number for table in tables.series]
        form = form or ReopenGroupForm(group=group, series=series, by=by)
        if tables.state == GroupState.ENTERED:
            refusal = refusal_of(partial(services.refuse_own_results, by=by), group)
    return show_form(
        request,
        "tournaments/leagues/groups/group.html",
        group=group,
        division=group.match_day.division,
        tables=tables,
        table=TeamsTable(tables.day, match_columns(tables), _("Result of the match"))
        if tables.day
        else None,
        faults=[imbalance_text(imbalance, names) for imbalance in tables.imbalances],
        was_missed=tables.state == GroupState.PLANNED
        and group.match_day.date < timezone.localdate(),
        reopenings=group_reopenings(group),
        host_code=group_code(group) if may(request, Right.LEAGUES) else None,
        refusal=refusal,
        form=form,
    )


@public_page
@kept_in_edition
def show_group_seats(request: HttpRequest, pk: int) -> HttpResponse:
    group = readable_group(request, pk)
    context = {
        "group": group,
        "division": group.match_day.division,
        "sides": group_sides(group),
        "plan": seat_plan(group),
    }
    return render(request, "tournaments/leagues/groups/group_seats.html", context)


@form_for(Right.RUN)
def set_up_group(request: HttpRequest, pk: int) -> HttpResponse:
    group = editable(request, MatchGroup, pk)
    if group.event_id:
        return redirect("leagues:group-people", pk)
    sides = group_sides(group)
    form = SetUpForm(posted(request), group=group, sides=sides, by=writer(request))
    if saved(request, form, _("The seats of all series are made.")):
        return redirect("leagues:group-seats", pk)
    return show_set_up(request, group, form, attach_form(group))


@button_for(Right.LEAGUES)
def attach_match(request: HttpRequest, pk: int) -> HttpResponse:
    """Attach a match that was played and typed elsewhere."""
    group = editable(request, MatchGroup, pk)
    attach = attach_form(group, request)
    text = _("The match belongs to this group now; look at it and hand it in.")
    if saved(request, attach, text):
        return redirect(group)
    form = SetUpForm(group=group, sides=group_sides(group), by=writer(request))
    return show_set_up(request, group, form, attach)


def attach_form(group: MatchGroup, request: HttpRequest | None = None) -> AttachForm:
    data = request.POST if request else None
    return AttachForm(data, group=group, events=matches_without_group())


def show_set_up(
    request: HttpRequest, group: MatchGroup, form: SetUpForm, attach: AttachForm
) -> HttpResponse:
    return show_form(
        request,
        "tournaments/leagues/groups/group_set_up.html",
        group=group,
        division=group.match_day.division,
        form=form,
        attach=attach,
        has_events=attach.is_bound or matches_without_group().exists(),
    )


@button_of(
    editable_row(MatchGroup),
    Right.RUN,
    back=lambda group: reverse("leagues:group-people", args=[group.pk]),
)
def undo_set_up(request: HttpRequest, group: MatchGroup) -> HttpResponse:
    services.undo_set_up(group=group)
    messages.success(request, _("The seats are taken back."))
    return redirect("leagues:group-set-up", group.pk)


@form_for(Right.RUN)
def edit_group_people(request: HttpRequest, pk: int) -> HttpResponse:
    """Let in substitutes and late players."""
    group = editable(request, MatchGroup, pk)
    if group.event is None:
        return redirect("leagues:group-set-up", pk)
    sides = group_sides(group)
    data = request.POST if "late" in request.POST else None
    late = LateForm(data, group=group, sides=sides, by=writer(request))
    substitute = SubstituteForm(
        request.POST if "substitute" in request.POST else None,
        group=group,
        sides=sides,
        series=list(group.event.series.values_list("number", flat=True)),
        following=next_series(group.event),
        by=writer(request),
    )
    for form in (late, substitute):
        if form.is_bound and form.is_valid() and form.save():
            messages.success(request, _("Saved."))
            return redirect("leagues:group-seats", pk)
    return show_form(
        request,
        "tournaments/leagues/groups/group_people.html",
        group=group,
        division=group.match_day.division,
        sides=sides,
        late=late,
        substitute=substitute,
        may_undo=not refusal_of(refuse_to_delete, group.event),
    )


@button_of(editable_row(MatchGroup), Right.RUN)
def hand_in_group(request: HttpRequest, group: MatchGroup) -> str:
    services.hand_in_group(group=group, by=writer(request))
    return _("The results are handed in. A second person confirms them.")


@button_of(editable_row(MatchGroup), Right.LEAGUES)
def confirm_group(request: HttpRequest, group: MatchGroup) -> str:
    services.confirm_group(group=group, by=writer(request))
    return _("The results are confirmed.")


@button_for(Right.LEAGUES)
def reopen_group(request: HttpRequest, pk: int) -> HttpResponse:
    group = editable(request, MatchGroup, pk)
    tables = match_day_tables(group, user=request.user)
    series = [table.number for table in tables.series]
    form = ReopenGroupForm(request.POST, group=group, series=series, by=writer(request))
    if saved(request, form, _("The results are provisional again.")):
        return redirect(group)
    return group_page(request, group, form)


class HostCodeForm(CodeForm):
    """The code on the paper of the match."""

    find = staticmethod(valid_code)
    refusal = gettext_lazy("This code opens nothing. Please compare it with the paper.")
    code = code_field(gettext_lazy("Code of the match"))


SESSION_LENGTH = timedelta(days=3)


@login_not_required
@open_to_visitors
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter_code(request: HttpRequest, code: str = "") -> HttpResponse:
    """Exchange the code of a match for a session; wrong attempts are slowed down.

    A scanned code is part of the address, and is gone after the redirect.
    """
    form = HostCodeForm({"code": code} if code else request.POST or None)
    template = "tournaments/leagues/hosting/door.html"
    if page := ask_for_code(request, form, HOST_CODE, template):
        return page
    request.session.cycle_key()
    request.session[HOST_CODE_KEY] = form.found.pk
    request.session.set_expiry(SESSION_LENGTH)
    return redirect(form.found.group)


@login_not_required
@open_to_visitors
@require_POST
def leave_match(request: HttpRequest) -> HttpResponse:
    request.session.pop(HOST_CODE_KEY, None)
    return redirect("/")


@button_of(editable_row(MatchGroup), Right.LEAGUES)
def change_code(request: HttpRequest, group: MatchGroup) -> str | HttpResponse:
    match request.POST.get("action"):
        case "renew":
            renew_code(group=group, by=writer(request))
            return _("The host has a code; it is on the report.")
        case "revoke":
            revoke_code(group=group)
            return _("The code of the host opens nothing any more.")
    return unknown_answer()
