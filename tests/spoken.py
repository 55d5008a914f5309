"""Let a real screen reader read the sample club aloud, and keep what it says.

    .venv/bin/python -m tests.spoken docs/spoken.md

Not a test and not part of the gate; for whoever changes what a page says. It needs a
few programs that nothing else here does, on Debian:

    apt install orca at-spi2-core openbox xvfb xdotool dbus-x11 locales

and the locale de_DE.UTF-8. Orca reads what Chromium shows on a screen that nobody sees;
keys are pressed as on a keyboard. What it would have said is in its log, no sound is
made. The result is meant to be read by somebody: what is silent, doubled, or confusing?
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

from tests.shots import sample_club

PROGRAMS = (
    "dbus-run-session",
    "Xvfb",
    "openbox",
    "orca",
    "xdotool",
    "gsettings",
    "chromium",
)
BUS = "/usr/libexec/at-spi-bus-launcher"
DISPLAY = ":97"
SPOKEN = re.compile(r"SPEECH OUTPUT: '(.*?)'(?:[\[{].*)?$", re.MULTILINE)
KEYS_SAID = {"Tab", "Enter", "Leertaste"}  # the reader's own echo of keys
NO_OFFERS = '{"translate": {"enabled": false}, "credentials_enable_service": false}'
AT_ONCE = "from orca import debug; debug.debugFile.reconfigure(line_buffering=True)"
LETTERS = {"-": "minus", ",": "comma", " ": "space", "ö": "odiaeresis"}
QUIET, PATIENCE, LONGEST = 2.5, 8, 60  # seconds
MOST_OF_A_CHAPTER, TRIES = 500, 2
FLAGS = [
    "--force-renderer-accessibility",
    "--lang=de",
    "--no-sandbox",
    "--disable-gpu",
    "--window-size=1280,900",
]
HEAD = """\
# What a screen reader says

Written by `python -m tests.spoken docs/spoken.md`: Orca reads the sample club in
Chromium, in German. Bold is what was opened or pressed; each line below it is one
utterance.
"""


class Listener:
    """Somebody who presses keys and hears what comes of it."""

    def __init__(self, page, site, log):
        self.page, self.site, self.log = page, site, log
        self.lines = []
        self.at = 0

    def open(self, address):
        self.page.goto(self.site + address)
        self.hear(f"{address.partition('?')[0]} is opened")

    def silently(self, address, selector):
        """Go where a link or button leads; what is said of it is not kept."""
        self.page.goto(self.site + address)
        self.page.locator(selector).first.click()
        self.page.wait_for_load_state("networkidle")
        self.until_quiet()

    def press(self, *keys):
        subprocess.run(["xdotool", "key", "--delay", "60", *keys], check=True)
        self.hear(" ".join(keys))

    def type(self, text, *keys):
        """Type letter by letter; what is said of single letters is left out."""
        for letter in text:
            subprocess.run(["xdotool", "key", LETTERS.get(letter, letter)], check=True)
            time.sleep(0.15)
        self.hear(f"“{text}” is typed", letters=False)
        for key in keys:
            self.press(key)

    def hear(self, what, *, letters=True):
        time.sleep(1)  # until a key has come to something
        self.page.wait_for_load_state("networkidle")
        said = [line for line in self.until_quiet() if line not in KEYS_SAID]
        said = [line for line in said if letters or len(line) > 1]
        self.lines += [f"\n**{what}**\n", *(f"- {line}" for line in said)]
        self.lines += [] if said else ["- (nothing)"]

    def until_quiet(self):
        """Give what is said until nothing more is."""
        said, start = [], time.monotonic()
        last = start
        while time.monotonic() - start < LONGEST:
            more = SPOKEN.findall(self.news())
            if more:
                said += more
                last = time.monotonic()
            if time.monotonic() - last > (QUIET if said else PATIENCE):
                break
            time.sleep(0.2)
        return [line.strip() for line in said if line.strip()]

    def news(self):
        """Give the whole lines that were written to the log since the last time."""
        with self.log.open(errors="replace") as file:
            file.seek(self.at)
            text = file.read()
        whole = text[: text.rfind("\n") + 1]
        self.at += len(whole.encode())
        return whole


def read_home(listener):
    listener.open("/")


def read_sign_in(listener):
    listener.open("/accounts/login/")
    listener.type("hanne", "Tab")
    listener.type("falsch", "Return")


def read_own_home(listener):
    listener.open("/")
    listener.press("h", "h", "h")


def read_standings(listener):
    listener.silently("/", ".running")
    listener.press("t")
    for _ in range(4):
        listener.press("Down")


def read_form(listener):
    """Two fields are wrong: the first of them has the cursor and says why."""
    listener.open("/seasons/new/")
    page = listener.page
    page.fill("#id_first_date", "31.2.")
    page.fill("#id_last_date", "gestern")
    page.focus("#id_last_date")
    listener.hear("“31.2.” and “gestern” stand in the days of the season")
    listener.press("Return")
    listener.press("Tab")


def read_check_in(listener):
    listener.silently("/events/new/", "main form button")
    page = listener.page
    page.focus("#id_who")
    listener.type("quirin", "Return")
    page.fill("#id_who", "")
    listener.type("ott", "Return")
    page.locator("[data-roll] [aria-pressed=false]").first.focus()
    listener.hear("the cursor is on the first name")
    listener.press("space")
    for _ in range(3):
        listener.press("Tab")
        listener.press("space")


def read_list(listener):
    listener.silently("/", ".next-step a")
    page = listener.page
    page.focus("#line_text")
    for text in ("2g2", "3h1", "1po1-", "1x"):
        listener.type(text, "Return")


# What is heard, by whom, and how.
CHAPTERS = (
    ("The home page, as a visitor", False, read_home),
    ("Signing in, the wrong way", False, read_sign_in),
    ("The home page, as the secretary", True, read_own_home),
    ("Standings, from the table downwards", True, read_standings),
    ("A new season with two days that are none", True, read_form),
    ("Check-in: an unknown name, a part of a name, names to tick", True, read_check_in),
    ("Three games of a list, and one that cannot be", True, read_list),
)


@contextmanager
def started(*command, **more):
    """Let a program run as long as it is needed."""
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more
    )
    try:
        yield process
    finally:
        process.kill()  # the reader does not end when it is asked to
        process.wait()


def wait_for(log, words):
    """Wait until the reader has said that it is there."""
    for _ in range(60):
        if log.exists() and words in log.read_text("utf-8", errors="replace"):
            return
        time.sleep(1)
    raise TimeoutError("the reader does not start")


@contextmanager
def reader(folder) -> Iterator[Path]:
    """Start a screen nobody sees, and Orca before it; give its log."""
    log = folder / "orca.log"
    changes = folder / ".local/share/orca/orca-customizations.py"
    changes.parent.mkdir(parents=True)
    changes.write_text(AT_ONCE)
    with ExitStack() as running:
        running.enter_context(started("Xvfb", DISPLAY, "-screen", "0", "1280x900x24"))
        time.sleep(2)
        for command in (["openbox"], [BUS, "--launch-immediately"]):
            running.enter_context(started(*command))
        time.sleep(1)
        accessible = ["org.gnome.desktop.interface", "toolkit-accessibility", "true"]
        subprocess.run(["gsettings", "set", *accessible], check=True)
        running.enter_context(started("orca", "--debug", "--debug-file", log))
        wait_for(log, "Bildschirmleser")
        yield log


@contextmanager
def window(playwright, home, site, cookies):
    """Open a window without an address bar: the keys go to the page."""
    profile = home / "chromium"
    (profile / "Default").mkdir(parents=True)
    (profile / "Default" / "Preferences").write_text(NO_OFFERS)
    context = playwright.chromium.launch_persistent_context(
        profile,
        executable_path=shutil.which("chromium"),
        headless=False,
        no_viewport=True,
        args=[*FLAGS, f"--app={site}/help/"],
    )
    context.set_default_timeout(20_000)
    context.add_cookies(cookies)
    try:
        yield context.pages[0]
    finally:
        context.close()


def signed_in(playwright, site, account):
    """Return the cookies of the secretary, got where nobody listens."""
    browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
    page = browser.new_page(locale="de-DE")
    page.goto(f"{site}/accounts/login/")
    page.fill("#id_username", account[0])
    page.fill("#id_password", account[1])
    page.press("#id_password", "Enter")
    page.wait_for_url(f"{site}/")
    cookies = page.context.cookies()
    browser.close()
    return cookies


def heard(playwright, site, cookies, read):
    """Return what is said of one chapter, by a reader and in a window of its own."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        os.environ["HOME"] = folder
        with reader(home) as log, window(playwright, home, site, cookies) as page:
            listener = Listener(page, site, log)
            listener.until_quiet()
            signal.alarm(MOST_OF_A_CHAPTER)
            try:
                read(listener)
            finally:
                signal.alarm(0)
            return listener.lines


def too_long(_signal, _frame):
    raise TimeoutError("nothing more is heard of this chapter")


def listen(site, account, target):
    """Hear each chapter, twice if need be; run inside a message bus of its own."""
    os.environ |= {"LANG": "de_DE.UTF-8", "LANGUAGE": "de", "DISPLAY": DISPLAY}
    signal.signal(signal.SIGALRM, too_long)
    target.write_text(HEAD, "utf-8")
    with sync_playwright() as playwright:
        cookies = signed_in(playwright, site, account)
        for title, is_secretary, read in CHAPTERS:
            lines = ["- (not heard to its end)"]
            for _ in range(TRIES):
                try:
                    lines = heard(
                        playwright, site, cookies if is_secretary else [], read
                    )
                    break
                except (Error, TimeoutError, subprocess.SubprocessError) as error:
                    print(f"{title}: {error}", file=sys.stderr, flush=True)
            with target.open("a", encoding="utf-8") as file:
                file.write("\n".join([f"\n## {title}", *lines, ""]))
            print(title, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path, help="where to write what was said")
    asked = parser.parse_args()
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing:
        sys.exit(f"Not installed: {', '.join(missing)}")
    if "SPOKEN_INSIDE" not in os.environ:
        inside = {**os.environ, "SPOKEN_INSIDE": "1"}
        again = [sys.executable, "-m", "tests.spoken", str(asked.file)]
        sys.exit(subprocess.run(["dbus-run-session", *again], env=inside).returncode)
    with sample_club() as (site, account):
        listen(site, account, asked.file)


if __name__ == "__main__":
    main()
