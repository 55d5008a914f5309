"""The one-time code that proves: whoever sets the site up can see its terminal."""

import re
import secrets

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import check_password

from skatclub.machine.private_files import read_or_create
from tournaments.organisations.models import Organisation
from tournaments.scope.scope import organisation_in_scope

# Without the letters and digits that people take for one another.
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def setup_code() -> str:
    """Return the code of this machine, made at the first call.

    Empty once somebody of the organisation in scope can sign in, and where it was given
    a code of its own: the closed accounts that come with an import are nobody's.
    """
    path = settings.DATA_DIR / "setup_code"
    if Organisation.objects.get(pk=organisation_in_scope()).setup_code:
        return ""
    if get_user_model()._default_manager.filter(is_active=True).exists():
        path.unlink(missing_ok=True)
        return ""
    return read_or_create(path, new_code)


def new_code() -> str:
    letters = [secrets.choice(ALPHABET) for _ in range(8)]
    return "".join(letters[:4]) + "-" + "".join(letters[4:])


def is_valid(code: str) -> bool:
    """Tell whether ``code`` is the one that the terminal printed.

    Case, spaces and the dash do not matter; the time it takes tells nothing. An
    organisation that was added has a code of its own, of which a hash is kept.
    """
    organisation = Organisation.objects.get(pk=organisation_in_scope())
    if organisation.setup_code:
        return check_password(plain(code).decode(), organisation.setup_code)
    expected = plain(setup_code())
    return bool(expected) and secrets.compare_digest(plain(code), expected)


def plain(code: str) -> bytes:
    return re.sub(r"[\s-]", "", code).lower().encode()
