"""Walks through all pages that lead to one another, to compare two states of a site."""

import re
from collections import Counter, deque
from urllib.parse import urldefrag, urljoin, urlsplit

from tests.snapshot.answers import change_of, unpacked

LINK = re.compile(r'(?:href|src|hx-get)="(/[^"]*)"')
# Tokens of each visit, what a form saw by its keys, where a row is found, the word by
# which a page knows that it is not the one of before: none of it is what a page says.
CHANCE = re.compile(
    r'(?<=name="csrfmiddlewaretoken" value=")[^"]*|(?<=name="page" value=")[^"]*'
    r'|(?<=name="seen" value=")[^"]*'
    r'|(?<=<tr id="p)[0-9a-f]{8}|(?<=#p)[0-9a-f]{8}'
    r"|(?<=revision=)[0-9a-f]{16,}(-[0-9a-f]+)?"
)
# Addresses as codes to scan, and what tells two of the same name apart.
OF_NUMBERS = re.compile(
    r'<svg[^>]* class="qr-code">.*?</svg>|#\d+|(?<=/events/)\d+', re.DOTALL
)
ATTRIBUTE = re.compile(r'"[^"]*"')
# Copies, accounts and sessions are not what a copy brings back, and the history has it
# that somebody walked here.
OF_A_KIND = 1
ELSEWHERE = (
    "/static/",
    "/backups/",
    "/operator/",
    "/setup/",
    "/accounts/",
    "/history/",
)
SESSIONS = "/sessions/"


def pages(ask):
    """Return the pages that the first one leads to, by their addresses.

    One of each kind: forty lists are made like the first.
    """
    found, kinds, waiting = {}, Counter(), deque(["/"])
    while waiting:
        address = waiting.popleft()
        if address in found or kinds[kind_of(address)] == OF_A_KIND:
            continue
        kinds[kind_of(address)] += 1
        found[address] = answer = ask(address)
        waiting.extend(links_of(address, answer))
    return found


def kind_of(address):
    """Return an address without its numbers, codes and questions."""
    return re.sub(r"\d[\w-]*|[0-9a-f-]{20,}", "#", urlsplit(address).path)


def differences(found, ask):
    """Return where another site says something else and what, and how many were asked.

    The numbers of rows are others there: the third link of a page is the third link
    of its counterpart.
    """
    seen, waiting, different = set(), deque([("/", "/")]), []
    while waiting:
        here, there = waiting.popleft()
        if here in seen or here not in found:
            continue
        seen.add(here)
        answer, counterpart = found[here], ask(there)
        links, their_links = links_of(here, answer), links_of(there, counterpart)
        if without_numbers(answer) != without_numbers(counterpart):
            different.append(
                (here, there, change_of(*map(as_file, (answer, counterpart))))
            )
        if len(links) == len(their_links):
            waiting.extend(zip(links, their_links, strict=True))
    return different, len(seen)


def as_file(answer):
    """Return an answer as the head and the body of a file that is kept of it."""
    status, body = without_numbers(answer)
    return str(status).encode(), body.encode() if isinstance(body, str) else body


def asking(client):
    """Return what asks a site as ``client`` does, for a status and a body."""

    def ask(address):
        answer = client.get(address)
        body = answer.getvalue()
        if answer.get("Content-Type", "").startswith("text/html"):
            body = CHANCE.sub("", body.decode())
        else:
            body = unpacked(body)
        return answer.status_code, body

    return ask


def links_of(address, answer):
    """Return where a page leads, in its order."""
    status, body = answer
    if status != 200 or not isinstance(body, str):
        return []
    links = (urldefrag(urljoin(address, each))[0] for each in LINK.findall(body))
    return list(
        dict.fromkeys(
            each
            for each in links
            if not (each.startswith(ELSEWHERE) or each.endswith(SESSIONS))
        )
    )


def without_numbers(answer):
    """Return an answer without the numbers of addresses and fields."""
    status, body = answer
    if isinstance(body, str):
        body = OF_NUMBERS.sub("", body)
        body = ATTRIBUTE.sub(lambda found: re.sub(r"\d+", "#", found[0]), body)
    return status, body
