"""The public pages as plain files, in a folder or a ZIP, for a web space or a stick."""

import hashlib
import json
import os
import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.message import Message
from http import HTTPStatus
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urljoin, urlsplit
from wsgiref.util import setup_testing_defaults
from zipfile import ZIP_DEFLATED, ZipFile

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.organisations.models import HostName
from tournaments.scope.scope import OrganisationInScope
from tournaments.web.access import Edition
from tournaments.web.kept_pages import state_digest
from tournaments.web.requests import Chunks

SCHEME = "https" if settings.HTTPS else "http"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    content: bytes
    kind: str
    filename: str

    @property
    def is_page(self) -> bool:
        return self.kind == "text/html"


class Visitor:
    """A reader of the site under ``host`` without an account."""

    def __init__(self, host: str):
        self.host = host
        self.site = BaseHandler()
        self.site.load_middleware()

    @property
    def root(self) -> str:
        return f"{SCHEME}://{self.host}"

    def get(self, address: str) -> Answer | None:
        """Return the answer of an address, None unless it is a success."""
        response = self.site.get_response(WSGIRequest(self.environ(address)))
        content = b"".join(response)
        # Closing the response would also close the database connection.
        if open_file := getattr(response, "file_to_stream", None):
            open_file.close()
        if response.status_code != HTTPStatus.OK:
            return None
        headers = response.headers
        return Answer(
            content=content,
            kind=headers.get("Content-Type", "").split(";")[0],
            filename=suggested_file_name(headers.get("Content-Disposition", "")),
        )

    def environ(self, address: str) -> dict[str, Any]:
        where = urlsplit(address)
        environ: dict[str, Any] = {}
        setup_testing_defaults(environ)
        return environ | {
            "HTTP_HOST": self.host,
            "REMOTE_ADDR": "127.0.0.1",
            "PATH_INFO": unquote(where.path).encode().decode("latin-1"),
            "QUERY_STRING": where.query,
            "wsgi.url_scheme": SCHEME,
        }


def suggested_file_name(disposition: str) -> str:
    """Return the name under which a browser saves a file, "" if there is none.

    >>> suggested_file_name('attachment; filename="Rangliste 6.11.2026.pdf"')
    'Rangliste 6.11.2026.pdf'
    """
    message = Message()
    message["content-disposition"] = disposition or "inline"
    return re.sub(r'[\\\\/:*?"<>|\x00-\x1f]', "-", message.get_filename("") or "")


TAG = re.compile(r"<[a-zA-Z][^>]*>")
LINK = re.compile(r"""\s(href|src)=(["'])(.*?)\2""")
# The root of the public pages.
HOME = Edition(settings.LANGUAGE_CODE).prefix
# The widget that other sites frame; no page links to it.
WIDGET = f"{HOME}widget/"
# Elements that only work with a server: ways in, forms, scripts, automatic reloads.
NEEDS_A_SERVER = re.compile(
    r"""<a\b[^>]*\shref="/[\w-]+/(?:accounts|join)/[^>]*>.*?</a>"""
    r"""|<nav class="languages".*?</nav>"""
    r"|<form\b.*?</form>|<script\b.*?</script>|</?noscript[^>]*>"
    r"|<meta\b[^>]*\bhttp-equiv=[^>]*>",
    re.DOTALL | re.IGNORECASE,
)
HTMX_ATTRIBUTE = re.compile(r"""\s(?:data-)?hx-[\w:-]+(?:=(["']).*?\1)?""", re.DOTALL)
STYLE_URL = re.compile(r"""url\((["']?)([^"')]+)\1\)""")
# Without a server, browsers use no symbols from other files.
DRAWING_FILE = re.compile(r"""<use href="([^"#]+)#""")
# Pages whose table other sites frame, and what the widget calls it.
FRAMED = re.compile(rf"{HOME}(?:leagues/)?(season|division|event)s/([^/]+)/")
# What says at which host the page is, for messengers and search engines.
OF_THE_HOST = re.compile(
    r'<link rel="(?:canonical|alternate" hreflang)[^>]*>|<meta property="og:im[^>]*>'
)
# Sorting and searching would make a separate page of each combination.
LEFT_OUT = {"sort", "next", "q"}
# Pages that show the moment, or repeat another page or paper.
MOMENTARY = re.compile(
    r"(join/|lists/[0-9]+/explained/|paper/lists/|events/[^/]+/(me|beamer|clock)/)"
)
# File names must not be longer than file systems allow.
LONGEST = 120


def links_on(page: str, address: str) -> Iterator[str]:
    for tag in TAG.findall(NEEDS_A_SERVER.sub("", page)):
        for _name, _quote, link in LINK.findall(tag):
            if target := site_address(link, address):
                yield target


def frame_of(address: str) -> str:
    """Return the frame of the table on a page, "" where it has none.

    >>> frame_of("/de/leagues/divisions/2/")
    '/de/widget/?division=2'
    """
    page = FRAMED.fullmatch(address)
    return f"{WIDGET}?{page[1]}={page[2]}" if page else ""


def site_address(link: str, address: str) -> str:
    """Return the target of a link without its fragment, "" if it is not copied."""
    target = urlsplit(urljoin(address, link.replace("&amp;", "&")))
    if target.scheme or target.netloc:
        return ""
    if not target.path.startswith((HOME, settings.STATIC_URL)):
        return ""
    if MOMENTARY.match(target.path.removeprefix(HOME)):
        return ""
    if {name for name, _value in parse_qsl(target.query)} & LEFT_OUT:
        return ""
    return target._replace(fragment="").geturl()


def links_in_style(style: str, address: str) -> Iterator[str]:
    """Yield the fonts and pictures that a style sheet loads."""
    for _quote, link in STYLE_URL.findall(style):
        if not link.startswith("data:"):
            yield urlsplit(urljoin(address, link)).path


def copy_file_name(address: str, *, is_page: bool, filename: str = "") -> str:
    """Return the file for an address.

    >>> copy_file_name("/de/events/finale/standings/?ranking=women", is_page=True)
    'events/finale/standings/index-ranking-women.html'
    >>> copy_file_name("/de/paper/events/final/", is_page=False, filename="Tabelle.pdf")
    'paper/events/final/Tabelle.pdf'
    >>> copy_file_name("/de/events/finale/standings.json?ranking=women", is_page=False)
    'events/finale/standings-ranking-women.json'
    >>> copy_file_name("/static/css/base.css", is_page=False)
    'static/css/base.css'
    """
    where = urlsplit(address)
    path = where.path.removeprefix(HOME).removeprefix("/")
    folder, last = (path, "") if is_page else posixpath.split(path)
    name = "index.html" if is_page else last or filename or "file"
    query = slugify(where.query.replace("=", "-").replace("&", "-"))[:LONGEST]
    stem, dot, ending = name.rpartition(".")
    return posixpath.join(
        folder, f"{stem or ending}{query and '-'}{query}{dot}{ending if stem else ''}"
    )


def plain_page(
    page: str, file: str, file_at: Callable[[str], str | None], address: str
) -> str:
    """Return a page with links to other files, without forms and scripts.

    ``file_at`` returns the file of an address; links without a file are removed.
    """

    def link_to_file(match: re.Match[str]) -> str:
        name, mark, link = match.groups()
        if link.startswith("#") or urlsplit(link).scheme or link.startswith("//"):
            return match[0]
        target = file_at(site_address(link, address))
        if target is None:
            return ""
        fragment = urlsplit(link).fragment
        path = quote(posixpath.relpath(target, posixpath.dirname(file) or "."))
        return f" {name}={mark}{path}{fragment and '#'}{fragment}{mark}"

    def plain_tag(match: re.Match[str]) -> str:
        return LINK.sub(link_to_file, HTMX_ATTRIBUTE.sub("", match[0]))

    return TAG.sub(plain_tag, NEEDS_A_SERVER.sub("", page))


def page_with_drawings(
    page: str, address: str, drawing_at: Callable[[str], str | None]
) -> str:
    """Return a page that contains the drawings whose symbols it uses."""
    links = dict.fromkeys(DRAWING_FILE.findall(page))
    for link in links:
        drawing = drawing_at(site_address(link, address))
        if drawing is not None:
            hidden = drawing.replace("<svg ", '<svg display="none" ', 1)
            page = page.replace(f'<use href="{link}#', '<use href="#')
            page = page.replace("</body>", f"{hidden}</body>", 1)
    return OF_THE_HOST.sub("", page)


def page_with_note(page: str, note: str) -> str:
    """Return a page with a note at its end.

    >>> page_with_note("<main>x</main>", "Copy of today")
    '<main>x<p class="hint">Copy of today</p></main>'
    """
    return page.replace("</main>", f'<p class="hint">{escape(note)}</p></main>', 1)


RECORD = "skatclub-copy.json"
STATE = "?"  # no file has this name, and its value is not a text
FEED = "application/atom+xml"
MOST_ADDRESSES = 50_000  # a club of thirty years has some ten thousand


class FolderInUse(ValidationError):
    """The folder contains files that are not part of a copy."""


class FirstPageMissing(ValidationError):
    """Visitors do not reach the first page, so a copy would remove all others."""


@dataclass(slots=True)
class CopyResult:
    """The number of pages and files of a copy, and its size in bytes."""

    pages: int = 0
    files: int = 0
    written: int = 0
    removed: int = 0
    size: int = 0


@dataclass(slots=True)
class SiteWalk:
    """All pages and files that visitors reach from the first page, by address."""

    visitor: Visitor
    copies: dict[str, tuple[str, Answer]] = field(default_factory=dict)

    def follow_links(self) -> Iterator[tuple[str, Answer]]:
        waiting = [WIDGET, HOME]
        found_addresses = {*waiting}
        while waiting and len(found_addresses) < MOST_ADDRESSES:
            address = waiting.pop()
            answer = self.visitor.get(address)
            if answer is None:
                continue
            name = copy_file_name(
                address, is_page=answer.is_page, filename=answer.filename
            )
            self.copies[address] = (name, answer)
            yield name, answer
            further = set(links_in(answer, address)) - found_addresses
            found_addresses |= further
            waiting += sorted(further)

    def drawing_at(self, address: str) -> str | None:
        copy = self.copies.get(address)
        return copy[1].content.decode() if copy else None

    def file_at(self, address: str) -> str | None:
        """Return the file of an address, None if it is not copied."""
        return self.copies[address][0] if address in self.copies else None


def links_in(answer: Answer, address: str) -> list[str]:
    if answer.is_page:
        links = list(links_on(answer.content.decode(), address))
        return [*links, *filter(None, [frame_of(address)])]
    if answer.kind == "text/css":
        return list(links_in_style(answer.content.decode(), address))
    return []


def own_host_name() -> str:
    name = HostName.objects.filter(organisation=OrganisationInScope()).first()
    return name.name if name else "localhost"


def copy_site(folder: Path, *, host: str) -> CopyResult:
    """Write the public pages of ``host`` into ``folder`` as plain files.

    Only changed files are written again, and files no longer public are removed. An
    interrupted copy is completed by the next one. Raises ``FolderInUse`` for a folder
    that contains anything else, and ``FirstPageMissing`` before anything is removed.
    """
    record = recorded_sums(folder)
    state = state_digest("copy", host, get_language())
    earlier = [folder / name for name in record]
    is_current = bool(earlier) and recorded_state(folder) == state
    if is_current and all(path.is_file() for path in earlier):
        return CopyResult(
            pages=sum(path.suffix == ".html" for path in earlier),
            files=len(earlier),
            size=sum(path.stat().st_size for path in earlier),
        )
    walk = SiteWalk(Visitor(host))
    require_first_page(walk.visitor)
    for _file in walk.follow_links():
        pass
    files = plain_files(walk)
    result = CopyResult(
        pages=sum(answer.is_page for _name, answer in walk.copies.values()),
        files=len(files),
        size=sum(map(len, files.values())),
    )
    sums = {name: hashlib.sha256(each).hexdigest() for name, each in files.items()}
    # If this copy is interrupted, the next one knows which files are ours.
    write_record(folder, dict.fromkeys(sums, "") | record)
    note = note_of_today()
    for name, content in files.items():
        if record.get(name) != sums[name] or not (folder / name).exists():
            write_whole_file(folder / name, noted(name, content, note))
            result.written += 1
    for name in record.keys() - sums.keys():
        (folder / name).unlink(missing_ok=True)
        result.removed += 1
    write_record(folder, sums, state)
    return result


def zip_of_site(host: str) -> Iterator[bytes]:
    """Return the public pages of ``host`` as a ZIP, piece by piece.

    Pictures and papers leave as soon as they are read, so that the download shows how
    far it is; pages follow, when it is known which of their links lead to a file.
    Raises ``FirstPageMissing`` before the first piece.
    """
    walk = SiteWalk(Visitor(host))
    require_first_page(walk.visitor)
    return zip_chunks(walk, note_of_today())


def zip_chunks(walk: SiteWalk, note: str) -> Iterator[bytes]:
    chunks, written = Chunks(), set[str]()
    with ZipFile(chunks, "w", ZIP_DEFLATED) as archive:
        for name, answer in walk.follow_links():
            if not has_links(answer) and name not in written:
                archive.writestr(name, answer.content)
                written.add(name)
                yield chunks.take_pieces()
        for name, content in plain_files(walk).items():
            if name not in written:
                archive.writestr(name, noted(name, content, note))
                yield chunks.take_pieces()
    yield chunks.take_pieces()


def note_of_today() -> str:
    """Return the sentence below each page that says how old the copy is."""
    now = date_format(timezone.localtime(), "SHORT_DATETIME_FORMAT")
    return _("As it was on %(day)s.") % {"day": now}


def noted(name: str, content: bytes, note: str) -> bytes:
    """Return the content of a file, of a page with ``note`` at its end."""
    if name.endswith(".html"):
        return page_with_note(content.decode(), note).encode()
    return content


def plain_files(walk: SiteWalk) -> dict[str, bytes]:
    """Return the content of each file, without the time of copying."""
    root = walk.visitor.root
    files = {name: answer.content for name, answer in walk.copies.values()}
    for address, (name, answer) in walk.copies.items():
        if has_links(answer):
            # Feeds have absolute addresses, which lead nowhere outside a laptop.
            text = answer.content.decode().replace(f'href="{root}', 'href="')
            text = page_with_drawings(text, address, walk.drawing_at)
            files[name] = plain_page(text, name, walk.file_at, address).encode()
    return files


def has_links(answer: Answer) -> bool:
    """Return whether an answer links to other files of the copy."""
    return answer.is_page or answer.kind == FEED


def recorded_sums(folder: Path) -> dict[str, str]:
    """Return the files of an earlier copy in ``folder``, with their checksums."""
    path = folder / RECORD
    if path.exists():
        return sums_in_record(path.read_bytes())
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        text = _(
            "“%(folder)s” holds other files. Please name an empty folder, or one that "
            "holds an earlier copy."
        )
        raise FolderInUse(text % {"folder": folder})
    return {}


def require_first_page(visitor: Visitor) -> None:
    """Raise ``FirstPageMissing`` if visitors do not reach the first page."""
    if visitor.get(HOME) is None:
        raise FirstPageMissing(
            _(
                "Visitors do not reach the first page; perhaps the club has no account "
                "yet. The copy stays as it was."
            )
        )


def sums_in_record(record: bytes) -> dict[str, str]:
    """Return the files named in a record with their checksums, safe paths only."""
    try:
        sums = json.loads(record)
    except ValueError:
        return {}
    if not isinstance(sums, dict):
        return {}
    return {
        name: total
        for name, total in sums.items()
        if isinstance(total, str)
        and ".." not in PurePosixPath(name).parts
        and not PurePosixPath(name).is_absolute()
    }


def recorded_state(folder: Path) -> str:
    content = json.loads((folder / RECORD).read_bytes())
    return str(content.get(STATE, [""])[0])


def write_record(folder: Path, sums: dict[str, str], *state: str) -> None:
    """Record the files of a copy, and for a complete copy the state of the site."""
    content = {**sums, STATE: state} if state else sums
    text = json.dumps(content, indent=0, sort_keys=True)
    write_whole_file(folder / RECORD, text.encode())


def write_whole_file(path: Path, content: bytes) -> None:
    """Write a file, replacing an old one only once it is complete."""
    for folder in reversed(path.parents):
        if not folder.exists():
            folder.mkdir()
            folder.chmod(0o755)
    half = path.with_name(f"{path.name}.part")
    half.write_bytes(content)
    # A web server runs as another user, and the copy is public anyway.
    half.chmod(0o644)
    os.replace(half, path)
