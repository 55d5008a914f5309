"""Pages about people who are entered twice, become members, or leave for good."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from tournaments.careers.joins.forms import JoinForm, OtherEntryForm, RemovalForm
from tournaments.careers.joins.selectors import (
    all_joins,
    change_by_joining,
    obstacles,
    probable_doubles,
    records_of,
)
from tournaments.careers.joins.services import make_member, part_people
from tournaments.people.models import Join
from tournaments.people.pages import editable_person
from tournaments.web.access import requires, writer
from tournaments.web.answers import refusals_told
from tournaments.words.rights import Right


@requires(Right.PEOPLE)
@require_POST
def become_member(request: HttpRequest, pk: int) -> HttpResponse:
    player = make_member(player=editable_person(request, pk))
    said = _("%(name)s is a member of our club now; all results stay.")
    messages.success(request, said % {"name": player})
    return redirect(player)


@requires(Right.PEOPLE)
@require_safe
def show_joins(request: HttpRequest) -> HttpResponse:
    context = {"pairs": probable_doubles(), "joins": all_joins()}
    return render(request, "tournaments/careers/joins/joins.html", context)


@requires(Right.PEOPLE)
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, pk: int) -> HttpResponse:
    player = editable_person(request, pk)
    chosen = OtherEntryForm(
        request.GET if "other" in request.GET else None, player=player
    )
    context: dict[str, object] = {"player": player, "chosen": chosen}
    if chosen.is_valid():
        other = chosen.cleaned_data["other"]
        form = JoinForm(
            request.POST or None, player=player, other=other, by=writer(request)
        )
        if form.is_valid() and (done := form.save()):
            said = _("The two entries are one now: %(name)s.")
            messages.success(request, said % {"name": done.kept})
            return redirect(done.kept)
        context |= {
            "form": form,
            "records": records_of([player, other]),
            "obstacles": obstacles(player, other),
            "change": change_by_joining(player, other),
        }
    return render(request, "tournaments/careers/joins/join.html", context)


@requires(Right.PEOPLE)
@require_POST
def part(request: HttpRequest, pk: int) -> HttpResponse:
    joined = get_object_or_404(Join, pk=pk)
    with refusals_told(request):
        parted = part_people(join=joined, by=writer(request))
        said = _(
            "%(kept)s and %(gone)s are two people again, each with the own results."
        )
        messages.success(request, said % {"kept": parted.kept, "gone": parted.gone})
    return redirect("people:joins")


@requires(Right.PEOPLE)
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    player = editable_person(request, pk)
    name = player.name
    form = RemovalForm(request.POST or None, player=player)
    if form.is_valid() and (removed := form.save()):
        said = _("The name is gone; the lists now say “%(name)s”.")
        messages.success(request, said % {"name": removed})
        return redirect("people:list")
    (record,) = records_of([player])
    context = {"player": player, "name": name, "form": form, "record": record}
    return render(request, "tournaments/careers/joins/remove_person.html", context)
