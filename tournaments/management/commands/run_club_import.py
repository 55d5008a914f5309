"""``manage.py run_club_import OWNER``: work on a club that a page has taken in."""

from django.core.management.base import BaseCommand

from tournaments.files.club_store.jobs import work
from tournaments.people.names.names import Audience, shown_to


class Command(BaseCommand):
    help = "Work on a club that a page has taken in."
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("owner", type=int)
        parser.add_argument("--token", required=True)
        parser.add_argument("--replace", action="store_true")

    @shown_to(Audience.CLUB)
    def handle(self, *, owner, token, replace, **options):
        self.stdout.write(work(token=token, owner=owner, replace=replace).stage)
