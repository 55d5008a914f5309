"""Pages about clubs: the home club and those of guests."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from tournaments.people.clubs.forms import ClubForm
from tournaments.people.models import Club
from tournaments.people.selectors import clubs_with_people
from tournaments.web.access import form_for
from tournaments.web.answers import saved
from tournaments.words.rights import Right


@require_safe
def show_clubs(request: HttpRequest) -> HttpResponse:
    context = {"clubs": clubs_with_people()}
    return render(request, "tournaments/people/clubs/clubs.html", context)


@form_for(Right.PEOPLE)
def change_club(request: HttpRequest, pk: int) -> HttpResponse:
    club = get_object_or_404(Club, pk=pk)
    if club.is_home:
        return redirect("organisations:change")
    name = club.name
    form = ClubForm(request.POST or None, instance=club)
    if saved(request, form):
        return redirect("people:clubs")
    context = {"form": form, "club": club, "name": name}
    return render(request, "tournaments/people/clubs/club.html", context)
