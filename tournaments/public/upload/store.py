"""The target, progress and contents of the copy, stored in the data folder.

It is not in the database, so no backup, archive or export contains the password of
the web space. Only the site's own user can read these files.
"""

import json
import shutil
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from skatclub.machine import private_files
from tournaments.public.upload.targets import Target
from tournaments.scope.scope import organisation_in_scope

WAITING, READING, SENDING, DONE, STOPPED, FAILED = (
    "waiting",
    "reading",
    "sending",
    "done",
    "stopped",
    "failed",
)
FILES = (
    "target.json",
    "job.json",
    "sent.json",
    "stop.json",
    "again.json",
    "by_itself.json",
)
SILENT_SECONDS = 300
"""A worker without progress for this long is gone."""


@dataclass(kw_only=True)
class CopyJob:
    """The progress or outcome of a copy; times are seconds since 1970."""

    stage: str = WAITING
    done: int = 0
    total: int = 0
    new: int = 0
    changed: int = 0
    removed: int = 0
    same: int = 0
    size: int = 0
    began_at: float = 0
    ended_at: float = 0
    message: str = ""

    @property
    def is_active(self) -> bool:
        return self.stage in (WAITING, READING, SENDING)

    @property
    def percent(self) -> int:
        return 100 * self.done // max(1, self.total)


def store_folder() -> Path:
    """Return the folder of the organisation in scope."""
    return organisation_folder(organisation_in_scope())


def organisation_folder(organisation: int) -> Path:
    """Return the folder of an organisation, readable only for the site's own user."""
    parent = Path(settings.COPIES)
    parent.mkdir(mode=0o700, exist_ok=True)
    folder = parent / str(organisation)
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def site_folder() -> Path:
    """Return the folder of the copy before it is sent."""
    return store_folder() / "site"


def target() -> Target | None:
    """Return the target of the copy, None if there is none yet."""
    fields = read_value("target.json")
    return Target(**fields) if fields else None


def save_target(new: Target) -> None:
    """Store the target of the copy, forgetting everything about another one."""
    old = target()
    if old is None or old.label != new.label:
        is_automatic = is_by_itself()
        forget_target()
        save_by_itself(is_automatic)
    write_value("target.json", asdict(new))


def trust_target() -> None:
    """Trust the key that the server has shown."""
    if stored_target := target():
        save_target(replace(stored_target, is_trusted=True))


def forget_target() -> None:
    """Delete the target with its password."""
    for name in FILES:
        (store_folder() / name).unlink(missing_ok=True)


def delete_all(organisation: int) -> None:
    """Delete all files of an organisation that was deleted."""
    shutil.rmtree(organisation_folder(organisation))


def sums_sent() -> dict[str, str]:
    """Return the checksums of the files that were sent."""
    return read_value("sent.json") or {}


def save_sums_sent(sums: dict[str, str]) -> None:
    write_value("sent.json", sums)


def job() -> CopyJob | None:
    """Return the current or last copy, None before the first."""
    path = store_folder() / "job.json"
    fields = read_value("job.json")
    if fields is None:
        return None
    stored_job = CopyJob(**fields)
    if stored_job.is_active and time.time() - path.stat().st_mtime > SILENT_SECONDS:
        stored_job.stage = FAILED
        stored_job.message = _(
            "The copy was interrupted. The next one goes on from there."
        )
    return stored_job


def write_job(job_state: CopyJob) -> None:
    write_value("job.json", asdict(job_state))


def request_stop(is_requested: bool) -> None:
    write_value("stop.json", is_requested)


def is_stop_requested() -> bool:
    return bool(read_value("stop.json"))


def request_copy(is_requested: bool) -> None:
    write_value("again.json", is_requested)


def is_copy_requested() -> bool:
    """Return whether results were released that no copy contains."""
    return bool(read_value("again.json"))


def save_by_itself(wanted: bool) -> None:
    write_value("by_itself.json", wanted)


def is_by_itself() -> bool:
    """Return whether the owner wants a copy after each release."""
    return bool(read_value("by_itself.json"))


def read_value(name: str) -> Any:
    text = private_files.read(store_folder() / name)
    return json.loads(text) if text else None


def write_value(name: str, value: object) -> None:
    private_files.write(store_folder() / name, json.dumps(value))
