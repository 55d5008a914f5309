"""Writing seasons: their days, their rule, and what belongs to them."""

from collections.abc import Iterable
from datetime import date

from django.core.exceptions import ValidationError
from django.db import transaction

from scoring.season_rules import SeasonRule, Unit, minimum_in, rule_problems
from scoring.standings import Criterion
from tournaments.choices import CompetitionKind, TieChain
from tournaments.competitions.models import Competition
from tournaments.leagues.models import Season, SeasonBonus, SeasonCompetition
from tournaments.leagues.selectors import choosable_competitions
from tournaments.members.models import Club
from tournaments.members.names import tidy
from tournaments.season_labels import PROBLEM_TEXT


class RuleIsWrong(ValidationError):
    """The rule contradicts itself; the messages name everything at once."""


def create_season(
    *,
    name: str,
    first_date: date,
    last_date: date,
    rule: SeasonRule,
    takes_evenings: bool = True,
) -> Season:
    """Create a season of the club at home and return it."""
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
    """Save a new or changed season with ``rule``; the table follows by itself."""
    if problems := rule_problems(rule):
        raise RuleIsWrong([str(PROBLEM_TEXT[problem]) for problem in problems])
    season.name = tidy(season.name)
    write_rule(season, rule)
    count_write(season)
    season.full_clean()
    season.save()
    season.bonuses.all().delete()
    bonuses = [
        SeasonBonus(
            season=season, unit=bonus.unit, at_least=bonus.at_least, points=bonus.points
        )
        for bonus in rule.bonuses
    ]
    for bonus in bonuses:
        # One by one, so that two of the same step are refused in words.
        bonus.full_clean()
        bonus.save()
    return season


def write_rule(season: Season, rule: SeasonRule) -> None:
    """Put ``rule`` into the columns of ``season``, bonuses apart; nothing is saved."""
    season.unit = rule.unit.value
    season.measure = rule.measure.value
    season.best = rule.best
    season.planned = rule.planned
    season.minimum_lists = minimum_in(rule, Unit.LIST) or None
    season.minimum_series = minimum_in(rule, Unit.SERIES) or None
    season.minimum_evenings = minimum_in(rule, Unit.EVENING) or None
    season.missing = rule.missing
    season.missing_up_to = rule.missing_up_to.value
    absence = rule.absence
    season.absence_unit = absence.unit.value if absence else ""
    season.absence_points = absence.points if absence else 0
    season.absence_cents = absence.cents if absence else 0
    season.absence_free = absence.free if absence else 0
    season.series = ",".join(map(str, rule.series))
    season.rounds = rule.rounds
    season.guests = rule.guests.value
    steps = [step.value for step in rule.ties if step is not Criterion.LOT]
    season.ties = ",".join(steps) or TieChain.NONE


def count_write(season: Season) -> None:
    """Count one more write of ``season``, after whatever is stored."""
    if season.pk:
        stored = Season.objects.select_for_update().get(pk=season.pk)
        season.revision = stored.revision + 1


@transaction.atomic
def choose_competitions(*, season: Season, chosen: Iterable[Competition]) -> Season:
    """Let exactly ``chosen`` belong to ``season``, of all that may.

    What belongs by itself is not written down, so that later evenings still do.
    """
    season = Season.objects.select_for_update().get(pk=season.pk)
    wanted = {competition.pk for competition in chosen}
    said = []
    for competition in choosable_competitions(season):
        belongs = competition.pk in wanted
        if belongs != belongs_by_itself(season, competition):
            said.append(
                SeasonCompetition(
                    season=season, competition=competition, belongs=belongs
                )
            )
    season.members.all().delete()
    SeasonCompetition.objects.bulk_create(said)
    count_write(season)
    season.save()
    return season


def belongs_by_itself(season: Season, competition: Competition) -> bool:
    """Tell whether a competition belongs as long as nobody says otherwise."""
    return (
        season.takes_evenings
        and competition.kind == CompetitionKind.EVENING
        and season.first_date <= competition.date <= season.last_date
    )


@transaction.atomic
def publish_season(*, season: Season, is_published: bool) -> Season:
    """Let everybody read the table, or only those who signed in."""
    season = Season.objects.select_for_update().get(pk=season.pk)
    season.is_published = is_published
    count_write(season)
    season.save()
    return season


@transaction.atomic
def delete_season(*, season: Season) -> None:
    """Delete a season; its evenings and their lists stay."""
    season.delete()
