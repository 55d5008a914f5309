"""Helpers that the pages of seasons share."""

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


def requested_preset(data: Mapping[str, str]) -> SeasonRule | None:
    """Return the requested preset, if there is one of that name."""
    return PRESETS.get(data.get("preset", ""))


def preset_names() -> list[tuple[str, Promise]]:
    """Return the keys and names of the presets, in the order of rules 6.4."""
    return [(key, PRESET_NAMES[key]) for key in PRESETS]
