"""The page of the strength groups: proposed from a season and saved together."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.careers.strength.forms import GroupsForm, ProposalForm, typed_groups
from tournaments.careers.strength.selectors import proposed_groups, usual_season
from tournaments.people.models import Player
from tournaments.seasons.selectors import seasons_for
from tournaments.web.access import form_for
from tournaments.words.rights import Right


@form_for(Right.PEOPLE)
def show_strength(request: HttpRequest) -> HttpResponse:
    """Show the groups, or on request those that a season proposes."""
    today = timezone.localdate()
    seasons = seasons_for(request.user).filter(first_date__lte=today)
    is_proposing = "propose" in request.POST
    proposal = ProposalForm(
        request.POST if is_proposing else None,
        seasons=seasons,
        initial={"season": usual_season(list(seasons), today)},
    )
    proposed: dict[int, int] = {}
    if is_proposing and proposal.is_valid():
        season, count = proposal.cleaned_data["season"], proposal.cleaned_data["groups"]
        proposed = proposed_groups(season, count, user=request.user, today=today)
    people = list(Player.objects.active().order_by("name_key", "pk"))
    form = GroupsForm(
        None if is_proposing else request.POST or None,
        people=people,
        proposed=proposed,
        typed=typed_groups(people, request.POST) if is_proposing else {},
    )
    if form.is_valid() and (saved := form.save()):
        messages.success(request, saved_text(saved["changed"]))
        return redirect("people:strength")
    context = {
        "form": form,
        "proposal": proposal,
        "season": proposal.cleaned_data["season"] if proposed else None,
        "has_seasons": bool(seasons),
    }
    status = 422 if form.errors else 200
    return render(
        request, "tournaments/careers/strength/strength.html", context, status=status
    )


def saved_text(count: int) -> str:
    """Return the message with the number of people whose group changed."""
    if not count:
        return _("The strength groups are as they were.")
    return ngettext(
        "The strength group of %(count)s person is saved.",
        "The strength groups of %(count)s people are saved.",
        count,
    ) % {"count": count}
