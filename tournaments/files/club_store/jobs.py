"""The import of a club by a worker, which reports its progress.

The progress is kept in a file beside the archive, not in the database: while a club
is being stored nobody else can write there.
"""

import json
import os
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from skatclub.backups.losses import back_up_before_loss
from tournaments.files import uploads
from tournaments.files.club.reading import open_archive
from tournaments.files.club_store.services import import_club
from tournaments.people.names.names import Audience, shown_to
from tournaments.web.later import begin, later

CHECKING, CHECKED, STORING, STORED, REFUSED = (
    "checking",
    "checked",
    "storing",
    "stored",
    "refused",
)
# A worker that has not reported for so long is dead.
SILENT_SECONDS = 300


@dataclass(kw_only=True)
class ClubJob:
    """The progress of an import; ``report`` is what it did, or would do."""

    stage: str = CHECKING
    done: int = 0
    events: int = 0
    event: str = ""
    messages: list[str] = field(default_factory=list)
    report: dict[str, Any] = field(default_factory=dict)

    @property
    def is_active(self) -> bool:
        return self.stage in (CHECKING, STORING)

    @property
    def percent(self) -> int:
        return 100 * self.done // max(1, self.events)


def start_check(*, pieces: Iterable[bytes], owner: int) -> str:
    """Keep an archive and begin to check it; return its token."""
    token = uploads.keep_pieces(pieces, owner=owner)
    start_job(token, owner, ClubJob(stage=CHECKING))
    return token


def start_store(*, token: str, owner: int, replace: bool, as_guests: bool) -> None:
    """Begin to store a checked archive."""
    job = job_of(token, owner=owner)
    if job is not None and job.stage == CHECKED:
        job = ClubJob(stage=STORING)
        start_job(token, owner, job, replace=replace, as_guests=as_guests)


def start_job(
    token: str,
    owner: int,
    job: ClubJob,
    *,
    replace: bool = False,
    as_guests: bool = False,
) -> None:
    """Hand an archive to a worker."""
    write_job(token, owner, job)
    begin(run_import, token=token, owner=owner, replace=replace, as_guests=as_guests)


@later
@shown_to(Audience.CLUB)
def run_import(*, token: str, owner: int, replace: bool, as_guests: bool) -> None:
    """Check an archive that a page has accepted, or store it if that is its stage."""
    path = uploads.upload_path(token, owner=owner)
    job = job_of(token, owner=owner)
    if path is None or job is None or not job.is_active:
        raise ValidationError(_("There is no such file."), code="gone")

    def report_progress(done: int, events: int, event: str) -> None:
        job.done, job.events, job.event = done, events, event
        write_job(token, owner, job)

    is_check = job.stage == CHECKING
    try:
        with open_archive(path) as archive:
            if replace and not is_check:
                back_up_before_loss(of_a_club=True)
            report = import_club(
                archive,
                dry_run=is_check,
                replace=replace,
                as_guests=as_guests,
                report_progress=report_progress,
            )
    except ValidationError as refusal:
        job.stage, job.messages = REFUSED, refusal.messages
    except Exception as error:
        job.stage, job.messages = REFUSED, [f"{type(error).__name__}: {error}"]
        write_job(token, owner, job)
        raise
    else:
        job.stage = CHECKED if is_check else STORED
        job.report = asdict(report) | {
            "left": report.left,
            "is_changed": report.is_changed,
            "known_people": report.people - len(report.new_people),
        }
    if job.stage != CHECKED:
        uploads.drop_file(token, owner=owner)
    write_job(token, owner, job)


def job_of(token: str, *, owner: int) -> ClubJob | None:
    """Return the progress of an import of ``owner``; None where there is none."""
    path = job_path(token, owner)
    try:
        job = ClubJob(**json.loads(path.read_text())) if path else None
        age = time.time() - path.stat().st_mtime if path else 0
    except FileNotFoundError:
        return None
    if job and job.is_active and age > SILENT_SECONDS:
        message = _("The import was interrupted; nothing was changed.")
        return ClubJob(stage=REFUSED, messages=[message])
    return job


def write_job(token: str, owner: int, job: ClubJob) -> None:
    """Write the progress of an import; readers see the old state or the new one."""
    path = job_path(token, owner)
    if path is not None:
        beside = path.with_suffix(".new")
        beside.write_text(json.dumps(asdict(job)))
        os.replace(beside, path)


def job_path(token: str, owner: int) -> Path | None:
    """Return the path of the file with the progress of an import."""
    path = uploads.upload_path(token, owner=owner)
    return path.with_name(f"{path.name}.json") if path else None
