"""One server for one data folder: a second start finds the first."""

import os
import sys
import time
from pathlib import Path

from skatclub.machine.private_files import ONLY_THE_OWNER, read, write

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

PATIENCE = 120  # seconds: the first start of all makes the tables


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
        handle = os.open(self.lock, os.O_RDWR | os.O_CREAT, ONLY_THE_OWNER)
        try:
            if sys.platform == "win32":
                msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            return False
        self.handle = handle
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
