"""``manage.py import_club``: import a club from its archive, all of it or nothing."""

from pathlib import Path

from django.utils.translation import gettext as _

from skatclub.backups.making import back_up_before_loss
from tournaments.files.club.reading import open_archive
from tournaments.files.club.services import import_club, report_lines
from tournaments.management.commands._shared import ClubFileCommand, command_errors
from tournaments.people.names.names import Audience, shown_to


class Command(ClubFileCommand):
    help = "Import a club from its archive; twice changes nothing."

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path, help="the archive")
        parser.add_argument(
            "--dry-run", action="store_true", help="say what would be imported"
        )
        parser.add_argument(
            "--replace",
            action="store_true",
            help="put the file in the place of what is here and differs",
        )

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
            self.stdout.write(_("This was a trial: nothing was imported."))
