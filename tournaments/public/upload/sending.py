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
from tournaments.public.copying import RECORD, in_use, record_of, sums_in
from tournaments.public.upload.places import Place, PlaceProblem, gone
from tournaments.public.upload.targets import Kind, Target

PLACES = {
    Kind.FOLDER: "places.FolderPlace",
    Kind.SFTP: "sftp.SftpPlace",
    Kind.FTPS: "ftps.FtpsPlace",
    Kind.WEBDAV: "webdav.WebdavPlace",
}
HERE = __package__


class Stopped(Exception):
    """The owner wants no more of it."""


@dataclass(slots=True)
class Sent:
    """What was done at a place; files are counted."""

    new: int = 0
    changed: int = 0
    removed: int = 0
    same: int = 0
    size: int = 0
    sums: dict[str, str] = field(default_factory=dict)
    """What is known to be there, also where the sending was cut short."""


def part_of(kind: str, name: str) -> Any:
    """Return something of a way to send; its library is loaded when it is used.

    Raises ``PlaceProblem`` where a club has not installed that library.
    """
    try:
        return import_string(f"{HERE}.{name}")
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
def place_at(target: Target) -> Iterator[Place]:
    """Open a place; whatever goes wrong there is a ``PlaceProblem``."""
    require_public(target)
    place_class = part_of(target.kind, PLACES[Kind(target.kind)])
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


def host_key_of(target: Target) -> tuple[str, str]:
    """Return the key that an SFTP server shows, and its fingerprint."""
    require_public(target)
    ask = part_of(target.kind, "sftp.shown_key")
    faults = part_of(target.kind, "sftp.FAULTS")
    try:
        key, fingerprint = ask(target)
    except faults as fault:
        raise PlaceProblem(gone(target, fault), code="problem") from fault
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
        raise PlaceProblem(gone(target, fault), code="unknown") from fault
    if not all(map(is_public_number, numbers)):
        raise PlaceProblem(
            _("“%(place)s” lies in a private network.") % {"place": target.label},
            code="private",
        )


def send(
    folder: Path,
    place: Place,
    *,
    sent_before: dict[str, str],
    sent: Sent,
    tell: Callable[[int, int], object],
) -> None:
    """Bring a place to what the copy in ``folder`` is; ``tell`` hears how far it is.

    What a page needs goes before the page, the first page last, and the record at the
    very end. ``sent_before`` is what was put there by a sending that was cut short, of
    which the place's own record knows the names only. Raises ``FolderInUse`` where
    somebody else's files lie.
    """
    wanted, there = record_of(folder), record_at(place)
    known = {name: total or sent_before.get(name, "") for name, total in there.items()}
    sent.sums = known
    new = [name for name in wanted if known.get(name) != wanted[name]]
    left = sorted(there.keys() - wanted.keys())
    sent.same = len(wanted) - len(new)
    if not new and not left and there == wanted:
        return
    # Whatever happens from here on, the next sending knows which files are ours.
    place.put(RECORD, record_text(there | dict.fromkeys(new, "")))
    steps = len(new) + len(left)
    for count, name in enumerate(sorted(new, key=turn)):
        tell(count, steps)
        content = (folder / name).read_bytes()
        place.put(name, content)
        sent.new += name not in there
        sent.changed += name in there
        sent.size += len(content)
        known[name] = wanted[name]
    for count, name in enumerate(left, start=len(new)):
        tell(count, steps)
        place.remove(name)
        sent.removed += 1
        del known[name]
    place.put(RECORD, record_text(wanted))


def turn(name: str) -> tuple[bool, bool, str]:
    """Return when it is a file's turn.

    >>> sorted(("index.html", "a/index.html", "static/a.css"), key=turn)
    ['static/a.css', 'a/index.html', 'index.html']
    """
    return name.endswith(".html"), name == "index.html", name


def record_at(place: Place) -> dict[str, str]:
    """Return what a place's own record says; it is empty where nobody wrote."""
    content = place.read(RECORD)
    if content is not None:
        return sums_in(content)
    if not place.is_empty():
        raise in_use(place.target.label)
    return {}


def record_text(sums: dict[str, str]) -> bytes:
    """Return a record as it is written."""
    return json.dumps(sums, indent=0, sort_keys=True).encode()
