"""``manage.py api_key NAME --rights read,write``: give another program a key."""

from django.core.management.base import CommandError
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.api.models import ApiKey
from tournaments.api.services import create_key, revoke_key
from tournaments.management.commands._shared import OrganisationCommand, command_errors


class Command(OrganisationCommand):
    help = "Make a key for another program and print it once (docs/api.md)."

    def add_arguments(self, parser):
        parser.add_argument("name", nargs="?", help="what the key is for")
        parser.add_argument(
            "--rights", default="read", help="“read” or “read,write”; read by default"
        )
        parser.add_argument(
            "--revoke", action="store_true", help="let nobody in by this key any more"
        )

    def handle(self, *, name, rights, revoke, **options):
        if name is None:
            for key in ApiKey.objects.select_related("account"):
                day = key.last_used_on
                last_used = date_format(day, "SHORT_DATE_FORMAT") if day else "–"
                state = _("closed") if key.revoked_at else ""
                row = (key.name, key.account.get_role_display(), last_used, state)
                self.stdout.write("  ".join(row).rstrip())
        elif revoke:
            self.revoke(name)
        else:
            self.create(name, frozenset(rights.replace(" ", "").split(",")))

    def revoke(self, name):
        key = ApiKey.objects.filter(name=name).first()
        if key is None:
            raise CommandError(_("There is no key “%(name)s”.") % {"name": name})
        revoke_key(key=key)

    def create(self, name, rights):
        with command_errors():
            _key, secret = create_key(name=name, rights=rights)
        self.stdout.write(secret)
