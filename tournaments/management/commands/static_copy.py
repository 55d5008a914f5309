"""``manage.py static_copy FOLDER``: write the public pages as plain files."""

import time
from pathlib import Path

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from skatclub import static_files
from tournaments.management.commands._shared import OrganisationCommand, command_errors
from tournaments.public.copying import copy_site, own_host_name


class Command(OrganisationCommand):
    help = "Write what visitors may read as plain files (docs/static-copy.md)."

    def add_arguments(self, parser):
        parser.add_argument(
            "folder", type=Path, help="an empty folder, or an earlier copy"
        )

    def handle(self, *, folder, **options):
        started = time.perf_counter()
        static_files.collect()
        with command_errors(folder):
            copied = copy_site(folder, host=own_host_name())
        self.tell(
            _(
                "%(files)s files, %(pages)s of them pages, %(size)s MB; %(written)s "
                "written, %(removed)s removed, in %(seconds)s seconds."
            ),
            files=copied.files,
            pages=copied.pages,
            size=number_format(copied.size / 1e6, 1),
            written=copied.written,
            removed=copied.removed,
            seconds=number_format(time.perf_counter() - started, 1),
        )
