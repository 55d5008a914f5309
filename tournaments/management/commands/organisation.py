"""``manage.py organisation``: who keeps books on this site; add one, delete one."""

from django.utils import timezone
from django.utils.translation import gettext as _

from skatclub.backups.folder import LOSS
from skatclub.backups.making import back_up
from skatclub.machine.desktop import require_answer
from skatclub.machine.new_database import prepare_if_new
from tournaments.management.commands._shared import (
    TellingCommand,
    chosen_organisation,
    command_errors,
)
from tournaments.organisations.hosts import host_address
from tournaments.organisations.models import Organisation
from tournaments.organisations.services import add_organisation, renew_code
from tournaments.sheets.photos.services import drop_all_photos
from tournaments.site.backups.selectors import shown_copies
from tournaments.site.services import delete_organisation, refuse_last
from tournaments.site.views import inventory
from tournaments.words.formats import clock_time, long_date


class Command(TellingCommand):
    help = "List, add or delete the organisations that keep their books on this site."

    def add_arguments(self, parser):
        verbs = parser.add_subparsers(dest="verb", required=True)
        verbs.add_parser("list", help="who is here, with their sizes")
        add = verbs.add_parser("add", help="let one more keep its books here")
        add.add_argument("name", help="what the club is called")
        add.add_argument(
            "--host",
            required=True,
            help="under which name browsers find it, such as herz7.example",
        )
        add.add_argument(
            "--short-name", help="what commands call it; by default made of the name"
        )
        code = verbs.add_parser("code", help="a new one-time code for the set-up page")
        code.add_argument("short_name")
        delete = verbs.add_parser("delete", help="delete one, after a backup")
        delete.add_argument("short_name", help="whose books, as list says it")
        delete.add_argument(
            "--yes", action="store_true", help="do not ask; for scripts"
        )

    def handle(self, *, verb, **options):
        prepare_if_new()
        with command_errors():
            getattr(self, verb)(**options)

    def list(self, **options):
        for entry in inventory():
            name = entry.name or _("not set up yet")
            addresses = ", ".join(entry.hosts) or _("every address of this machine")
            self.stdout.write(f"{entry.short_name}: {name} ({addresses})")
            self.print_size(entry)
            if entry.last_seen:
                day = long_date(entry.last_seen)
                self.tell(_("  last signed in: %(day)s"), day=day)
        self.stdout.write(last_backup_text())

    def print_size(self, entry):
        text = _("  people: %(people)d, events: %(events)d, lists: %(lists)d")
        self.tell(text, people=entry.people, events=entry.events, lists=entry.lists)

    def add(self, *, name, host, short_name, **options):
        added = add_organisation(name=name, host=host, short_name=short_name)
        short = added.organisation.short_name
        self.tell(_("%(name)s is called %(short)s here."), name=name, short=short)
        self.tell(_("Address: %(url)s"), url=host_address(added.host.name))
        self.print_code(added.code)

    def code(self, *, short_name, **options):
        self.print_code(renew_code(organisation_called(short_name)))

    def print_code(self, code):
        self.tell(_("One-time code for the set-up page: %(code)s"), code=code)

    def delete(self, *, short_name, yes, **options):
        """Delete one with everything it keeps here, and nothing of the others."""
        organisation = organisation_called(short_name)
        refuse_last(organisation)
        if not yes:
            self.ask(short_name)
        backup = back_up(LOSS, at=timezone.now())
        key = organisation.pk
        delete_organisation(organisation=organisation)
        drop_all_photos(key)
        self.tell(_("“%(name)s” is deleted."), name=short_name)
        self.tell(_("What stood here before: %(path)s"), path=backup)

    def ask(self, short_name):
        """Print how much would be deleted, and ask for the short name."""
        for entry in inventory():
            if entry.short_name == short_name:
                self.stdout.write(entry.name)
                self.print_size(entry)
        text = _(
            "export_club takes the books along first. Type “%(word)s” to delete them "
            "here:"
        )
        self.tell(text, word=short_name)
        require_answer(short_name)


def organisation_called(short_name):
    return Organisation.objects.get(pk=chosen_organisation(short_name))


def last_backup_text():
    """Return the time and the size of the last backup of the site."""
    copies = shown_copies()
    if not copies:
        return _("No backup yet. The first is made by itself once there is a club.")
    last = copies[0]
    return _("Last backup of the site: %(day)s, %(time)s (%(size)s)") % {
        "day": long_date(last["made_at"]),
        "time": clock_time(last["made_at"]),
        "size": last["size"],
    }
