"""``manage.py export_event``: write a complete event into one file."""

from pathlib import Path

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tournaments.events.models import Event
from tournaments.files.event.writing import event_text, public_event_text
from tournaments.management.commands._shared import OrganisationCommand, command_errors
from tournaments.people.audit import record_export
from tournaments.words.choices import ExportedFile


class Command(OrganisationCommand):
    help = "Write a complete event as one JSON file (docs/event-file.md)."

    def add_arguments(self, parser):
        parser.add_argument("slug", help="the event's word in addresses and files")
        parser.add_argument(
            "--public",
            action="store_true",
            help="for others: public names, no money, no dates of birth, no histories",
        )
        parser.add_argument(
            "--output", type=Path, help="write to this file instead of the screen"
        )

    def handle(self, *, slug, output, public, **options):
        event = Event.objects.filter(slug=slug).first()
        if event is None:
            slugs = Event.objects.order_by("slug").values_list("slug", flat=True)
            text = _("There is no event “%(slug)s”. There are: %(slugs)s.")
            raise CommandError(text % {"slug": slug, "slugs": ", ".join(slugs) or "–"})
        text = (public_event_text if public else event_text)(event)
        record_export(ExportedFile.EVENT, by=None, about=event.pk)
        if output is None:
            self.stdout.write(text, ending="")
            return
        with command_errors(output):
            output.write_text(text, encoding="utf-8", newline="\n")
