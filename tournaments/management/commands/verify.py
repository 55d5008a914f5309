"""``manage.py verify FILE``: tell whether an event file is as it was written."""

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tournaments.files.event.reading import read_event
from tournaments.files.event.writing import is_unaltered, proved_lists
from tournaments.management.commands._shared import command_errors, event_content


class Command(BaseCommand):
    help = "Prove seal and check codes of an event file; no database."
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("file", help="the event file, or - for standard input")

    def handle(self, *, file, **options):
        with command_errors():
            content = event_content(file)
            document = read_event(content)
        faults = []
        for proved_list in proved_lists(document):
            code = proved_list.code or _("no check code")
            self.stdout.write(f"{proved_list.name}  {code}")
            if not proved_list.is_sound:
                words = _("List %(list)s is not what its code says.")
                faults.append(words % {"list": proved_list.name})
                for before, after in proved_list.changes:
                    self.stdout.write(f"  - {before}\n  + {after}")
        if not is_unaltered(content):
            faults.append(_("The file was changed after it was written."))
        if faults:
            raise CommandError("\n".join(faults))
        self.stdout.write(_("Everything is as it was written."))
