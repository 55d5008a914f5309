"""Codes for the hosts of matches: made, renewed, taken back."""

from datetime import datetime, time, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from skatclub.door.setup_code import new_code, plain
from tournaments.leagues.models import HostCode, MatchGroup
from tournaments.people.models import User
from tournaments.words.rights import Role

DAYS_AFTER = 3  # a result may be handed in on Monday


@transaction.atomic
def renew_code(*, group: MatchGroup, by: User) -> HostCode:
    """Give a match a code, or another one: what was opened with the old one is shut."""
    revoke_code(group=group)
    return HostCode.objects.create(
        group=group,
        code=plain(new_code()).decode(),
        account=account_of(group),
        made_at=timezone.now(),
        by=by,
        expires_at=end_of(group),
    )


@transaction.atomic
def revoke_code(*, group: MatchGroup) -> None:
    """Let nobody write a match with a code any more; what was written stays."""
    MatchGroup.objects.select_for_update().get(pk=group.pk)
    codes = HostCode.objects.filter(group=group, revoked_at=None)
    codes.update(revoked_at=timezone.now())


def end_of(group: MatchGroup) -> datetime:
    """Return when a code ends: some days after the match day, or after today."""
    last = max(group.match_day.date, timezone.localdate()) + timedelta(days=DAYS_AFTER)
    return timezone.make_aware(datetime.combine(last, time.max))


def account_of(group: MatchGroup) -> User:
    """Return the closed account by which a host writes."""
    name = _("host-%(number)d") % {"number": group.pk}
    found: User | None = User.objects.filter(username=name, role=Role.HOST).first()
    if found:
        return found
    account = User(username=name, role=Role.HOST, is_active=False)
    account.set_unusable_password()
    account.full_clean()
    account.save()
    return account
