"""What several commands share: errors in words, files with a limit, progress."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from skatclub.mishaps import reason
from tournaments.organisations.commands import OrganisationCommand


class ClubFileCommand(OrganisationCommand):
    """A command that reports the events of a club's archive one by one."""

    def print_progress(self, index, events, slug):
        self.stdout.write(
            _("%(done)s of %(events)s: %(event)s")
            % {"done": index + 1, "events": events, "event": slug}
        )


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


def read_file(path: Path, *, most: int) -> bytes:
    """Return the content of a file; refuse one with more than ``most`` bytes."""
    try:
        if path.stat().st_size > most:
            raise CommandError(_("The file %(file)s is too large.") % {"file": path})
        return path.read_bytes()
    except OSError as error:
        raise CommandError(
            _("The file %(file)s cannot be read: %(reason)s.")
            % {"file": path, "reason": reason(error)}
        ) from error
