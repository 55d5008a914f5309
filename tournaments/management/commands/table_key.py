"""``manage.py table_key LISTCODE``: let one more device write the list of a table."""

import json
from urllib.parse import urljoin, urlsplit, urlunsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from skatclub.machine.private_files import read
from tournaments.organisations.commands import OrganisationCommand
from tournaments.organisations.models import HostName
from tournaments.scope.scope import organisation_in_scope
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.table.services import give_key, pair_phone
from tournaments.web.asked import whole

USUAL = "http://127.0.0.1:8000/"


class Command(OrganisationCommand):
    help = (
        "Give out the key of a table's list and a new token"
        " (docs/table-protocol.md). Each call lets one more device in."
    )

    def add_arguments(self, parser):
        parser.add_argument("code", help="the code on the list, or its number")
        parser.add_argument("--json", action="store_true", help="for a program")

    def handle(self, *, code, **options):
        sheet = called(code)
        if sheet is None:
            raise CommandError(_("There is no list “%(name)s”.") % {"name": code})
        try:
            key = give_key(sheet=sheet, by=None)
        except ValidationError as refusal:
            raise CommandError(" ".join(refusal.messages)) from refusal
        found = {
            "address": urljoin(root(), reverse("table:list", args=[sheet.code])),
            "code": key.code,
            "token": pair_phone(key=key),
        }
        lines = (f"{name}: {value}" for name, value in found.items())
        self.stdout.write(json.dumps(found) if options["json"] else "\n".join(lines))


def called(name):
    """Return the list with a code, else the one with a number, if there is one."""
    number = whole(name)
    wanted = Q(code=name.upper()) | (Q(pk=number) if number else Q())
    found = {sheet.code: sheet for sheet in ScoreSheet.objects.filter(wanted)}
    return found.get(name.upper()) or next(iter(found.values()), None)


def root():
    """Return where phones find the site: its name, and what the settings or ``up`` say.

    An organisation that has a host name is found under no other.
    """
    known = urlsplit(settings.ADDRESS or read(settings.DATA_DIR / "running") or USUAL)
    own = HostName.objects.filter(organisation=organisation_in_scope()).first()
    if own is None:
        return urlunsplit(known)
    port = f":{known.port}" if known.port else ""
    return f"{known.scheme}://{own.name}{port}/"
