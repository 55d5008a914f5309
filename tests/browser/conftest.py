import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.test.testcases import QuietWSGIRequestHandler
from playwright.sync_api import expect

from tests.factories import make_secretary
from tournaments.scope.scope import Audience, shown_to

SCRIPTS = Path(__file__).with_name("scripts.js").read_text("utf-8")
PASSWORD = "sieben-buben-im-blatt"
PATIENCE = 60_000  # ms at most; a few cores, and everything else runs beside it
# What a foreign page may allow at least.
STRICT = "default-src 'none'; base-uri 'none'; form-action 'none'"
expect.set_options(timeout=PATIENCE)
away = threading.Event()  # nobody reaches the server


def script(name):
    """Return a function of ``scripts.js`` as what a page evaluates."""
    return f"(...given) => {{ {SCRIPTS}\nreturn {name}(...given); }}"


def cut_off(context):
    """Take the network from a browser, and be sure of it.

    What Chromium itself holds back may slip past while a page is being loaded again:
    where nobody else needs the server, it hangs up.
    """
    context.set_offline(True)
    if context.browser.contexts == [context]:
        away.set()


def connect(context):
    away.clear()
    context.set_offline(False)


@pytest.fixture(autouse=True)
def hang_up(monkeypatch):
    """Let the server close the connection of whoever is cut off, without an answer."""
    parse = QuietWSGIRequestHandler.parse_request

    def parse_request(handler):
        is_understood = parse(handler)
        handler.close_connection |= away.is_set()
        return is_understood and not away.is_set()

    away.clear()
    monkeypatch.setattr(QuietWSGIRequestHandler, "parse_request", parse_request)


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    """Read German, for which the site asks the browser, and let colours not fade."""
    return browser_context_args | {"locale": "de-DE", "reduced_motion": "reduce"}


@pytest.fixture
def new_context(new_context):
    """Return a function that makes a browser that waits long enough, and asks soon."""

    def make(**options):
        context = new_context(**options)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(f"({script('askSoon')})()")
        return context

    return make


@pytest.fixture
def site(live_server, page):
    """Return a function that opens a page of the running site."""

    def go(path):
        page.goto(live_server.url + path)
        return page

    return go


@pytest.fixture
def erika(transactional_db):
    return make_secretary()


@pytest.fixture
def sign_in(live_server):
    """Put the session of an account into a browser, without the page for it."""
    name = settings.SESSION_COOKIE_NAME

    def sign(context, user):
        client = Client()
        client.force_login(user)
        session = {"name": name, "value": client.cookies[name].value}
        context.add_cookies([session | {"url": live_server.url}])
        return context

    return sign


@pytest.fixture
def signed_in(sign_in, page):
    """Return a function that lets the page be an account's from now on."""

    def become(account):
        sign_in(page.context, account)
        return page

    return become


@pytest.fixture
def home_page():
    """Return a function that serves a page of another site, and tells its address."""
    pages = []

    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self):
            policy, body = pages[-1]
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Security-Policy", policy)
            self.end_headers()
            self.wfile.write(f"<!doctype html><title>Verein</title>{body}".encode())

        def log_message(self, *_told):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()

    def serve(policy, body):
        pages.append((policy, body))
        return f"http://127.0.0.1:{server.server_port}/"

    yield serve
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(autouse=True)
def readers():
    """Let a test ask for the names that it looks for, as everybody reads them."""
    with shown_to(Audience.PUBLIC):
        yield
