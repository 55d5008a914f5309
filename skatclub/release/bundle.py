"""Skatclub as a folder to unpack and double-click, for people without a compiler.

    Skatclub/
      Skatclub starten.bat     or .command, or .sh and .desktop
      Erste Schritte.md        with its pictures in bilder/
      Daten/                   made by the first start
      programm/                the code, packages/ and perhaps python/

``packages/any`` holds what runs everywhere, ``packages/cp313`` what is compiled for
Python 3.13. ``skatclub.bootstrap`` imports from there, so nothing is installed, and the
folder may lie on a stick.
"""

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from skatclub.bootstrap import options
from skatclub.release.build import FOLDERS, ROOT

VERSIONS = ("3.14", "3.13", "3.12", "3.11")
MANYLINUX = ("manylinux_2_28", "manylinux_2_17", "manylinux2014")
# What the packages call each system.
SYSTEMS = {
    "windows": ["win_amd64"],
    "windows-arm": ["win_arm64"],
    "macos": ["macosx_14_0_arm64"],
    "macos-intel": ["macosx_14_0_x86_64"],
    "linux": [f"{each}_x86_64" for each in MANYLINUX],
    "linux-arm": [f"{each}_aarch64" for each in MANYLINUX],
}
# The endings of what is double-clicked, each with its template.
STARTERS = {
    "windows": {".bat": "start.bat"},
    "macos": {".command": "start.sh"},
    "linux": {".sh": "start.sh", ".desktop": "start.desktop"},
}
STARTS = {"Skatclub starten": "", "Skatclub im Saal starten": "--lan"}
FOR_WINDOWS = {"start.bat", "readme.txt"}  # cmd and Notepad want their line ends
UNIX, EXECUTABLE, READABLE = 3, 0o100755, 0o100644
PROGRAM = "Skatclub/programm"
# Words of Django in languages that our pages do not speak: half of all files.
FOREIGN = re.compile(r"/locale/(?!de/|en/|__init__)")
TEXTS = ROOT / "skatclub" / "start"
GUIDE = ROOT / "docs" / "de" / "erste-schritte.md"


class NoPython(Exception):
    """The folder that should be carried holds no Python of ours."""


def write_bundle(target: Path, *, system: str, python: Path | None = None) -> None:
    """Write the archive for a system, with the unpacked ``python`` if there is one."""
    versions = versions_in(python) if python else VERSIONS
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for path in program_files():
            archive.write(path, f"{PROGRAM}/{path.relative_to(ROOT)}")
        if python:
            for path in files_in(python):
                archive.write(path, f"{PROGRAM}/python/{path.relative_to(python)}")
        with tempfile.TemporaryDirectory() as folder:
            for wheel in fetched_wheels(Path(folder), SYSTEMS[system], versions):
                add_wheel(archive, wheel)
        add_starters(archive, system)
        add_first_steps(archive)


def program_files() -> Iterator[Path]:
    yield from (ROOT / "manage.py", ROOT / "LICENSE")
    for folder in FOLDERS:
        yield from files_in(ROOT / folder)


def files_in(folder: Path) -> Iterator[Path]:
    """Return the files below a folder, without what Python makes of them.

    Links, such as python3 for python3.13, an archive would hold as copies.
    """
    for path in sorted(folder.rglob("*")):
        is_kept = path.is_file() and not path.is_symlink()
        if is_kept and "__pycache__" not in path.parts:
            yield path


def versions_in(python: Path) -> list[str]:
    found = [
        version
        for version in VERSIONS
        if (python / "bin" / f"python{version}").exists()
        or (python / f"python{version.replace('.', '')}.dll").exists()
    ]
    if not found:
        raise NoPython(f"{python}: no Python {VERSIONS[-1]} to {VERSIONS[0]}")
    return found


def fetched_wheels(
    folder: Path, platforms: Sequence[str], versions: Iterable[str]
) -> Iterator[Path]:
    """Fetch the locked packages into a folder, for each Python that may meet them."""
    (folder / "lock.txt").write_text(lock_for_all())
    lock = options(folder / "lock.txt")
    wanted = [f"--platform={each}" for each in platforms]
    for version in versions:
        which = [f"--python-version={version}", f"--dest={folder}"]
        fetch = [sys.executable, "-m", "pip", "download", "-qq", "--no-deps"]
        subprocess.run([*fetch, *lock, *wanted, *which], check=True)
    yield from sorted(folder.glob("*.whl"))


def lock_for_all() -> str:
    """Return the lock without its markers, which pip would ask this machine.

    So every system carries what one needs.
    """
    text = (ROOT / "requirements" / "run.txt").read_text(encoding="utf-8")
    return re.sub(r" ; [^\\]+", " ", text)


def add_wheel(archive: ZipFile, path: Path) -> None:
    """Unpack a wheel among those for every Python, or for the one it was made for."""
    python, abi, _platform = path.stem.split("-")[-3:]
    place = "any" if abi in ("none", "abi3") else python
    with ZipFile(path) as wheel:
        for each in wheel.infolist():
            if not FOREIGN.search(each.filename):
                name = f"{PROGRAM}/packages/{place}/{each.filename}"
                archive.writestr(name, wheel.read(each), ZIP_DEFLATED)


def add_starters(archive: ZipFile, system: str) -> None:
    """Write what people read first and double-click."""
    add_text(archive, "Bitte zuerst lesen.txt", "readme.txt", {})
    for name, choices in STARTS.items():
        words = {"NAME": name, "OPTIONS": choices, "PYTHONS": pythons(system)}
        for ending, template in STARTERS[system.partition("-")[0]].items():
            add_text(archive, name + ending, template, words)


def add_first_steps(archive: ZipFile) -> None:
    """Write the guide that the first text names, with its pictures."""
    archive.write(GUIDE, "Skatclub/Erste Schritte.md")
    for path in files_in(GUIDE.parent / "bilder"):
        archive.write(path, f"Skatclub/bilder/{path.name}")


def pythons(system: str) -> str:
    """Return the commands that may be a Python that fits, the carried one first."""
    if system.startswith("windows"):
        launched = [f"py -{each}" for each in VERSIONS]
        commands = [r"python\python.exe", *launched, "python"]
    else:
        names = [f"python{each}" for each in VERSIONS]
        commands = [*(f"python/bin/{name}" for name in names), *names]
    return " ".join(f'"{each}"' for each in commands)


def add_text(
    archive: ZipFile, name: str, template: str, words: Mapping[str, str]
) -> None:
    """Write a text with its words filled in, and so that a double click runs it."""
    text = (TEXTS / template).read_text(encoding="utf-8")
    for word, value in words.items():
        text = text.replace(f"@{word}@", value)
    if template in FOR_WINDOWS:
        text = text.replace("\n", "\r\n")
    info = ZipInfo(f"Skatclub/{name}", date_time=time.localtime()[:6])
    info.create_system = UNIX
    info.external_attr = (READABLE if name.endswith(".txt") else EXECUTABLE) << 16
    archive.writestr(info, text.encode(), ZIP_DEFLATED)
