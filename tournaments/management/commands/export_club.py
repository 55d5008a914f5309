"""``manage.py export_club``: write everything a club keeps into one archive."""

from pathlib import Path

from tournaments.files.club.reading import archive_chunks
from tournaments.management.commands._shared import ClubFileCommand, command_errors
from tournaments.people.audit import record_export
from tournaments.words.choices import ExportedFile


class Command(ClubFileCommand):
    help = "Write everything the club keeps into one archive (docs/club-file.md)."

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path, help="the archive, such as club.zip")

    def handle(self, *, file, **options):
        with command_errors(file), file.open("wb") as archive:
            for chunk in archive_chunks(report_progress=self.print_progress):
                archive.write(chunk)
        record_export(ExportedFile.CLUB, by=None)
