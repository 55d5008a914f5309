"""The base of commands that work on one organisation."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from skatclub.machine.new_database import prepare_if_new
from tournaments.organisations.models import Organisation
from tournaments.scope.scope import scope


class OrganisationCommand(BaseCommand):
    """A command for the only organisation, or for the one named by an option."""

    def create_parser(
        self, prog_name: str, subcommand: str, **named: Any
    ) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **named)
        parser.add_argument(
            "--organisation",
            metavar="SHORTNAME",
            help="whose books, where several organisations keep theirs here",
        )
        return parser

    def execute(self, *arguments: Any, **options: Any) -> str | None:
        prepare_if_new()
        with scope(chosen_organisation(options["organisation"])):
            return super().execute(*arguments, **options)


def chosen_organisation(name: str | None) -> int:
    """Return the key of the organisation of a short name, or of the only one.

    Raises ``CommandError`` with the short names if the name is missing or unknown.
    """
    rows = Organisation.objects.order_by("pk").values_list("short_name", "pk")
    keys, names = dict(rows), ", ".join(short for short, _key in rows)
    if name is None and len(keys) == 1:
        return next(iter(keys.values()))
    if name is None:
        raise CommandError(
            _("Whose books? Please add --organisation and one of: %(names)s.")
            % {"names": names}
        )
    if name not in keys:
        raise CommandError(
            _("There is no organisation “%(name)s”. There are: %(names)s.")
            % {"name": name, "names": names}
        )
    return keys[name]
