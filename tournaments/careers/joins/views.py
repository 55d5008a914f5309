"""Changing a person, joining entries and back, making members, removing people."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from skatclub.backups.making import backed_up_before
from tournaments.careers.joins.forms import JoinForm, OtherEntryForm, RemovalForm
from tournaments.careers.joins.selectors import (
    all_joins,
    change_by_joining,
    obstacles,
    probable_duplicates,
    with_lists,
)
from tournaments.careers.joins.services import make_member, next_stand_in, undo_join
from tournaments.careers.selectors import past_changes
from tournaments.events.teams.services import doubtful_teams
from tournaments.people.forms import ChangePlayerForm
from tournaments.people.models import Join
from tournaments.people.selectors import other_club_names
from tournaments.people.views import editable_person
from tournaments.scope.scope import edition_number
from tournaments.web.access import button_for, form_for, page_for, writer
from tournaments.web.answers import done, refusals_as_messages, show_form
from tournaments.words.rights import Right


@form_for(Right.PEOPLE)
def edit_person(request: HttpRequest, pk: int) -> HttpResponse:
    player = editable_person(request, pk)
    # The form changes the instance even if it turns out to be invalid.
    name, membership = player.name, (player.is_guest, player.club_id)
    form = ChangePlayerForm(request.POST or None, instance=player)
    if answer := done(request, form):
        if teams := ", ".join(doubtful_teams(player)):
            # They may still show the name of a hidden person.
            said = _("Everybody reads these team names; please look at them: %(teams)s")
            messages.warning(request, said % {"teams": teams})
        if text := past_changes(player, before=membership):
            messages.info(request, text)
        return answer
    template = "tournaments/people/edit.html"
    clubs = other_club_names()
    return show_form(
        request, template, form=form, player=player, name=name, clubs=clubs
    )


@button_for(Right.PEOPLE)
def become_member(request: HttpRequest, pk: int) -> HttpResponse:
    guest = editable_person(request, pk)
    player = make_member(player=guest)
    text = _("%(name)s is a member of our club now; all results stay.")
    messages.success(request, text % {"name": player})
    if past := past_changes(player, before=(guest.is_guest, guest.club_id)):
        messages.info(request, past)
    return redirect(player)


@page_for(Right.PEOPLE)
def show_joins(request: HttpRequest) -> HttpResponse:
    context = {
        "pairs": probable_duplicates(),
        "joins": all_joins(),
        "now": edition_number(),
    }
    return render(request, "tournaments/careers/joins/joins.html", context)


@form_for(Right.PEOPLE)
@backed_up_before
def join(request: HttpRequest, pk: int) -> HttpResponse:
    player = editable_person(request, pk)
    other_form = OtherEntryForm(
        request.GET if "other" in request.GET else None, player=player
    )
    context: dict[str, object] = {"player": player, "other_form": other_form}
    if other_form.is_valid():
        other = other_form.cleaned_data["other"]
        form = JoinForm(
            request.POST or None, player=player, other=other, by=writer(request)
        )
        if form.is_valid() and (joined := form.save()):
            text = _("The two entries are one now: %(name)s.")
            messages.success(request, text % {"name": joined.kept})
            return redirect(joined.kept)
        context |= {
            "form": form,
            "records": with_lists(player, other),
            "obstacles": obstacles(player, other),
            "change": change_by_joining(player, other),
        }
    return render(request, "tournaments/careers/joins/join.html", context)


@button_for(Right.PEOPLE)
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    join = get_object_or_404(Join, pk=pk)
    with refusals_as_messages(request):
        undone = undo_join(join=join)
        text = _(
            "%(kept)s and %(gone)s are two people again, each with their own results."
        )
        messages.success(request, text % {"kept": undone.kept, "gone": undone.gone})
    return redirect("people:joins")


@form_for(Right.PEOPLE)
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    player = editable_person(request, pk)
    name = player.name
    form = RemovalForm(request.POST or None, player=player)
    if answer := done(request, form, "people:list"):
        return answer
    (record,) = with_lists(player)
    context = {
        "player": player,
        "name": name,
        "form": form,
        "record": record,
        "stand_in": next_stand_in(player),
    }
    return render(request, "tournaments/careers/joins/remove_person.html", context)
