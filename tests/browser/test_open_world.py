"""A club opens its house to the world: one site, one data folder, four steps."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from random import Random
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.conftest import PASSWORD
from tests.browser.desk.keys import finish_unproved, type_lines
from tests.browser.walking import Finger
from tests.conftest import require_program
from tests.processes import ROOT, environ_for
from tests.test_up import free_port, starting, stop, wait_for
from tests.tournaments.files.imports.old_tables import people_of

pytestmark = pytest.mark.browser
CLUB = "Karo Einfach"
LONGEST = 180  # seconds; a few cores, and everything else runs beside it
# One round of a table of four.
GAMES = ("2g2", "3h1", "1po1-", "e")
NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
# What nginx needs beside what the guide says: its folders and its port.
FRAME = """
pid {folder}/nginx.pid;
error_log {folder}/error.log;
worker_processes 1;
events {{ worker_connections 8192; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    keepalive_requests 100000;
    upstream skatclub {{ server 127.0.0.1:{origin} max_fails=0; keepalive 16; }}
{cache}
    server {{
        listen 127.0.0.1:{port} backlog=4096;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $host;
        proxy_set_header Accept-Encoding $packed;
{pages}
    }}
}}
"""


class Site:
    """The site on a data folder: started and stopped as people do."""

    def __init__(self, start, data):
        self.start_up, self.data, self.port = start, data, free_port()
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self):
        self.server = self.start_up("--no-browser", "--port", str(self.port))
        wait_for(f"{self.url}/accounts/login/", self.server).close()

    def stop(self):
        stop(self.server)

    def manage(self, *arguments):
        """Give a command on the same folder and return what it prints."""
        done = subprocess.run(
            [sys.executable, "manage.py", *map(str, arguments)],
            cwd=ROOT,
            env=environ_for(self.data, PYTHONIOENCODING="utf-8"),
            capture_output=True,
            encoding="utf-8",
            timeout=LONGEST,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture
def site(tmp_path):
    """A club that has just begun."""
    data = tmp_path / "Daten"
    with starting(data) as start:
        site = Site(start, data)
        site.start()
        yield site


@pytest.fixture
def desk(site, new_context):
    """The browser in which the club is set up and its owner is signed in."""
    page = new_context(viewport={"width": 1280, "height": 800}, has_touch=True)
    page = page.new_page()
    page.goto(f"{site.url}/setup/")
    page.fill("[name=name]", CLUB)
    page.fill("[name=username]", "erika")
    page.fill("[name=password]", PASSWORD)
    page.fill("[name=password_again]", PASSWORD)
    page.fill("[name=code]", (site.data / "setup_code").read_text())
    page.press("[name=code]", "Enter")
    page.wait_for_url(lambda url: "/setup/" not in url)
    return page


def test_a_club_is_open_to_the_world(site, desk, tmp_path):
    require_program("nginx", NGINX)
    people = people_of(Random(1), 8)

    the_old_results_are_imported(site, desk, people, tmp_path / "abende.csv")
    slug, code = its_evening_is_run(site, desk, people)
    with nginx_before(site.port, tmp_path) as front:
        the_pages_are_served_while_the_site_stops(site, front, slug)
        a_client_adds_a_list(site, slug, code)
        the_new_results_reach_the_readers(front, slug)


def told_by_the_guide(name):
    """Return the part of the guide that begins with ``# name``, until ``# end``."""
    text = (ROOT / "docs" / "running.md").read_text("utf-8")
    part = rf"^ *# {name}.*?\n(.*?)^ *# end$"
    return re.search(part, text, re.DOTALL | re.MULTILINE)[1]


@contextmanager
def nginx_before(origin, folder):
    """Let nginx stand before the site that listens at ``origin``; give its address."""
    cache = told_by_the_guide("the cache").replace("/var/cache/nginx", str(folder))
    pages = told_by_the_guide("the pages for everybody")
    told = {"folder": folder, "origin": origin, "port": (port := free_port())}
    (path := folder / "nginx.conf").write_text(
        FRAME.format(**told, cache=cache, pages=pages)
    )
    command = [NGINX, "-c", path, "-g", "daemon off; user root;"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as running:
        front = f"http://127.0.0.1:{port}"
        wait_for(f"{front}/de/", running).close()
        yield front
        running.terminate()


def the_old_results_are_imported(site, page, people, path):
    """Bring in an evening of last year as it is read, and let everybody see it."""
    day = f"06.03.{timezone.localdate().year - 1}"
    rows = [f"{day};{last}, {first};24;1;0;2;134" for first, last in people]
    heads = "Datum;Name;Spielpunkte;gew.;verl.;GV;Gesamt"
    path.write_text("\n".join([heads, *rows]), "utf-8")
    page.goto(f"{site.url}/downloads/former/")
    page.set_input_files("[name=file]", path)
    page.get_by_role("button", name="Tabelle ansehen").click()
    page.check("[name=is_published]")
    page.locator("[name=confirm]").click()
    expect(page.locator(".links")).to_contain_text(path.name)


def its_evening_is_run(site, page, people):
    """Everybody comes, two tables are drawn, one list is typed at the desk."""
    hand = Finger(page)
    page.goto(site.url)
    open_the_evening(hand, [" ".join(each) for each in people])
    hand.go("Serie 1, Tisch 1 tippen", "**/lists/**")
    type_lines(page, GAMES, of=len(GAMES))
    finish_unproved(page)
    hand.go("Vereinsabend", re.compile("/events/[0-9]+/$"))
    hand.go("Mehr", "**/more/")
    hand.go("Was Besucher sehen", "**/visible/")
    hand.go("Veröffentlichen", re.compile("/events/[0-9]+/$"))
    (event,) = json.loads(read(f"{site.url}/api/v1/events/"))["events"][:1]
    lists = json.loads(read(f"{site.url}/api/v1/events/{event['slug']}/"))
    (code,) = (
        each["code"]
        for each in lists["series"][0]["tables"]
        if each["state"] != "finished"
    )
    return event["slug"], code


def open_the_evening(hand, names):
    """Open an evening of one series and one round, let people in, and draw."""
    hand.go("Neuer Abend", "**/events/new/**")
    hand.fill("Serien", "1")
    hand.tick("Name, Runden und Wertung")
    hand.fill("Runden je Serie", "1")
    hand.go("Anlegen", "**/check-in/")
    for name in names:
        hand.check_in(", ".join(reversed(name.split())))
    expect(hand.page.locator("[data-here]")).to_contain_text("8 Personen sind da")
    hand.go("Tische auslosen", "**/draw/series/1/")


def read(address):
    with urlopen(address, timeout=60) as answer:
        return answer.read().decode()


def the_pages_are_served_while_the_site_stops(site, front, slug):
    """Readers notice nothing of a site that is gone and comes back."""
    pages = [f"{front}/de/", f"{front}/de/events/{slug}/standings/"]
    before = [read(page) for page in pages]
    site.stop()
    with pytest.raises(URLError):
        read(f"{site.url}/de/")
    assert [read(page) for page in pages] == before
    site.start()
    assert [read(page) for page in pages] == before


def a_client_adds_a_list(site, slug, code):
    """Run the program of the guide; it knows nothing else."""
    key = re.search(r"skat_\S+", site.manage("api_key", "T", "--rights", "read,write"))
    given = {"ADDRESS": site.url, "KEY": key[0], "SLUG": slug, "CODE": code}
    guide = (ROOT / "docs" / "api.md").read_text("utf-8")
    (types,) = re.findall("```python\n(.*?)```", guide, re.S)
    exec(types, given)


def the_new_results_reach_the_readers(front, slug):
    """Ask again, as a page does, until the second list counts."""
    for _turn in range(LONGEST):
        text = read(f"{front}/de/events/{slug}/standings/")
        if "1 von 2 Listen" not in text:
            return
        time.sleep(1)
    raise AssertionError("the standings stay old")
