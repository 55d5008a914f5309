"""``manage.py backup``: make a checked copy of the whole site."""

from django.core.management.base import BaseCommand
from django.utils import timezone

from skatclub.backups.folder import ASKED, state
from skatclub.backups.making import back_up, back_up_if_due
from skatclub.machine.condition import require_sound
from tournaments.management.commands._shared import command_errors, forget_what_is_due


class Command(BaseCommand):
    help = "Make a checked backup of the whole site; its path is printed."

    def add_arguments(self, parser):
        parser.add_argument(
            "--if-due",
            action="store_true",
            help="only if the last one is too old, for a timer of the system",
        )

    def handle(self, *, if_due, **options):
        require_sound()
        forget_what_is_due()
        with command_errors():
            copy = back_up_if_due() if if_due else back_up(ASKED, at=timezone.now())
        if copy:
            self.stdout.write(str(copy))
        if problem_beside := state().second_problem:
            self.stderr.write(problem_beside)
