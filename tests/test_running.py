"""A second start finds the first, and the browser opens by itself."""

import sys
from contextlib import suppress

import pytest

from skatclub.machine import desktop
from skatclub.machine.running import Claim
from tests.processes import serving


@pytest.fixture
def other_process(tmp_path):
    """Another process serves the folder."""
    with serving(tmp_path) as process:
        yield process


def test_a_folder_that_is_served_leads_to_its_site(tmp_path, other_process):
    second = Claim(tmp_path)

    assert not second.take()
    second.tell("http://127.0.0.1:9999")  # nobody listens to it
    assert second.address() == "http://127.0.0.1:8003"


def test_a_folder_stays_taken_when_the_lock_file_is_gone(tmp_path, other_process):
    with suppress(PermissionError):  # Windows deletes no file in use
        (tmp_path / "running.lock").unlink()

    assert not Claim(tmp_path).take()


def test_a_crash_leaves_nothing_that_misleads(tmp_path, other_process):
    other_process.kill()
    other_process.wait()
    next_one = Claim(tmp_path)

    assert next_one.take()
    assert not next_one.note.exists()


def test_without_a_screen_nothing_opens(monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)

    assert not desktop.is_there()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert desktop.is_there()
    monkeypatch.setenv("SSH_CONNECTION", "192.0.2.1")
    assert not desktop.is_there()
