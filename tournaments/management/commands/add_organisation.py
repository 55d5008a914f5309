"""``manage.py add_organisation NAME --host HOST``: add a club or federation."""

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from skatclub.machine.new_database import prepare_if_new
from tournaments.management.shared import command_errors
from tournaments.organisations.hosts import host_address
from tournaments.organisations.services import add_organisation


class Command(BaseCommand):
    help = "Let one more club or federation keep its books on this site."

    def add_arguments(self, parser):
        parser.add_argument("name", help="what the club is called")
        parser.add_argument(
            "--host",
            required=True,
            help="under which name browsers find it, such as herz7.example",
        )
        parser.add_argument(
            "--short-name", help="what commands call it; by default made of the name"
        )

    def handle(self, *, name, host, short_name, **options):
        prepare_if_new()
        with command_errors():
            registered = add_organisation(name=name, host=host, short_name=short_name)
        self.stdout.write(
            _("%(name)s is called %(short)s here.")
            % {"name": name, "short": registered.organisation.short_name}
        )
        self.stdout.write(
            _("Address: %(url)s") % {"url": host_address(registered.host.name)}
        )
        self.stdout.write(
            _("One-time code for the set-up page: %(code)s") % {"code": registered.code}
        )
