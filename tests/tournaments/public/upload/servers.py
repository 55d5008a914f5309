"""Small servers that accept files and can be unavailable for a while."""

import asyncio
import contextlib
import datetime
import ipaddress
import socket
import socketserver
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

import asyncssh
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tournaments.public.upload.targets import Target

USER, PASSWORD = "anna", "geheim&7"
HERE = "127.0.0.1"


class Stick:
    """A folder of this computer."""

    def __init__(self, root):
        self.root = root
        self.target = Target(kind="folder", where=str(root))

    def vanish(self):
        self.root.rename(self.root.with_name("pulled-out"))

    def come_back(self):
        self.root.with_name("pulled-out").rename(self.root)

    def close(self):
        pass


class SftpServer:
    """asyncssh's own server below one folder, in a thread."""

    def __init__(self, root):
        self.root, self.is_gone, self.lines = root, False, []
        self.key = asyncssh.generate_private_key("ssh-ed25519")
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()
        self.server = self.call(self.listen(0))
        self.port = self.server.get_port()

    @property
    def target(self):
        return Target(
            kind="sftp",
            where=HERE,
            port=self.port,
            user=USER,
            password=PASSWORD,
            host_key=self.key.export_public_key().decode(),
            is_trusted=True,
        )

    def call(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(20)

    async def listen(self, port):
        outer = self

        class Door(asyncssh.SSHServer):
            def connection_made(self, line):
                outer.lines.append(line)

            def validate_password(self, username, password):
                return (username, password) == (USER, PASSWORD)

            def password_auth_supported(self):
                return True

        return await asyncssh.create_server(
            Door,
            HERE,
            port,
            server_host_keys=[self.key],
            sftp_factory=lambda line: asyncssh.SFTPServer(
                line, chroot=bytes(outer.root)
            ),
        )

    async def hang_up(self):
        self.server.close()
        for line in self.lines:
            line.abort()
        await self.server.wait_closed()

    def vanish(self):
        self.call(self.hang_up())
        self.is_gone = True

    def come_back(self):
        self.server = self.call(self.listen(self.port))
        self.is_gone = False

    def close(self):
        if not self.is_gone:
            self.vanish()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


class Threaded:
    """A server with a thread for each connection."""

    def serve(self, server, root):
        self.root, self.server = root, server
        server.root, server.is_gone, server.lines = root, False, []
        server.daemon_threads = True
        self.port = server.server_address[1]
        self.thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        self.thread.start()

    def vanish(self):
        self.server.is_gone = True
        for line in self.server.lines:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def come_back(self):
        self.server.is_gone = False

    def close(self):
        self.vanish()
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


class WebdavServer(Threaded):
    def __init__(self, root):
        self.serve(ThreadingHTTPServer((HERE, 0), Webdav), root)
        self.target = Target(
            kind="webdav",
            where=f"http://{HERE}:{self.port}/skat",
            user=USER,
            password=PASSWORD,
        )
        self.root = root / "skat"


class Webdav(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Of the pair "anna:geheim&7".
    WORD = "Basic YW5uYTpnZWhlaW0mNw=="

    def setup(self):
        super().setup()
        self.server.lines.append(self.connection)

    def log_message(self, *said):
        pass

    def path_of(self, address):
        return self.server.root / unquote(urlsplit(address).path).lstrip("/")

    def answer(self, status, content=b""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def take(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path = self.path_of(self.path)
        if self.server.is_gone:
            self.close_connection = True
        elif self.headers["Authorization"] != self.WORD:
            self.answer(401)
        else:
            getattr(self, self.command.lower())(path, body)

    do_GET = do_PUT = do_MOVE = do_DELETE = do_MKCOL = do_PROPFIND = take

    def get(self, path, _body):
        if path.is_file():
            self.answer(200, path.read_bytes())
        else:
            self.answer(404)

    def put(self, path, body):
        if not path.parent.is_dir():
            return self.answer(409)
        path.write_bytes(body)
        self.answer(201)

    def move(self, path, _body):
        path.replace(self.path_of(self.headers["Destination"]))
        self.answer(204)

    def delete(self, path, _body):
        path.unlink(missing_ok=True)
        self.answer(204)

    def mkcol(self, path, _body):
        if path.is_dir():
            return self.answer(405)
        path.mkdir()
        self.answer(201)

    def propfind(self, path, _body):
        rows = [path, *path.iterdir()] if path.is_dir() else []
        text = "".join(f"<D:response>{each.name}</D:response>" for each in rows)
        self.answer(
            207 if rows else 404, f"<D:multistatus>{text}</D:multistatus>".encode()
        )


class FtpsServer(Threaded):
    def __init__(self, root, certificate):
        server = socketserver.ThreadingTCPServer((HERE, 0), Ftp)
        server.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server.tls.load_cert_chain(certificate)
        self.serve(server, root)
        self.target = Target(
            kind="ftps",
            where=HERE,
            port=self.port,
            user=USER,
            password=PASSWORD,
            folder="html/skat",
        )
        self.root = root / "html" / "skat"


class Ftp(socketserver.StreamRequestHandler):
    """The part of FTP that a client needs to store files."""

    door = None

    def say(self, text):
        self.wfile.write(f"{text}\r\n".encode())

    def handle(self):
        self.server.lines.append(self.request)
        if self.server.is_gone:
            return
        self.say("220 ready")
        with contextlib.suppress(OSError, ValueError):
            while line := self.rfile.readline().decode().strip():
                if self.server.is_gone:
                    return
                verb, _, rest = line.partition(" ")
                getattr(self, verb.lower(), self.unknown)(rest)

    def finish(self):
        super().finish()
        self.request.close()
        if self.door is not None:
            self.door.close()

    def unknown(self, _rest):
        self.say("200 fine")

    def auth(self, _rest):
        self.say("234 now")
        self.request = self.server.tls.wrap_socket(self.request, server_side=True)
        self.server.lines.append(self.request)
        self.setup()

    def user(self, name):
        self.name = name
        self.say("331 password")

    def pass_(self, word):
        good = (self.name, word) == (USER, PASSWORD)
        self.say("230 welcome" if good else "530 no")

    def __getattr__(self, name):
        if name == "pass":
            return self.pass_
        raise AttributeError(name)

    def pwd(self, _rest):
        self.say('257 "/"')

    def path_of(self, name):
        return self.server.root / name.lstrip("/")

    def mkd(self, name):
        path = self.path_of(name)
        if path.is_dir():
            return self.say("550 there")
        path.mkdir()
        self.say(f'257 "{name}"')

    def pasv(self, _rest):
        self.door = socket.create_server((HERE, 0))
        port = self.door.getsockname()[1]
        self.say(f"227 (127,0,0,1,{port // 256},{port % 256})")

    def second_line(self):
        self.say("150 here")
        line, _address = self.door.accept()
        self.door.close()
        return self.server.tls.wrap_socket(line, server_side=True)

    def stor(self, name):
        with self.second_line() as line, self.path_of(name).open("wb") as file:
            while block := line.recv(8192):
                file.write(block)
            with contextlib.suppress(OSError):
                line.unwrap()
        self.say("226 kept")

    def give(self, content):
        with self.second_line() as line:
            line.sendall(content)
            with contextlib.suppress(OSError):
                line.unwrap()
        self.say("226 sent")

    def retr(self, name):
        path = self.path_of(name)
        if not path.is_file():
            self.door.close()
            return self.say("550 not there")
        self.give(path.read_bytes())

    def nlst(self, name):
        self.give(
            "".join(
                f"{each.name}\r\n" for each in self.path_of(name).iterdir()
            ).encode()
        )

    def rnfr(self, name):
        self.old = self.path_of(name)
        self.say("350 and")

    def rnto(self, name):
        self.old.replace(self.path_of(name))
        self.say("250 moved")

    def dele(self, name):
        path = self.path_of(name)
        self.say("250 gone" if path.exists() else "550 not there")
        path.unlink(missing_ok=True)


def certificate_for_here(path):
    """Write a key and a self-signed certificate."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HERE)])
    today = datetime.datetime.now(datetime.UTC)
    number = x509.IPAddress(ipaddress.ip_address(HERE))
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), 1)
        .not_valid_before(today - datetime.timedelta(days=1))
        .not_valid_after(today + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([number]), critical=False)
        .sign(key, hashes.SHA256())
    )
    form = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    pem = serialization.Encoding.PEM
    path.write_bytes(key.private_bytes(pem, *form) + made.public_bytes(pem))
    return path
