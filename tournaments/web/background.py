"""Work that takes longer than a page: a process of its own, which outlives it."""

import os
import subprocess
import sys
from threading import Thread

from django.conf import settings

from tournaments.scope.scope import organisation_in_scope


def launch(*words: str) -> None:
    """Begin ``manage.py`` with ``words`` beside this process. Raises ``OSError``.

    It opens the books that are open here.
    """
    books = f"--organisation={organisation_in_scope()}"
    process = subprocess.Popen(
        [sys.executable, str(settings.BASE_DIR / "manage.py"), *words, books],
        cwd=settings.BASE_DIR,
        env=os.environ | {"SKATCLUB_DATA": str(settings.DATA_DIR)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    # Somebody has to wait for it, or it stays in the list of processes.
    Thread(target=process.wait, daemon=True).start()
