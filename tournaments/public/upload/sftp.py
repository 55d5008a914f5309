"""A web space reached by SFTP."""

import asyncio
import posixpath
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from typing import Any, TypeVar, cast

import asyncssh
from django.utils.translation import gettext as _

from tournaments.public.upload.places import (
    TIMEOUT,
    Place,
    refused_text,
    unreachable_text,
)
from tournaments.public.upload.targets import PORTS, Kind, Target

NOT_THERE = (asyncssh.SFTPNoSuchFile, asyncssh.SFTPNoSuchPath)
FAULTS = (asyncssh.Error, OSError, asyncio.TimeoutError)
Answer = TypeVar("Answer")


class LoopThread:
    """An event loop in its own thread, as the caller's may have one already."""

    def __init__(self) -> None:
        self.runner = asyncio.Runner()
        self.thread = ThreadPoolExecutor(1)

    def run(self, asked: Awaitable[Answer]) -> Answer:
        answer = asyncio.wait_for(asked, TIMEOUT)
        return self.thread.submit(self.runner.run, answer).result()

    def close(self) -> None:
        self.thread.submit(self.runner.close).result()
        self.thread.shutdown()


class SftpPlace(Place):
    """A folder on an SSH server whose key the owner has confirmed."""

    faults = FAULTS

    def __init__(self, target: Target):
        super().__init__(target)
        self.loop = LoopThread()
        self.connection: asyncssh.SSHClientConnection | None = None

    def open(self) -> None:
        self.connection = self.loop.run(connect(self.target))
        self.sftp = self.loop.run(self.connection.start_sftp_client())
        if self.target.folder:
            self.loop.run(self.sftp.makedirs(self.target.folder, exist_ok=True))

    def path(self, name: str) -> str:
        return posixpath.join(self.target.folder or ".", name)

    def read(self, name: str) -> bytes | None:
        try:
            return self.loop.run(read_file(self.sftp, self.path(name)))
        except NOT_THERE:
            return None

    def is_empty(self) -> bool:
        names = self.loop.run(self.sftp.listdir(self.target.folder or "."))
        return {*names} <= {".", ".."}

    def put(self, name: str, content: bytes) -> None:
        if self.new_folders(name):
            folder = posixpath.dirname(self.path(name))
            self.loop.run(self.sftp.makedirs(folder, exist_ok=True))
        self.loop.run(write_file(self.sftp, self.path(name), content))

    def remove(self, name: str) -> None:
        with suppress(*NOT_THERE):
            self.loop.run(self.sftp.remove(self.path(name)))

    def close(self) -> None:
        if self.connection is not None:
            self.connection.abort()
            with suppress(*FAULTS):
                self.loop.run(self.connection.wait_closed())
        self.loop.close()

    @staticmethod
    def problem(target: Target, fault: Exception) -> str:
        if isinstance(fault, asyncssh.HostKeyNotVerifiable):
            return _(
                "“%(place)s” shows another key than the first time. Nothing was sent. "
                "Ask the provider before you forget this place and trust the new key."
            ) % {"place": target.label}
        if isinstance(fault, (asyncssh.PermissionDenied, asyncssh.KeyImportError)):
            return refused_text(target)
        return unreachable_text(target, fault)


async def connect(target: Target) -> asyncssh.SSHClientConnection:
    """Connect to a server, if its key is the one it showed first."""
    way_in: dict[str, Any] = {"password": target.password, "client_keys": None}
    if target.key:
        own = asyncssh.import_private_key(target.key, target.password or None)
        way_in = {"password": None, "client_keys": [own]}
    return await asyncssh.connect(
        target.where,
        target.port or PORTS[Kind.SFTP],
        username=target.user,
        known_hosts=([asyncssh.import_public_key(target.host_key)], [], []),
        agent_path=None,
        config=None,
        keepalive_interval=TIMEOUT,
        **way_in,
    )


async def read_file(sftp: asyncssh.SFTPClient, path: str) -> bytes:
    async with sftp.open(path, "rb") as file:
        return cast(bytes, await file.read())


async def write_file(sftp: asyncssh.SFTPClient, path: str, content: bytes) -> None:
    """Write a temporary file, then rename it."""
    half = f"{path}.part"
    async with sftp.open(half, "wb") as file:
        await file.write(content)
    try:
        await sftp.posix_rename(half, path)
    except asyncssh.SFTPOpUnsupported:
        if await sftp.exists(path):
            await sftp.remove(path)
        await sftp.rename(half, path)


def server_key(target: Target) -> tuple[str, str]:
    """Return the current key of a server, and its fingerprint."""
    request = asyncssh.get_server_host_key(
        target.where, target.port or PORTS[Kind.SFTP], config=None
    )
    with closing(LoopThread()) as loop:
        key = loop.run(request)
    if key is None:
        raise ConnectionRefusedError
    return key.export_public_key().decode().strip(), key.get_fingerprint()
