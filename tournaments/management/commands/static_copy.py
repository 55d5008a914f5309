"""``manage.py static_copy FOLDER``: the public pages as plain files."""

import time
from pathlib import Path

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from skatclub import static_files
from tournaments.organisations.commands import OrganisationCommand
from tournaments.organisations.models import HostName
from tournaments.public.copying import copy_site
from tournaments.scope.scope import OrganisationInScope


class Command(OrganisationCommand):
    help = "Write what visitors may read as plain files (docs/static-copy.md)."

    def add_arguments(self, parser):
        parser.add_argument(
            "folder", type=Path, help="an empty folder, or an earlier copy"
        )

    def handle(self, *, folder, **options):
        started = time.perf_counter()
        static_files.collect()
        name = HostName.objects.filter(organisation=OrganisationInScope()).first()
        try:
            done = copy_site(folder, host=name.name if name else "localhost")
        except ValidationError as refusal:
            raise CommandError("\n".join(refusal.messages)) from refusal
        except OSError as problem:
            raise CommandError(f"{folder}: {problem.strerror}") from problem
        self.stdout.write(
            _(
                "%(files)s files, %(pages)s of them pages, %(size)s MB; %(written)s "
                "written, %(removed)s removed, in %(seconds)s seconds."
            )
            % {
                "files": done.files,
                "pages": done.pages,
                "size": number_format(done.size / 1e6, 1),
                "written": done.written,
                "removed": done.removed,
                "seconds": number_format(time.perf_counter() - started, 1),
            }
        )
