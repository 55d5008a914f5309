"""Pages as plain files, with links from file to file and no need of a server."""

import posixpath
import re
from collections.abc import Callable, Iterator
from urllib.parse import parse_qsl, quote, urljoin, urlsplit

from django.conf import settings
from django.utils.html import escape
from django.utils.text import slugify

from tournaments.web.caching.edition import Edition

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
    """Yield the addresses on this site that a page links to or loads."""
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
    """Return a page that contains the drawings whose symbols it uses.

    ``drawing_at`` returns the text of a drawing by its address.
    """
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
