"""One server for one data folder: a second start finds the first."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from skatclub.machine.private_files import ONLY_THE_OWNER, read, write

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

PATIENCE = 120  # seconds: the first start of all makes the tables


def locked(path: Path) -> int | None:
    """Lock a file or folder; return its handle, or None where another has it."""
    is_folder = path.is_dir()
    how = os.O_RDONLY if is_folder else os.O_RDWR | os.O_CREAT
    handle = os.open(path, how, ONLY_THE_OWNER)
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as problem:
        if is_folder and not isinstance(problem, BlockingIOError):
            return handle  # some network drives lock files only
        os.close(handle)
        return None
    return handle


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold the lock of a file for a while, and wait for whoever has it."""
    end = time.monotonic() + PATIENCE
    while (handle := locked(path)) is None:
        if time.monotonic() > end:
            raise TimeoutError(path)
        time.sleep(0.1)
    try:
        yield
    finally:
        os.close(handle)


def address_in_use(folder: Path) -> str:
    """Return where a server serves this folder at present; empty where none does."""
    claim = Claim(folder)
    if not claim.lock.exists():
        return ""
    handle = locked(claim.lock)
    if handle is None:
        return read(claim.note)
    os.close(handle)
    return ""


class Claim:
    """The right to serve a data folder as long as this process lives.

    The system gives the locks back even after a crash, so a note that was left behind
    misleads nobody. A lock file can be deleted, except on Windows, which locks no
    folders; so elsewhere the folder is locked, too. The database is not: on some
    systems that would shut SQLite out.
    """

    def __init__(self, folder: Path):
        self.lock = folder / "running.lock"
        self.note = folder / "running"
        self.locks = [self.lock] if sys.platform == "win32" else [folder, self.lock]
        self.handles: list[int] = []

    def take(self) -> bool:
        """Take the folder, unless another process has it."""
        for lock in self.locks:
            handle = locked(lock)
            if handle is None:
                self.give_back()
                return False
            self.handles.append(handle)
        self.note.unlink(missing_ok=True)
        return True

    def give_back(self) -> None:
        """Let others take it while this process still lives."""
        while self.handles:
            os.close(self.handles.pop())

    def tell(self, url: str) -> None:
        """Say where the site is, for whoever comes second."""
        if self.handles:
            write(self.note, url)

    def address(self) -> str:
        """Return where the other process serves, or nothing; wait while it prepares."""
        end = time.monotonic() + PATIENCE
        while not (url := read(self.note)) and time.monotonic() < end:
            time.sleep(0.2)
        return url
