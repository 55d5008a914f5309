"""Sending a copy of the public pages to a place: what has changed, and nothing else."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
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
    recorded_sums,
    sums_in_record,
)
from tournaments.public.upload.places import Place, PlaceProblem, unreachable_text
from tournaments.public.upload.targets import Kind, Target

PLACES = {
    Kind.FOLDER: "places.FolderPlace",
    Kind.SFTP: "sftp.SftpPlace",
    Kind.FTPS: "ftps.FtpsPlace",
    Kind.WEBDAV: "webdav.WebdavPlace",
}
PACKAGE = __package__


class Stopped(Exception):
    """The owner wants no more of it."""


@dataclass(slots=True)
class SendResult:
    """What was done at a place; files are counted."""

    new: int = 0
    changed: int = 0
    removed: int = 0
    same: int = 0
    size: int = 0
    sums: dict[str, str] = field(default_factory=dict)
    """What is known to be there, also where the sending was cut short."""


def load_part(kind: str, name: str) -> Any:
    """Return something of a way to send; its library is loaded when it is used.

    Raises ``PlaceProblem`` where a club has not installed that library.
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
    """Open a place; whatever goes wrong there is a ``PlaceProblem``."""
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
    """Return the key that an SFTP server shows, and its fingerprint."""
    require_public(target)
    server_key = load_part(target.kind, "sftp.server_key")
    faults = load_part(target.kind, "sftp.FAULTS")
    try:
        key, fingerprint = server_key(target)
    except faults as fault:
        raise PlaceProblem(unreachable_text(target, fault), code="problem") from fault
    return key, fingerprint


def require_public(target: Target) -> None:
    """Refuse what lies behind a server's own door, where a site is hosted."""
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
    sent_before: dict[str, str],
    result: SendResult,
    tell: Callable[[int, int], object],
) -> None:
    """Bring a place to what the copy in ``folder`` is; ``tell`` hears how far it is.

    What a page needs goes before the page, the first page last, and the record at the
    very end. ``sent_before`` is what was put there by a sending that was cut short, of
    which the place's own record knows the names only. Raises ``FolderInUse`` where
    somebody else's files lie.
    """
    wanted, recorded = recorded_sums(folder), place_record(place)
    known_sums = {
        name: total or sent_before.get(name, "") for name, total in recorded.items()
    }
    result.sums = known_sums
    new = [name for name in wanted if known_sums.get(name) != wanted[name]]
    obsolete = sorted(recorded.keys() - wanted.keys())
    result.same = len(wanted) - len(new)
    if not new and not obsolete and recorded == wanted:
        return
    # Whatever happens from here on, the next sending knows which files are ours.
    place.put(RECORD, record_text(recorded | dict.fromkeys(new, "")))
    steps = len(new) + len(obsolete)
    for count, name in enumerate(sorted(new, key=sending_order)):
        tell(count, steps)
        content = (folder / name).read_bytes()
        place.put(name, content)
        result.new += name not in recorded
        result.changed += name in recorded
        result.size += len(content)
        known_sums[name] = wanted[name]
    for count, name in enumerate(obsolete, start=len(new)):
        tell(count, steps)
        place.remove(name)
        result.removed += 1
        del known_sums[name]
    place.put(RECORD, record_text(wanted))


def sending_order(name: str) -> tuple[bool, bool, str]:
    """Return when it is a file's turn.

    >>> sorted(("index.html", "a/index.html", "static/a.css"), key=turn)
    ['static/a.css', 'a/index.html', 'index.html']
    """
    return name.endswith(".html"), name == "index.html", name


def place_record(place: Place) -> dict[str, str]:
    """Return what a place's own record says; it is empty where nobody wrote."""
    content = place.read(RECORD)
    if content is not None:
        return sums_in_record(content)
    if not place.is_empty():
        raise folder_in_use(place.target.label)
    return {}


def record_text(sums: dict[str, str]) -> bytes:
    """Return a record as it is written."""
    return json.dumps(sums, indent=0, sort_keys=True).encode()
