"""``manage.py up``, as it is started at home."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from skatclub import network
from tests.processes import ROOT, environ_for


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def start(tmp_path):
    """Start ``up`` with a data folder of its own; end what is left of it."""
    # The background of a shell ignores Ctrl+C, and a child would inherit that.
    inherited = signal.signal(signal.SIGINT, signal.default_int_handler)
    running = []

    def up(*arguments):
        server = subprocess.Popen(
            [sys.executable, "manage.py", "up", *arguments],
            cwd=ROOT,
            env=environ_for(tmp_path, PYTHONIOENCODING="utf-8"),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        running.append(server)
        return server

    yield up
    signal.signal(signal.SIGINT, inherited)
    for server in running:
        server.kill()
        server.communicate()


def wait_for(url, server):
    for _ in range(1200):
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
    output, _ = server.communicate(timeout=20)
    return output


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT to send")
def test_up_prepares_everything_serves_and_stops(start, tmp_path):
    port = free_port()
    left_open = tmp_path / "skatclub.log.1"
    left_open.write_text("of an older version")
    left_open.chmod(0o644)
    server = start("--port", str(port))

    with wait_for(f"http://127.0.0.1:{port}/accounts/login/", server) as page:
        styles = re.findall(r'href="(/static/[^"]+\.css)"', page.read().decode())
    with urlopen(f"http://127.0.0.1:{port}{styles[0]}", timeout=10) as style:
        caching = style.headers["Cache-Control"]
    second, _ = start("--port", str(port)).communicate(timeout=30)
    output = stop(server)

    assert {"skatclub.sqlite3", "skatclub.log.1"} <= read_by_the_owner_only(tmp_path)
    assert "immutable" in caching
    assert f"http://127.0.0.1:{port}" in output
    assert (tmp_path / "setup_code").read_text() in output
    assert "Strg+C" in output
    assert server.returncode == 0
    assert f"--port {port + 1}" in second
    assert "Traceback" not in output + second


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT to send")
def test_a_newer_version_backs_the_database_up_before_it_changes_it(start, tmp_path):
    port = free_port()
    for command in (["migrate"], ["migrate", "axes", "zero"]):
        subprocess.run(
            [sys.executable, "manage.py", *command, "--verbosity=0"],
            cwd=ROOT,
            env=environ_for(tmp_path),
            check=True,
        )

    server = start("--port", str(port))
    wait_for(f"http://127.0.0.1:{port}/accounts/login/", server).close()
    beside = read_by_the_owner_only(tmp_path)
    output = stop(server, signal.SIGTERM)

    assert {"skatclub.sqlite3", "skatclub.sqlite3-wal"} <= beside
    assert not any(path.stat().st_size for path in tmp_path.glob("*-wal"))
    assert server.returncode == 0
    (copy,) = (tmp_path / "backups").iterdir()
    assert copy.name in beside
    assert str(copy) in output


def read_by_the_owner_only(folder):
    """Return the names of the data's files; each is closed to everybody else."""
    files = [
        path
        for path in folder.rglob("*")
        if path.is_file() and folder / "static" not in path.parents
    ]
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
    return {path.name for path in files}


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT to send")
def test_the_local_network_gets_an_address_to_photograph(start):
    if not network.addresses():
        pytest.skip("this machine is in no network")
    port = free_port()
    url = f"http://{network.addresses()[0]}:{port}"
    server = start("--lan", "--port", str(port))

    with wait_for(f"{url}/accounts/login/", server) as page:
        status = page.status
    output = stop(server)

    assert status == 200
    assert url in output
    assert network.qr_code(url).strip() in output


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--port", "70000"], "1 bis 65535"),
        (["--host", "no such host"], "no such host"),
    ],
)
def test_an_impossible_address_is_refused_in_one_line_and_at_once(
    start, tmp_path, arguments, complaint
):
    server = start(*arguments)

    output, _ = server.communicate(timeout=60)

    assert complaint in output
    assert "Traceback" not in output
    assert server.returncode == 1
    assert not (tmp_path / "skatclub.sqlite3").exists()
