"""How much room the disk has left for what is typed."""

import shutil

from django.conf import settings
from django.db import connection

from skatclub.backups.engines.sqlite import database_path

LEAST = 300 * 1024**2
TIMES = 5  # the database, its log, and some copies


def free_bytes() -> int:
    return shutil.disk_usage(settings.DATA_DIR).free


def is_nearly_full() -> bool:
    """Tell whether somebody should make room, while everything can still be saved."""
    is_here = connection.vendor == "sqlite" and database_path().exists()
    size = database_path().stat().st_size if is_here else 0
    return free_bytes() < max(LEAST, TIMES * size)
