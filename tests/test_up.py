"""``manage.py up``, as it is started at home."""

import os
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from types import SimpleNamespace
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from django.core.management import CommandError, call_command

from skatclub.machine.networks import network
from skatclub.machine.qr_codes import blocks_of
from tests.backups.copies import forget_axes
from tests.processes import ROOT, environ_for, serving

# Starting takes seconds of a processor that others may want, too.
PATIENCE = 300


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def starting(data, **environ):
    """Give a function that starts ``up`` on a data folder; end what is left of it."""
    # The background of a shell ignores Ctrl+C, and a child would inherit that.
    inherited = signal.signal(signal.SIGINT, signal.default_int_handler)
    running = []

    def up(*arguments):
        server = subprocess.Popen(
            [sys.executable, "manage.py", "up", *arguments],
            cwd=ROOT,
            env=environ_for(data, PYTHONIOENCODING="utf-8", **environ),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        running.append(server)
        return server

    try:
        yield up
    finally:
        signal.signal(signal.SIGINT, inherited)
        for server in running:
            server.kill()
            server.communicate()


@pytest.fixture
def start(tmp_path):
    """Return what starts ``up`` in a data folder of the test's own."""
    with starting(tmp_path) as up:
        yield up


def wait_for(url, server):
    for _ in range(PATIENCE * 10):
        try:
            return urlopen(url, timeout=10)
        except HTTPError as answer:
            return answer
        except OSError:
            assert server.poll() is None, server.stdout.read()
            time.sleep(0.1)
    raise AssertionError("the site did not answer")


def stop(server, how=signal.SIGINT):
    server.send_signal(how)
    output, _ = server.communicate(timeout=PATIENCE)
    return output


@pytest.fixture(scope="module")
def first_start(tmp_path_factory):
    """Start in an empty folder, once: making the tables is most of what it does."""
    data = tmp_path_factory.mktemp("data")
    port = free_port()
    left_open = data / "skatclub.log.1"
    left_open.write_text("of an older version")
    left_open.chmod(0o644)
    with starting(data) as start:
        server = start("--lan", "--port", str(port))
        with wait_for(f"http://127.0.0.1:{port}/accounts/login/", server) as page:
            styles = re.findall(r'href="(/static/[^"]+\.css)"', page.read().decode())
        with urlopen(f"http://127.0.0.1:{port}{styles[0]}", timeout=PATIENCE) as style:
            caching = style.headers["Cache-Control"]
        here = next(iter(network.addresses()), "127.0.0.1")
        url = f"http://{here}:{port}"
        urlopen(f"{url}/accounts/login/", timeout=PATIENCE).close()
        beside, _ = start("--port", str(port)).communicate(timeout=PATIENCE)
        output = stop(server)
    return SimpleNamespace(
        data=data,
        port=port,
        url=url,
        caching=caching,
        beside=beside,
        output=output,
        status=server.returncode,
    )


@pytest.fixture
def started_before(first_start, tmp_path):
    """Give the test a data folder in which the site has run."""
    shutil.copytree(first_start.data, tmp_path, dirs_exist_ok=True)
    return tmp_path


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT to send")
def test_up_prepares_everything_serves_the_network_and_stops(first_start):
    data, output = first_start.data, first_start.output

    assert {"skatclub.sqlite3", "skatclub.log.1"} <= read_by_the_owner_only(data)
    assert "immutable" in first_start.caching
    assert f"Skatclub läuft unter {first_start.url}\n" in output
    drawing = blocks_of(first_start.url).strip()
    assert drawing in output or not network.addresses()
    assert (data / "setup_code").read_text() in output
    assert "Strg+C" in output
    assert first_start.status == 0
    assert f"http://127.0.0.1:{first_start.port}" in first_start.beside
    assert "Traceback" not in output + first_start.beside


@pytest.mark.skipif(os.name == "nt", reason="needs a terminal to imitate")
def test_a_newer_version_backs_up_what_it_changes_and_offers_it_when_it_is_broken(
    start, started_before
):
    port, database = free_port(), started_before / "skatclub.sqlite3"
    forget_axes(database)

    server = start("--port", str(port))
    wait_for(f"http://127.0.0.1:{port}/accounts/login/", server).close()
    beside = read_by_the_owner_only(started_before)
    output = stop(server, signal.SIGTERM)

    assert {"skatclub.sqlite3", "skatclub.sqlite3-wal"} <= beside
    assert not any(path.stat().st_size for path in started_before.glob("*-wal"))
    assert server.returncode == 0
    assert f"Skatclub läuft unter http://127.0.0.1:{port}\n" in output
    (copy,) = (started_before / "backups").glob("*.zip")
    assert copy.name in beside
    assert str(copy) in output
    database.write_bytes(database.read_bytes()[:5000])

    shown = up_in_a_terminal(environ_for(started_before), typed="nein\n", status=1)

    assert "ist beschädigt" in shown
    assert "„ja“ eintippen" in shown
    assert database.stat().st_size == 5000


def read_by_the_owner_only(folder):
    """Return the names of the data's files; each is closed to everybody else."""
    files = [
        path
        for path in folder.rglob("*")
        if path.is_file() and folder / "static" not in path.parents
    ]
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
    return {path.name for path in files}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--port", "70000"], "1 bis 65535"),
        (["--host", "no such host"], "no such host"),
    ],
)
def test_an_impossible_address_is_refused_before_anything_is_made(
    data_folder, arguments, complaint
):
    with pytest.raises(CommandError, match=complaint):
        call_command("up", "--no-browser", *arguments)

    assert not (data_folder / "skatclub.sqlite3").exists()


@pytest.mark.skipif(os.name == "nt", reason="needs a terminal to imitate")
def test_the_second_start_opens_the_browser_at_the_running_site(started_before):
    opened, browser = started_before / "opened", started_before / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >"{opened}"\n')
    browser.chmod(0o700)
    environ = environ_for(started_before, BROWSER=f"{browser} %s", DISPLAY=":7")
    environ.pop("SSH_CONNECTION", None)

    with serving(started_before):
        shown = up_in_a_terminal(environ)
        code = (started_before / "setup_code").read_text()
        url = opened.read_text()
        opened.unlink()
        up_in_a_terminal(environ, "--no-browser")

    assert "http://127.0.0.1:8003" in shown
    assert url == f"http://127.0.0.1:8003/setup/?code={code}\n"
    assert not opened.exists()


def up_in_a_terminal(environ, *arguments, typed="", status=0):
    """Run ``up`` as in a window; return what stands there when it has ended."""
    screen, inside = pty.openpty()
    os.write(screen, typed.encode())
    ended = subprocess.run(
        [sys.executable, "manage.py", "up", *arguments],
        cwd=ROOT,
        env=environ,
        stdin=inside,
        stdout=inside,
        stderr=inside,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode == status
    os.close(inside)
    shown = os.read(screen, 65536).decode()
    os.close(screen)
    return shown
