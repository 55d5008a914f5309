"""The folder of copies: what lies in it, what goes, and the second place."""

import json
import re
import shutil
import tempfile
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from skatclub.machine.private_files import read, write

NEWEST = 20
DAYS, WEEKS, MONTHS = 7, 4, 12
Name = TypeVar("Name", bound=Hashable)
Span = Callable[[datetime], Hashable]

SPANS: Mapping[Span, int] = {
    lambda at: at.date(): DAYS,
    lambda at: at.isocalendar()[:2]: WEEKS,
    lambda at: (at.year, at.month): MONTHS,
}


def that_stay(copies: Iterable[tuple[datetime, Name]]) -> set[Name]:
    """Return which copies stay: the newest twenty, and the last of each span.

    Seven days, four weeks and twelve months on which a copy was made; a club that
    meets every other week keeps the last evenings, not seven empty days.

    >>> from datetime import timedelta
    >>> copies = [(datetime(2026, 1, 1) + timedelta(d), d) for d in range(365)]
    >>> len(that_stay(copies)), sorted(that_stay(copies))[:3]
    (31, [30, 58, 89])
    """
    newest_first = sorted(copies, reverse=True)
    stay = {name for _at, name in newest_first[:NEWEST]}
    for span, most in SPANS.items():
        last: dict[Hashable, Name] = {}
        for at, name in newest_first:
            last.setdefault(span(at), name)
        stay |= set(list(last.values())[:most])
    return stay


NAME = re.compile(r"(.+?)-(\d{4}-\d\d-\d\d-\d{6}Z)-([a-z]+)\.zip")
STAMP = "%Y-%m-%d-%H%M%SZ"  # of UTC, which repeats no hour
DAILY, ASKED, UPDATE, RESTORE = "daily", "asked", "update", "restore"
LOSS, BROUGHT = "loss", "brought"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredCopy:
    """A copy in the folder, as its name tells; nothing in it was read."""

    path: Path
    made_at: datetime
    purpose: str
    size: int


@dataclass(kw_only=True)
class State:
    """How the last copy went, here and at the second place; a problem is a sentence."""

    made_at: str = ""
    problem: str = ""
    second_at: str = ""
    second_problem: str = ""


def copies_folder() -> Path:
    """Return the folder of copies, which only the site's own user reads."""
    folder: Path = settings.DATA_DIR / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def scratch(folder: Path) -> Any:
    """Return a folder for a while, on the same disk as the copies."""
    return tempfile.TemporaryDirectory(dir=folder, prefix=".", suffix=".part")


def stored_copies(folder: Path | None = None) -> list[StoredCopy]:
    """Return the copies in a folder, the newest first."""
    places = (folder or copies_folder()).glob("*.zip")
    found = [copy for path in places if (copy := stored_copy(path))]
    return sorted(found, key=lambda copy: copy.made_at, reverse=True)


def stored_copy(path: Path) -> StoredCopy | None:
    """Return the copy that a file is by its name; None for another file."""
    name = NAME.fullmatch(path.name)
    if name is None:
        return None
    try:
        moment = datetime.strptime(name[2], STAMP)
    except ValueError:
        return None
    return StoredCopy(
        path=path,
        made_at=moment.replace(tzinfo=UTC),
        purpose=name[3],
        size=path.stat().st_size,
    )


def new_name(folder: Path, *, word: str, at: datetime, purpose: str) -> Path:
    """Return the name for a copy: whose it is, when and what for it was made."""
    while True:
        stamp = at.astimezone(UTC).strftime(STAMP)
        path = folder / f"{slugify(word) or 'skatclub'}-{stamp}-{purpose}.zip"
        if not path.exists():
            return path
        at += timedelta(seconds=1)


def thin_out(folder: Path, *, but: Path) -> None:
    """Let go what the calendar does not keep of the copies called like ``but``."""
    whose = NAME.fullmatch(but.name)
    start = whose and f"{whose[1]}-2"
    found = stored_copies(folder)
    copies = [each for each in found if start and each.path.name.startswith(start)]
    stay = that_stay((copy.made_at, copy.path) for copy in copies)
    for copy in copies:
        if copy.path not in stay:
            copy.path.unlink(missing_ok=True)


def state() -> State:
    """Return how the last copy went."""
    try:
        return State(**json.loads(read(settings.DATA_DIR / "backups.json")))
    except (ValueError, TypeError):
        return State()


def note(**changed: str) -> None:
    """Write down how a copy went."""
    row = asdict(state()) | changed
    write(settings.DATA_DIR / "backups.json", json.dumps(row))


def second_place() -> Path | None:
    """Return the folder to which each copy goes as well, if one was named.

    Beside the database and not in it: what is put back must not bring along the
    folders of another machine.
    """
    text = read(settings.DATA_DIR / "second_place").strip()
    return Path(text) if text else None


def choose_second_place(text: str) -> None:
    """Let each copy go to a folder as well; none to an empty ``text``."""
    write(settings.DATA_DIR / "second_place", text.strip())
    note(second_at="", second_problem="")


def fault_of_place(place: Path) -> str:
    """Return in a sentence why no copy can lie in a folder; empty where it can."""
    data = Path(settings.DATA_DIR).resolve()
    if not place.is_absolute() or not place.is_dir():
        text = _("There is no folder “%(path)s”; is the stick plugged in?")
        return text % {"path": place}
    if data == place.resolve() or data in place.resolve().parents:
        return _("This folder lies beside the data: both would be lost together.")
    probe = place / ".skatclub"
    try:
        probe.write_bytes(b"?")
        probe.unlink()
    except OSError as problem:
        return closed_text(place, problem)
    return ""


def closed_text(place: Path, problem: OSError) -> str:
    text = _("Nothing can be written into “%(path)s”: %(why)s")
    return text % {"path": place, "why": problem.strerror}


def carry_over(copy: Path) -> None:
    """Put a copy into the second place, too, and write down how that went."""
    place = second_place()
    if place is None:
        return
    problem = fault_of_place(place)
    if not problem:
        draft = place / f".{copy.name}.part"
        try:
            shutil.copyfile(copy, draft)
            draft.replace(place / copy.name)
            thin_out(place, but=copy)
        except OSError as mishap:
            draft.unlink(missing_ok=True)
            problem = closed_text(place, mishap)
    if problem:
        note(second_problem=problem)
    else:
        note(second_problem="", second_at=timezone.now().isoformat())


def likely_places() -> Iterator[Path]:
    """Give folders of this machine that are synchronised, or on a stick."""
    home = Path.home()
    names = ("OneDrive", "Dropbox", "Nextcloud", "iCloudDrive", "Google Drive")
    yield from (home / name for name in names if (home / name).is_dir())
    for parent in (Path("/media") / home.name, Path("/Volumes")):
        if parent.is_dir():
            yield from (each for each in sorted(parent.iterdir()) if each.is_dir())
