"""``manage.py schemas``: write docs/*.schema.json and docs/openapi.json again."""

import json

from django.conf import settings
from django.core.management.base import BaseCommand

from tournaments.api.schema import openapi
from tournaments.files.club.writing import schema_files
from tournaments.files.report.shape import report_schema


class Command(BaseCommand):
    help = "Write docs/*.json anew, after a column or an option has changed."

    def handle(self, **options):
        interface = json.dumps(openapi(), ensure_ascii=False, indent=1)
        report = json.dumps(report_schema(), ensure_ascii=False, indent=1)
        other_files = (("openapi.json", interface), ("report.schema.json", report))
        for name, text in (*schema_files(), *other_files):
            path = settings.BASE_DIR / "docs" / name
            path.write_text(f"{text}\n", encoding="utf-8")
