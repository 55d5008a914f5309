"""``manage.py import_event``: import an event from its file, all of it or nothing."""

from django.utils.translation import gettext as _

from skatclub.backups.making import back_up_before_loss
from tournaments.files.event.reading import read_event
from tournaments.files.event.selectors import preview_of
from tournaments.files.event.services import import_event
from tournaments.management.commands._shared import (
    ImportCommand,
    command_errors,
    event_content,
)
from tournaments.scope.scope import Audience, shown_to


class Command(ImportCommand):
    help = "Import an event from its JSON file; twice changes nothing."
    replaced = "an event that is here and differs"

    def add_arguments(self, parser):
        parser.add_argument("file", help="the event file, or - for standard input")
        super().add_arguments(parser)

    @shown_to(Audience.CLUB)
    def handle(self, *, file, dry_run, replace, **options):
        with command_errors():
            document = read_event(event_content(file))
            if dry_run:
                self.print_preview(preview_of(document))
                self.tell_trial()
                return
            if replace:
                back_up_before_loss()
            imported = import_event(document=document, replace=replace)
        if imported.is_changed:
            self.print_preview(imported)
        else:
            text = _("%(event)s is here already; nothing has changed.")
            self.tell(text, event=imported.event.slug)

    def print_preview(self, preview):
        self.tell(
            _("%(event)s: %(lists)s lists, %(games)s games, %(people)s new people"),
            event=preview.document["event"]["slug"],
            lists=preview.lists,
            games=preview.games,
            people=len(preview.matches.new_people),
        )
        for sentence in (*preview.contradictions, *preview.differences):
            self.stdout.write(f"  {sentence}")
