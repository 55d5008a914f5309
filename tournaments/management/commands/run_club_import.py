"""``manage.py run_club_import OWNER``: work on a club that a page has taken in."""

from tournaments.files.club_store.jobs import work
from tournaments.organisations.commands import OrganisationCommand
from tournaments.people.names.names import Audience, shown_to


class Command(OrganisationCommand):
    help = "Work on a club that a page has taken in."
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("owner", type=int)
        parser.add_argument("--token", required=True)
        parser.add_argument("--replace", action="store_true")

    @shown_to(Audience.CLUB)
    def handle(self, *, owner, token, replace, **options):
        self.stdout.write(work(token=token, owner=owner, replace=replace).stage)
