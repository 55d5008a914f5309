"""``manage.py delete_organisation SHORTNAME``: delete one and nothing of the others."""

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from skatclub.backups.folder import LOSS
from skatclub.backups.making import back_up
from skatclub.machine.desktop import require_answer
from skatclub.machine.new_database import prepare_if_new
from tournaments.organisations.commands import chosen_organisation
from tournaments.organisations.models import Organisation
from tournaments.sheets.photos.store import drop_all_photos
from tournaments.site.selectors import inventory
from tournaments.site.services import delete_organisation, refuse_last


class Command(BaseCommand):
    help = (
        "Delete one organisation with everything it keeps here; a backup comes first."
    )

    def add_arguments(self, parser):
        parser.add_argument("short_name", help="whose books, as organisations lists it")
        parser.add_argument(
            "--yes", action="store_true", help="do not ask; for scripts"
        )

    def handle(self, *, short_name, yes, **options):
        prepare_if_new()
        organisation = Organisation.objects.get(pk=chosen_organisation(short_name))
        try:
            refuse_last(organisation)
            if not yes:
                self.ask(organisation)
            backup = back_up(LOSS, at=timezone.now())
            key = organisation.pk
            delete_organisation(organisation=organisation)
            drop_all_photos(key)
        except ValidationError as refusal:
            raise CommandError(
                _("Nothing was changed. %(problem)s") % {"problem": refusal.messages[0]}
            ) from refusal
        self.stdout.write(_("%(name)s is deleted.") % {"name": organisation.short_name})
        self.stdout.write(_("What stood here before: %(path)s") % {"path": backup})

    def ask(self, organisation):
        """Print how much would be deleted, and ask for the short name."""
        short_name = organisation.short_name
        for entry in inventory():
            if entry.short_name == short_name:
                self.stdout.write(entry.name)
                self.stdout.write(
                    _("  people: %(people)d, events: %(events)d, lists: %(lists)d")
                    % {
                        "people": entry.people,
                        "events": entry.events,
                        "lists": entry.lists,
                    }
                )
        self.stdout.write(
            _(
                "export_club takes the books along first. Type “%(word)s” to delete "
                "them here:"
            )
            % {"word": short_name}
        )
        require_answer(short_name)
