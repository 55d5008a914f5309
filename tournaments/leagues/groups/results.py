"""Writing the results of a match day: hand in, confirm, reopen."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.events.flow.services import close_series, release, reopen_series
from tournaments.leagues.groups.services import group_with_event
from tournaments.leagues.matches import group_state
from tournaments.leagues.models import GroupReopening, MatchGroup
from tournaments.people.models import User
from tournaments.people.selectors import may_share_password
from tournaments.words.choices import GroupState


class OwnResults(ValidationError):
    """The person who handed in results cannot confirm them."""


@transaction.atomic
def hand_in_group(*, group: MatchGroup, by: User) -> MatchGroup:
    """Hand in the results of a group and close its open series.

    The results stay provisional until a second person confirms them. Raises
    ``ListsMissing`` with every table that is not finished.
    """
    group, event = group_with_event(group)
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
    """Confirm results that another person handed in, so that they become final.

    Raises ``OwnResults`` for the person who handed them in, and ``ValidationError``
    if there is nothing to confirm or something has changed since.
    """
    group, event = group_with_event(group)
    if group_state(group) != GroupState.ENTERED:
        raise ValidationError(
            _("There are no results to confirm: they are handed in first."),
            code="not-entered",
        )
    handed_in = group.entered_at or timezone.now()
    if group.entered_by_id == by.pk or may_share_password(
        by, [group.entered_by_id], since=handed_in
    ):
        raise OwnResults(
            _("Another person has to confirm these results."), code="own-results"
        )
    release(event=event, is_released=True)
    group.confirmed_at = timezone.now()
    group.confirmed_by = by
    return group.check_and_save()


@transaction.atomic
def reopen_group(
    *, group: MatchGroup, reason: str, by: User, series: int | None = None
) -> GroupReopening:
    """Make results that were handed in or confirmed provisional again.

    ``series`` is reopened as well, so that its lists can be opened and corrected;
    afterwards the results are handed in and confirmed again.
    """
    group, event = group_with_event(group)
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
    reopening.check_and_save(force_insert=True)
    if series is not None:
        series_to_open = event.series.filter(number=series).first()
        if series_to_open is None:
            raise ValidationError(
                _("There is no series %(number)s."),
                code="no-series",
                params={"number": series},
            )
        reopen_series(series=series_to_open, by=by, reason=reason)
    release(event=event, is_released=False)
    group.entered_at = group.entered_by = None
    group.confirmed_at = group.confirmed_by = None
    group.save()
    return reopening
