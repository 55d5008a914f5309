"""Writing seasons: their days, their rules, and the events that belong to them."""

from collections.abc import Collection, Iterable
from datetime import date

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.ranking.standings import draw_lots
from scoring.seasons.rules import SeasonRule, rule_problems
from tournaments.events.models import Event
from tournaments.people.models import Club, User
from tournaments.people.names.names import tidy
from tournaments.seasons.evenings import choosable_events
from tournaments.seasons.models import (
    Season,
    SeasonBonus,
    SeasonDraw,
    SeasonEvent,
    SeasonLot,
    rule_columns,
)
from tournaments.seasons.selectors import season_table
from tournaments.seasons.words import PROBLEM_TEXT
from tournaments.sheets.models.programme import has_house_rules
from tournaments.words.choices import EventKind


class RuleIsWrong(ValidationError):
    """The rule contradicts itself; the messages name all its problems."""


class NothingToDraw(ValidationError):
    """These people do not share a place that a lot decides, or no longer do."""


def create_season(
    *,
    name: str,
    first_date: date,
    last_date: date,
    rule: SeasonRule,
    takes_evenings: bool = True,
) -> Season:
    season = Season(
        name=name,
        first_date=first_date,
        last_date=last_date,
        takes_evenings=takes_evenings,
        club=Club.objects.filter(is_home=True).first(),
    )
    return save_season(season=season, rule=rule)


@transaction.atomic
def save_season(*, season: Season, rule: SeasonRule) -> Season:
    if problems := rule_problems(rule):
        raise RuleIsWrong([str(PROBLEM_TEXT[problem]) for problem in problems])
    season.name = tidy(season.name)
    others = Season.objects.filter(name__iexact=season.name).exclude(pk=season.pk)
    if others.exists():
        raise ValidationError({"name": _("This name is taken.")})
    for column, value in rule_columns(rule).items():
        setattr(season, column, value)
    season.revision = locked_season(season.pk).revision if season.pk else 0
    season.check_and_save()
    stored = {row.as_bonus(): row for row in season.bonuses.all()}
    for bonus, row in stored.items():
        if bonus not in rule.bonuses:
            row.delete()
    for bonus in rule.bonuses:
        if stored.pop(bonus, None) is None:
            # One by one, so that a duplicate step is refused with a message.
            columns = {"unit": bonus.unit.value, "points": bonus.points}
            row = SeasonBonus(season=season, at_least=bonus.at_least, **columns)
            row.check_and_save()
    return season


def locked_season(pk: int) -> Season:
    """Return a season locked, as stored but for the next revision, to be saved."""
    season = Season.objects.select_for_update().get(pk=pk)
    season.revision += 1
    return season


@transaction.atomic
def choose_events(*, season: Season, chosen: Iterable[Event]) -> Season:
    """Let exactly the ``chosen`` of all choosable events belong to ``season``.

    Events that belong by default are not stored, so that later evenings still do.
    """
    season = locked_season(season.pk)
    chosen_keys = {event.pk for event in chosen}
    explicit = {}
    for event in choosable_events(season):
        belongs = event.pk in chosen_keys
        if belongs and event.as_rules().lowest_wins:
            raise RuleIsWrong(
                _("“%(event)s”: the lowest sum wins there; a season ranks the highest.")
                % {"event": event.name}
            )
        if belongs != (
            season.takes_evenings
            and event.kind == EventKind.EVENING
            and not has_house_rules(event.rule_set)
            and season.first_date <= event.date <= season.last_date
        ):
            explicit[event.pk] = belongs
    for row in season.members.all():
        if explicit.get(row.event_id) == row.belongs:
            del explicit[row.event_id]
        else:
            row.delete()
    for pk, belongs in explicit.items():
        SeasonEvent.objects.create(season=season, event_id=pk, belongs=belongs)
    season.save()
    return season


@transaction.atomic
def draw_season_lots(
    *, season: Season, people: Collection[int], seed: str, by: User, today: date
) -> SeasonDraw:
    """Draw lots between people who share a place (rules 5.6); the same seed repeats it.

    The lots count as long as exactly these people have equal results. Raises
    ``NothingToDraw`` if they do not share a place.
    """
    season = locked_season(season.pk)
    ties = season_table(season, user=by, today=today).ties
    if set(people) not in [set(tie.people) for tie in ties]:
        raise NothingToDraw(
            _("These people do not share a place any more; nothing was drawn.")
        )
    draw = SeasonDraw.objects.create(
        season=season, seed=seed, drawn_at=timezone.now(), drawn_by=by
    )
    SeasonLot.objects.bulk_create(
        SeasonLot(draw=draw, player_id=person, number=number)
        for person, number in draw_lots(people, seed).items()
    )
    season.save()
    return draw


@transaction.atomic
def take_back_season_lots(*, draw: SeasonDraw, by: User) -> SeasonDraw:
    """Cancel a draw; it stays in the history."""
    season = locked_season(draw.season_id)
    draw = SeasonDraw.objects.select_for_update().get(pk=draw.pk)
    if draw.taken_back_at is None:
        draw.store(taken_back_at=timezone.now(), taken_back_by=by)
        season.save()
    return draw


@transaction.atomic
def publish_season(*, season: Season, is_published: bool) -> Season:
    """Make a season public, or visible only to accounts."""
    season = locked_season(season.pk)
    season.is_published = is_published
    season.save()
    return season


@transaction.atomic
def delete_season(*, season: Season) -> None:
    """Delete a season; its evenings and their lists stay."""
    locked_season(season.pk).delete()
