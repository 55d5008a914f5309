"""How gunicorn serves: ``gunicorn -c python:skatclub.gunicorn skatclub.wsgi``.

What differs from machine to machine comes from gunicorn's own ``WEB_CONCURRENCY``
(how many processes) and ``GUNICORN_CMD_ARGS`` (such as ``--bind=unix:/run/…``).
"""

import gc
import os
from typing import Any

from django.urls import get_resolver

JSON = os.environ.get("SKATCLUB_LOG") == "json"

worker_class = "gthread"
# Two a core: while one waits for the database another reckons.
workers = int(os.environ.get("WEB_CONCURRENCY", 2 * (os.cpu_count() or 1)))
threads = 4
# A proxy keeps its connections; opening one costs as much as a short page.
keepalive = 30
# A paper of many pages takes some seconds on a busy machine.
timeout = 60
graceful_timeout = 30
# Whatever grows over the weeks goes; not in all processes at once.
max_requests, max_requests_jitter = 20_000, 5_000
if JSON:
    accesslog = "-"
    # Nobody's address: how many read is no secret, who they are is.
    access_log_format = (
        '{"time":"%(t)s","level":"ACCESS","host":"%({host}i)s","method":"%(m)s",'
        '"path":"%(U)s","status":%(s)s,"bytes":"%(B)s","ms":%(M)s}'
    )
    logconfig_dict: dict[str, Any] = {
        "formatters": {
            "generic": {"()": "skatclub.machine.logs.JsonFormatter"},
            "bare": {"format": "%(message)s"},
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": "bare",
                "stream": "ext://sys.stdout",
            },
            "error_console": {
                "class": "logging.StreamHandler",
                "formatter": "generic",
                "stream": "ext://sys.stderr",
            },
        },
        "loggers": {
            "gunicorn.error": {
                "level": "INFO",
                "handlers": ["error_console"],
                "propagate": False,
            },
            "gunicorn.access": {
                "level": "INFO",
                "handlers": ["console"],
                "propagate": False,
            },
        },
    }


# Loaded once, before the processes part: they share the memory, and one that died is
# back at once instead of after the seconds that loading takes.
preload_app = True


def when_ready(server: object) -> None:
    """Load every page, too, and keep the garbage collector from all that."""
    get_resolver()._populate()
    gc.freeze()
