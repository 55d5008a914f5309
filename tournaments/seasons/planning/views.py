"""The pages that create, change, publish and delete seasons."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.seasons.rules import SeasonRule
from scoring.seasons.sentences import Sentence, rule_sentences
from skatclub.backups.losses import backed_up_before
from tournaments.seasons import services
from tournaments.seasons.models import Season
from tournaments.seasons.pages import editable_season, preset_names, requested_preset
from tournaments.seasons.planning.forms import SAVED_WITH_RULE, MembersForm, SeasonForm
from tournaments.seasons.rule.forms import RuleForm, rule_fields
from tournaments.seasons.rule.views import draft_rule, draft_sentences, lab_context
from tournaments.seasons.words import PRESET_NAMES
from tournaments.web.access import button_for, form_for
from tournaments.web.answers import YES_OR_NO, saved, show_form, unknown_answer
from tournaments.words.rights import Right


@form_for(Right.SEASONS)
def create_season(request: HttpRequest) -> HttpResponse:
    year = timezone.localdate().year
    rule = SeasonRule()
    initial = {
        **rule_fields(rule),
        "name": _("Season %(year)s") % {"year": year},
        "first_date": timezone.localdate().replace(month=1, day=1),
        "last_date": timezone.localdate().replace(month=12, day=31),
        "takes_evenings": True,
    }
    form = season_form(request, initial)
    if season := saved(request, form, _("The season is ready.")):
        return redirect(season)
    return show_season_form(request, form, rule)


@form_for(Right.SEASONS)
def edit_season(request: HttpRequest, pk: int) -> HttpResponse:
    season = editable_season(request, pk)
    name = season.name
    rule = draft_rule(request) or season.as_rule()
    initial = {
        **rule_fields(rule),
        **{field: getattr(season, field) for field in SAVED_WITH_RULE},
    }
    form = season_form(request, initial, season)
    effect = effect_on_final_table(request, season, form)
    if not effect and saved(request, form):
        return redirect(season)
    return show_season_form(
        request,
        form,
        rule,
        season=season,
        name=name,
        effect=effect,
        is_draft=rule != season.as_rule(),
    )


def effect_on_final_table(
    request: HttpRequest, season: Season, form: SeasonForm
) -> dict[str, object]:
    """Return what a new rule would change after the last day, until it is confirmed."""
    is_over = season.last_date < timezone.localdate()
    if not is_over or "confirmed" in request.POST or not form.is_valid():
        return {}
    effect = lab_context(season.as_rule(), form.rule(), season, user=request.user)
    return effect if effect["is_changed"] and effect["people"] else {}


def season_form(
    request: HttpRequest, initial: dict[str, object], season: Season | None = None
) -> SeasonForm:
    """Return the submitted form.

    A request for another bonus row or for a preset only fills it in.
    """
    form = SeasonForm(request.POST or None, initial=initial, season=season)
    if not request.POST.keys() & {"another", "preset"}:
        return form
    values = {field.name: field.value() for field in form}
    if preset := requested_preset(request.POST):
        values = {name: values[name] for name in SAVED_WITH_RULE} | rule_fields(preset)
    return SeasonForm(initial=values, season=season)


def show_season_form(
    request: HttpRequest, form: SeasonForm, rule: SeasonRule, **context: object
) -> HttpResponse:
    """Show the form of a season; ``rule`` is the initial value of its fields."""
    context |= {
        "form": form,
        "presets": preset_names(),
        "preset": PRESET_NAMES.get(request.POST.get("preset", "")),
        "sentences": rule_in_words(request, rule),
        "is_open": "season" in context or "another" in request.POST,
    }
    return show_form(request, "tournaments/seasons/season_edit.html", **context)


def rule_in_words(request: HttpRequest, rule: SeasonRule) -> tuple[Sentence, ...]:
    """Return the sentences of the rule in the fields, which is ``rule`` at first."""
    preset = requested_preset(request.POST)
    if request.method == "POST" and not preset:
        return draft_sentences(RuleForm(request.POST))
    return rule_sentences(preset or rule)


@form_for(Right.SEASONS)
def edit_season_events(request: HttpRequest, pk: int) -> HttpResponse:
    season = editable_season(request, pk)
    is_sent = request.method == "POST"
    form = MembersForm(request.POST if is_sent else None, season=season)
    if is_sent and form.is_valid() and form.save():
        messages.success(request, _("The changes are saved."))
        return redirect(season)
    return show_form(
        request, "tournaments/seasons/season_members.html", season=season, form=form
    )


@button_for(Right.SEASONS)
def publish_season(request: HttpRequest, pk: int) -> HttpResponse:
    season = editable_season(request, pk)
    is_published = YES_OR_NO.get(request.POST.get("published", ""))
    if is_published is None:
        return unknown_answer()
    services.publish_season(season=season, is_published=is_published)
    text = (
        _("Everybody can read the season table now.")
        if is_published
        else _("Only people who sign in can read this season now.")
    )
    messages.success(request, text)
    return redirect(season)


@form_for(Right.SEASONS)
@backed_up_before
def delete_season(request: HttpRequest, pk: int) -> HttpResponse:
    season = editable_season(request, pk)
    if request.method == "POST":
        name = season.name
        services.delete_season(season=season)
        messages.success(request, _("“%(name)s” is deleted.") % {"name": name})
        return redirect("seasons:list")
    context: dict[str, Season] = {"season": season}
    return render(request, "tournaments/seasons/season_delete.html", context)
