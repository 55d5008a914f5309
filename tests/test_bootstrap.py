"""The first start on a machine, without a network."""

import hashlib
import os
import shutil
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from skatclub import bootstrap
from skatclub.bootstrap import Environment, lock_for, pins_of, satisfies

ROOT = Path(__file__).resolve().parents[1]
posix_only = pytest.mark.skipif(os.name == "nt", reason="needs a shell script")
METADATA = "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n"
WHEEL = (
    "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
)
RECORD = "tiny.py,,\ntiny-1.0.dist-info/METADATA,,\ntiny-1.0.dist-info/WHEEL,,\n"


@pytest.fixture(scope="module")
def tiny_lock(tmp_path_factory):
    """Make a package of one line and a lock that pins it."""
    folder = tmp_path_factory.mktemp("tiny")
    wheel = folder / "tiny-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("tiny.py", "SUITS = 4\n")
        archive.writestr("tiny-1.0.dist-info/METADATA", METADATA)
        archive.writestr("tiny-1.0.dist-info/WHEEL", WHEEL)
        archive.writestr(
            "tiny-1.0.dist-info/RECORD", RECORD + "tiny-1.0.dist-info/RECORD,,\n"
        )
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    lock = folder / "run.txt"
    lock.write_text(f"tiny @ {wheel.as_uri()} --hash=sha256:{digest}\n")
    return lock


@pytest.fixture(scope="module")
def project(tmp_path_factory, tiny_lock):
    """Copy the bootstrap into a project whose only package is the tiny one."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "skatclub").mkdir()
    (folder / "requirements").mkdir()
    shutil.copy(ROOT / "skatclub" / "bootstrap.py", folder / "skatclub")
    shutil.copy(tiny_lock, folder / "requirements")
    (folder / "manage.py").write_text(
        "import sys\n"
        "from skatclub.bootstrap import ensure_packages\n"
        "ensure_packages(sys.argv[1:])\n"
        "import tiny\n"
        "print(sys.prefix, tiny.SUITS, *sys.argv[1:])\n"
        "sys.exit(3)\n"
    )
    return folder


@pytest.fixture
def new_project(project, tmp_path):
    """A project that nobody has started yet."""
    return shutil.copytree(
        project, tmp_path / "new", ignore=shutil.ignore_patterns(".venv")
    )


@pytest.fixture(scope="module")
def started(project):
    """Start the project twice; its environment is the one that takes seconds."""
    return [managed(project, "up", "--port", "80 80") for _ in range(2)]


@pytest.fixture
def venv(started, project, tmp_path):
    """A copy of the environment that the first start made."""
    folder = tmp_path / ".venv"
    return Environment(shutil.copytree(project / ".venv", folder, symlinks=True))


def fake_python(path, script):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.mark.parametrize(
    ("arguments", "environment", "lock"),
    [
        (["up"], {}, "run"),
        ([], {}, "run"),
        (["up"], {"DATABASE_URL": "postgresql://localhost/skat"}, "postgres"),
        (["test", "-x"], {}, "dev"),
        (["bench", "saving"], {}, "dev"),
        (["test"], {"DATABASE_URL": "postgresql://localhost/skat"}, "dev"),
    ],
)
def test_each_command_has_its_lock(arguments, environment, lock):
    assert lock_for(arguments, environment).name == f"{lock}.txt"


def test_pins_of_other_machines_do_not_count():
    text = (
        "django==5.2.1 \\\n    --hash=sha256:00\n"
        f"here==1 ; sys_platform == '{sys.platform}' \\\n    --hash=sha256:00\n"
        "there==2 ; sys_platform == 'amiga' \\\n    --hash=sha256:00\n"
    )

    assert pins_of(text) == [("django", "5.2.1"), ("here", "1")]


def test_this_environment_is_the_locked_one_and_no_other(tmp_path):
    (lock := tmp_path / "run.txt").write_text("django==1.0\n")

    assert satisfies(ROOT / "requirements" / "dev.txt")
    assert not satisfies(lock)


def test_an_installed_lock_is_recognised_until_it_changes(tmp_path, project, venv):
    lock = tmp_path / "run.txt"
    shutil.copy(project / "requirements" / "run.txt", lock)

    assert venv.has(lock)
    lock.write_text(lock.read_text() + "# another day\n")
    assert not venv.has(lock)
    venv.install(lock)
    assert venv.has(lock)


def test_a_wrong_hash_is_refused_with_one_line(tmp_path, tiny_lock, venv):
    lock = tmp_path / "run.txt"
    text, _, digest = tiny_lock.read_text().strip().rpartition(":")
    lock.write_text(f"{text}:{digest[::-1]}\n")

    with pytest.raises(SystemExit, match="konnten nicht eingerichtet werden"):
        venv.install(lock)
    assert not venv.has(lock)


@posix_only
def test_a_half_environment_is_built_again(tmp_path, monkeypatch, started, project):
    venv = Environment(tmp_path / ".venv")
    fake_python(venv.python, "exit 1")
    copying = fake_python(tmp_path / "python3", f'cp -R "{project / ".venv"}" "$3"')
    monkeypatch.setattr(sys, "executable", str(copying))

    assert venv._pip() == [str(venv.python), "-m", "pip"]
    assert subprocess.call([*venv._pip(), "--version"], stdout=subprocess.DEVNULL) == 0


@posix_only
def test_debian_without_the_venv_package_uses_its_pip(tmp_path, monkeypatch):
    """``python -m venv`` leaves a half folder there; ``--without-pip`` works."""
    python = fake_python(
        tmp_path / "python3",
        'case "$*" in *--without-pip*) mkdir -p "$4/bin"; exit 0;;\n'
        '*"-m venv"*) mkdir -p "$3/bin"; touch "$3/half"; exit 1;; esac\nexit 0',
    )
    monkeypatch.setattr(sys, "executable", str(python))
    venv = Environment(tmp_path / ".venv")

    assert venv._pip() == [str(python), "-m", "pip", "--python", str(venv.python)]
    assert not (venv.folder / "half").exists()


@posix_only
def test_without_venv_and_pip_it_names_the_package(tmp_path, monkeypatch):
    monkeypatch.setattr(
        sys, "executable", str(fake_python(tmp_path / "python3", "exit 1"))
    )
    venv = Environment(tmp_path / ".venv")

    with pytest.raises(SystemExit, match="sudo apt install python3-venv"):
        venv._pip()
    assert not venv.folder.exists()


def managed(project, *arguments, **changes):
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in {bootstrap.OPT_OUT, bootstrap.LOOP_GUARD, "DATABASE_URL"}
    }
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=project,
        env={**kept, **changes},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_fresh_machine_sets_itself_up_and_goes_on(started, project):
    first, again = started

    assert first.stdout == f"{project / '.venv'} 4 up --port 80 80\n"
    assert first.returncode == 3
    assert "werden eingerichtet" in first.stderr
    assert (again.stdout, again.stderr) == (first.stdout, "")


def test_whoever_manages_the_packages_is_left_alone(new_project):
    done = managed(new_project, "up", **{bootstrap.OPT_OUT: "1"})

    assert "No module named 'tiny'" in done.stderr
    assert not (new_project / ".venv").exists()


def test_packages_that_came_along_need_no_installing(new_project, tiny_lock):
    version = "cp{}{}".format(*sys.version_info)
    (new_project / "packages" / version).mkdir(parents=True)
    with zipfile.ZipFile(tiny_lock.with_name("tiny-1.0-py3-none-any.whl")) as wheel:
        wheel.extractall(new_project / "packages" / "any")
    (new_project / "requirements" / "run.txt").write_text("tiny==1.0\n")

    assert managed(new_project, "up").stdout == f"{sys.prefix} 4 up\n"
    assert not (new_project / ".venv").exists()
