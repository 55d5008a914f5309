"""Saving the data and the logo of the club, and adding organisations.

SVG is not accepted as a logo, as it may contain scripts and external addresses.
"""

import hashlib
import re
from dataclasses import dataclass
from email.utils import formataddr, parseaddr
from functools import lru_cache
from io import BytesIO
from smtplib import (
    SMTPAuthenticationError,
    SMTPException,
    SMTPNotSupportedError,
)
from socket import gaierror

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from PIL import Image

from skatclub.door.setup_code import new_code, plain
from tournaments.organisations.models import HostName, Organisation
from tournaments.people.models import Club
from tournaments.people.names.names import fold, tidy
from tournaments.people.services import save_club
from tournaments.scope.scope import scope
from tournaments.web.pictures import NoPicture, TooManyPixels, read_picture

MOST_BYTES = 4 * 1024 * 1024
MOST_PIXELS = 24_000_000
SIDE, SMALL_SIDE = 600, 96
FORMATS = ("PNG", "JPEG")
SUBMISSION, SMTPS = 587, 465  # the ports of mail servers


class LogoRefused(ValidationError):
    def __init__(self, text: str) -> None:
        super().__init__({"logo": text})


def clean_logo(content: bytes) -> bytes:
    """Return the picture in a PNG or JPEG file as a small PNG without metadata.

    The same picture gives the same bytes, even when cleaned twice. Raises
    ``LogoRefused`` for a file that is something else, broken, or too large.
    """
    if len(content) > MOST_BYTES:
        text = _("This file is larger than %(most)s MB.")
        raise LogoRefused(text % {"most": MOST_BYTES // 1024**2})
    try:
        picture = read_picture(
            content, mode="RGBA", most_pixels=MOST_PIXELS, formats=FORMATS
        )
    except TooManyPixels as problem:
        text = _(
            "The picture has too many pixels. Please make it smaller first: "
            "%(side)d × %(side)d are enough."
        )
        raise LogoRefused(text % {"side": SIDE}) from problem
    except NoPicture as problem:
        raise LogoRefused(problem.messages[0]) from problem
    return png_bytes(picture, SIDE)


def png_bytes(picture: Image.Image, side: int) -> bytes:
    """Return a picture as PNG of at most ``side`` pixels a side, without metadata."""
    resized = picture.convert("RGBA")
    resized.thumbnail((side, side))
    clean = Image.new("RGBA", resized.size)
    clean.paste(resized)
    clean.save(out := BytesIO(), "PNG", optimize=True)
    return out.getvalue()


@lru_cache(maxsize=4)
def small_logo(content: bytes) -> bytes:
    """Return a logo in the size of a line of text, sharp even on phones."""
    with Image.open(BytesIO(content), formats=FORMATS) as picture:
        return png_bytes(picture, SMALL_SIDE)


def logo_digest(content: bytes) -> str:
    """Return the digest of a logo for its address.

    >>> logo_digest(b""), len(logo_digest(b"x"))
    ('', 16)
    """
    return hashlib.sha256(content).hexdigest()[:16] if content else ""


@transaction.atomic
def save_organisation(
    *, organisation: Organisation, logo: bytes | None = None
) -> Organisation:
    """Check and save the club with its name, and with the ``logo`` if one is given.

    Empty bytes remove the logo. Raises ``LogoRefused``.
    """
    save_club(club=organisation.club)
    if logo is not None:
        organisation.logo = clean_logo(logo) if logo else b""
        organisation.logo_digest = logo_digest(organisation.logo)
    organisation.full_clean()
    organisation.save()
    return organisation


def has_mail_server(organisation: Organisation) -> bool:
    return bool(organisation.mail_host or settings.EMAIL_HOST)


def mail_connection(organisation: Organisation) -> BaseEmailBackend:
    """Return the connection to the server of the club, or to that of the settings."""
    if not organisation.mail_host:
        return get_connection()
    host, _colon, typed = organisation.mail_host.partition(":")
    port = int(typed or SUBMISSION)
    return get_connection(
        host=host,
        port=port,
        username=organisation.mail_user,
        password=organisation.mail_password,
        timeout=10,
        use_ssl=port == SMTPS,
        use_tls=bool(organisation.mail_user) and port != SMTPS,
    )


def mail_sender(organisation: Organisation) -> str:
    """Return who writes the letters: the club, by the address that may send."""
    address = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    if organisation.mail_host:
        address = organisation.mail_sender or organisation.mail_user
    return formataddr((organisation.name or "Skatclub", address))


def send_test_letter(organisation: Organisation) -> str:
    """Send a letter of the club to itself; return to which address.

    Raises ``ValidationError`` with what the mail server says.
    """
    sender = mail_sender(organisation)
    address = organisation.email or parseaddr(sender)[1]
    text = _("The mail server works: results can be sent by mail.")
    letter = EmailMessage(_("Test letter"), text, sender, [address])
    letter.connection = mail_connection(organisation)
    try:
        letter.send()
    except (SMTPException, OSError, UnicodeError) as problem:
        text = _("Saved, but the mail server did not take the test letter: %(why)s")
        raise ValidationError(text % {"why": mail_problem(problem)}) from problem
    return address


MAIL_PROBLEMS: tuple[tuple[type[Exception], Promise], ...] = (
    (SMTPAuthenticationError, gettext_lazy("it does not know this name and password.")),
    (gaierror, gettext_lazy("there is no server of this name.")),
    (ConnectionRefusedError, gettext_lazy("nothing takes letters at this port.")),
    (TimeoutError, gettext_lazy("it does not answer.")),
    (
        SMTPNotSupportedError,
        gettext_lazy("it does not encrypt, so no password is sent."),
    ),
)


def mail_problem(problem: Exception) -> str:
    """Return in words why a mail server took nothing; else what it said itself."""
    known = (text for kind, text in MAIL_PROBLEMS if isinstance(problem, kind))
    return str(next(known, problem))


HOST_PATTERN = re.compile(
    r"(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9-]{1,63})*"
)
# Names that lead to the first organisation on any machine.
THIS_MACHINE = re.compile(r"localhost|[0-9.]+")


@dataclass(frozen=True, slots=True)
class AddedOrganisation:
    """A new organisation, its host name, and the one-time code for its set-up page."""

    organisation: Organisation
    host: HostName
    code: str


@transaction.atomic
def add_organisation(
    *, name: str, host: str, short_name: str | None = None
) -> AddedOrganisation:
    """Add a club or federation with a host name.

    Only a hash of the code is stored. Raises ``ValidationError`` for an empty name, and
    for a host name or short name that is invalid or taken.
    """
    short_name = short_name or slugify(fold(name))[:40].strip("-")
    organisation = Organisation(short_name=short_name)
    if Organisation.objects.filter(short_name=short_name).exists():
        raise ValidationError(
            _("Another club is called so here; give another --short-name.")
        )
    organisation.full_clean()
    organisation.save()
    with scope(organisation.pk):
        save_club(club=Club(name=tidy(name), is_home=True))
    host_name = HostName(organisation=organisation, name=normal_host(host))
    host_name.full_clean()
    host_name.save()
    return AddedOrganisation(organisation, host_name, renew_code(organisation))


def renew_code(organisation: Organisation) -> str:
    code = new_code()
    organisation.setup_code = make_password(plain(code).decode())
    organisation.save(update_fields=["setup_code"])
    return code


def normal_host(name: str) -> str:
    """Return a host name as browsers send it, with umlauts as ``xn--…``.

    >>> normal_host(" Herz7.Example. "), normal_host("grün.example")
    ('herz7.example', 'xn--grn-ioa.example')
    """
    try:
        host = name.strip().rstrip(".").encode("idna").decode().lower()
    except UnicodeError:
        host = ""
    if not HOST_PATTERN.fullmatch(host) or THIS_MACHINE.fullmatch(host):
        text = _("“%(name)s” is no host name such as herz7.example.")
        raise ValidationError({"host": text % {"name": name}})
    return host
