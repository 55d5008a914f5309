"""What people double-click, in a folder whose name has spaces and umlauts."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command

from skatclub.release import bundle
from tests.processes import ROOT

NAME = "Skatclub starten"
VERSION = "{}.{}".format(*sys.version_info)
MANAGE = """
import os, sys
print(*sys.argv[1:], os.environ["SKATCLUB_DATA"])
sys.exit("kaputt" in sys.argv)
"""
posix_only = pytest.mark.skipif(os.name == "nt", reason="needs a shell")


@pytest.fixture
def unpack(tmp_path):
    """Return what packs the starters of a system and unpacks them again."""

    def unpacked(system):
        shutil.rmtree(tmp_path / "Bärbels Skat & Bier", ignore_errors=True)
        with ZipFile(tmp_path / "packed.zip", "w") as archive:
            bundle.add_starters(archive, system)
        target = tmp_path / "Bärbels Skat & Bier"
        with ZipFile(tmp_path / "packed.zip") as archive:
            for each in archive.infolist():
                path = Path(archive.extract(each, target))
                path.chmod(each.external_attr >> 16)
        program = target / "Skatclub" / "programm"
        shutil.copytree(bundle.TEXTS, program / "skatclub" / "start")
        (program / "packages" / f"cp{VERSION.replace('.', '')}").mkdir(parents=True)
        (program / "manage.py").write_text(MANAGE, encoding="utf-8")
        return target / "Skatclub"

    return unpacked


def test_the_guide_that_the_first_text_names_is_there(tmp_path):
    with ZipFile(tmp_path / "packed.zip", "w") as archive:
        bundle.add_starters(archive, "linux")
        bundle.add_first_steps(archive)
        names = set(archive.namelist())
        guide = archive.read("Skatclub/Erste Schritte.md").decode()
        readme = archive.read("Skatclub/Bitte zuerst lesen.txt").decode()

    shown = re.findall(r"]\((bilder/[^)]+)\)", guide)
    assert "Erste Schritte.md" in readme
    assert shown
    assert {f"Skatclub/{each}" for each in shown} <= names


def carry_python(folder):
    """Put this Python where the one of the archive lies."""
    python = folder / "programm" / "python" / "bin" / f"python{VERSION}"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)


@pytest.fixture
def double_click(tmp_path):
    """Return what runs a starter where there is no Python but the carried one."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("sh", "cat", "dirname", "uname"):
        (tools / name).symlink_to(shutil.which(name))

    def run(*command):
        done = subprocess.run(
            command,
            env={"PATH": str(tools)},
            input="",
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        return done.returncode, done.stdout

    return run


@posix_only
@pytest.mark.parametrize(
    ("system", "ending"), [("linux", ".sh"), ("macos", ".command")]
)
def test_a_double_click_serves_with_the_python_that_came_along(
    unpack, double_click, system, ending
):
    folder = unpack(system)
    carry_python(folder)

    status, shown = double_click(folder / f"{NAME}{ending}")
    _, in_the_room = double_click(folder / f"Skatclub im Saal starten{ending}")

    assert status == 0
    assert shown.splitlines()[-1] == f"up {folder / 'Daten'}"
    assert in_the_room.splitlines()[-1] == f"up --lan {folder / 'Daten'}"


@posix_only
def test_the_icon_starts_what_lies_beside_it(unpack, double_click):
    folder = unpack("linux")
    carry_python(folder)
    icon = folder / f"{NAME}.desktop"
    (line,) = re.findall(r"^Exec=(.*)$", icon.read_text(encoding="utf-8"), re.MULTILINE)
    # As the Desktop Entry Specification says: unescape, split, fill in.
    words = shlex.split(line.replace("\\\\", "\\").replace(r"\$", "$"))
    command = [str(icon) if word == "%k" else word.replace("%%", "%") for word in words]

    _, shown = double_click(*command)

    assert shown.splitlines()[-1] == f"up {folder / 'Daten'}"


@posix_only
def test_the_window_says_what_to_do_without_python_and_after_an_error(
    unpack, double_click
):
    folder = unpack("linux")
    without = double_click(folder / f"{NAME}.sh")
    carry_python(folder)
    broken = double_click(folder / f"{NAME}.sh", "kaputt")

    assert (without[0], broken[0]) == (1, 1)
    assert "sudo apt install python3" in without[1]
    assert "skatclub.log" in broken[1]


def test_cmd_can_read_what_windows_starts(unpack):
    for name in bundle.STARTS:
        script = (unpack("windows") / f"{name}.bat").read_bytes()
        lines = script.decode("ascii").split("\r\n")

        assert not any("\n" in line or "@" in line[1:] for line in lines)
        assert lines[:2] == ["@echo off", "chcp 65001 >nul"]
        jumps = re.findall(r"(?:goto |call :)(\w+)", script.decode())
        assert {f":{each}" for each in jumps} == {
            line for line in lines if line.startswith(":")
        }
        # A window that closes at once would take its reason with it.
        assert script.count(b"pause") == script.count(b"exit /b 1") == 3
        for text in re.findall(r"^type (.*)$", "\n".join(lines), re.MULTILINE):
            assert (ROOT / text.replace("\\", "/")).is_file()


def test_every_system_has_its_words_for_a_missing_python():
    for name in ("windows", "Darwin", "Linux"):
        text = (bundle.TEXTS / f"no_python_{name}.txt").read_text(encoding="utf-8")
        assert f"{bundle.VERSIONS[-1]} bis {bundle.VERSIONS[0]}" in text


@pytest.mark.parametrize(
    ("wheel", "place"),
    [
        ("tiny-1.0-py3-none-any.whl", "any"),
        ("tiny-1.0-cp38-abi3-win_amd64.whl", "any"),
        ("tiny-1.0-1-cp313-cp313-win_amd64.whl", "cp313"),
    ],
)
def test_a_package_lies_with_the_python_it_was_made_for(tmp_path, wheel, place):
    with ZipFile(tmp_path / wheel, "w") as made:
        for name in ("tiny.py", "tiny/locale/de/x.mo", "tiny/locale/fr/x.mo"):
            made.writestr(name, "")

    with ZipFile(tmp_path / "packed.zip", "w") as archive:
        bundle.add_wheel(archive, tmp_path / wheel)

    folder = f"Skatclub/programm/packages/{place}"
    assert archive.namelist() == [f"{folder}/tiny.py", f"{folder}/tiny/locale/de/x.mo"]


def test_the_program_goes_along_without_what_is_made_of_it():
    names = {path.relative_to(ROOT).as_posix() for path in bundle.program_files()}

    assert {"manage.py", "requirements/run.txt", "skatclub/start/fits.py"} <= names
    assert not any(name.endswith(".pyc") for name in names)


@pytest.mark.parametrize("file", ["python313.dll", "bin/python3.13"])
def test_a_python_to_carry_says_its_version(tmp_path, file):
    with pytest.raises(bundle.NoPython):
        bundle.versions_in(tmp_path)

    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).touch()

    assert bundle.versions_in(tmp_path) == ["3.13"]


def test_packages_of_another_system_come_along():
    lock = bundle.lock_for_all()

    assert re.search(r"^tzdata==[\d.]+ \\$", lock, re.MULTILINE)
    assert ";" not in lock


def test_a_folder_that_is_not_there_is_named_in_german(tmp_path):
    target = tmp_path / "nirgends" / "x.zip"

    with pytest.raises(CommandError, match="nirgends gibt es nicht"):
        call_command("bundle", target)
