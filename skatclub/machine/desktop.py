"""The person in front of this machine: a browser that opens by itself."""

import os
import sys
import webbrowser
from threading import Thread

from django.core.management.base import CommandError
from django.utils.translation import gettext as _


def is_there() -> bool:
    """Tell whether somebody sits here: a window of text on a screen with a browser.

    A service, a test and a terminal on another machine have none.
    """
    if not sys.stdout.isatty() or "SSH_CONNECTION" in os.environ:
        return False
    has_own_screen = sys.platform in ("win32", "darwin")
    return has_own_screen or not {"DISPLAY", "WAYLAND_DISPLAY"}.isdisjoint(os.environ)


def open_browser(url: str) -> Thread:
    """Show ``url`` without waiting: some browsers answer only when they are closed."""
    thread = Thread(target=webbrowser.open, args=(url,), daemon=True)
    thread.start()
    return thread


def require_answer(word: str) -> None:
    """Wait for ``word`` to be typed; raise ``CommandError`` for anything else."""
    try:
        answer = input()
    except (EOFError, RuntimeError):  # a script, or a service without any input
        text = _("Nothing was changed: nobody can answer here. Use --yes.")
        raise CommandError(text) from None
    if answer.strip().casefold() != word.casefold():
        raise CommandError(_("Nothing was changed."))
