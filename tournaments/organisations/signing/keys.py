"""The key with which an organisation signs."""

import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournaments.organisations.models import Organisation, SigningKey
from tournaments.organisations.signing.signatures import (
    Signature,
    public_key,
    signature_of,
)
from tournaments.scope.scope import organisation_in_scope

PURPOSE = "standings"


@transaction.atomic
def sign(text: str) -> Signature:
    """Sign a text for the organisation in scope.

    If the private key used last is lost, a new one replaces it, and the old one is kept
    with the time of its end.
    """
    # Two first signatures at the same time must create only one key.
    Organisation.objects.select_for_update().get(pk=organisation_in_scope())
    key = SigningKey.objects.filter(until=None).last()
    if key is None or public_key(private_key(key.salt)) != key.public_key:
        key = new_key()
    return signature_of(text, private_key(key.salt))


def new_key() -> SigningKey:
    """End the key in use and create another."""
    now = timezone.now()
    SigningKey.objects.filter(until=None).update(until=now)
    salt = secrets.token_hex(16)
    return SigningKey.objects.create(
        public_key=public_key(private_key(salt)), salt=salt, since=now
    )


def private_key(salt: str) -> bytes:
    """Return a private key, derived from the secret key of this site."""
    return salted_hmac(PURPOSE, salt, algorithm="sha256").digest()
