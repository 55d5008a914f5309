"""What the pages of seasons have in common."""

from collections.abc import Mapping

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.functional import Promise

from scoring.seasons.rules import PRESETS, SeasonRule
from tournaments.seasons.models import Season
from tournaments.seasons.words import PRESET_NAMES


def readable_season(request: HttpRequest, pk: int) -> Season:
    """Return a season that the reader may see, or 404."""
    return get_object_or_404(Season.objects.visible_to(request.user), pk=pk)


def editable_season(request: HttpRequest, pk: int) -> Season:
    """Return a season that the account may change, or 404."""
    return get_object_or_404(Season.objects.editable_by(request.user), pk=pk)


def chosen_preset(sent: Mapping[str, str]) -> SeasonRule | None:
    """Return the preset that was asked for, if there is one of that name."""
    return PRESETS.get(sent.get("preset", ""))


def preset_names() -> list[tuple[str, Promise]]:
    """Return the presets by their keys, in the order of the rules (rules 6.4)."""
    return [(key, PRESET_NAMES[key]) for key in PRESETS]
