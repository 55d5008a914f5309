"""The season lab: try out another rule and see at once how places change."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.seasons.rules import SeasonRule
from scoring.seasons.sentences import Sentence, rule_sentences
from tournaments.seasons.evenings import season_lists
from tournaments.seasons.models import Season
from tournaments.seasons.pages import preset_names, readable_season, requested_preset
from tournaments.seasons.rule.forms import LabForm, RuleForm, rule_fields
from tournaments.seasons.selectors import lab_lines, seasons_for, valid_draws
from tournaments.seasons.tables import LabTable
from tournaments.web.access import page_for
from tournaments.web.requests import is_fragment
from tournaments.words.rights import Right


@require_safe
def show_season_lab(request: HttpRequest, pk: int) -> HttpResponse:
    season = readable_season(request, pk)
    rule = season.as_rule()
    form = lab_form(request, season, rule)
    context: dict[str, object] = {
        "season": season,
        "form": form,
        "presets": preset_names(),
    }
    if not form.is_bound:
        draft = requested_preset(request.GET) or rule
        context |= lab_context(rule, draft, season, user=request.user)
    elif form.is_valid():
        played_in = form.cleaned_data["of"] or season
        context |= lab_context(rule, form.rule(), played_in, user=request.user)
    is_part = is_fragment(request) and "another" not in request.GET
    template = (
        "tournaments/seasons/rule/_lab.html"
        if is_part
        else "tournaments/seasons/rule/season_lab.html"
    )
    return render(request, template, context)


def lab_form(request: HttpRequest, season: Season, rule: SeasonRule) -> LabForm:
    """Return the submitted form, or one filled with a preset or the rule in force."""
    seasons = seasons_for(request.user)
    if "unit" in request.GET:
        return LabForm(request.GET, seasons=seasons)
    initial = {**rule_fields(requested_preset(request.GET) or rule), "of": season}
    return LabForm(initial=initial, seasons=seasons)


@page_for(Right.SEASONS)
def show_draft(request: HttpRequest) -> HttpResponse:
    """Show the rule that the fields describe as sentences, or its problems."""
    draft = RuleForm(request.GET)
    context = {"draft": draft, "sentences": draft_sentences(draft)}
    return render(request, "tournaments/seasons/rule/_draft.html", context)


def draft_sentences(draft: RuleForm) -> tuple[Sentence, ...]:
    """Return the sentences of a draft; none if it is invalid."""
    return rule_sentences(draft.rule()) if draft.is_valid() else ()


def draft_rule(request: HttpRequest) -> SeasonRule | None:
    """Return the rule that the address describes, a draft of the lab."""
    form = RuleForm(request.GET)
    if "unit" in request.GET and form.is_valid():
        rule: SeasonRule = form.rule()
        return rule
    return None


def lab_context(
    rule: SeasonRule, draft: SeasonRule, played_in: Season, *, user: object
) -> dict[str, object]:
    """Return the context of a draft, applied to the lists of ``played_in``."""
    over = played_in.last_date < timezone.localdate()
    played = season_lists(played_in, user=user)
    lines = lab_lines(rule, draft, played, over=over, draws=valid_draws(played_in))
    moved = sum(line.is_moved for line in lines)
    return {
        "table": LabTable(lines, rule=rule, draft=draft) if lines else None,
        "moved": moved,
        "people": len(lines),
        "played_in": played_in,
        "is_changed": draft != rule,
        "sentences": rule_sentences(draft),
    }
