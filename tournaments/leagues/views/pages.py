"""What the pages of seasons and leagues have in common."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.functional import Promise
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition

from scoring.season_rules import PRESETS, SeasonRule
from tournaments.competitions.views.standings import tag_of
from tournaments.leagues.models import (
    Division,
    League,
    LeagueTeam,
    MatchGroup,
    Season,
)
from tournaments.leagues.selectors.matches import as_read_by
from tournaments.season_labels import PRESET_NAMES

View = Callable[..., HttpResponse]


def unchanged_is_told(revise: Callable[[int], str | None]) -> Callable[[View], View]:
    """Let a page answer "not modified" as long as ``revise`` finds the same word.

    ``revise`` is asked with the number in the address. A page is another one on
    another day: what was to come is over then.
    """

    def page_tag(request: HttpRequest, pk: int, **_variant: object) -> str | None:
        return tag_of(
            request,
            lambda: revise(pk),
            page=request.path,
            today=timezone.localdate(),
        )

    def told(view: View) -> View:
        checked: View = condition(etag_func=page_tag)(view)
        return cache_control(private=True, no_cache=True)(checked)

    return told


def is_done(request: HttpRequest, act: Callable[[], object], *, said: str) -> bool:
    """Do what a button asks and say so; what is refused becomes a message, too."""
    try:
        act()
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
        return False
    messages.success(request, said)
    return True


def readable_season(request: HttpRequest, pk: int) -> Season:
    """Return a season that the reader may see, or 404."""
    return get_object_or_404(Season.objects.visible_to(request.user), pk=pk)


def editable_season(request: HttpRequest, pk: int) -> Season:
    """Return a season that the account may change, or 404."""
    return get_object_or_404(Season.objects.editable_by(request.user), pk=pk)


def chosen_preset(request: HttpRequest) -> SeasonRule | None:
    """Return the preset that the address names, if there is one of that name."""
    return PRESETS.get(request.GET.get("preset", ""))


def preset_names() -> list[tuple[str, Promise]]:
    """Return the presets by their keys, in the order of the rules (rules 6.4)."""
    return [(key, PRESET_NAMES[key]) for key in PRESETS]


def readable_league(request: HttpRequest, pk: int) -> League:
    """Return a league that the reader may see, or 404."""
    return get_object_or_404(League.objects.visible_to(request.user), pk=pk)


def editable_league(request: HttpRequest, pk: int) -> League:
    """Return a league that the account may change, or 404."""
    return get_object_or_404(League.objects.editable_by(request.user), pk=pk)


def readable_division(request: HttpRequest, pk: int) -> Division:
    """Return a division of a league that the reader may see, or 404."""
    leagues = League.objects.visible_to(request.user)
    found = Division.objects.select_related("league")
    return get_object_or_404(found, league__in=leagues, pk=pk)


def editable_division(request: HttpRequest, pk: int) -> Division:
    """Return a division of a league that the account may change, or 404."""
    leagues = League.objects.editable_by(request.user)
    found = Division.objects.select_related("league")
    return get_object_or_404(found, league__in=leagues, pk=pk)


def readable_team(request: HttpRequest, pk: int) -> LeagueTeam:
    """Return a team of a league that the reader may see, or 404."""
    leagues = League.objects.visible_to(request.user)
    found = LeagueTeam.objects.select_related("division__league", "club")
    return get_object_or_404(found, division__league__in=leagues, pk=pk)


def editable_team(request: HttpRequest, pk: int) -> LeagueTeam:
    """Return a team of a league that the account may change, or 404."""
    leagues = League.objects.editable_by(request.user)
    found = LeagueTeam.objects.select_related("division__league", "club")
    return get_object_or_404(found, division__league__in=leagues, pk=pk)


def readable_group(request: HttpRequest, pk: int) -> MatchGroup:
    """Return a group of a league as the reader may see it, or 404."""
    leagues = League.objects.visible_to(request.user)
    found = get_object_or_404(groups(), match_day__division__league__in=leagues, pk=pk)
    return as_read_by(found, request.user)


def editable_group(request: HttpRequest, pk: int) -> MatchGroup:
    """Return a group of a league that the account may change, or 404."""
    leagues = League.objects.editable_by(request.user)
    return get_object_or_404(groups(), match_day__division__league__in=leagues, pk=pk)


def groups() -> QuerySet[MatchGroup]:
    """Return the groups with all that their pages name."""
    return MatchGroup.objects.select_related(
        "match_day__division__league",
        "competition",
        "host",
        "entered_by",
        "confirmed_by",
    )
