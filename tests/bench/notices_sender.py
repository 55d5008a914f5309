"""One of the senders of ``notices``, which are killed: a worker in its own process.

A fork of the process that measures would take over its locks without their threads.
"""

import json
import sys

from django.conf import settings
from django.core.management import call_command
from django.db import connections
from django.test.utils import override_settings

from tests.bench.database import own_settings
from tournaments.apps import FIRST_KEY
from tournaments.scope.scope import scope


def run() -> None:
    """Do what waits in the database that standard input names, as a worker does."""
    task = json.loads(sys.stdin.readline())
    connections.settings["default"]["NAME"] = task["database"]
    home = override_settings(PRIVATE_NOTICES=True)
    with own_settings(settings.DATA_DIR), home, scope(FIRST_KEY):
        call_command("worker", "--batch", "--no-startup-delay", verbosity=0)
