"""Writing what a match day brought: handed in, confirmed by a second person."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.events.flow.services import close_series, release, reopen_series
from tournaments.leagues.groups.services import played_group
from tournaments.leagues.matches.states import group_state
from tournaments.leagues.models import GroupReopening, MatchGroup
from tournaments.leagues.services import locked_league
from tournaments.people.models import User
from tournaments.people.selectors import was_let_in_by
from tournaments.words.choices import GroupState


class OwnResults(ValidationError):
    """Nobody confirms results that they handed in themselves."""


@transaction.atomic
def hand_in_group(*, group: MatchGroup, by: User) -> MatchGroup:
    """Hand in the results of a group: every list is finished, every series closed.

    Open series are closed by it. The results stay provisional until a second person
    confirms them. Raises ``ListsMissing`` with every table that is not ready.
    """
    locked_league(group.match_day.division.league)
    group, event = played_group(group)
    if group_state(group) in (GroupState.ENTERED, GroupState.CONFIRMED):
        raise ValidationError(
            _("These results have been handed in already."), code="entered"
        )
    for series in event.series.filter(closed_at__isnull=True):
        close_series(series=series, by=by)
    group.entered_at = timezone.now()
    group.entered_by = by
    group.confirmed_at = None
    group.confirmed_by = None
    group.save()
    return group


@transaction.atomic
def confirm_group(*, group: MatchGroup, by: User) -> MatchGroup:
    """Confirm results that somebody else handed in; they count for good.

    Raises ``OwnResults`` for the person who handed them in, ``ValidationError``
    when there is nothing to confirm or something changed since.
    """
    locked_league(group.match_day.division.league)
    group, event = played_group(group)
    if group_state(group) != GroupState.ENTERED:
        raise ValidationError(
            _("There are no results to confirm: they are handed in first."),
            code="not-entered",
        )
    handed_in = group.entered_at or timezone.now()
    if group.entered_by_id == by.pk or was_let_in_by(
        by, [group.entered_by_id], since=handed_in
    ):
        raise OwnResults(
            _("Another person has to confirm these results."), code="own-results"
        )
    release(event=event, is_released=True)
    group.confirmed_at = timezone.now()
    group.confirmed_by = by
    group.full_clean()
    group.save()
    return group


@transaction.atomic
def reopen_group(
    *, group: MatchGroup, reason: str, by: User, series: int | None = None
) -> GroupReopening:
    """Make handed in or confirmed results provisional again, with a reason.

    ``series`` is opened with it, so that its lists can be opened and corrected;
    afterwards the results are handed in and confirmed anew.
    """
    locked_league(group.match_day.division.league)
    group, event = played_group(group)
    if group.entered_at is None:
        raise ValidationError(
            _("These results have not been handed in."), code="not-entered"
        )
    reopening = GroupReopening(
        group=group,
        reason=reason.strip(),
        was_confirmed=group.confirmed_at is not None,
        at=timezone.now(),
        by=by,
    )
    reopening.full_clean()
    reopening.save(force_insert=True)
    if series is not None:
        one = event.series.filter(number=series).first()
        if one is None:
            raise ValidationError(
                _("There is no series %(number)s."),
                code="no-series",
                params={"number": series},
            )
        reopen_series(series=one, by=by, reason=reason)
    release(event=event, is_released=False)
    group.entered_at = group.entered_by = None
    group.confirmed_at = group.confirmed_by = None
    group.save()
    return reopening
