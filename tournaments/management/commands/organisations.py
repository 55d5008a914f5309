"""``manage.py organisations``: list the organisations of the site with their sizes."""

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from skatclub.machine.new_database import prepare_if_new
from tournaments.organisations.commands import chosen_organisation
from tournaments.organisations.models import Organisation
from tournaments.organisations.services import renew_code
from tournaments.site.backups.selectors import backup_state
from tournaments.site.selectors import inventory
from tournaments.words.formats import clock_time, long_date


class Command(BaseCommand):
    help = "List the organisations that keep their books on this site."

    def add_arguments(self, parser):
        parser.add_argument(
            "--new-code",
            metavar="SHORTNAME",
            help="print a new one-time code for the set-up page of this one",
        )

    def handle(self, *, new_code, **options):
        prepare_if_new()
        if new_code is not None:
            return self.print_new_code(new_code)
        for entry in inventory():
            name = entry.name or _("not set up yet")
            addresses = ", ".join(entry.hosts) or _("every address of this machine")
            self.stdout.write(f"{entry.short_name}: {name} ({addresses})")
            self.stdout.write(
                _("  people: %(people)d, events: %(events)d, lists: %(lists)d")
                % {"people": entry.people, "events": entry.events, "lists": entry.lists}
            )
            if entry.last_seen:
                self.stdout.write(
                    _("  last signed in: %(day)s") % {"day": long_date(entry.last_seen)}
                )
        self.stdout.write(last_backup_text())

    def print_new_code(self, short_name):
        organisation = Organisation.objects.get(pk=chosen_organisation(short_name))
        self.stdout.write(
            _("One-time code for the set-up page: %(code)s")
            % {"code": renew_code(organisation)}
        )


def last_backup_text():
    """Return the time and the size of the last backup of the site."""
    copies = backup_state().copies
    if not copies:
        return _("No backup yet.")
    last = copies[0]
    return _("Last backup of the site: %(day)s, %(time)s (%(size)s)") % {
        "day": long_date(last.made_at),
        "time": clock_time(last.made_at),
        "size": last.size,
    }
