"""The site in a process of its own, served as ``up`` serves it.

Reads the database as a line of JSON, says on which port it listens, and serves until
somebody ends it.
"""

import json
import sys

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connections

from skatclub.machine.serving import create_server
from tests.bench.database import own_settings
from tournaments.management.commands.up import serving_options


def run() -> None:
    """Serve what the line on standard input says."""
    task = json.loads(sys.stdin.readline())
    connections.settings["default"]["NAME"] = task["database"]
    with own_settings(settings.DATA_DIR):
        server = create_server(
            get_wsgi_application(), host="127.0.0.1", port=0, **serving_options()
        )
        sys.stdout.write(f"{server.effective_port}\n")
        sys.stdout.flush()
        server.run()
