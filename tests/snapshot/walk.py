"""What one reader of the site can ask for, and what is answered."""

import random
import re
from collections import Counter, defaultdict
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from itertools import product
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from django.conf import settings
from django.db import transaction
from django.test import Client
from django.urls import Resolver404, URLResolver, get_resolver, resolve

from tests.snapshot.answers import keep

HOST = "skat.example"
KEYS = ["1", "2", "3"]
OF_PAGE, OF_ROUTE = 8, 24  # so many questions, such as all ways of sorting
PAGES = 24  # so many pages of a kind
PLACE = re.compile(r"<(?:(\w+):)?(\w+)>")


class Chance:
    """Give the same bytes in every run; each length that is asked for is a stream."""

    def __init__(self):
        self.asked = Counter()

    def __call__(self, length):
        self.asked[length] += 1
        return random.Random(f"{length}.{self.asked[length]}").randbytes(length)


CHANCE = Chance()


class Page(HTMLParser):
    """What a page leads to: links, parts of pages, and forms that ask with GET."""

    def __init__(self, text):
        super().__init__()
        self.links, self.parts, self.forms = set(), set(), []
        self.form = self.select = None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.links.update(filter(None, map(attrs.get, ("href", "src", "action"))))
        self.parts.update(filter(None, [attrs.get("hx-get")]))
        name, value = attrs.get("name"), attrs.get("value") or ""
        if tag == "form" and attrs.get("method", "get").lower() == "get":
            self.form = (attrs.get("action", "").partition("#")[0], {}, [])
            self.forms.append(self.form)
        elif tag == "select":
            self.select = name
        elif tag == "option" and self.select:
            self.choice(self.select, value, is_preset="selected" in attrs)
        elif tag in ("input", "button", "textarea") and name:
            is_offer = tag == "button" or attrs.get("type") in ("checkbox", "radio")
            self.choice(name, value, is_preset=not is_offer or "checked" in attrs)

    def handle_endtag(self, tag):
        if tag in ("form", "select"):
            setattr(self, tag, None)

    def choice(self, name, value, *, is_preset):
        if self.form and is_preset:
            self.form[1].setdefault(name, []).append(value)
        elif self.form:
            self.form[2].append({name: value})

    def questions(self):
        """Give what is preset in each form, and each single other choice."""
        for action, preset, others in self.forms:
            for other in ({}, *others):
                yield f"{action}?{urlencode(preset | other, doseq=True)}"


class Walk:
    """Everything that one reader can ask for."""

    def __init__(self, folder, user=None):
        self.folder = folder
        self.client = Client(raise_request_exception=False, SERVER_NAME=HOST)
        if user:
            self.client.force_login(user)
        self.cookies = {name: each.value for name, each in self.client.cookies.items()}
        self.routes = sorted(routes_of(get_resolver()))
        self.waiting, self.asked, self.statuses = set(), set(), Counter()
        self.questions, self.left_out = Counter(), Counter()
        self.pages = Counter()
        self.met, self.words = defaultdict(set), defaultdict(set)

    def all(self):
        """Ask until nothing new is met."""
        while addresses := ({*self.waiting, *self.filled()} - self.asked):
            for address in sorted(addresses):
                self.asked.add(address)
                if self.is_wanted(address):
                    self.ask(address)
        return self

    def is_wanted(self, address):
        """Tell whether an address has no question, or one of the first."""
        path, _mark, question = address.partition("?")
        route, _values = route_of(path)
        if not question:
            self.pages[route] += 1
            self.left_out[route] += self.pages[route] > PAGES
            return self.pages[route] <= PAGES
        self.questions.update([path, route])
        if self.questions[path] <= OF_PAGE and self.questions[route] <= OF_ROUTE:
            return True
        self.left_out[route] += 1
        return False

    def ask(self, address, kind="", **headers):
        """Keep one answer, as if it were the first, and what it leads to."""
        self.client.cookies = SimpleCookie(self.cookies)
        CHANCE.asked.clear()
        with transaction.atomic():
            answer = self.client.get(address, headers=headers)
            body = answer.getvalue()
            transaction.set_rollback(True)
        self.statuses[answer.status_code] += 1
        lines = [f"{name}: {value}" for name, value in sorted(answer.headers.items())]
        lines = [each for each in lines if not each.startswith("Content-Length")]
        keep(self.folder, address + kind, [str(answer.status_code), *lines], body)
        if kind or answer.status_code >= 400:
            return
        self.meet(address)
        self.lead([answer.get("Location", "")], address)
        if answer.get("Content-Type", "").startswith("text/html"):
            self.follow(Page(body.decode()), address)

    def follow(self, page, address):
        self.lead(page.links | page.parts, address)
        if "?" not in address:
            self.lead(page.questions(), address)
        for part in sorted({internal(each, address) for each in page.parts}):
            if (name := f"{part} fragment") not in self.asked:
                self.asked.add(name)
                self.ask(part, " fragment", HX_Request="true")

    def lead(self, links, address):
        found = (internal(each, address) for each in links)
        self.waiting.update(each for each in found if each)

    def meet(self, address):
        """Learn the keys and words of an address for the other routes."""
        route, values = route_of(address.partition("?")[0])
        for index, place in enumerate(PLACE.finditer(route)):
            self.met[route[: place.end()]].add(values[: index + 1])
            self.words[place[2]].add(values[index])

    def filled(self):
        """Give each route with the first keys, and with all that belong there."""
        for route in self.routes:
            rows = {()}
            for place in PLACE.finditer(route):
                keys = KEYS if rows == {()} else KEYS[:1]
                values = keys if place[1] == "int" else self.words[place[2]]
                rows = {(*row, value) for row, value in product(rows, values)}
                rows |= self.met[route[: place.end()]]
            parts = PLACE.sub("{}", route)
            yield from (f"/{parts.format(*row)}" for row in rows)

    def publish(self):
        """Let everybody read everything, by the forms for it."""
        self.client.cookies = SimpleCookie(self.cookies)
        for address in sorted(each for each in self.asked if "/publish/" in each):
            self.client.post(address, {"published": "yes"})


def routes_of(resolver, prefix=""):
    for each in resolver.url_patterns:
        route = prefix + str(each.pattern)
        if not isinstance(each, URLResolver):
            yield route
        else:
            yield from routes_of(each, route)


def route_of(path):
    """Return the route of an address, and what stands in its places."""
    try:
        match = resolve(path)
    except Resolver404:
        return "", ()
    names = (place[2] for place in PLACE.finditer(match.route))
    return match.route, tuple(str(match.kwargs[name]) for name in names)


def internal(link, address):
    """Return where a link on a page leads on this site; nothing where it leaves it."""
    url = urlsplit(urljoin(address, link))
    is_here = url.scheme in ("", "http", "https") and url.netloc in ("", HOST)
    if not link or not is_here or url.path.startswith(settings.STATIC_URL):
        return ""
    asked = parse_qsl(url.query, keep_blank_values=True)
    question = urlencode([(name, value) for name, value in asked if name != "next"])
    return f"{url.path}?{question}" if question else url.path
