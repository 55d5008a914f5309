"""Take a picture of every kind of page and paper of the sample club.

    .venv/bin/python -m tests.shots FOLDER
    .venv/bin/python -m tests.shots FOLDER --only events/ --pictures

Not a test; for whoever changes the look, to be looked at one by one. It builds the club
of ``manage.py demo`` and serves it as ``up`` does. A visitor and then the secretary
follow links from the first page; of each route one page is kept, on a desk and on a
phone, by day and by night, of the hall screens as large as they hang, and of each PDF
its first pages, in grey, too, as most clubs print.

For each page it prints what a phone has of it: its height, where the first row of its
first table begins, how many targets are lower than a finger in tables and elsewhere
(links inside a sentence are none), how many texts are smaller than 14 pixels, how many
tables are wider than they show; and what it costs over a line of 400 kbit/s: kilobytes
of the first and the second view, seconds to the first paint, how far things jump. The
line takes most of the time: ``--pictures`` leaves it out.
"""

import argparse
import os
import re
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import django
from django.urls import Resolver404, resolve
from playwright.sync_api import sync_playwright

from tests.chromium import CHROMIUM, CHROMIUM_FLAGS
from tests.processes import ROOT, environ_for

MANAGE = [sys.executable, str(ROOT / "manage.py")]
SIGN_IN = re.compile(r"(\S+) mit dem Passwort (\S+)")
ADDRESS = re.compile(r"http://[\d.]+:\d+")
LOOKS = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    "night": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "hall": {"viewport": {"width": 1920, "height": 1080}},
}
HALL = ("beamer", "clock")  # what hangs on the wall; nothing else is seen so large
WEEKS = "30"  # of club evenings; three years take a minute more
PDF_PAGES = "2"
KINDS = ("kind", "ranking")
# Only what is over has certificates, only a league its reports.
AGAIN = {"events/<event:pk>/": 6, "paper/events/<int:pk>/print/": 6}
LEFT_ALONE = ("/admin/", "/accounts/logout")
PARTS = "[...document.links].map(link => link.href)"
FACTS = """() => {
  const all = (where) => [...document.querySelectorAll(where)];
  const box = (element) => element.getBoundingClientRect();
  const isSeen = (element) => box(element).width > 1 && box(element).height > 1;
  const isLow = (element) => isSeen(element) && box(element).height < 43.5;
  const isProse = (element) => element.matches("p a, small a, dd a, .helptext a");
  // Some links are their whole row.
  const isRow = (it) => getComputedStyle(it, "::after").position === "absolute";
  const targets = all("main :is(a, button, select, summary, input:not([type=hidden]))")
    .filter((element) => isLow(element) && !isProse(element) && !isRow(element));
  const row = all("main tbody tr, main .timetable > li").find(isSeen);
  const texts = all("body *").filter((element) => isSeen(element)
    && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
  return {
    height: document.documentElement.scrollHeight,
    row: row ? Math.round(box(row).top + scrollY) : "",
    in_tables: targets.filter((element) => element.closest("table")).length,
    elsewhere: targets.filter((element) => !element.closest("table")).length,
    small: texts.filter((it) => parseFloat(getComputedStyle(it).fontSize) < 14).length,
    cut: all(".scroll").filter((one) => one.scrollWidth > one.clientWidth + 1).length,
    wide: document.documentElement.scrollWidth > innerWidth ? "sideways" : "",
  };
}"""
COSTS = """() => new Promise((told) => {
  let jumps = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) jumps += one.hadRecentInput ? 0 : one.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => told({
    paint: Math.round(performance.getEntriesByName("first-contentful-paint")[0]
      ?.startTime ?? 0) / 1000,
    jumps: Math.round(1000 * jumps) / 1000,
  }), 300);
})"""
SLOW_LINE = {
    "offline": False,
    "latency": 400,
    "downloadThroughput": 50_000,
    "uploadThroughput": 50_000,
}
HEADS = {
    "height": "height",
    "row": "1st row",
    "in_tables": "low in tables",
    "elsewhere": "low elsewhere",
    "small": "small texts",
    "cut": "cut tables",
    "first": "kB 1st",
    "second": "kB 2nd",
    "paint": "paint s",
    "jumps": "jumps",
    "wide": "",
}


class Walk:
    """One reader who follows every link to a route that nobody has seen yet."""

    def __init__(self, browser, site, folder, *, only="", is_timed=True):
        self.browser, self.site = browser, site
        self.folder, self.only, self.is_timed = folder, only, is_timed
        self.contexts = {
            look: browser.new_context(locale="de-DE", **options)
            for look, options in LOOKS.items()
        }
        self.seen = Counter()
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
        """Shoot one page of each route; give what is measured of it."""
        waiting = ["/"]
        while waiting:
            address = waiting.pop(0)
            route = route_of(address)
            if route is None or address.startswith(LEFT_ALONE):
                continue
            if self.seen[route] >= AGAIN.get(route, 1):
                continue
            links, facts = self.shoot(address, route, is_new=not self.seen[route])
            self.seen[route] += 1
            if facts:
                yield route, facts
            waiting += [
                path
                for path in map(self.internal, links)
                if path and path not in waiting
            ]

    def shoot(self, address, route, *, is_new):
        name = re.sub(r"[^\w]+", "-", route).strip("-") or "home"
        is_wanted = is_new and self.only in route
        page = self.contexts["desk"].new_page()
        try:
            answer = self.contexts["desk"].request.get(self.site + address)
            kind = answer.headers.get("content-type", "")
            if "pdf" in kind and is_wanted:
                self.print(name, answer.body())
            if "html" not in kind:
                return [], None
            page.goto(self.site + address)
            links, facts = page.evaluate(PARTS), {}
            for look in looks_of(route) if is_wanted else ():
                facts |= self.keep(address, name, look)
            return links, facts
        finally:
            page.close()

    def keep(self, address, name, look):
        page = self.contexts[look].new_page()
        page.goto(self.site + address)
        page.screenshot(path=self.folder / f"{name}.{look}.png", full_page=True)
        facts = page.evaluate(FACTS) if look == "phone" else {}
        page.close()
        is_timed = self.is_timed and look == "phone"
        return facts | (self.costs(address) if is_timed else {})

    def costs(self, address):
        """Load a page twice over a slow line; nothing of it is known the first time."""
        state = self.contexts["phone"].storage_state()
        context = self.browser.new_context(**LOOKS["phone"], storage_state=state)
        page = context.new_page()
        session, bytes_in = context.new_cdp_session(page), []
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW_LINE)
        session.on(
            "Network.loadingFinished",
            lambda event: bytes_in.append(event["encodedDataLength"]),
        )
        found = {}
        for view in ("first", "second"):
            bytes_in.clear()
            page.goto(self.site + address, wait_until="networkidle")
            if view == "first":
                found |= page.evaluate(COSTS)
            found[view] = round(sum(bytes_in) / 1000)
        context.close()
        return found

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
        grey = ["-gray", "-singlefile", *picture[1:-1], f"{file.with_suffix('')}.grey"]
        subprocess.run(["pdftoppm", *grey], check=True)

    def internal(self, link):
        url = urlsplit(urljoin(self.site, link))
        is_here = f"{url.scheme}://{url.netloc}" == self.site
        return url.path + f"?{url.query}" * bool(url.query) if is_here else ""


def looks_of(route):
    """Return how a page is looked at."""
    return [
        look for look in LOOKS if look != "hall" or route.rstrip("/").endswith(HALL)
    ]


def route_of(address):
    """Return the route of an address with the kind it names; None where there is none.

    Each kind of paper, and of ranking, is one by itself.
    """
    try:
        found = resolve(address.partition("?")[0])
    except Resolver404:
        return None
    kinds = {key: found.kwargs[key] for key in KINDS if key in found.kwargs}
    route = found.route
    for key, value in kinds.items():
        route = re.sub(rf"<\w+:{key}>", str(value), route)
    return route


@contextmanager
def sample_club():
    """Serve the sample club; give its address, a name and the password."""
    with tempfile.TemporaryDirectory() as data:
        made = subprocess.run(
            [*MANAGE, "demo", "--weeks", WEEKS],
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


def shoot_club(folder, **options):
    """Let a visitor of the sample club and its secretary walk through it."""
    with sample_club() as (site, account), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=CHROMIUM_FLAGS
        )
        for reader in ("visitor", "secretary"):
            walk = Walk(browser, site, folder / reader, **options)
            if reader == "secretary":
                walk.sign_in(*account)
            print(reader, *HEADS.values(), sep="\t")
            for route, facts in walk.all():
                told = (facts.get(name, "") for name in HEADS)
                print(f"/{route}", *told, sep="\t", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="a new folder for the pictures")
    parser.add_argument("--only", default="", help="a part of the routes to keep")
    parser.add_argument(
        "--pictures", action="store_true", help="without the slow line, much faster"
    )
    asked = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatclub.settings")
    django.setup()
    shoot_club(asked.folder, only=asked.only, is_timed=not asked.pictures)


if __name__ == "__main__":
    main()
