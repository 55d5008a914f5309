"""Sending the changed files of a copy of the public pages to a place."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from tournaments.api.notices.places import (
    UnknownPlace,
    is_public_number,
    look_up_numbers,
)
from tournaments.organisations.hosts import is_hosted
from tournaments.public.copying import (
    RECORD,
    folder_in_use,
    record_text,
    recorded_sums,
    sums_in_record,
)
from tournaments.public.upload.places import Place, PlaceProblem, unreachable_text
from tournaments.public.upload.store import CopyJob
from tournaments.public.upload.targets import Kind, Target

PLACES = {
    Kind.FOLDER: "places.FolderPlace",
    Kind.SFTP: "sftp.SftpPlace",
    Kind.FTPS: "ftps.FtpsPlace",
    Kind.WEBDAV: "webdav.WebdavPlace",
}
PACKAGE = __package__


class Stopped(Exception):
    """The owner has stopped the copy."""


def load_part(kind: str, name: str) -> Any:
    """Return an object of a module that is imported when used.

    Raises ``PlaceProblem`` if its library is not installed.
    """
    try:
        return import_string(f"{PACKAGE}.{name}")
    except ModuleNotFoundError as missing:
        raise PlaceProblem(
            _(
                "%(kind)s is not installed here: “pip install -r requirements/sftp.txt”"
                " adds it. Without it take FTPS or WebDAV; most providers have one."
            )
            % {"kind": Kind(kind).label},
            code="missing",
        ) from missing


@contextmanager
def open_place(target: Target) -> Iterator[Place]:
    """Open a place, turning its errors into ``PlaceProblem``."""
    require_public(target)
    place_class = load_part(target.kind, PLACES[Kind(target.kind)])
    try:
        place: Place = place_class(target)
        try:
            place.open()
            yield place
        finally:
            place.close()
    except place_class.faults as fault:
        problem = place_class.problem(target, fault)
        raise PlaceProblem(problem, code="problem") from fault


def shown_host_key(target: Target) -> tuple[str, str]:
    """Return the host key of an SFTP server, and its fingerprint."""
    require_public(target)
    server_key = load_part(target.kind, "sftp.server_key")
    faults = load_part(target.kind, "sftp.FAULTS")
    try:
        key, fingerprint = server_key(target)
    except faults as fault:
        raise PlaceProblem(unreachable_text(target, fault), code="problem") from fault
    return key, fingerprint


def require_public(target: Target) -> None:
    """Refuse targets inside the network of the host, on a hosted site."""
    if not is_hosted():
        return
    if target.kind == Kind.FOLDER:
        raise PlaceProblem(
            _("On a server a copy goes to a web space, not to a folder."), code="folder"
        )
    try:
        numbers = look_up_numbers(target.host)
    except UnknownPlace as fault:
        raise PlaceProblem(unreachable_text(target, fault), code="unknown") from fault
    if not all(map(is_public_number, numbers)):
        raise PlaceProblem(
            _("“%(place)s” lies in a private network.") % {"place": target.label},
            code="private",
        )


def send_copy(
    folder: Path,
    place: Place,
    *,
    sums: dict[str, str],
    job: CopyJob,
    tell: Callable[[int, int], object],
) -> None:
    """Make a place equal to the copy in ``folder``; ``tell`` is given the progress.

    Pages come after the files they need, the first page and the record last. ``sums``
    are the checksums of the files known to be there, even after an interruption, when
    the place's record has only names. Raises ``FolderInUse`` if others are there.
    """
    wanted, recorded = recorded_sums(folder), place_record(place)
    known = {name: recorded[name] or sums.get(name, "") for name in recorded}
    sums.clear()
    sums.update(known)
    new = [name for name in wanted if sums.get(name) != wanted[name]]
    obsolete = sorted(recorded.keys() - wanted.keys())
    job.same = len(wanted) - len(new)
    if not new and not obsolete and recorded == wanted:
        return
    # If this sending is interrupted, the next one knows which files are ours.
    place.put(RECORD, record_text(recorded | dict.fromkeys(new, "")))
    steps = len(new) + len(obsolete)
    for count, name in enumerate(sorted(new, key=sending_order)):
        tell(count, steps)
        content = (folder / name).read_bytes()
        place.put(name, content)
        job.new += name not in recorded
        job.changed += name in recorded
        job.size += len(content)
        sums[name] = wanted[name]
    for count, name in enumerate(obsolete, start=len(new)):
        tell(count, steps)
        place.remove(name)
        job.removed += 1
        del sums[name]
    place.put(RECORD, record_text(wanted))


def sending_order(name: str) -> tuple[bool, bool, str]:
    """Return the sorting key for the order of sending.

    >>> sorted(("index.html", "a/index.html", "static/a.css"), key=sending_order)
    ['static/a.css', 'a/index.html', 'index.html']
    """
    return name.endswith(".html"), name == "index.html", name


def place_record(place: Place) -> dict[str, str]:
    """Return the checksums recorded at a place, none for an empty place."""
    content = place.read(RECORD)
    if content is not None:
        return sums_in_record(content)
    if not place.is_empty():
        raise folder_in_use(place.target.label)
    return {}
