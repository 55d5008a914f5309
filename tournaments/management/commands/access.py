"""``manage.py access``: every address of the site, with the roles it admits."""

from django.core.management.base import BaseCommand

from tournaments.site.access import access_table


class Command(BaseCommand):
    help = "Print who may read and write at which address, as docs/access.md has it."

    def handle(self, **options):
        self.stdout.write(access_table(), ending="")
