"""``manage.py organisations``: who keeps books here, and how much."""

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from skatclub.machine.new_database import prepare_if_new
from tournaments.site.selectors import inventory


class Command(BaseCommand):
    help = "List the organisations that keep their books on this site."

    def handle(self, **options):
        prepare_if_new()
        for each in inventory():
            name = each.name or _("not set up yet")
            where = ", ".join(each.hosts) or _("every address of this machine")
            self.stdout.write(f"{each.short_name}: {name} ({where})")
            self.stdout.write(
                _("  people: %(people)d, events: %(events)d")
                % {"people": each.people, "events": each.events}
            )
