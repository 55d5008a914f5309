"""``manage.py generate``: write again what docs/ takes from the code."""

import json

from django.conf import settings
from django.core.management.base import BaseCommand

from tournaments.api.schema import openapi
from tournaments.files.club.writing import schema_files
from tournaments.files.report import report_schema
from tournaments.site.access import access_table


class Command(BaseCommand):
    help = "Write docs/*.json and docs/access.md anew, after the code has changed."

    def handle(self, **options):
        interface = json.dumps(openapi(), ensure_ascii=False, indent=1)
        report = json.dumps(report_schema(), ensure_ascii=False, indent=1)
        other_files = (("openapi.json", interface), ("report.schema.json", report))
        docs = settings.BASE_DIR / "docs"
        for name, text in (*schema_files(), *other_files):
            (docs / name).write_text(f"{text}\n", encoding="utf-8")
        (docs / "access.md").write_text(access_table(), encoding="utf-8")
