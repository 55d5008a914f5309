"""Reading how far a group of a match day has come."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Count, Max, Q

from tournaments.events.models import Adjustment, Series
from tournaments.leagues.models import MatchGroup
from tournaments.words.choices import GroupState, SheetState

Progress = tuple[datetime | None, int, int]
"""When a series was closed, how many lists it has, how many are finished."""


def group_state(group: MatchGroup) -> GroupState:
    """Return how far ``group`` has come. Two queries."""
    return group_states([group])[group.pk]


def group_states(groups: Iterable[MatchGroup]) -> dict[int, GroupState]:
    """Return how far each group has come, by its key. Two queries, however many.

    A confirmation holds for what was confirmed: a series that was opened since, or
    a decision of the referee, makes the results provisional again.
    """
    groups = list(groups)
    events = [group.event_id for group in groups if group.event_id]
    series: dict[int, list[Progress]] = {}
    rows = (
        Series.objects.filter(event__in=events)
        .annotate(
            lists=Count("sheets"),
            finished=Count("sheets", filter=Q(sheets__state=SheetState.FINISHED)),
        )
        .values_list("event", "closed_at", "lists", "finished")
    )
    for event, closed, lists, finished in rows:
        series.setdefault(event, []).append((closed, lists, finished))
    decided = dict(
        Adjustment.objects.filter(series__event__in=events)
        .order_by()
        .values_list("series__event")
        .annotate(last=Max("at"))
    )
    return {
        group.pk: state_of(
            group,
            series.get(group.event_id or 0, []),
            decided.get(group.event_id or 0),
        )
        for group in groups
    }


def state_of(
    group: MatchGroup, series: Sequence[Progress], decided: datetime | None
) -> GroupState:
    """Return the state of one group. No query."""
    if not group.event_id:
        return GroupState.WITHHELD if group.is_withheld else GroupState.PLANNED
    if any(not lists or finished < lists for _closed, lists, finished in series):
        return GroupState.PLAYING
    entered = group.entered_at
    changes = [closed for closed, _lists, _finished in series]
    changes += [decided] if decided else []
    if not entered or any(at is None or at > entered for at in changes):
        return GroupState.PLAYED
    return GroupState.CONFIRMED if group.confirmed_at else GroupState.ENTERED
