"""Writing down what leaves no other trace: who signed in, who took a file along."""

from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournaments.people.models import Deed, User
from tournaments.words.choices import DeedKind, ExportedFile

RETENTION = timedelta(days=365)
COUNTING_TIME = timedelta(hours=1)


@transaction.atomic
def record_sign_in(account: User) -> None:
    """Write down that somebody signed in, and forget what is older than a year."""
    now = timezone.now()
    Deed.objects.filter(at__lt=now - RETENTION).delete()
    Deed.objects.create(kind=DeedKind.SIGN_IN, at=now, by=account, account=account)


def record_refusal(username: str) -> None:
    """Write down that somebody was not let in with this name.

    Only whose name it was: what strangers type is never stored.
    """
    count_refusal(DeedKind.REFUSED, User.objects.filter(username=username).first())


def record_wrong_code() -> None:
    """Write down that somebody tried a one-time code that opens no account."""
    count_refusal(DeedKind.WRONG_CODE, None)


@transaction.atomic
def count_refusal(kind: DeedKind, account: User | None) -> None:
    """Count within an hour in one row, so that strangers cannot fill a disk."""
    now = timezone.now()
    refusals = Deed.objects.filter(kind=kind, account=account)
    latest = refusals.filter(at__gt=now - COUNTING_TIME).first()
    if latest:
        Deed.objects.filter(pk=latest.pk).update(times=F("times") + 1)
    else:
        Deed.objects.create(kind=kind, at=now, account=account)


def record_sign_out(account: User, *, by: User, times: int) -> None:
    """Write down that somebody signed an account out on so many devices."""
    Deed.objects.create(
        kind=DeedKind.ENDED, at=timezone.now(), by=by, account=account, times=times
    )


def record_export(
    file: ExportedFile,
    *,
    by: User | None,
    about: int | None = None,
    is_counted: bool = True,
) -> None:
    """Write down that somebody took a file along; ``about`` is the key of its thing.

    The same file again within an hour is counted, not written again; a program that
    asks every few seconds is not ``is_counted`` either, so it costs no write.
    """
    now = timezone.now()
    earlier = Deed.objects.filter(
        kind=DeedKind.EXPORT, file=file, by=by, number=about, at__gt=now - COUNTING_TIME
    )
    if not (earlier.update(times=F("times") + 1) if is_counted else earlier.exists()):
        Deed.objects.create(
            kind=DeedKind.EXPORT, at=now, by=by, file=file, number=about
        )
