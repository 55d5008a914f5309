"""``manage.py schemas``: docs/*.schema.json, made anew."""

from django.conf import settings
from django.core.management.base import BaseCommand

from tournaments.files.club.writing import schema_files


class Command(BaseCommand):
    help = "Write docs/*.schema.json anew, after a column or an option has changed."

    def handle(self, **options):
        for name, text in schema_files():
            path = settings.BASE_DIR / "docs" / name
            path.write_text(f"{text}\n", encoding="utf-8")
