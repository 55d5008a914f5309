"""What the settings promise, and what the environment may change."""

import os
import runpy
import subprocess
import sys
from unittest import mock

import pytest
from django.core.exceptions import ImproperlyConfigured

from skatclub import settings as site
from skatclub.machine.postgresql import POOL, database
from skatclub.machine.private_files import read_or_create
from tests.processes import ROOT, environ_for


def manage(*arguments, data, **environ):
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environ_for(data, **environ),
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_site_is_ready_for_the_internet(tmp_path):
    done = manage(
        "check",
        "--deploy",
        "--fail-level=WARNING",
        data=tmp_path,
        SKATCLUB_HTTPS="1",
        SKATCLUB_HOSTS="skat.example",
    )

    assert done.returncode == 0, done.stderr


def read_settings(data, **environ):
    """Read the settings once more, as a process with that environment would."""
    with mock.patch.dict(os.environ, environ_for(data, **environ), clear=True):
        return runpy.run_path(site.__file__)


def test_a_fresh_data_folder_is_filled(tmp_path):
    data = tmp_path / "somewhere" / "else"

    read_settings(data)

    assert len((data / "secret_key").read_text()) >= 50


def test_a_wrong_setting_ends_a_command_with_one_sentence(tmp_path):
    done = manage("check", data=tmp_path, SKATCLUB_DEBUG="perhaps")

    assert done.returncode == 1
    assert "SKATCLUB_DEBUG must be 0 or 1" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("SKATCLUB_SECRET_KEY", "secret", "at least 50 characters"),
        ("SKATCLUB_LOG", "xml", "must be one of line, json"),
        ("SKATCLUB_EMAIL", "http://mail.example", "must look like smtp://"),
        ("DATABASE_URL", "mysql://localhost/skat", "must begin with postgresql://"),
        ("DATABASE_URL", "postgresql://localhost", "names no database"),
        ("SKATCLUB_ADDRESS", "skat.example", "must look like https://"),
        ("SKATCLUB_ADDRESS", "https://a.example/skat", "must look like https://"),
    ],
)
def test_a_wrong_setting_fails_loudly(tmp_path, name, value, complaint):
    with pytest.raises(ImproperlyConfigured, match=complaint):
        read_settings(tmp_path, **{name: value})


def test_a_folder_that_nobody_can_write_into_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(site.os, "access", lambda _path, _how: False)

    with pytest.raises(ImproperlyConfigured, match="nichts schreiben"):
        site.folder("SKATCLUB_NOWHERE", tmp_path)


def test_a_database_address_is_taken_apart():
    found = database("postgresql://anna:ge%40heim@db.example:5433/skat?sslmode=require")

    assert found == {
        "ENGINE": "skatclub.machine.postgresql",
        "NAME": "skat",
        "USER": "anna",
        "PASSWORD": "ge@heim",
        "HOST": "db.example",
        "PORT": "5433",
        "OPTIONS": {"sslmode": "require", "pool": POOL},
        "CONN_HEALTH_CHECKS": True,
    }


def test_a_database_behind_a_socket_needs_no_password():
    found = database("postgresql:///skat?host=/run/postgresql")

    assert (found["NAME"], found["HOST"]) == ("skat", "/run/postgresql")


def test_a_secret_is_made_once_and_for_its_owner_only(tmp_path):
    path = tmp_path / "secret"

    assert read_or_create(path, lambda: "first") == "first"
    assert read_or_create(path, lambda: "second") == "first"
    if os.name != "nt":
        assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.django_db
def test_no_page_may_run_foreign_scripts_or_ask_for_the_camera(client):
    response = client.get("/accounts/login/")

    policy = response["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "camera=()" in response["Permissions-Policy"]
