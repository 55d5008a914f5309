"""Recording actions without any other trace: sign-ins and exported files."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournaments.people.models import Deed, User
from tournaments.words.choices import DeedKind, ExportedFile

RETENTION = timedelta(days=365)
COUNTING_TIME = timedelta(hours=1)


@transaction.atomic
def record_sign_in(account: User) -> None:
    """Record a sign-in, and delete records older than a year."""
    now = timezone.now()
    Deed.objects.filter(at__lt=now - RETENTION).delete()
    Deed.objects.create(kind=DeedKind.SIGN_IN, at=now, by=account, account=account)


@transaction.atomic
def record_refusal(username: str) -> None:
    """Record a failed sign-in.

    Only an existing account is stored, never what strangers type.
    """
    account = User.objects.filter(username__iexact=username).first()
    count_deed(DeedKind.REFUSED, account=account)


@transaction.atomic
def record_wrong_code() -> None:
    """Record an attempt with a one-time code that is not valid."""
    count_deed(DeedKind.WRONG_CODE, account=None)


def count_deed(kind: DeedKind, *, is_counted: bool = True, **about: Any) -> None:
    """Record a deed; the same within an hour is counted in one row, or not at all.

    So neither attempts of strangers nor programs can fill the disk.
    """
    now = timezone.now()
    earlier = Deed.objects.filter(kind=kind, at__gt=now - COUNTING_TIME, **about)
    if not (earlier.update(times=F("times") + 1) if is_counted else earlier.exists()):
        Deed.objects.create(kind=kind, at=now, **about)


def record_sign_out(account: User, *, by: User, times: int) -> None:
    """Record that an account was signed out, with the number of devices."""
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
    """Record the export of a file; ``about`` is the key of the exported object.

    Programs that ask every few seconds are not even counted (``is_counted``), to avoid
    a write each time.
    """
    count_deed(DeedKind.EXPORT, is_counted=is_counted, file=file, by=by, number=about)
