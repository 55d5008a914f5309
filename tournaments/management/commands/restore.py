"""``manage.py restore FILE``: replace the whole site by a backup."""

from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from skatclub.backups.folder import copies_folder
from skatclub.backups.reading import opened
from skatclub.backups.restoring import restore, restore_over_broken
from skatclub.machine.condition import Broken
from skatclub.machine.desktop import require_answer
from skatclub.machine.new_database import prepare_if_new
from skatclub.machine.running import Claim
from tournaments.management.commands._shared import TellingCommand, command_errors
from tournaments.site.backups.selectors import changes_by_restoring
from tournaments.words.formats import long_date


class Command(TellingCommand):
    help = "Put a backup in the place of everything that stands here."

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path, help="the backup, such as backups/….zip")
        parser.add_argument(
            "--yes", action="store_true", help="do not ask; for scripts"
        )

    def handle(self, *, file, yes, **options):
        broken = None
        try:
            prepare_if_new()
        except Broken as problem:
            broken = problem
        with (
            command_errors(file),
            exclusive_access(),
            opened(file, folder=copies_folder()) as copy,
        ):
            self.tell(_("Backup of %(day)s"), day=long_date(copy.manifest.made_at))
            if broken:
                self.stdout.write(str(broken))
            changes = changes_by_restoring(copy.manifest, is_broken=bool(broken))
            for word, before, after in changes:
                self.stdout.write(f"  {word}: {before} → {after}")
            if not yes:
                self.ask()
            restore_copy = restore_over_broken if broken else restore
            replaced = restore_copy(copy, at=timezone.now())
        self.stdout.write(_("The backup is put back."))
        if replaced:
            self.tell(_("What stood here before: %(path)s"), path=replaced)

    def ask(self):
        word = _("yes")
        self.tell(_("Type “%(word)s” to put it back:"), word=word)
        require_answer(word)


@contextmanager
def exclusive_access():
    """Make sure that no server of ours uses the database meanwhile.

    Pages that it has in its cache would show the old state.
    """
    claim = Claim(settings.DATA_DIR)
    if not claim.take():
        raise CommandError(
            _("Skatclub is running on this folder. Please close its window first.")
        )
    try:
        yield
    finally:
        claim.give_back()
