"""Pages about people: the list, adding one or many."""

import django_tables2 as tables
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from tournaments.people.forms import AddPlayerForm, ClubForm, SearchForm
from tournaments.people.models import Club, Player
from tournaments.people.selectors import (
    PEOPLE_FILTERS,
    clubs_with_people,
    count_people,
    other_club_names,
)
from tournaments.people.services import set_active
from tournaments.web.access import button_for, form_for, may
from tournaments.web.answers import NextStep, done, saved, show_form
from tournaments.web.requests import is_fragment
from tournaments.web.tables import arrange
from tournaments.words.rights import Right


class PlayerTable(tables.Table):
    """People by name, with links to change them for users who may write."""

    caption = _("Players")

    name = tables.TemplateColumn(
        verbose_name=_("Name"),
        template_name="tournaments/people/_name.html",
        order_by=("name_key", "pk"),
    )
    club = tables.Column(
        _("Club"),
        accessor="club__name",
        order_by=("club__name", "name_key"),
        default="",
    )
    change = tables.TemplateColumn(
        verbose_name=_("Change"),
        template_name="tournaments/people/_change.html",
        orderable=False,
    )

    class Meta:
        model = Player
        fields = ()
        sequence = ("name", "club", "change")
        order_by = ("name",)
        empty_text = _("Nobody.")


def editable_person(request: HttpRequest, pk: int) -> Player:
    """Return a person the account may change who was not removed, or 404."""
    people = Player.objects.editable_by(request.user).filter(removed_at__isnull=True)
    return get_object_or_404(people.select_related("club"), pk=pk)


@require_safe
# Fragment and page share an address, which the Back button must not mix up.
@vary_on_headers("HX-Request")
def show_people(request: HttpRequest) -> HttpResponse:
    form = SearchForm(request.GET)
    group = request.GET.get("show", "")
    group = group if group in PEOPLE_FILTERS else ""
    people = Player.objects.matching(form.query())
    is_search = bool(form.query() and not group)  # which finds inactive people, too
    found = people if is_search else PEOPLE_FILTERS[group](people)
    table = PlayerTable(found.select_related("club"))
    if not may(request, Right.PEOPLE):
        table.exclude = ("change",)
    arrange(table, request.GET)
    step = NextStep(
        title=gettext("New evening"),
        text=gettext("Today, two series; everything may still be changed."),
        action=gettext("Open the evening"),
        url=reverse("events:create"),
        post={"as_usual": "first"},
        also=gettext("Another day, or different"),
        also_url=reverse("events:create"),
    )
    context = {
        "step": step if "added" in request.GET else None,
        "form": form,
        "table": table,
        "counts": count_people(people),
        "group": group,
        "query": form.query(),
    }
    part = "#players" if is_fragment(request) else ""
    return render(request, f"tournaments/people/list.html{part}", context)


@form_for(Right.PEOPLE)
def add_person(request: HttpRequest) -> HttpResponse:
    form = AddPlayerForm(request.POST or None)
    back = "people:add" if "another" in request.POST else "people:list"
    if answer := done(request, form, back):
        return answer
    template = "tournaments/people/add.html"
    return show_form(request, template, form=form, clubs=other_club_names())


@button_for(Right.PEOPLE)
def change_activity(request: HttpRequest, pk: int, is_active: bool) -> HttpResponse:
    player = editable_person(request, pk)
    set_active(player=player, is_active=is_active)
    text = (
        _("%(name)s can be chosen for a table again.")
        if is_active
        else _("%(name)s is no longer offered for tables; all lists stay.")
    )
    messages.success(request, text % {"name": player})
    return redirect(player)


@require_safe
def show_clubs(request: HttpRequest) -> HttpResponse:
    context = {"clubs": clubs_with_people()}
    return render(request, "tournaments/people/clubs.html", context)


@form_for(Right.PEOPLE)
def change_club(request: HttpRequest, pk: int) -> HttpResponse:
    club = get_object_or_404(Club, pk=pk)
    if club.is_home:
        return redirect("organisations:change")
    name = club.name
    form = ClubForm(request.POST or None, instance=club)
    if saved(request, form):
        return redirect("people:clubs")
    template = "tournaments/people/club.html"
    return show_form(request, template, form=form, club=club, name=name)
