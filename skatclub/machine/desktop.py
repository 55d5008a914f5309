"""The person in front of this machine: a browser that opens by itself."""

import os
import sys
import webbrowser
from threading import Thread


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
