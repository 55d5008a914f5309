"""The season lab: another rule, and at once who moves."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.seasons.rules import SeasonRule
from scoring.seasons.sentences import Sentence, rule_sentences
from tournaments.seasons.drawn_lots import draws_of
from tournaments.seasons.models import Season
from tournaments.seasons.pages import chosen_preset, preset_names, readable_season
from tournaments.seasons.played import season_lists
from tournaments.seasons.rule.forms import LabForm, RuleForm, fields_of
from tournaments.seasons.selectors import lab_lines, seasons_for
from tournaments.seasons.tables import LabTable
from tournaments.web.access import requires
from tournaments.web.requests.htmx import is_fragment
from tournaments.words.rights import Right


@require_safe
def season_lab(request: HttpRequest, pk: int) -> HttpResponse:
    season = readable_season(request, pk)
    rule = season.as_rule()
    form = lab_form(request, season, rule)
    context: dict[str, object] = {
        "season": season,
        "form": form,
        "presets": preset_names(),
    }
    if not form.is_bound:
        draft = chosen_preset(request.GET) or rule
        context |= moves_of(rule, draft, season, user=request.user)
    elif form.is_valid():
        played_in = form.cleaned_data["of"] or season
        context |= moves_of(rule, form.rule(), played_in, user=request.user)
    is_part = is_fragment(request) and "another" not in request.GET
    template = (
        "tournaments/seasons/rule/_lab.html"
        if is_part
        else "tournaments/seasons/rule/season_lab.html"
    )
    return render(request, template, context)


def lab_form(request: HttpRequest, season: Season, rule: SeasonRule) -> LabForm:
    """Return the form as it was sent, or filled with a preset or the rule in force."""
    seasons = seasons_for(request.user)
    if "unit" in request.GET:
        return LabForm(request.GET, seasons=seasons)
    initial = {**fields_of(chosen_preset(request.GET) or rule), "of": season}
    return LabForm(initial=initial, seasons=seasons)


@requires(Right.SEASONS)
@require_safe
def show_draft(request: HttpRequest) -> HttpResponse:
    """Say in sentences what the fields of a rule say together, or what is wrong."""
    draft = RuleForm(request.GET)
    context = {"draft": draft, "sentences": sentences_of(draft)}
    return render(request, "tournaments/seasons/rule/_draft.html", context)


def sentences_of(draft: RuleForm) -> tuple[Sentence, ...]:
    """Return the sentences of a rule as it was typed; none where it is no rule."""
    return rule_sentences(draft.rule()) if draft.is_valid() else ()


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
