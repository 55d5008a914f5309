"""What every test relies on."""

import gc
import inspect
import logging
import os
import shutil
from collections import Counter
from itertools import chain, count
from logging.handlers import RotatingFileHandler
from pathlib import PurePath

import pytest
import time_machine
from django.apps import apps
from django.conf import settings as site
from django.core.cache import caches
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models.signals import post_migrate
from django.http import HttpResponse
from django.utils import timezone, translation
from hypothesis import HealthCheck, settings

from tests.chromium import CHROMIUM, CHROMIUM_FLAGS
from tournaments.apps import FIRST_KEY
from tournaments.organisations import hosts
from tournaments.scope.scope import scope

# A busy machine is not a wrong rule; what stays the same needs no new fixture.
settings.register_profile(
    "skatclub",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("skatclub")

# Playwright's event loop runs in the thread of the test.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# No test, and not for Windows.
collect_ignore = ["mutants.py"]

# With its loop in the thread, Django takes a connection for each context.
BROWSER_FIXTURES = {"page", "context", "new_context", "browser", "playwright"}
# Tests are about the first organisation, where they do not name another.
BOOKS = pytest.StashKey()
DATABASE_FIXTURES = {"db", "transactional_db", "module_db"}
PERMISSIONS = "django.contrib.auth.management.create_permissions"


def pytest_xdist_auto_num_workers(config):
    """As many as there are cores; one more where browsers are waited for."""
    return (os.cpu_count() or 1) + bool(CHROMIUM)


def pytest_configure(config):
    config.stash[BOOKS] = books = scope(FIRST_KEY)
    books.__enter__()
    gc.disable()
    site.STORAGES["staticfiles"]["BACKEND"] = site.PLAIN_STATIC
    site.AXES_ENABLED = False
    # Else each client looks through the static files before it asks.
    site.WHITENOISE_AUTOREFRESH = True
    # A good password hash is slow on purpose.
    site.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Nobody has Django's own permissions, and whatever empties the tables makes them.
    post_migrate.disconnect(dispatch_uid=PERMISSIONS)
    # The log in the data folder is about the real site.
    root = logging.getLogger()
    for handler in root.handlers[:]:
        if isinstance(handler, RotatingFileHandler):
            root.removeHandler(handler)


def pytest_collection_finish():
    """Let the garbage collector pass over what stays to the end anyway.

    And let it come seldom: it looked at what all tests share again and again.
    """
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


def pytest_collection_modifyitems(items):
    """Mark what needs Chromium, and what another database could answer otherwise.

    Of a test with many values the first will do: the others ask the same.
    """
    seen = set()
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if BROWSER_FIXTURES & fixtures:
            if "module_db" in fixtures:
                # Beside a browser Django takes another connection, for good.
                raise pytest.UsageError(f"{item.nodeid}: module_db beside a browser")
            item.add_marker(pytest.mark.browser)
        elif (
            opens_no_page(item)
            and item.function not in seen
            and (item.get_closest_marker("django_db") or DATABASE_FIXTURES & fixtures)
        ):
            item.add_marker(pytest.mark.database)
            seen.add(item.function)


def opens_no_page(item):
    function = getattr(item, "function", None)
    return function and "client" not in inspect.signature(function).parameters


def pytest_terminal_summary(terminalreporter, config):
    """Add up the time of each folder where the slowest tests are asked for."""
    if not config.option.durations:
        return
    seconds = Counter()
    for report in chain.from_iterable(terminalreporter.stats.values()):
        if isinstance(report, pytest.TestReport):
            file = report.nodeid.partition("::")[0]
            seconds[PurePath(file).parent.as_posix()] += report.duration
    terminalreporter.section("seconds in each folder")
    for folder, spent in seconds.most_common():
        terminalreporter.write_line(f"{spent:8.1f}  {folder}")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    require_program("chromium", CHROMIUM)
    return {
        **browser_type_launch_args,
        "executable_path": CHROMIUM,
        "args": CHROMIUM_FLAGS,
    }


def require_program(name, found):
    """Skip where ``name`` is missing; fail where it was promised."""
    if found:
        return
    if os.environ.get("SKATCLUB_REQUIRE_PROGRAMS") or os.environ.get("CI"):
        pytest.fail(f"{name} is not installed")
    pytest.skip(f"{name} is not installed")


@pytest.fixture(scope="session")
def program():
    """Return the path of a program, or skip the test that needs it."""

    def find(name):
        found = shutil.which(name)
        require_program(name, found)
        return found

    return find


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix, tmp_path_factory
):
    """Put the SQLite test database into a file of its own.

    In memory, the threads of a live server would lock one another out. No test asks
    what survives a power cut, so nothing waits for the disk.
    """
    database = site.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        folder = tmp_path_factory.mktemp("database")
        database["TEST"]["NAME"] = str(folder / "test.sqlite3")
        options = database["OPTIONS"]
        options["init_command"] += "PRAGMA synchronous=OFF;"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """Let PostgreSQL drop the test database at the end.

    A thread of the live server or a draw's own process may have left a connection
    behind, and a database that somebody is connected to cannot be dropped.
    """
    yield
    with django_db_blocker.unblock():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )


@pytest.fixture(scope="module")
def module_db(django_db_setup, django_db_blocker, tmp_path_factory):
    """Let fixtures of a module make rows once that each of its tests finds untouched.

    What a test changes is taken back as always. Not for modules with tests that
    empty the tables (``transactional_db``, ``live_server``).
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site, "DATA_DIR", tmp_path_factory.mktemp("data"))
        with django_db_blocker.unblock(), transaction.atomic():
            yield
            transaction.set_rollback(True)


@pytest.fixture(scope="module")
def first_keys(module_db):
    """Let keys begin with 1, for addresses; PostgreSQL never takes numbers back."""
    sequences = connection.introspection.sequence_list()
    operations, rows = connection.ops, apps.get_models(include_auto_created=True)
    with connection.cursor() as cursor:
        for sql in (
            *operations.sequence_reset_by_name_sql(no_style(), sequences),
            # The first organisation is there already.
            *operations.sequence_reset_sql(no_style(), rows),
        ):
            cursor.execute(sql)


@pytest.fixture(autouse=True)
def one_organisation(monkeypatch):
    """Let every host of this machine mean the first one, without asking each time."""
    found = hosts.organisations_by_name
    monkeypatch.setattr(
        hosts, "organisations_by_name", lambda _moment: {"*": FIRST_KEY}
    )
    return found


@pytest.fixture
def many_organisations(one_organisation, monkeypatch):
    """Let a test be about several organisations, which the database knows."""
    monkeypatch.setattr(
        hosts, "organisations_by_name", lambda _moment: one_organisation.__wrapped__(0)
    )


@pytest.fixture(autouse=True)
def first_language():
    """Forget the language of the last request, which stays active in its thread."""
    yield
    translation.deactivate()


@pytest.fixture(scope="session")
def data_folders(tmp_path_factory):
    """Name a new folder each time, quicker than ``tmp_path``, which few tests need."""
    parent = tmp_path_factory.mktemp("data")
    return (parent / str(number) for number in count())


@pytest.fixture(autouse=True)
def data_folder(monkeypatch, data_folders):
    """Keep what a test writes away from the data of the real site."""
    folder = next(data_folders)
    folder.mkdir()
    for name, path in (("DATA_DIR", ""), ("UPLOADS", "uploads"), ("PHOTOS", "photos")):
        monkeypatch.setattr(site, name, folder / path)  # `settings` tells everybody
    return folder


@pytest.fixture(autouse=True)
def nothing_drawn():
    """Forget drawn pages: after a rollback the same revision means something else."""
    caches["drawn"].clear()


@pytest.fixture
def forgotten_attempts():
    """Forget what was typed wrongly before, and here: counts outlive a rollback."""
    caches["attempts"].clear()
    yield
    caches["attempts"].clear()


@pytest.fixture
def bare_refusals(monkeypatch):
    """Draw no page around a refusal, where all that counts is that there is one."""
    for status in (403, 404):
        monkeypatch.setattr(
            f"skatclub.urls.handler{status}",
            lambda request, exception, status=status: HttpResponse(status=status),
            raising=False,
        )


@pytest.fixture
def standing_clock():
    """Let no minute pass: papers say in which they were printed."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


@pytest.fixture(scope="session")
def base_url():
    """Stand in for the fixture of pytest-base-url, which warns; no site is preset."""
    return None
