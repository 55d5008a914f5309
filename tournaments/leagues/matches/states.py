"""Reading the state of a group on a match day."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Count, Max, Q

from tournaments.events.models import Adjustment, Series
from tournaments.leagues.models import MatchGroup
from tournaments.words.choices import GroupState, SheetState

Progress = tuple[datetime | None, int, int]
"""The time a series was closed, the number of its lists, and of finished ones."""


def group_state(group: MatchGroup) -> GroupState:
    """Return the state of ``group``. Two queries."""
    return group_states([group])[group.pk]


def group_states(groups: Iterable[MatchGroup]) -> dict[int, GroupState]:
    """Return the states of groups by their keys. Two queries, however many.

    A confirmation covers only the results at that time: a series opened since, or a
    decision of the referee, makes them provisional again.
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
    last_decisions = dict(
        Adjustment.objects.filter(series__event__in=events)
        .order_by()
        .values_list("series__event")
        .annotate(last=Max("at"))
    )
    return {
        group.pk: derived_state(
            group,
            series.get(group.event_id or 0, []),
            last_decisions.get(group.event_id or 0),
        )
        for group in groups
    }


def derived_state(
    group: MatchGroup, series: Sequence[Progress], last_decision: datetime | None
) -> GroupState:
    """Return the state of one group from its rows. No query."""
    if not group.event_id:
        return GroupState.WITHHELD if group.is_withheld else GroupState.PLANNED
    if any(not lists or finished < lists for _closed, lists, finished in series):
        return GroupState.PLAYING
    entered = group.entered_at
    changes = [closed for closed, _lists, _finished in series]
    changes += [last_decision] if last_decision else []
    if not entered or any(moment is None or moment > entered for moment in changes):
        return GroupState.PLAYED
    return GroupState.CONFIRMED if group.confirmed_at else GroupState.ENTERED
