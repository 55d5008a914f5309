"""The strength groups of everybody: proposed from a season, saved at once."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.careers.strength.forms import GroupsForm, ProposalForm, typed_groups
from tournaments.careers.strength.selectors import (
    people_in_groups,
    proposed_groups,
    seasons_to_propose_from,
    usual_season,
)
from tournaments.web.access import requires
from tournaments.words.rights import Right


@requires(Right.PEOPLE)
@require_http_methods(["GET", "HEAD", "POST"])
def show_strength(request: HttpRequest) -> HttpResponse:
    """Show the groups; asked for, those that a season proposes."""
    today = timezone.localdate()
    seasons = seasons_to_propose_from(request.user, today)
    asked = "propose" in request.POST
    wish = ProposalForm(
        request.POST if asked else None,
        seasons=seasons,
        initial={"season": usual_season(list(seasons), today)},
    )
    proposed: dict[int, int] = {}
    if asked and wish.is_valid():
        season, count = wish.cleaned_data["season"], wish.cleaned_data["groups"]
        proposed = proposed_groups(season, count, user=request.user, today=today)
    people = list(people_in_groups())
    form = GroupsForm(
        None if asked else request.POST or None,
        people=people,
        proposed=proposed,
        typed=typed_groups(people, request.POST) if asked else {},
    )
    if form.is_valid() and (saved := form.save()):
        messages.success(request, saved_text(saved["changed"]))
        return redirect("people:strength")
    context = {
        "form": form,
        "wish": wish,
        "season": wish.cleaned_data["season"] if proposed else None,
        "has_seasons": bool(seasons),
    }
    status = 422 if form.errors else 200
    return render(
        request, "tournaments/careers/strength/strength.html", context, status=status
    )


def saved_text(count: int) -> str:
    """Return for how many people the group was changed."""
    if not count:
        return _("The strength groups are as they were.")
    return ngettext(
        "The strength group of %(count)s person is saved.",
        "The strength groups of %(count)s people are saved.",
        count,
    ) % {"count": count}
