"""What several commands share: whose books, errors in words, files, old photos."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from skatclub.failures import reason
from skatclub.machine.new_database import prepare_if_new
from tournaments.events.entries.registration_services import forget_what_was_said
from tournaments.files.event.reading import MOST_BYTES, require_size
from tournaments.organisations.models import Organisation
from tournaments.scope.scope import scope
from tournaments.sheets.photos.services import drop_due_photos


class TellingCommand(BaseCommand):
    def tell(self, text: str, **words: Any) -> None:
        self.stdout.write(text % words)


class OrganisationCommand(TellingCommand):
    """A command for the only organisation, or for the one named by an option."""

    def create_parser(
        self, prog_name: str, subcommand: str, **named: Any
    ) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **named)
        parser.add_argument(
            "--organisation",
            metavar="SHORTNAME",
            help="whose books, where several organisations keep theirs here",
        )
        return parser

    def execute(self, *arguments: Any, **options: Any) -> str | None:
        prepare_if_new()
        with scope(chosen_organisation(options["organisation"])):
            return super().execute(*arguments, **options)


def chosen_organisation(name: str | None) -> int:
    """Return the key of the organisation of a short name, or of the only one.

    Raises ``CommandError`` with the short names if the name is missing or unknown.
    """
    rows = Organisation.objects.order_by("pk").values_list("short_name", "pk")
    keys, names = dict(rows), ", ".join(short for short, _key in rows)
    if name is None and len(keys) == 1:
        return next(iter(keys.values()))
    if name is None:
        text = _("Whose books? Please add --organisation and one of: %(names)s.")
        raise CommandError(text % {"names": names})
    if name not in keys:
        text = _("There is no organisation “%(name)s”. There are: %(names)s.")
        raise CommandError(text % {"name": name, "names": names})
    return keys[name]


class ClubFileCommand(OrganisationCommand):
    """A command that reports the events of a club's archive one by one."""

    def print_progress(self, index, events, slug):
        text = _("%(done)s of %(events)s: %(event)s")
        self.tell(text, done=index + 1, events=events, event=slug)


class ImportCommand(OrganisationCommand):
    """A command that stores what is in a file, or says what it would store."""

    replaced = "what is here and differs"

    def add_arguments(self, parser):
        parser.add_argument(
            "--dry-run", action="store_true", help="say what would be imported"
        )
        parser.add_argument(
            "--replace",
            action="store_true",
            help=f"put the file in the place of {self.replaced}",
        )

    def tell_trial(self):
        self.tell(_("This was a trial: nothing was imported."))


@contextmanager
def command_errors(file: Path | str | None = None) -> Iterator[None]:
    """Turn a refusal, or an error of ``file``, into the error of a command."""
    try:
        yield
    except ValidationError as refusal:
        raise CommandError("\n".join(refusal.messages)) from refusal
    except OSError as problem:
        if file is None:
            raise
        raise CommandError(f"{file}: {reason(problem)}") from problem


def event_content(name: str) -> bytes:
    """Return the content of an event file, "-" being standard input.

    Raises ``FileRefused`` for one that is too large, ``CommandError`` without any.
    """
    if name == "-":
        content = sys.stdin.buffer.read(MOST_BYTES + 1)
        require_size(len(content))
        return content
    with command_errors(name), open(name, "rb") as file:
        require_size(os.fstat(file.fileno()).st_size)
        return file.read(MOST_BYTES + 1)


REGISTRATIONS_KEPT = timedelta(days=30)


def forget_what_is_due() -> None:
    """Delete photos and registrations that organisations have kept long enough."""
    for organisation, days in Organisation.objects.values_list("pk", "photo_days"):
        with scope(organisation):
            drop_due_photos(until=timezone.now() - timedelta(days=days))
            forget_what_was_said(until=timezone.localdate() - REGISTRATIONS_KEPT)
