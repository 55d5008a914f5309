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
    """Lock a file; return its handle, or None where another process has it."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, ONLY_THE_OWNER)
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
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
    """The right to serve a data folder, or a part of it, as long as this process lives.

    The system gives the lock back even after a crash, so a note that was left behind
    misleads nobody.
    """

    def __init__(self, folder: Path, name: str = "running"):
        self.lock = folder / f"{name}.lock"
        self.note = folder / name
        self.handle: int | None = None

    def take(self) -> bool:
        """Take the folder, unless another process has it."""
        self.handle = locked(self.lock)
        if self.handle is None:
            return False
        self.note.unlink(missing_ok=True)
        return True

    def give_back(self) -> None:
        """Let others take it while this process still lives."""
        if self.handle is not None:
            os.close(self.handle)
            self.handle = None

    def tell(self, url: str) -> None:
        """Say where the site is, for whoever comes second."""
        if self.handle is not None:
            write(self.note, url)

    def address(self) -> str:
        """Return where the other process serves, or nothing; wait while it prepares."""
        end = time.monotonic() + PATIENCE
        while not (url := read(self.note)) and time.monotonic() < end:
            time.sleep(0.2)
        return url
