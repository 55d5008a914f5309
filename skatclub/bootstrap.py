"""Make sure the packages are there before Django is imported.

Standard library only: on a fresh machine this is the first code that runs. It
builds ``.venv`` from a hash-pinned lock in ``requirements/`` and starts the
command again inside it. People who manage the environment by other means set
``SKATCLUB_NO_BOOTSTRAP=1``.
"""

from __future__ import annotations  # or an old Python could not even say so

import hashlib
import importlib.metadata
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
# Of a folder that was packed to be double-clicked; see skatclub/release/bundle.py.
CARRIED = ROOT / "packages"
OPT_OUT = "SKATCLUB_NO_BOOTSTRAP"
LOOP_GUARD = "SKATCLUB_BOOTSTRAPPED"
# Each lock contains the ones named behind it, in the same versions.
INCLUDES = {"dev": ("postgres", "run"), "postgres": ("run",), "run": ()}
# There is no catalogue yet, so what is said here is in the site's own language.
NO_INSTALLER = (
    "Diesem Python fehlen venv und pip. Unter Debian oder Ubuntu: "
    "sudo apt install python3-venv"
)
PINNED = re.compile(r"^([\w.-]+)==([^\s;\\]+)\s*(?:;\s*(.*?))?\s*\\?$", re.MULTILINE)


def ensure_packages(arguments: Sequence[str]) -> None:
    """Return when the packages for ``manage.py`` ``arguments`` can be imported.

    Otherwise install them and start the same command again; then this process
    is replaced (on Windows: waits for the new one) and never returns.
    """
    if sys.version_info < (3, 11):  # noqa: UP036 - the machine's Python, not ours
        sys.exit(
            "Skatclub braucht Python 3.11 oder neuer, "
            f"hier ist {platform.python_version()}."
        )
    if os.environ.get(OPT_OUT) or os.environ.pop(LOOP_GUARD, None):
        return
    if CARRIED.exists():
        version = "cp{}{}".format(*sys.version_info)
        sys.path[1:1] = [str(CARRIED / version), str(CARRIED / "any")]
    venv = Environment(ROOT / ".venv")
    lock = lock_for(arguments, os.environ)
    inside = Path(sys.prefix).resolve() == venv.folder.resolve()
    if inside and venv.has(lock):
        return
    if not inside and satisfies(lock):
        return
    if not venv.has(lock):
        venv.install(lock)
    start_again(venv.python)


def lock_for(arguments: Sequence[str], environ: Mapping[str, str]) -> Path:
    """Return the lock file that the command needs."""
    name = "run"
    if environ.get("DATABASE_URL"):
        name = "postgres"
    if arguments[:1] in (["test"], ["bench"]):
        name = "dev"
    return ROOT / "requirements" / f"{name}.txt"


def satisfies(lock: Path) -> bool:
    """Tell whether this Python already has every package in the locked version."""
    pins = pins_of(lock.read_text(encoding="utf-8"))
    return bool(pins) and all(
        installed_version(name) == version for name, version in pins
    )


def pins_of(text: str) -> list[tuple[str, str]]:
    """Return name and version of the packages that a lock wants on this machine.

    >>> pins_of("django==5.2.19 \\\\\\n    --hash=sha256:0\\n")
    [('django', '5.2.19')]
    >>> pins_of("colorama==0.4.6 ; sys_platform == 'amiga'")
    []
    """
    machine = {
        "sys_platform": sys.platform,
        "platform_machine": platform.machine(),
        "platform_python_implementation": platform.python_implementation(),
        "implementation_name": sys.implementation.name,
    }
    return [
        (name, version)
        for name, version, marker in PINNED.findall(text)
        # Markers are Python expressions, and the lock is our own file.
        if not marker or eval(marker, {"__builtins__": {}}, machine)
    ]


def installed_version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def start_again(python: Path) -> NoReturn:
    """Run the same command line with ``python``."""
    command = [str(python), *sys.argv]
    environ = {**os.environ, LOOP_GUARD: "1"}
    sys.stdout.flush()
    if os.name != "nt":
        os.execve(python, command, environ)
    # Windows has no exec: wait, and leave Ctrl-C to the one that works.
    child = subprocess.Popen(command, env=environ)
    while True:
        try:
            sys.exit(child.wait())
        except KeyboardInterrupt:
            continue


class Environment:
    """The folder with the packages, stamped with the locks that are in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        inside = "Scripts/python.exe" if os.name == "nt" else "bin/python"
        self.python = folder / inside

    def has(self, lock: Path) -> bool:
        """Tell whether ``lock``, as it is now, was installed to the end."""
        stamp = self._stamp(lock)
        return (
            self.python.exists()
            and stamp.exists()
            and stamp.read_text(encoding="ascii") == fingerprint(lock)
        )

    def install(self, lock: Path) -> None:
        """Bring the folder to what ``lock`` says, or end with a clear message."""
        print(
            "Die Pakete werden eingerichtet, nur dieses eine Mal ...",
            file=sys.stderr,
            flush=True,
        )
        contained = [lock, *(lock.with_stem(name) for name in INCLUDES[lock.stem])]
        for each in contained:
            self._stamp(each).unlink(missing_ok=True)
        if not self._install_with_uv(lock):
            pip = self._pip()
            if not succeeds([*pip, "install", "-qq", *options(lock)], quiet=False):
                sys.exit(
                    "Die Pakete konnten nicht eingerichtet werden (siehe oben). "
                    "Ist dieser Rechner im Internet?"
                )
        for each in contained:
            self._stamp(each).write_text(fingerprint(each), encoding="ascii")

    def _stamp(self, lock: Path) -> Path:
        return self.folder / f".{lock.stem}.sha256"

    def _install_with_uv(self, lock: Path) -> bool:
        uv = shutil.which("uv")
        if uv is None:
            return False
        if not self._python_works():
            shutil.rmtree(self.folder, ignore_errors=True)
            make = [uv, "venv", "-q", "--python", sys.executable, str(self.folder)]
            if not succeeds(make):
                return False
        target = ["--python", str(self.python)]
        return succeeds([uv, "pip", "install", "-q", *target, *options(lock)])

    def _pip(self) -> list[str]:
        """Return the command that installs into the folder, making it if need be."""
        own = [str(self.python), "-m", "pip"]
        if self._python_works() and succeeds([*own, "--version"]):
            return own
        # Absent, or the half one that Debian leaves behind without python3-venv.
        shutil.rmtree(self.folder, ignore_errors=True)
        make = [sys.executable, "-m", "venv"]
        if succeeds([*make, str(self.folder)]):
            return own
        shutil.rmtree(self.folder, ignore_errors=True)
        foreign = [sys.executable, "-m", "pip"]
        if not succeeds([*foreign, "--version"]) or not succeeds(
            [*make, "--without-pip", str(self.folder)]
        ):
            shutil.rmtree(self.folder, ignore_errors=True)
            sys.exit(NO_INSTALLER)
        return [*foreign, "--python", str(self.python)]

    def _python_works(self) -> bool:
        return self.python.exists() and succeeds([str(self.python), "-c", ""])


def options(lock: Path) -> list[str]:
    # Hashes do not protect what a source archive downloads while it is built,
    # and a club's laptop has no compiler: wheels only.
    return ["--only-binary", ":all:", "--require-hashes", "-r", str(lock)]


def fingerprint(lock: Path) -> str:
    return hashlib.sha256(lock.read_bytes()).hexdigest()


def succeeds(command: Sequence[str], *, quiet: bool = True) -> bool:
    sink = subprocess.DEVNULL if quiet else None
    try:
        done = subprocess.run(command, stdout=sink, stderr=sink, check=False)
    except OSError:
        return False
    return done.returncode == 0
