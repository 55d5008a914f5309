"""Writing who comes, and the link by which people say so."""

import secrets

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.events.entries.replies import door_is_open
from tournaments.events.log import locked_event
from tournaments.events.models import Event, Reply
from tournaments.organisations.models import Organisation
from tournaments.people.models import Player
from tournaments.people.names.names import tidy

BYTES = 12  # of chance in a link, far more than anybody can try


class DoorIsOpen(ValidationError):
    """The check-in has begun, which counts more than what people said."""


@transaction.atomic
def reply(*, event: Event, player: Player, answer: str) -> Reply:
    """Store whether somebody comes; the last answer counts."""
    if door_is_open(locked_event(event.pk)):
        raise DoorIsOpen(_("The check-in has begun: just come."))
    stored = event.replies.filter(player=player).first()
    row = stored or Reply(event=event, player=player)
    row.answer, row.at = answer, timezone.now()
    return row.check_and_save()


@transaction.atomic
def renew_reply_link(*, organisation: Organisation) -> Organisation:
    """Give the club a new link; the one before leads nowhere any more."""
    organisation.reply_code = secrets.token_hex(BYTES)
    organisation.save(update_fields=["reply_code"])
    return organisation


@transaction.atomic
def set_reply_word(*, organisation: Organisation, word: str) -> Organisation:
    """Set the word that people say before they see any name; empty for none."""
    organisation.reply_word = tidy(word)
    organisation.save(update_fields=["reply_word"])
    return organisation
