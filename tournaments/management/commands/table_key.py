"""``manage.py table_key LISTCODE``: let another device write the list of a table."""

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
from tournaments.web.numbers import whole_number

USUAL_ADDRESS = "http://127.0.0.1:8000/"


class Command(OrganisationCommand):
    help = (
        "Give out the key of a table's list and a new token"
        " (docs/table-protocol.md). Each call lets one more device in."
    )

    def add_arguments(self, parser):
        parser.add_argument("code", help="the code on the list, or its number")
        parser.add_argument("--json", action="store_true", help="for a program")

    def handle(self, *, code, **options):
        sheet = sheet_called(code)
        if sheet is None:
            raise CommandError(_("There is no list “%(name)s”.") % {"name": code})
        try:
            key = give_key(sheet=sheet, by=None)
        except ValidationError as refusal:
            raise CommandError(" ".join(refusal.messages)) from refusal
        answer = {
            "address": urljoin(
                site_address(), reverse("table:list", args=[sheet.code])
            ),
            "code": key.code,
            "token": pair_phone(key=key),
        }
        lines = (f"{name}: {value}" for name, value in answer.items())
        self.stdout.write(json.dumps(answer) if options["json"] else "\n".join(lines))


def sheet_called(name):
    """Return the list with a code, or else with a number; None if there is none."""
    number = whole_number(name)
    lookup = Q(code=name.upper()) | (Q(pk=number) if number else Q())
    sheets_by_code = {sheet.code: sheet for sheet in ScoreSheet.objects.filter(lookup)}
    return sheets_by_code.get(name.upper()) or next(iter(sheets_by_code.values()), None)


def site_address():
    """Return the address of the site for phones, from the settings or from ``up``.

    An organisation with a host name is found only there.
    """
    address = urlsplit(
        settings.ADDRESS or read(settings.DATA_DIR / "running") or USUAL_ADDRESS
    )
    host = HostName.objects.filter(organisation=organisation_in_scope()).first()
    if host is None:
        return urlunsplit(address)
    port = f":{address.port}" if address.port else ""
    return f"{address.scheme}://{host.name}{port}/"
