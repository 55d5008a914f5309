"""``manage.py verify FILE``: tell whether an event file is as it was written."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tournaments.files.event.reading.reading import MOST_BYTES, read_event
from tournaments.files.event.verification import (
    is_unaltered,
    proved_lists,
    proved_standings,
)
from tournaments.management.shared import command_errors, read_file


class Command(BaseCommand):
    help = "Prove seal, check codes and signature of an event file; no database."
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--key", help="public key of the organisation that must have signed"
        )

    def handle(self, *, file, key, **options):
        content = read_file(file, most=MOST_BYTES)
        with command_errors():
            document = read_event(content).document
        faults = []
        for proved_list in proved_lists(document):
            code = proved_list.code or _("no check code")
            self.stdout.write(f"{proved_list.name}  {code}")
            if not proved_list.is_sound:
                words = _("List %(list)s is not what its code says.")
                faults.append(words % {"list": proved_list.name})
                for before, after in proved_list.changes:
                    self.stdout.write(f"  - {before}\n  + {after}")
        faults += self.check_standings(proved_standings(document), key)
        if not is_unaltered(content):
            faults.append(_("The file was changed after it was written."))
        if faults:
            raise CommandError("\n".join(faults))
        self.stdout.write(_("Everything is as it was written."))

    def check_standings(self, standings, key):
        """Print the signature of the standings; return its faults."""
        if standings is None:
            return [_("The standings are not signed.")] if key else []
        words = _("Standings %(code)s, signed with the key %(key)s")
        names = {"code": standings.code, "key": standings.public_key}
        self.stdout.write(words % names)
        faults = []
        if not standings.is_sound:
            faults.append(_("The standings are not what was signed."))
            for before, after in standings.changes:
                self.stdout.write(f"  - {before}\n  + {after}")
        if not standings.is_last:
            self.stdout.write(_("The results were taken back since they were signed."))
        if key and key.strip().lower() != standings.public_key:
            faults.append(_("The standings are signed with another key."))
        elif not key:
            words = _(
                "No file can prove whose key this is: compare it with the one on the "
                "organisation's page, or pass that one with --key."
            )
            self.stdout.write(words)
        return faults
