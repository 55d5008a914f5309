"""``manage.py bundle``: pack a folder that people unpack and double-click."""

from pathlib import Path
from subprocess import CalledProcessError

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from skatclub.failures import reason
from skatclub.release.bundle import SYSTEMS, NoPython, write_bundle


class Command(BaseCommand):
    help = "Pack Skatclub into an archive that people unpack and double-click."

    def add_arguments(self, parser):
        parser.add_argument("target", type=Path, help="such as skatclub-windows.zip")
        parser.add_argument("--system", choices=SYSTEMS, default="windows")
        parser.add_argument(
            "--python",
            type=Path,
            metavar="FOLDER",
            help="an unpacked Python for that system that needs no installing",
        )

    def handle(self, *, target, system, python, **options):
        try:
            write_bundle(target, system=system, python=python)
        except OSError as problem:
            raise CommandError(self.mishap(target, problem)) from problem
        except (NoPython, CalledProcessError) as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(f"{target}: {target.stat().st_size / 1e6:.0f} MB")

    def mishap(self, target, problem):
        if not target.parent.is_dir():
            return _("There is no folder %(folder)s.") % {"folder": target.parent}
        return f"{problem.filename or target}: {reason(problem)}"
