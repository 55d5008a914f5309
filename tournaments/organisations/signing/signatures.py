"""Ed25519 signatures: the private key signs, the public key verifies."""

from dataclasses import dataclass

from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """A signature and the key that verifies it, both in hexadecimal digits."""

    public_key: str
    signature: str


def public_key(seed: bytes) -> str:
    """Return the public key of a private one."""
    return bytes(SigningKey(seed).verify_key).hex()


def signature_of(text: str, seed: bytes) -> Signature:
    """Return the signature of a text."""
    key = SigningKey(seed)
    return Signature(
        public_key=bytes(key.verify_key).hex(),
        signature=key.sign(text.encode()).signature.hex(),
    )


def is_signed(text: str, *, public_key: str, signature: str) -> bool:
    """Return whether exactly this text was signed with the private key.

    >>> by_us = signature_of("skat", bytes(32))
    >>> is_signed("skat", public_key=by_us.public_key, signature=by_us.signature)
    True
    >>> is_signed("Skat", public_key=by_us.public_key, signature=by_us.signature)
    False
    """
    try:
        key = VerifyKey(bytes.fromhex(public_key))
        key.verify(text.encode(), bytes.fromhex(signature))
    except (BadSignatureError, ValueError):
        return False
    return True
