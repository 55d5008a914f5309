"""Reading this site as a visitor, without a network."""

import re
from dataclasses import dataclass
from email.message import Message
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote, urlsplit
from wsgiref.util import setup_testing_defaults

from django.conf import settings
from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIRequest

SCHEME = "https" if settings.HTTPS else "http"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer that a visitor gets."""

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
        """The beginning of absolute addresses of this site."""
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
        """Return the environment that a server would pass for a request."""
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
