"""The season lab: another rule, and at once who moves."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.season_lab import rule_sentences
from scoring.season_rules import SeasonRule
from tournaments.access import may_write
from tournaments.htmx import is_fragment
from tournaments.leagues.forms import LabForm, fields_of
from tournaments.leagues.models import Season
from tournaments.leagues.selectors import (
    draws_of,
    lab_lines,
    season_lists,
    seasons_for,
)
from tournaments.leagues.tables import LabTable
from tournaments.leagues.views.pages import chosen_preset, preset_names, readable_season


@require_safe
def season_lab(request: HttpRequest, pk: int) -> HttpResponse:
    season = readable_season(request, pk)
    rule = season.as_rule()
    form = lab_form(request, season, rule)
    context: dict[str, object] = {
        "season": season,
        "form": form,
        "presets": preset_names(),
        "may_write": may_write(request),
    }
    if not form.is_bound:
        draft = chosen_preset(request) or rule
        context |= moves_of(rule, draft, season, user=request.user)
    elif form.is_valid():
        played_in = form.cleaned_data["of"] or season
        context |= moves_of(rule, form.rule(), played_in, user=request.user)
    is_part = is_fragment(request) and "another" not in request.GET
    template = "_lab.html" if is_part else "season_lab.html"
    return render(request, f"tournaments/leagues/{template}", context)


def lab_form(request: HttpRequest, season: Season, rule: SeasonRule) -> LabForm:
    """Return the form as it was sent, or filled with a preset or the rule in force."""
    seasons = seasons_for(request.user)
    if "unit" in request.GET:
        return LabForm(request.GET, seasons=seasons)
    initial = {**fields_of(chosen_preset(request) or rule), "of": season}
    return LabForm(initial=initial, seasons=seasons)


def moves_of(
    rule: SeasonRule, draft: SeasonRule, played_in: Season, *, user: object
) -> dict[str, object]:
    """Return what the page says about a draft, on the lists of ``played_in``."""
    over = played_in.last_date < timezone.localdate()
    played = season_lists(played_in, user=user)
    lines = lab_lines(rule, draft, played, over=over, draws=draws_of(played_in))
    moved = sum(line.is_moved for line in lines)
    return {
        "table": LabTable(lines, rule=rule, draft=draft) if lines else None,
        "moved": moved,
        "people": len(lines),
        "played_in": played_in,
        "is_changed": draft != rule,
        "sentences": rule_sentences(draft),
    }
