"""nginx with its cache before the site, with the configuration of docs/running.md."""

import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from django.conf import settings

GUIDE = Path(settings.BASE_DIR) / "docs" / "running.md"
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


def is_installed() -> bool:
    """Tell whether there is an nginx."""
    return program() is not None


def program() -> str | None:
    return shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")


def told_by_the_guide(name: str, guide: Path = GUIDE) -> str:
    """Return the part of the guide that begins with ``# name`` and ends with ``# end``.

    What is measured is what stands there.
    """
    text = guide.read_text("utf-8")
    found = re.search(
        rf"^ *# {name}.*?\n(.*?)^ *# end$", text, re.DOTALL | re.MULTILINE
    )
    if found is None:
        raise LookupError(f"docs/running.md says nothing of “{name}”")
    return found[1]


@contextmanager
def in_front_of(origin: int) -> Iterator[int]:
    """Let nginx stand before the site that listens at ``origin``; give its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with TemporaryDirectory() as folder:
        cache = told_by_the_guide("the cache")
        written = FRAME.format(
            folder=folder,
            origin=origin,
            port=port,
            cache=cache.replace("/var/cache/nginx", folder),
            pages=told_by_the_guide("the pages for everybody"),
        )
        path = Path(folder) / "nginx.conf"
        path.write_text(written)
        command = [str(program()), "-c", str(path), "-g", "daemon off; user root;"]
        running = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            wait_for(port)
            yield port
        finally:
            running.terminate()
            running.wait(10)


def wait_for(port: int, patience: float = 10) -> None:
    """Wait until somebody listens there."""
    end = perf_counter() + patience
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if perf_counter() > end:
                raise
            sleep(0.05)
        else:
            return
