"""``manage.py generate``: write again what docs/ takes from the code."""

import json

from django.conf import settings
from django.core.management.base import BaseCommand

from tournaments.api.schema import openapi
from tournaments.files.club.reading import schema_files
from tournaments.site.access import access_table


class Command(BaseCommand):
    help = "Write the generated files of docs/ anew, after the code has changed."

    def handle(self, **options):
        interface = json.dumps(openapi(), ensure_ascii=False, indent=1)
        docs = settings.BASE_DIR / "docs"
        for name, text in (*schema_files(), ("openapi.json", interface)):
            (docs / name).write_text(f"{text}\n", encoding="utf-8")
        (docs / "access.md").write_text(access_table(), encoding="utf-8")
