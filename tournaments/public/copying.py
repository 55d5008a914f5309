"""The public site as a folder of files, for a web space that knows no Python."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.organisations.models import HostName
from tournaments.public.plain import (
    FRAMED,
    HOME,
    file_of,
    links_in_style,
    links_on,
    plain_page,
    with_drawings,
    with_note,
)
from tournaments.public.state import state_of_site
from tournaments.public.visiting import Answer, Visitor
from tournaments.public.whole_files import put
from tournaments.scope.scope import OrganisationInScope

RECORD = "skatclub-copy.json"
STATE = "?"  # no file has this name, and what it stands for is no text
FEED = "application/atom+xml"
MOST = 50_000  # addresses; a club of thirty years has some ten thousand


class FolderInUse(ValidationError):
    """The folder holds files that no copy of a site has put there."""


@dataclass(slots=True)
class Copied:
    """What became of a copy; files are counted."""

    pages: int = 0
    files: int = 0
    written: int = 0
    removed: int = 0
    size: int = 0


@dataclass(slots=True)
class Walk:
    """Everything that visitors reach from the first page, by address."""

    visitor: Visitor
    kept: dict[str, tuple[str, Answer]] = field(default_factory=dict)

    def go(self, tell: Callable[[int], object]) -> None:
        """Follow all links; ``tell`` hears how many addresses were read."""
        waiting = [FRAMED, HOME]
        seen = {*waiting}
        while waiting and len(seen) < MOST:
            address = waiting.pop()
            answer = self.visitor.ask(address)
            if answer is None:
                continue
            name = file_of(address, is_page=answer.is_page, filename=answer.filename)
            self.kept[address] = (name, answer)
            tell(len(self.kept))
            further = set(found_in(answer, address)) - seen
            seen |= further
            waiting += sorted(further)

    def drawing_at(self, address: str) -> str | None:
        """Return the text of a drawing that pages take signs from."""
        kept = self.kept.get(address)
        return kept[1].content.decode() if kept else None

    def file_at(self, address: str) -> str | None:
        """Return the file of an address, None where nothing is kept."""
        return self.kept[address][0] if address in self.kept else None


def found_in(answer: Answer, address: str) -> list[str]:
    """Return what an answer leads to."""
    if answer.is_page:
        return list(links_on(answer.content.decode(), address))
    if answer.kind == "text/css":
        return list(links_in_style(answer.content.decode(), address))
    return []


def own_host() -> str:
    """Return the name under which the organisation in scope is found here."""
    name = HostName.objects.filter(organisation=OrganisationInScope()).first()
    return name.name if name else "localhost"


def copy_site(
    folder: Path, *, host: str, tell: Callable[[int], object] = lambda _count: None
) -> Copied:
    """Write what visitors of ``host`` may read into ``folder``, as plain files.

    Only what has changed is written again, and what is public no more is removed. A
    copy that was cut short is finished by the next one. Raises ``FolderInUse`` for a
    folder that holds anything else.
    """
    record, state = record_of(folder), state_of_site(host)
    known = [folder / name for name in record]
    if known and state_in(folder) == state and all(path.is_file() for path in known):
        return as_it_lies(known)
    walk = Walk(Visitor(host))
    walk.go(tell)
    files = plain_files(walk)
    done = Copied(
        pages=sum(answer.is_page for _name, answer in walk.kept.values()),
        files=len(files),
        size=sum(map(len, files.values())),
    )
    sums = {name: hashlib.sha256(each).hexdigest() for name, each in files.items()}
    # Whatever happens from here on, the next copy knows which files are ours.
    note(folder, dict.fromkeys(sums, "") | record)
    stamp = _("As it was on %(day)s.") % {
        "day": date_format(timezone.localtime(), "SHORT_DATETIME_FORMAT")
    }
    for name, content in files.items():
        if record.get(name) != sums[name] or not (folder / name).exists():
            if name.endswith(".html"):
                content = with_note(content.decode(), stamp).encode()
            put(folder / name, content)
            done.written += 1
    for name in record.keys() - sums.keys():
        (folder / name).unlink(missing_ok=True)
        done.removed += 1
    note(folder, sums, state)
    return done


def as_it_lies(files: Sequence[Path]) -> Copied:
    """Return what a copy holds of which nothing has to be written again."""
    return Copied(
        pages=sum(path.suffix == ".html" for path in files),
        files=len(files),
        size=sum(path.stat().st_size for path in files),
    )


def plain_files(walk: Walk) -> dict[str, bytes]:
    """Return the content of each file, before it says when it was copied."""
    own = walk.visitor.root
    files = {name: answer.content for name, answer in walk.kept.values()}
    for address, (name, answer) in walk.kept.items():
        if answer.is_page or answer.kind == FEED:
            # A feed names whole addresses, which a laptop's own readers alone have.
            text = answer.content.decode().replace(f'href="{own}', 'href="')
            text = with_drawings(text, address, walk.drawing_at)
            files[name] = plain_page(text, name, walk.file_at, address).encode()
    return files


def record_of(folder: Path) -> dict[str, str]:
    """Return which files an earlier copy has put into ``folder``, with their sums."""
    path = folder / RECORD
    if path.exists():
        return sums_in(path.read_bytes())
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise in_use(folder)
    return {}


def in_use(place: object) -> FolderInUse:
    """Return the refusal of a place that holds files of somebody else."""
    return FolderInUse(
        _(
            "“%(folder)s” holds other files. Please name an empty folder, or one that "
            "holds an earlier copy."
        )
        % {"folder": place},
        code="in-use",
    )


def sums_in(record: bytes) -> dict[str, str]:
    """Return the files a record names, each with its sum; none leads elsewhere."""
    try:
        found = json.loads(record)
    except ValueError:
        return {}
    if not isinstance(found, dict):
        return {}
    return {
        name: total
        for name, total in found.items()
        if isinstance(total, str)
        and ".." not in PurePosixPath(name).parts
        and not PurePosixPath(name).is_absolute()
    }


def state_in(folder: Path) -> str:
    """Return the state of the site that a whole copy in ``folder`` is of."""
    found = json.loads((folder / RECORD).read_bytes())
    return str(found.get(STATE, [""])[0])


def note(folder: Path, sums: dict[str, str], *state: str) -> None:
    """Write down which files are ours, and of which state a whole copy is."""
    noted = {**sums, STATE: state} if state else sums
    put(folder / RECORD, json.dumps(noted, indent=0, sort_keys=True).encode())
