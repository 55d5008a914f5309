"""``manage.py export_club``: write everything a club keeps into one archive."""

from pathlib import Path

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tournaments.files.club.writing import archive_chunks
from tournaments.organisations.commands import OrganisationCommand
from tournaments.people.deeds import record_export
from tournaments.words.choices import ExportedFile


class Command(OrganisationCommand):
    help = "Write everything the club keeps into one archive (docs/club-file.md)."

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path, help="the archive, such as club.zip")

    def handle(self, *, file, **options):
        try:
            with file.open("wb") as archive:
                for chunk in archive_chunks(report_progress=self.print_progress):
                    archive.write(chunk)
        except OSError as problem:
            raise CommandError(f"{file}: {problem.strerror}") from problem
        record_export(ExportedFile.CLUB, by=None)

    def print_progress(self, index, events, slug):
        self.stdout.write(
            _("%(done)s of %(events)s: %(event)s")
            % {"done": index + 1, "events": events, "event": slug}
        )
