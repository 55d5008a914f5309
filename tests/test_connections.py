"""Connections to the database, as the threads of the site keep them."""

import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from contextvars import copy_context

import pytest
from django.db import connection
from django.db.backends.signals import connection_created
from django.test import RequestFactory

from skatclub.backups.engines.sqlite import copy_database, make_whole
from skatclub.wsgi import application
from tournaments.people.models import Club

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def sqlite_only():
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL has a pool of connections")


def visit():
    """Answer one request as the server does, which the test client does not."""
    request = RequestFactory(SERVER_NAME="localhost").get("/accounts/login/")
    answer = application(request.environ, lambda status, headers: None)
    answer.close()
    return answer.status_code


def make_club():
    Club.objects.create(name="Pik Sieben")


@pytest.fixture
def site_thread(django_user_model):
    """Give a thread of the site that has answered a visitor; it goes on on demand."""
    django_user_model.objects.create_user("anna")
    with ThreadPoolExecutor(max_workers=1) as thread:
        assert thread.submit(visit).result() == 200
        yield thread
        thread.submit(lambda: connection.close()).result()


def test_a_thread_of_the_site_opens_the_database_once(site_thread):
    opened = []

    def note(**_details):
        opened.append(True)

    connection_created.connect(note)
    status = site_thread.submit(visit).result()
    connection_created.disconnect(note)

    assert (status, opened) == (200, [])


def test_a_backup_beside_kept_connections_holds_everything(site_thread, tmp_path):
    site_thread.submit(copy_context().run, make_club).result()

    copy = tmp_path / "copy.sqlite3"
    copy_database(copy)

    assert clubs_in(copy) == ["Pik Sieben"]


def test_a_stopped_site_leaves_one_whole_file(site_thread, tmp_path):
    site_thread.submit(copy_context().run, make_club).result()

    make_whole()

    carried_home = tmp_path / "stick.sqlite3"
    shutil.copyfile(connection.settings_dict["NAME"], carried_home)
    assert clubs_in(carried_home) == ["Pik Sieben"]


def clubs_in(path):
    with closing(sqlite3.connect(path)) as database:
        found = database.execute("SELECT name FROM tournaments_club").fetchall()
    return [name for (name,) in found]
