"""Changes of an event that come too late, each refused at its field."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.log import locked_event, release_problem
from tournaments.events.models import Event
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.writing import lock_lists
from tournaments.words.choices import SheetState

RANKING_FIELDS = (
    "tie_chain",
    "least_lists",
    "guests_apart",
    "senior_age",
    "junior_age",
    "youth_age",
    "pupil_age",
    "age_date",
)
"""Fields whose change would rank the results anew, without any change of a list."""


def require_changeable(event: Event, *, series: int) -> Event:
    """Refuse changes that contradict the event's lists or its released results.

    ``series`` is the new number of series. Returns the event as stored, locked until
    the transaction ends.
    """
    stored = locked_event(event.pk)
    problems = list_problems(event, stored) | release_problems(event, stored, series)
    if problems:
        raise ValidationError(problems)
    return stored


def list_problems(event: Event, stored: Event) -> dict[str, ValidationError]:
    """Return the refusals of rules, rounds and a system that contradict the lists."""
    problems = {}
    sheets = ScoreSheet.objects.filter(series__event=event)
    lock_lists(sheets)
    is_written = sheets.exclude(state=SheetState.EMPTY).exists()
    if is_written and stored.rule_set_id != event.rule_set_id:
        problems["rule_set"] = ValidationError(
            _("Games have been written by the rules of this event; they stay."),
            code="written",
        )
    for name in ("rounds", "same_games"):
        if not is_written or getattr(stored, name) == getattr(event, name):
            continue
        problems[name] = ValidationError(
            ngettext(
                "Games have been written on lists of one round; they stay.",
                "Games have been written on lists of %(rounds)d rounds; they stay.",
                stored.rounds,
            ),
            code="written",
            params={"rounds": stored.rounds},
        )
    has_other_system = stored.system != event.system
    if has_other_system and sheets.filter(state=SheetState.FINISHED).exists():
        problems["system"] = ValidationError(
            _("Lists are finished by “%(system)s”: reopen them first."),
            code="finished",
            params={"system": stored.get_system_display()},
        )
    return problems


def release_problems(
    event: Event, stored: Event, series: int
) -> dict[str, ValidationError]:
    """Return the refusals of a new ranking or more series once results are released."""
    if not stored.is_released:
        return {}
    changed = [
        name for name in RANKING_FIELDS if getattr(stored, name) != getattr(event, name)
    ]
    if series > stored.series.count():
        changed.append("series")
    return {name: release_problem() for name in changed}
