"""``manage.py bench``: how fast and how good everything is, measured in one run.

Each part is a module with one function that takes a ``Scale`` and a seed and yields
rows. Nothing here is a test: a slow machine is no mistake.
"""

import platform
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext

import django
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from tests.bench import journeys, pages, proof, saving, scoring
from tests.bench.database import own_database
from tests.bench.rows import FULL, QUICK, USUAL, Row, Scale
from tournaments.apps import FIRST_KEY
from tournaments.scope.scope import Audience, scope, shown_to

PARTS: Mapping[str, Callable[[Scale, int], Iterable[Row]]] = {
    "scoring": scoring.measure_scoring,
    "pages": pages.measure_pages,
    "saving": saving.measure_saving,
    "journeys": journeys.measure_journeys,
    "proof": proof.measure_proof,
}
# They start servers or browsers: not in half a minute.
STARTING_PROGRAMS = frozenset({"pages", "saving", "journeys"})
WIDTHS = (36, 40, 64, 8, 24)


class Command(BaseCommand):
    help = "Measure speed and quality; a missed target is printed, not an error."

    def add_arguments(self, parser):
        # Not as choices: argparse would refuse the empty list that means all.
        parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
        parser.add_argument("--seed", type=int, default=1)
        amount = parser.add_mutually_exclusive_group()
        amount.add_argument(
            "--quick",
            action="store_true",
            help="small sizes; what one process measures in half a minute, "
            "other parts by name",
        )
        amount.add_argument("--full", action="store_true", help="every size")

    @scope(FIRST_KEY)
    @shown_to(Audience.PUBLIC)
    def handle(self, *, parts, seed, quick, full, **options):
        unknown = [part for part in parts if part not in PARTS]
        if unknown:
            raise CommandError(
                f"unknown: {', '.join(unknown)}; there are {', '.join(PARTS)}"
            )
        scale = QUICK if quick else FULL if full else USUAL
        left_out = STARTING_PROGRAMS if quick and not parts else frozenset()
        chosen = [part for part in PARTS if part in (parts or PARTS.keys() - left_out)]
        self.stdout.write(
            f"seed {seed}, Python {platform.python_version()}, "
            f"Django {django.get_version()}, {connection.vendor}, {platform.machine()}"
        )
        for part in chosen:
            with own_database() if part in STARTING_PROGRAMS else nullcontext():
                self.measure(part, scale, seed)
        if left_out:
            self.stdout.write(f"\nonly by name: {', '.join(sorted(left_out))}")

    def measure(self, part, scale, seed):
        self.stdout.write(f"\n{part}")
        for row in PARTS[part](scale, seed):
            ratio = "" if row.ratio is None else f"× {row.ratio:.2f}"
            cells = (row.what, row.sizes, row.measured, ratio, row.target)
            padded = [
                cell.ljust(width) for cell, width in zip(cells, WIDTHS, strict=True)
            ]
            self.stdout.write(f"  {' '.join([*padded, row.verdict])}".rstrip())
            self.stdout.flush()
