"""Whether this machine can send mail, and in whose name."""

from email.utils import parseaddr

from django.conf import settings

NOWHERE = "django.core.mail.backends.dummy.EmailBackend"


def can_send() -> bool:
    """Tell whether a mail server is named in the environment."""
    return bool(settings.EMAIL_BACKEND != NOWHERE)


def sender_address() -> str:
    """Return the bare address that letters come from."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
