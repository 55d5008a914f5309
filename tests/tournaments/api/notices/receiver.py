"""A program that gets notices: it follows Standard Webhooks without code of ours."""

import base64
import hashlib
import hmac
import json
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


def is_genuine(secret, headers, body):
    """Verify a signature by the specification alone."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    given = headers["webhook-signature"].split(" ")
    return f"v1,{base64.b64encode(digest).decode()}" in given


class Receiver:
    """Records requests; ``answers`` has the status for each of them."""

    def __init__(self, answer=lambda request: 204, headers=()):
        self.answer, self.headers = answer, headers
        self.requests, self.targets = [], []

    def take(self, headers, body):
        request = {
            "id": headers["webhook-id"],
            "headers": {name.lower(): value for name, value in headers.items()},
            "raw": body,
            "body": json.loads(body),
        }
        self.requests.append(request)
        return self.answer(request)


@contextmanager
def receiving(receiver):
    """Serve ``receiver`` on this machine and give its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            length = int(self.headers["Content-Length"])
            receiver.targets.append(self.path)
            status = receiver.take(self.headers, self.rfile.read(length))
            self.send_response(status)
            for name, value in receiver.headers:
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_arguments):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/hook"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
