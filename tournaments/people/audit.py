"""Recording actions without any other trace: sign-ins and exported files."""

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from tournaments.people.models import User
from tournaments.scope.models import LogEntry
from tournaments.words.choices import DeedKind, ExportedFile, LogKind

RETENTION = timedelta(days=365)
COUNTING_TIME = timedelta(hours=1)
SUBJECTS = {
    ExportedFile.EVENT: "event",
    ExportedFile.STANDINGS: "event",
    ExportedFile.RESULTS: "event",
    ExportedFile.PAPER: "event",
    ExportedFile.LISTS: "event",
    ExportedFile.LIST: "event",
    ExportedFile.SEASON: "season",
    ExportedFile.LEAGUE: "league",
    ExportedFile.PERSON: "person",
}
"""What a file is about; the others are about the whole club."""


@transaction.atomic
def record_sign_in(account: User) -> None:
    """Record a sign-in, and delete records older than a year."""
    now = timezone.now()
    old = LogEntry.objects.filter(at__lt=now - RETENTION)
    old.filter(kind__in=(LogKind.SIGN_INS, LogKind.FILES)).delete()
    LogEntry.objects.create(
        action=DeedKind.SIGN_IN, at=now, by=account, **of_account(account)
    )


def of_account(account: User | None) -> dict[str, Any]:
    """Return the columns of a sign-in, or an attempt, with the name of an account."""
    row = account and account.pk
    return {"kind": LogKind.SIGN_INS, "table": "user", "row": row}


@transaction.atomic
def record_refusal(username: str) -> None:
    """Record a failed sign-in.

    Only an existing account is stored, never what strangers type.
    """
    account = User.objects.filter(username__iexact=username).first()
    count_deed(DeedKind.REFUSED, **of_account(account))


@transaction.atomic
def record_wrong_code() -> None:
    count_deed(DeedKind.WRONG_CODE, **of_account(None))


def count_deed(action: DeedKind, *, is_counted: bool = True, **about: Any) -> None:
    """Record a deed; the same within an hour is counted in one row, or not at all.

    So neither attempts of strangers nor programs can fill the disk.
    """
    now = timezone.now()
    earlier = LogEntry.objects.filter(
        action=action, at__gt=now - COUNTING_TIME, **about
    )
    if not (earlier.update(times=F("times") + 1) if is_counted else earlier.exists()):
        LogEntry.objects.create(action=action, at=now, **about)


def record_sign_out(account: User, *, by: User, times: int) -> None:
    LogEntry.objects.create(
        action=DeedKind.ENDED,
        at=timezone.now(),
        by=by,
        times=times,
        **of_account(account),
    )


def record_export(
    file: ExportedFile,
    *,
    by: User | None,
    about: int | None = None,
    series: int | None = None,
    is_counted: bool = True,
) -> None:
    """Record the export of a file; ``about`` is the key of the exported object.

    Lists to print may be those of one ``series`` of an event, given by its number.

    Programs that ask every few seconds are not even counted (``is_counted``), to avoid
    a write each time.
    """
    subject = {SUBJECTS[file]: about} if file in SUBJECTS else {}
    of_file = {"kind": LogKind.FILES, "label": file, "by": by, **subject}
    if file == ExportedFile.LISTS:
        # Each of its own: a print behind a new draw is another one.
        now = timezone.now()
        LogEntry.objects.create(action=DeedKind.EXPORT, at=now, row=series, **of_file)
    else:
        count_deed(DeedKind.EXPORT, is_counted=is_counted, **of_file)


View = Callable[..., HttpResponseBase]


def recording_exports(
    file: ExportedFile, about: Callable[[int], int | None] = int
) -> Callable[[View], View]:
    """Let a view that returns a file record the export.

    Visitors only get public files, which are not recorded. ``about`` turns the key in
    the address into that of the object whose history shows the export.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def noting(request: HttpRequest, **arguments: object) -> HttpResponseBase:
            answer = view(request, **arguments)
            is_file = answer.has_header("Content-Disposition")
            is_sent = is_file and answer.status_code == 200 and request.method == "GET"
            if is_sent and request.user.is_authenticated:
                key = arguments.get("pk")
                number = about(key) if isinstance(key, int) else None
                record_export(file, by=request.user, about=number)
            return answer

        return noting

    return decorate
