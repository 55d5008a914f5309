"""``manage.py import_club``: import a club from its archive, all of it or nothing."""

from pathlib import Path

from skatclub.backups.making import back_up_before_loss
from tournaments.files.club.reading import open_archive
from tournaments.files.club.services import import_club, report_lines
from tournaments.management.commands._shared import (
    ClubFileCommand,
    ImportCommand,
    command_errors,
)
from tournaments.scope.scope import Audience, shown_to


class Command(ImportCommand, ClubFileCommand):
    help = "Import a club from its archive; twice changes nothing."

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path, help="the archive")
        super().add_arguments(parser)
        parser.add_argument(
            "--guests",
            action="store_true",
            help="let the members come as guests even where nobody is at home yet",
        )

    @shown_to(Audience.CLUB)
    def handle(self, *, file, dry_run, replace, guests, **options):
        with command_errors(file), open_archive(file) as archive:
            if replace and not dry_run:
                back_up_before_loss(of_a_club=True)
            for report in import_club(
                archive, dry_run=dry_run, replace=replace, as_guests=guests
            ):
                if report.event:
                    self.print_progress(report.done, report.events, report.event)
        for line in report_lines(report):
            self.stdout.write(line)
        if dry_run:
            self.tell_trial()
