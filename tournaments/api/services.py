"""Keys of other programs, and the lines they send."""

import hashlib
import secrets

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring.notation.grammar import NotationError
from scoring.notation.reading import NotedLine
from tournaments.api.models import ApiKey, ApiLine
from tournaments.files.event.schema import read_shorthand
from tournaments.people.models import User
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.typing.services import record_line
from tournaments.words.choices import ArrivalRoute
from tournaments.words.problems import notation_error_text
from tournaments.words.rights import Role

PREFIX = "skat_"
ROLES = {frozenset({"read"}): Role.READER, frozenset({"read", "write"}): Role.TYPIST}


class LineIdIsTaken(ValidationError):
    """The id of a line was used for another line before."""


@transaction.atomic
def create_key(*, name: str, rights: frozenset[str]) -> tuple[ApiKey, str]:
    """Create a key for another program, with a closed account of its own.

    Return it with its secret, which is shown once. ``rights`` are "read", or "read" and
    "write". Raises ``ValidationError`` for others, and for a name that a key has.
    """
    if rights not in ROLES:
        raise ValidationError(_("The rights are “read” or “read,write”."))
    secret = PREFIX + secrets.token_urlsafe(32)
    account = User(
        username=f"api-{slugify(name)}"[:150],
        role=ROLES[rights],
        is_active=False,
        is_program=True,
    )
    account.set_unusable_password()
    key = ApiKey(name=name.strip(), digest=secret_digest(secret), account=account)
    key.clean_fields(exclude={"account"})
    key.validate_constraints()
    account.check_and_save()
    key.account = account
    key.save()
    return key, secret


def revoke_key(*, key: ApiKey) -> None:
    """Make ``key`` invalid; what was written with it stays, under its name."""
    ApiKey.objects.filter(pk=key.pk, revoked_at=None).update(revoked_at=timezone.now())


def use_key(secret: str) -> ApiKey | None:
    """Return the valid key with this ``secret``, and note the day of its use.

    One query, and one more on the first use of a day.
    """
    keys = ApiKey.objects.select_related("account").filter(revoked_at=None)
    key = keys.filter(digest=secret_digest(secret)).first()
    today = timezone.localdate()
    if key is None:
        return None
    if key.last_used_on != today:
        ApiKey.objects.filter(pk=key.pk).update(last_used_on=today)
    # Closed for signing in, but active for this request.
    key.account.is_active = True
    return key


def secret_digest(secret: str) -> str:
    """Return the stored hash of a secret, which is long enough to need no salt."""
    return hashlib.sha256(secret.encode()).hexdigest()


@transaction.atomic
def write_line(
    *,
    key: ApiKey,
    sheet: ScoreSheet,
    line_id: str,
    number: int,
    text: str,
    before: str | None = None,
) -> tuple[ApiLine, bool]:
    """Write a line sent by another program; the same id is written only once.

    Return it, and whether it was there before. Raises ``LineIdIsTaken``, and what
    ``record_line`` raises; ``ValidationError`` for shorthand that cannot be read.
    """
    # Simultaneous requests with the same id wait here.
    ApiKey.objects.select_for_update().get(pk=key.pk)
    earlier = ApiLine.objects.filter(key=key, line_id=line_id).first()
    if earlier:
        if (earlier.sheet_id, earlier.number, earlier.text) != (sheet.pk, number, text):
            raise LineIdIsTaken(
                _("This id was used for another line before."), code="id-taken"
            )
        return earlier, True
    result = record_line(
        sheet=sheet,
        number=number,
        noted=noted_line(text),
        by=key.account,
        before=before,
        route=ArrivalRoute.PROGRAM,
    )
    line = ApiLine.objects.create(
        key=key,
        line_id=line_id,
        sheet=sheet,
        number=number,
        text=text,
        score=result.board.rows[number - 1].score,
    )
    return line, False


def noted_line(text: str) -> NotedLine:
    """Return the line written in shorthand. Raises ``ValidationError``."""
    try:
        return read_shorthand(text)
    except NotationError as error:
        raise ValidationError(notation_error_text(error), code=error.code) from error
