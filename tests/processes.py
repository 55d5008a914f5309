"""Start ``manage.py`` as people do: in a process of its own."""

import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from django.db import connection

ROOT = Path(__file__).resolve().parents[1]
# What the running tests were given must not reach the site that they start.
OURS = {
    "DATABASE_URL",
    "DJANGO_ALLOW_ASYNC_UNSAFE",
    "PYTHONDONTWRITEBYTECODE",  # or each process compiles the whole program anew
    "SKATCLUB_ADDRESS",
    "SKATCLUB_DEBUG",
    "SKATCLUB_EMAIL",
    "SKATCLUB_HOSTS",
    "SKATCLUB_HTTPS",
    "SKATCLUB_LOG",
    "SKATCLUB_PROXIES",
    "SKATCLUB_SECRET_KEY",
    "SKATCLUB_SHARED",
}


def environ_for(data, **changes):
    """Return the environment of a site that keeps its data in ``data``."""
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    return {**kept, "SKATCLUB_DATA": str(data), **changes}


def address_of_database():
    """Return the address of the test's PostgreSQL, for a process that joins in."""
    settings = connection.settings_dict
    names = {"dbname": "NAME", "user": "USER", "password": "PASSWORD"}
    names |= {"host": "HOST", "port": "PORT"}
    given = {key: settings[name] for key, name in names.items() if settings[name]}
    return f"postgresql://?{urlencode(given)}"


SERVE = (
    "import sys, pathlib; from skatclub.machine.running import Claim\n"
    "claim = Claim(pathlib.Path(sys.argv[1])); assert claim.take()\n"
    "claim.tell('http://127.0.0.1:8003'); print(flush=True); input()"
)


@contextmanager
def serving(data):
    """Pretend in another process that the folder is served at port 8003."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVE, data],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        process.stdout.readline()
        yield process
        process.kill()
