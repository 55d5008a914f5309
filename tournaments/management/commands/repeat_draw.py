"""``manage.py repeat_draw FILE``: prove a draw by repeating it from its record."""

import json
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tournaments.events.draws.drawing import answer_from, answer_to, question_from
from tournaments.management.shared import read_file
from tournaments.seating.errors import SeatingError
from tournaments.seating.plans import VERSION

LARGEST_FILE = 10_000_000


class Command(BaseCommand):
    help = "Repeat a draw from the record that its page offers; no database."
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path)

    def handle(self, *, file, **options):
        version, question, stored_tables, stops = read_record(file)
        if version != VERSION:
            raise CommandError(
                _(
                    "This draw was made by version %(version)s of the planner; this "
                    "is version %(here)s."
                )
                % {"version": version, "here": VERSION}
            )
        try:
            drawn = answer_to(question, stop_after=stops)
        except (SeatingError, TypeError, ValueError) as error:
            raise unreadable_record(file) from error
        if drawn.tables != stored_tables:
            raise CommandError(
                _("Drawn again: other tables come out. Please report this.")
            )
        self.stdout.write(
            _("Drawn again: the same tables come out as were drawn then.")
        )


def read_record(path):
    """Return version, question, tables and the point where the search stopped."""
    try:
        content = json.loads(read_file(path, most=LARGEST_FILE).decode())
        question = question_from(json.dumps(content["question"]))
        stored_tables, stops = answer_from(json.dumps(content["answer"]))
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise unreadable_record(path) from error
    return content.get("version"), question, stored_tables, stops


def unreadable_record(path):
    return CommandError(_("%(file)s is no record of a draw.") % {"file": path})
