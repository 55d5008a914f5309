"""Signatures by Standard Webhooks: symmetric, version 1."""

import base64
import hashlib
import hmac
import secrets
from datetime import datetime

PREFIX = "whsec_"
SECRET_BYTES = 32


def new_secret() -> str:
    """Return a new secret to share with the receiver."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signature_of(secret: str, message: str, timestamp: int, body: str) -> str:
    """Return the signature that proves that ``body`` comes from an owner of the secret.

    >>> signature_of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    ...     "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, '{"test": 2432232314}')
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
    """
    key = base64.b64decode(secret.removeprefix(PREFIX))
    content = f"{message}.{timestamp}.{body}".encode()
    digest = hmac.new(key, content, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"


def signed_headers(
    secret: str, message: str, body: str, now: datetime
) -> dict[str, str]:
    """Return the headers that a notice is sent with."""
    timestamp = int(now.timestamp())
    return {
        "Content-Type": "application/json",
        "User-Agent": "Skatclub",
        "Webhook-Id": message,
        "Webhook-Timestamp": str(timestamp),
        "Webhook-Signature": signature_of(secret, message, timestamp, body),
    }
