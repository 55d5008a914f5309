"""Take the pictures of README and of the first steps anew.

    .venv/bin/python -m tests.pictures

Not a test; for whoever has changed how these pages look. The set-up is that of an empty
site, everything else the invented club's. The pictures go where the texts show them.
"""

import io
import re
import socket
import subprocess
import sys
import tempfile
from contextlib import contextmanager

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.chromium import CHROMIUM, CHROMIUM_FLAGS
from tests.processes import ROOT, environ_for

MANAGE = [sys.executable, str(ROOT / "manage.py")]
SIGN_IN = re.compile(r"(\S+) mit dem Passwort (\S+)")
ADDRESS = re.compile(r"http://[\d.]+:\d+")
DOCS = ROOT / "docs"
STEPS = DOCS / "de" / "bilder"
COLOURS = 128  # a page has few; this makes pictures small
NAMES = "Schmidt, Hans\nKurz Ida\n3. Ernst Lindemann\nMüller, Günter; Pik Ass"


@contextmanager
def sample_club():
    """Serve the sample club; give its address, a name and the password."""
    with tempfile.TemporaryDirectory() as data:
        made = subprocess.run(
            [*MANAGE, "demo"],
            env=environ_for(data, SKATCLUB_NO_BOOTSTRAP="1"),
            capture_output=True,
            text=True,
            check=True,
        )
        with served(data) as site:
            yield site, SIGN_IN.search(made.stdout).groups()


def free_port():
    """Return a port that nobody has: two of these programs may run at a time."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return str(one.getsockname()[1])


@contextmanager
def served(data):
    """Serve a data folder and give the address."""
    server = subprocess.Popen(
        [*MANAGE, "up", "--no-browser", "--port", free_port()],
        env=environ_for(data, SKATCLUB_NO_BOOTSTRAP="1"),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield next(filter(None, map(ADDRESS.search, server.stdout))).group()
    finally:
        server.terminate()
        server.wait()


def keep(page, file, height=640):
    """Keep the top of a page as a small picture."""
    page.wait_for_timeout(400)
    clip = {"x": 0, "y": 0, "width": 1180, "height": height}
    picture = Image.open(io.BytesIO(page.screenshot(clip=clip)))
    small = picture.convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE)
    small.save(file, optimize=True)


def set_up(browser):
    with tempfile.TemporaryDirectory() as data, served(data) as site:
        page = opened(browser, f"{site}/setup/")
        keep(page, STEPS / "einrichten.png", 800)
        page.close()


def opened(browser, address):
    page = browser.new_page(viewport={"width": 1180, "height": 800}, locale="de-DE")
    page.goto(address)
    return page


def in_the_club(browser):
    with sample_club() as (site, (name, password)):
        page = opened(browser, f"{site}/")
        keep(page, DOCS / "home.png", 760)
        page.goto(f"{site}/accounts/login/")
        page.fill("#id_username", name)
        page.fill("#id_password", password)
        page.press("#id_password", "Enter")
        page.wait_for_url(f"{site}/")
        page.goto(f"{site}/downloads/people/import/")
        page.fill("textarea", NAMES)
        page.get_by_role("button", name="Tabelle ansehen").click()
        page.wait_for_load_state()
        keep(page, STEPS / "mitglieder.png", 760)
        page.goto(f"{site}/")
        page.locator(".running").first.click()
        keep(page, STEPS / "rangliste.png", 760)
        event = page.url.partition("standings")[0]
        page.goto(event)
        keep(page, STEPS / "abend.png", 760)
        page.goto(f"{event}check-in/")
        keep(page, STEPS / "anwesenheit.png", 760)
        page.goto(event)
        page.get_by_role("link", name="Liste tippen").first.click()
        page.wait_for_load_state()
        page.keyboard.type("2g1")
        page.wait_for_timeout(800)
        keep(page, STEPS / "liste.png", 800)
        keep(page, DOCS / "list.png", 800)
        page.close()


def main():
    STEPS.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=CHROMIUM_FLAGS
        )
        set_up(browser)
        in_the_club(browser)


if __name__ == "__main__":
    main()
