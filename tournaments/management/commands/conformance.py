"""``manage.py conformance``: tell how a program scores the test tournament."""

import csv
import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tournaments.files.conformance import (
    FOLDER,
    KEYS,
    Comparison,
    Difference,
    comparisons_of,
    read_tables,
    skatclub_answers,
)

DIFFERS = 1


class Command(BaseCommand):
    help = "Compare a program's answers to the test tournament of docs/conformance."
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument(
            "folder",
            nargs="?",
            type=Path,
            help="with games.csv, totals.csv or standings.csv; else Skatclub answers",
        )

    def handle(self, *, folder, **options):
        expected = read_tables(FOLDER)
        answers = answers_in(folder) if folder else skatclub_answers(FOLDER, expected)
        comparisons = list(comparisons_of(expected, answers))
        for comparison in comparisons:
            self.print_comparison(comparison)
        if any(comparison.differences for comparison in comparisons):
            sys.exit(DIFFERS)

    def print_comparison(self, comparison: Comparison) -> None:
        self.stdout.write(
            _("%(table)s.csv: %(right)s of %(cells)s numbers are right")
            % {
                "table": comparison.table,
                "right": comparison.cells - len(comparison.differences),
                "cells": comparison.cells,
            }
        )
        for difference in comparison.differences:
            self.stdout.write(f"  {answer_difference_text(difference)}")


def answers_in(folder: Path):
    """Return the tables of another program. Raises ``CommandError`` without any."""
    try:
        answers = read_tables(folder)
    except (OSError, UnicodeDecodeError, csv.Error) as problem:
        raise CommandError(
            _("%(file)s cannot be read: %(problem)s")
            % {"file": folder, "problem": problem}
        ) from problem
    if not answers:
        names = ", ".join(f"{name}.csv" for name in KEYS)
        raise CommandError(
            _("%(folder)s has none of these files: %(names)s.")
            % {"folder": folder, "names": names}
        )
    return answers


def answer_difference_text(difference: Difference) -> str:
    """Return one difference as a line: place, right value, found value and reason."""
    answer = _("nothing") if difference.answer is None else difference.answer or "0"
    text = _("%(row)s, %(column)s: %(expected)s is right, found %(found)s") % {
        "row": difference.row,
        "column": difference.column,
        "expected": difference.expected or "0",
        "found": answer,
    }
    return f"{text} ({difference.why})" if difference.why else text
