"""The address that asks, where a proxy asks in its name."""

from collections.abc import Callable, Collection, Iterable
from typing import Any

Application = Callable[..., Iterable[bytes]]


def behind_proxies(application: Application, proxies: Collection[str]) -> Application:
    """Let ``application`` see the visitor's own address, and whether they use https.

    Only what one of the ``proxies`` says counts; anybody can send such headers.
    """

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        # A connection through a socket file has no address.
        if (environ.get("REMOTE_ADDR") or "unix") in proxies:
            hops = environ.get("HTTP_X_FORWARDED_FOR", "").replace(" ", "").split(",")
            others = [each for each in hops if each and each not in proxies]
            environ["REMOTE_ADDR"] = others[-1] if others else "127.0.0.1"
            scheme = environ.get("HTTP_X_FORWARDED_PROTO", "http")
            environ["wsgi.url_scheme"] = "https" if scheme == "https" else "http"
        return application(environ, start_response)

    return answer
