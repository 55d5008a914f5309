"""Take a picture of every kind of page and paper of the sample club.

    .venv/bin/python -m tests.shots FOLDER
    .venv/bin/python -m tests.shots FOLDER --only events/

Not a test; for whoever changes the look, to be looked at one by one. It builds the club
of ``manage.py demo`` and serves it as ``up`` does. A visitor and then the secretary
follow links from the first page; of each route one page is kept, on a desk and on a
phone, by day and by night, and of each PDF its first pages. A table says how high each
page is on a phone and whether it scrolls sideways.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import django
from django.urls import Resolver404, resolve
from playwright.sync_api import sync_playwright

from tests.conftest import CHROMIUM
from tests.processes import ROOT, environ_for

SIGN_IN = re.compile(r"(\S+) mit dem Passwort (\S+)")
ADDRESS = re.compile(r"http://[\d.]+:\d+")
LOOKS = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    "night": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
}
WEEKS = "30"  # of club evenings; three years take a minute more
PDF_PAGES = "2"
LEFT_ALONE = ("/admin/", "/accounts/logout")
PARTS = "[...document.links].map(link => link.href)"
SIZE = "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"


class Walk:
    """One reader who follows every link to a route that nobody has seen yet."""

    def __init__(self, browser, site, folder, only):
        self.site, self.folder, self.only = site, folder, only
        self.contexts = {
            look: browser.new_context(locale="de-DE", **options)
            for look, options in LOOKS.items()
        }
        self.seen = set()
        folder.mkdir(parents=True)

    def sign_in(self, name, password):
        for context in self.contexts.values():
            page = context.new_page()
            page.goto(self.site + "/accounts/login/")
            page.fill("#id_username", name)
            page.fill("#id_password", password)
            page.press("#id_password", "Enter")
            page.wait_for_url(self.site + "/")
            page.close()

    def all(self):
        """Shoot one page of each route; give what the phone has to scroll."""
        waiting = ["/"]
        while waiting:
            address = waiting.pop(0)
            route = route_of(address)
            if route is None or route in self.seen or address.startswith(LEFT_ALONE):
                continue
            self.seen.add(route)
            links, size = self.shoot(address, route)
            if size:
                yield route, *size
            waiting += [
                path
                for path in map(self.internal, links)
                if path and path not in waiting
            ]

    def shoot(self, address, route):
        name = re.sub(r"[^\w]+", "-", route).strip("-") or "home"
        is_wanted = self.only in route
        page = self.contexts["desk"].new_page()
        try:
            answer = self.contexts["desk"].request.get(self.site + address)
            kind = answer.headers.get("content-type", "")
            if "pdf" in kind and is_wanted:
                self.print(name, answer.body())
            if "html" not in kind:
                return [], None
            page.goto(self.site + address)
            links, size = page.evaluate(PARTS), None
            for look in LOOKS if is_wanted else ():
                size = (
                    self.keep(address, name, look)
                    if look == "phone"
                    else (self.keep(address, name, look) and size)
                )
            return links, size
        finally:
            page.close()

    def keep(self, address, name, look):
        page = self.contexts[look].new_page()
        page.goto(self.site + address)
        page.screenshot(path=self.folder / f"{name}.{look}.png", full_page=True)
        size = page.evaluate(SIZE)
        page.close()
        return size

    def print(self, name, body):
        file = self.folder / f"{name}.pdf"
        file.write_bytes(body)
        picture = [
            "pdftoppm",
            "-png",
            "-r",
            "70",
            "-l",
            PDF_PAGES,
            file,
            file.with_suffix(""),
        ]
        subprocess.run(picture, check=True)

    def internal(self, link):
        url = urlsplit(urljoin(self.site, link))
        is_here = f"{url.scheme}://{url.netloc}" == self.site
        return url.path + f"?{url.query}" * bool(url.query) if is_here else ""


def route_of(address):
    """Return the route of an address; None where there is none."""
    try:
        return resolve(address.partition("?")[0]).route
    except Resolver404:
        return None


def shoot_club(folder, only):
    """Serve the sample club and let a visitor and its secretary walk through it."""
    with tempfile.TemporaryDirectory() as data:
        environ = environ_for(data, SKATCLUB_NO_BOOTSTRAP="1")
        manage = [sys.executable, str(ROOT / "manage.py")]
        made = subprocess.run(
            [*manage, "demo", "--weeks", WEEKS],
            env=environ,
            capture_output=True,
            text=True,
            check=True,
        )
        account = SIGN_IN.search(made.stdout).groups()
        server = subprocess.Popen(
            [*manage, "up", "--no-browser", "--port", "8199"],
            env=environ,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            site = next(filter(None, map(ADDRESS.search, server.stdout))).group()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM)
                for reader in ("visitor", "secretary"):
                    walk = Walk(browser, site, folder / reader, only)
                    if reader == "secretary":
                        walk.sign_in(*account)
                    for route, height, width in walk.all():
                        wide = " scrolls sideways" if width > 390 else ""
                        print(f"{reader:9} {height:6} {route}{wide}", flush=True)
        finally:
            server.terminate()
            server.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="a new folder for the pictures")
    parser.add_argument("--only", default="", help="a part of the routes to keep")
    asked = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatclub.settings")
    django.setup()
    shoot_club(asked.folder, asked.only)


if __name__ == "__main__":
    main()
