"""``manage.py generate``: write again all that is taken from the code."""

import json
import re

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.core.management.commands import makemessages

from tournaments.api.views import openapi
from tournaments.files.club.reading import schema_files
from tournaments.site.access import access_table

CATALOGUES = settings.BASE_DIR / "skatclub" / "locale"


class Command(BaseCommand):
    help = "Write docs/ and the catalogues of texts anew, after the code has changed."

    def handle(self, **options):
        interface = json.dumps(openapi(), ensure_ascii=False, indent=1)
        docs = settings.BASE_DIR / "docs"
        for name, text in (*schema_files(), ("openapi.json", interface)):
            (docs / name).write_text(f"{text}\n", encoding="utf-8")
        (docs / "access.md").write_text(access_table(), encoding="utf-8")
        write_catalogues()


class Collected(makemessages.Command):
    """A text that is new is left empty: one like it may mean something else."""

    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]


def write_catalogues():
    """Collect the texts in the order of the code; what no text needs any more goes."""
    call_command(
        Collected(),
        all=True,
        no_location=True,
        no_obsolete=True,
        ignore_patterns=[".venv", "tests"],
        verbosity=0,
    )
    for file in CATALOGUES.glob("*/LC_MESSAGES/django.po"):
        # A second run changes nothing: the hour of the first one does not stand there.
        text = re.sub(r'(?m)^"POT-Creation-Date: .*\n', "", file.read_text("utf-8"))
        file.write_text(text, encoding="utf-8")
    call_command("compilemessages", ignore_patterns=[".venv"], verbosity=0)
