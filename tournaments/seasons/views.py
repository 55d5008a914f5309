"""The pages of seasons: all of them, their tables, and the lists behind a line."""

import re
import secrets
from collections.abc import Mapping
from datetime import date, timedelta

from django.db.models import Max, Min
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.seasons.rules import (
    PRESETS,
    Measure,
    SeasonRule,
    Sentence,
    rule_sentences,
)
from scoring.seasons.table import SeasonRow, SeasonStanding
from skatclub.backups.making import backed_up_before
from tournaments.events.models import Event, Series
from tournaments.events.standings.tables import known_games
from tournaments.events.standings.words import provisional_text
from tournaments.organisations.selectors import own_organisation
from tournaments.people.names.names import short_name
from tournaments.seasons import services
from tournaments.seasons.evenings import season_lists
from tournaments.seasons.forms import (
    SAVED_WITH_RULE,
    LabForm,
    MembersForm,
    RuleForm,
    SeasonForm,
    rule_fields,
)
from tournaments.seasons.models import Season, SeasonDraw
from tournaments.seasons.selectors import (
    SeasonTable,
    lab_lines,
    person_season,
    season_table,
    seasons_for,
    table_race,
    valid_draws,
)
from tournaments.seasons.tables import (
    EVENINGS_ON_A_PHONE,
    LabTable,
    evenings_played,
    results_columns,
    season_columns,
)
from tournaments.seasons.words import (
    PRESET_NAMES,
    STANDING_TEXT,
    guests_heading,
    ranking_value_text,
    shortfall_text,
)
from tournaments.web.access import form_for, page_for, public_page, writer
from tournaments.web.answers import (
    button_of,
    delete_page,
    posted,
    publish_button,
    saved,
    show_form,
)
from tournaments.web.charts import LOW, Chart, charts_of
from tournaments.web.kept_pages import kept_in_edition
from tournaments.web.numbers import whole_number
from tournaments.web.requests import is_fragment
from tournaments.web.tables import RankedTable
from tournaments.words.choices import EventKind, Rhythm
from tournaments.words.formats import (
    days_on_an_axis,
    exact,
    mean,
    money,
    number,
    signed,
)
from tournaments.words.rights import Right

LOOK = "season ranked-rows"
LISTS_A_YEAR: dict[str, int] = {Rhythm.WEEKLY: 96, Rhythm.FORTNIGHTLY: 48}
FEWEST_LISTS = 24
SIGN_LETTERS = 12  # of a name at the end of a line, on a phone


@require_safe
def show_season_lab(request: HttpRequest, pk: int) -> HttpResponse:
    season = readable_season(request, pk)
    rule = season.as_rule()
    form = LabForm(
        request.GET if "unit" in request.GET else None,
        initial={**rule_fields(requested_preset(request.GET) or rule), "of": season},
        seasons=seasons_for(request.user),
    )
    context: dict[str, object] = {
        "season": season,
        "form": form,
        "presets": PRESET_NAMES.items(),
    }
    if not form.is_bound:
        draft = requested_preset(request.GET) or rule
        context |= lab_context(rule, draft, season, user=request.user)
    elif form.is_valid():
        played_in = form.cleaned_data["of"] or season
        context |= lab_context(rule, form.rule(), played_in, user=request.user)
    template = (
        "tournaments/seasons/_lab.html"
        if is_fragment(request)
        else "tournaments/seasons/season_lab.html"
    )
    return render(request, template, context)


@page_for(Right.SEASONS)
def show_draft(request: HttpRequest) -> HttpResponse:
    """Show the rule that the fields describe as sentences, or its problems."""
    draft = RuleForm(request.GET)
    context = {"draft": draft, "sentences": draft_sentences(draft)}
    return render(request, "tournaments/seasons/_draft.html", context)


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
    over = played_in.last_date < timezone.localdate()
    played = season_lists(played_in, user=user)
    lines = lab_lines(rule, draft, played, over=over, draws=valid_draws(played_in))
    moved = sum(line.move.changes_place for line in lines)
    return {
        "table": LabTable(lines, rule=rule, draft=draft) if lines else None,
        "moved": moved,
        "people": len(lines),
        "played_in": played_in,
        "is_changed": draft != rule,
        "sentences": rule_sentences(draft),
    }


def readable_season(request: HttpRequest, pk: int) -> Season:
    return get_object_or_404(Season.objects.visible_to(request.user), pk=pk)


def editable_season(request: HttpRequest, pk: int) -> Season:
    return get_object_or_404(Season.objects.editable_by(request.user), pk=pk)


def requested_preset(data: Mapping[str, str]) -> SeasonRule | None:
    return PRESETS.get(data.get("preset", ""))


@public_page
def show_seasons(request: HttpRequest) -> HttpResponse:
    context = {"seasons": seasons_for(request.user)}
    return render(request, "tournaments/seasons/season_list.html", context)


@public_page
@kept_in_edition
def show_season(request: HttpRequest, pk: int) -> HttpResponse:
    season = readable_season(request, pk)
    table = season_table(season, user=request.user, today=timezone.localdate())
    context = {
        "season": season,
        "played": table.played,
        "table": table,
        "unreleased": provisional_text(table.played.provisional),
        "tables": tables_on_page(table),
        "charts": race_charts(table),
        "sentences": rule_sentences(table.rule),
    }
    return render(request, "tournaments/seasons/season.html", context)


def race_charts(table: SeasonTable) -> dict[str, Chart] | None:
    race = table_race(table)
    if race is None:
        return None
    drawn = float if table.rule.measure is Measure.PER_GAME else round
    courses = [
        (
            f"{racer.line.row.place} {racer.line.player}",
            [None if value is None else drawn(value) for value in racer.values],
        )
        for racer in race.racers
    ]
    return charts_of(
        courses,
        days_on_an_axis([evening.date for evening in race.evenings]),
        narrow=LOW,
        signs=[
            f"{racer.line.row.place} {short_name(racer.line.name, SIGN_LETTERS)}"
            for racer in race.racers
        ],
    )


def tables_on_page(table: SeasonTable) -> list[RankedTable]:
    parts = (
        (table.ranked, _("Season table")),
        (table.below_minimum, STANDING_TEXT[SeasonStanding.SHORT]),
        (table.guests, guests_heading(len(table.guests))),
    )
    columns = season_columns(table)
    return [
        RankedTable(lines, columns, look=LOOK, caption=caption)
        for lines, caption in parts
        if lines
    ]


@public_page
@kept_in_edition
def show_season_results(request: HttpRequest, pk: int) -> HttpResponse:
    season = readable_season(request, pk)
    table = season_table(season, user=request.user, today=timezone.localdate())
    results = RankedTable(
        table.lines,
        results_columns(table),
        look=f"{LOOK} all-results",
        caption=_("All results"),
    )
    context = {
        "season": season,
        "played": table.played,
        "table": results if table.lines else None,
        "is_long": len(evenings_played(table)) > EVENINGS_ON_A_PHONE,
    }
    return render(request, "tournaments/seasons/season_results.html", context)


@public_page
@kept_in_edition
def show_season_person(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    season = readable_season(request, pk)
    today = timezone.localdate()
    person = person_season(season, player, user=request.user, today=today)
    if person is None or not person.line.has_page:
        raise Http404
    context = {
        "season": season,
        "played": person.table.played,
        "person": person,
        "figures": person_figures(person.line.row, person.table),
        "standing": STANDING_TEXT[person.line.row.standing],
    }
    return render(request, "tournaments/seasons/season_person.html", context)


def person_figures(row: SeasonRow, table: SeasonTable) -> list[tuple[str, str]]:
    """Return a line of the table as labels and figures, without meaningless zeros."""
    games = known_games(row, is_former=table.played.may_lack_games)
    figures = [
        (_("Result"), ranking_value_text(row.value, table.rule)),
        (_("Points"), exact(row.total)),
        (_("Average"), mean(row.average)),
        *([(_("Games"), number(row.games))] if table.rule.counts_games else []),
        (_("Counted of played"), f"{row.counted} / {row.played}"),
        (_("Games won"), number(games.won) or "–"),
        (_("Games lost"), number(games.lost) or "–"),
    ]
    if row.missing:
        figures.append((_("Missing results that count"), number(row.missing)))
    if row.bonus or row.deduction:
        figures.append((_("Bonus and deduction"), signed(row.bonus - row.deduction)))
    if row.fee_cents:
        figures.append((_("Absence fee"), money(row.fee_cents)))
    if row.short_by:
        figures.append((_("Still needed for the minimum"), shortfall_text(row)))
    return figures


@public_page
def show_season_rule(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the rule as text for the bylaws: the one in force, or a draft."""
    season = readable_season(request, pk)
    draft = draft_rule(request)
    context = {
        "season": season,
        "sentences": rule_sentences(draft or season.as_rule()),
        "is_draft": draft is not None,
    }
    return render(request, "tournaments/seasons/season_rule.html", context)


def following_days(today: date) -> tuple[date, date]:
    """Return the days of a new season: behind those that run, or a whole year.

    That is the year of the first evening that is in no season, or else this one.
    """
    last = Season.objects.aggregate(day=Max("last_date"))["day"]
    if last and last >= today:
        first = last + timedelta(days=1)
    else:
        evenings = Event.objects.filter(kind=EventKind.EVENING)
        if last:
            evenings = evenings.filter(date__gt=last)
        day = evenings.aggregate(day=Min("date"))["day"] or today
        first = day.replace(month=1, day=1)
    if first.day > 1:
        return first, first + timedelta(days=364)
    return first, date(first.year + 1, first.month, 1) - timedelta(days=1)


def proposed_rule(first: date, last: date) -> SeasonRule:
    """Return the rule of the last season, or the average of a quarter of all lists.

    A season that is over has the lists that were played. A year has about 48 evenings
    of two lists where a club meets every week; the minimum grows up to its number while
    the season runs (rules 6.4).
    """
    if season := Season.objects.first():
        rule: SeasonRule = season.as_rule()
        return rule
    club = own_organisation()
    lists = LISTS_A_YEAR.get(club.rhythm if club else Rhythm.WEEKLY, FEWEST_LISTS)
    if last < timezone.localdate():
        played = Series.objects.filter(event__date__range=(first, last))
        lists = played.filter(event__kind=EventKind.EVENING).count() or lists
    return SeasonRule(planned=lists, minimum_lists=lists // 4)


@form_for(Right.SEASONS)
def create_season(request: HttpRequest) -> HttpResponse:
    first, last = following_days(timezone.localdate())
    year = request.GET.get("year", "")
    if re.fullmatch("(?:18|19|20)[0-9]{2}", year):  # of evenings without a season
        first, last = date(int(year), 1, 1), date(int(year), 12, 31)
    rule = proposed_rule(first, last)
    initial = {
        **rule_fields(rule),
        "name": _("Season %(year)s") % {"year": first.year},
        "first_date": first,
        "last_date": last,
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
    """Return the submitted form; a preset only fills it in."""
    form = SeasonForm(request.POST or None, initial=initial, season=season)
    preset = requested_preset(request.POST)
    if preset is None:
        return form
    values = {name: form[name].value() for name in SAVED_WITH_RULE}
    return SeasonForm(initial=values | rule_fields(preset), season=season)


def show_season_form(
    request: HttpRequest, form: SeasonForm, rule: SeasonRule, **context: object
) -> HttpResponse:
    """Show the form of a season; ``rule`` is the initial value of its fields."""
    context |= {
        "form": form,
        "presets": PRESET_NAMES.items(),
        "preset": PRESET_NAMES.get(request.POST.get("preset", "")),
        "sentences": rule_in_words(request, rule),
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
    form = MembersForm(posted(request), season=season)
    if saved(request, form):
        return redirect(season)
    return show_form(
        request, "tournaments/seasons/season_members.html", season=season, form=form
    )


@publish_button(editable_season, Right.SEASONS)
def publish_season(season: Season, is_published: bool) -> str:
    services.publish_season(season=season, is_published=is_published)
    if is_published:
        return _("Everybody can read this now.")
    return _("Only people who sign in can read this now.")


delete_season = backed_up_before(
    delete_page(
        editable_season,
        Right.SEASONS,
        services.delete_season,
        "tournaments/seasons/season_delete.html",
        name="season",
        back="seasons:season",
        to="seasons:list",
    )
)


@button_of(editable_season, Right.SEASONS)
def draw_lots(request: HttpRequest, season: Season) -> str:
    words = request.POST.get("people", "").split(",")
    services.draw_season_lots(
        season=season,
        people=[key for word in words if (key := whole_number(word)) is not None],
        seed=str(secrets.randbelow(900_000) + 100_000),
        by=writer(request),
        today=timezone.localdate(),
    )
    return _("The lot has decided.")


def editable_draw(request: HttpRequest, pk: int) -> SeasonDraw:
    seasons = Season.objects.editable_by(request.user)
    return get_object_or_404(SeasonDraw, season__in=seasons, pk=pk)


@button_of(
    editable_draw, Right.SEASONS, back=lambda draw: draw.season.get_absolute_url()
)
def take_back_lots(request: HttpRequest, draw: SeasonDraw) -> str:
    services.take_back_season_lots(draw=draw, by=writer(request))
    return _("The lot no longer counts.")
