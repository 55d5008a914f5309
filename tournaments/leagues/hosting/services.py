"""Creating, renewing and revoking the codes of hosts."""

from datetime import datetime, time, timedelta
from itertools import count

from django.db import transaction
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.translation import gettext as _

from skatclub.door.setup_code import new_code, plain
from tournaments.leagues.models import HostCode, MatchGroup
from tournaments.people.models import User
from tournaments.sheets.models import ScoreSheet
from tournaments.words.rights import Role

DAYS_AFTER = 3  # a result may be handed in on Monday


@transaction.atomic
def renew_code(*, group: MatchGroup, by: User) -> HostCode:
    """Give a match a new code; the old one and its sessions end."""
    revoke_code(group=group)
    return HostCode.objects.create(
        group=group,
        code=plain(new_code()).decode(),
        account=host_account(group),
        made_at=timezone.now(),
        by=by,
        expires_at=code_expiry(group),
    )


@transaction.atomic
def revoke_code(*, group: MatchGroup) -> None:
    """Revoke the code of a match; everything written with it stays."""
    MatchGroup.objects.select_for_update().get(pk=group.pk)
    codes = HostCode.objects.filter(group=group, revoked_at=None)
    codes.update(revoked_at=timezone.now())


def code_expiry(group: MatchGroup) -> datetime:
    """Return when a new code expires: some days after the match day, or after today."""
    last = max(group.match_day.date, timezone.localdate()) + timedelta(days=DAYS_AFTER)
    return timezone.make_aware(datetime.combine(last, time.max))


def host_account(group: MatchGroup) -> User:
    """Return the account that stands for the host of a match, or create it."""
    earlier = group.host_codes.select_related("account").last()
    if earlier:
        return earlier.account
    account = User(username=free_host_name(group.pk), role=Role.HOST, is_active=False)
    account.set_unusable_password()
    return account.check_and_save()


def free_host_name(number: int) -> str:
    """Return a user name for a host with this number, or the next free one."""
    names = (_("host-%(number)d") % {"number": each} for each in count(number))
    return next(
        name for name in names if not User.objects.filter(username=name).exists()
    )


# The pages that a host may open, by address name; the key in the address is checked.
MATCH_PAGES = {
    "leagues:group",
    "leagues:group-seats",
    "leagues:group-set-up",
    "leagues:group-undo",
    "leagues:group-people",
    "leagues:group-hand-in",
    "papers:match-report",
}
EVENT_PAGES = {
    "events:detail",
    "events:standings",
    "events:clock",
    "events:set-clock",
    "events:draw-series",
    "papers:sheets",
    "papers:series-sheets",
}
LIST_PAGES = ("sheets:", "papers:sheet")


def valid_code(text: str) -> HostCode | None:
    """Return the valid code that matches a typed text, if there is one. One query."""
    codes = HostCode.objects.valid().select_related("group")
    return codes.filter(code=plain(text[:40]).decode()).first()


def valid_code_by_key(key: int) -> HostCode | None:
    """Return the code with this key, if it is still valid. One query."""
    codes = HostCode.objects.valid().select_related("group__match_day", "account")
    return codes.filter(pk=key).first()


def group_code(group: MatchGroup) -> HostCode | None:
    """Return the valid code of a match, if it has one. One query."""
    return HostCode.objects.valid().filter(group=group).first()


def is_open_to_host(group: MatchGroup, path: str) -> bool:
    """Tell whether an address belongs to this match and is open to its host.

    One query for a list, otherwise none.
    """
    try:
        match = resolve(path)
    except Resolver404:
        return False
    name, key = match.view_name, match.kwargs.get("pk")
    if key is None:
        return False
    if name in MATCH_PAGES:
        return bool(key == group.pk)
    if group.event_id is None:
        return False
    if name in EVENT_PAGES:
        return bool(key == group.event_id)
    lists = ScoreSheet.objects.filter(series__event=group.event_id, pk=key)
    return name.startswith(LIST_PAGES) and lists.exists()
