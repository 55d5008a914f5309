"""``manage.py rebuild_tallies``: add up the results of all players again."""

from django.utils.translation import gettext as _

from tournaments.organisations.commands import OrganisationCommand
from tournaments.sheets.models import ListTally
from tournaments.sheets.tallies import rebuild_tallies


class Command(OrganisationCommand):
    help = (
        "Build the tallies behind player pages and the all-time table from the lists."
    )

    def handle(self, **options):
        rebuild_tallies()
        self.stdout.write(
            _("Added up again: %(results)s results.")
            % {"results": ListTally.objects.count()}
        )
