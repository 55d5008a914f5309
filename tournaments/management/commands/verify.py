"""``manage.py verify FILE``: is an event file as it was written? No database."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tournaments.files.event.proving import is_as_written, proved_lists
from tournaments.files.event.reading.reading import MOST_BYTES, FileRefused, read_event


class Command(BaseCommand):
    help = "Prove the seal and the check codes of an event file; no database."
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path)

    def handle(self, *, file, **options):
        content = content_of(file)
        try:
            document = read_event(content).document
        except FileRefused as refusal:
            raise CommandError("\n".join(refusal.messages)) from refusal
        faults = []
        for each in proved_lists(document):
            code = each.code or _("no check code")
            self.stdout.write(f"{each.name}  {code}")
            if not each.is_sound:
                words = _("List %(list)s is not what its code says.")
                faults.append(words % {"list": each.name})
                for before, after in each.changes:
                    self.stdout.write(f"  - {before}\n  + {after}")
        if not is_as_written(content):
            faults.append(_("The file was changed after it was written."))
        if faults:
            raise CommandError("\n".join(faults))
        self.stdout.write(_("Everything is as it was written."))


def content_of(file):
    """Return the bytes of the file, unless there are too many."""
    try:
        if file.stat().st_size > MOST_BYTES:
            raise CommandError(_("The file %(file)s is too large.") % {"file": file})
        return file.read_bytes()
    except OSError as error:
        raise CommandError(
            _("The file %(file)s cannot be read: %(reason)s.")
            % {"file": file, "reason": error.strerror}
        ) from error
