"""``manage.py draw``: draw tables for start numbers 1 to N, without a database."""

import csv
import json
import secrets
import unicodedata
from dataclasses import asdict
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tournaments.management.shared import read_file
from tournaments.seating.errors import SeatingError
from tournaments.seating.plans import plan_series
from tournaments.seating.problem import Entrant, SeatingProblem, TableRule, hall_for
from tournaments.seating.search.search import Brake
from tournaments.web.texts import decoded_text

LARGEST_FILE = 1_000_000
MOST_SECONDS = 3600
RULES = {"3": TableRule.THREES, "4": TableRule.FOURS}


class Command(BaseCommand):
    help = "Draw tables for start numbers 1 to N, over all series at once."
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("--players", type=int, required=True, metavar="N")
        parser.add_argument("--series", type=int, default=3, metavar="K")
        parser.add_argument("--seed", help="any text; the same text, the same tables")
        parser.add_argument(
            "--clubs", metavar="FILE", help="a line number;club for each player"
        )
        parser.add_argument(
            "--prefer", choices=sorted(RULES), default="4", help="players at a table"
        )
        parser.add_argument(
            "--seconds", type=float, metavar="T", help="stop with the best draw then"
        )
        parser.add_argument("--json", action="store_true")

    def handle(self, *args, **options):
        seed = options["seed"]
        if seed is None:
            seed = str(secrets.randbelow(1_000_000))
        try:
            hall_for(options["players"])
            clubs = None
            if options["clubs"] is not None:
                clubs = read_clubs(Path(options["clubs"]), options["players"])
            drawn_plan = plan_series(
                seating_problem(
                    options["players"], clubs or {}, RULES[options["prefer"]]
                ),
                series=options["series"],
                seed=seed,
                brake=Brake(checked_limit(options["seconds"])),
            )
        except SeatingError as error:
            raise CommandError(_(error.template) % error.params) from error
        if options["json"]:
            self.stdout.write(json.dumps(plan_object(drawn_plan, clubs)))
        else:
            self.stdout.write("\n".join(plan_lines(drawn_plan)))


def seating_problem(players, clubs, rule):
    entrants = tuple(
        Entrant(number=number, club=clubs.get(number))
        for number in range(1, players + 1)
    )
    return SeatingProblem(entrants=entrants, tables=rule)


def checked_limit(seconds):
    """Return the seconds of a search; None without a limit."""
    if seconds is not None and not 0 < seconds <= MOST_SECONDS:
        raise CommandError(
            _("The time limit must be between 0 and %(most)s seconds.")
            % {"most": MOST_SECONDS}
        )
    return seconds


def read_clubs(path, players):
    """Return the clubs by start number from a file of lines ``number;club``."""
    clubs = {}
    lines = csv.reader(read_clubs_text(path).splitlines(), delimiter=";")
    for line, cells in enumerate(lines, 1):
        cells = [" ".join(cell.split()) for cell in cells]
        if not any(cells) or (line == 1 and is_heading(cells)):
            continue
        number = start_number(cells, line, players)
        if number in clubs:
            raise bad_line_error(line, _("start number %(number)s comes twice"), number)
        clubs[number] = cells[1] or None
    return {number: club for number, club in clubs.items() if club}


def is_heading(cells):
    return not any(letter.isdigit() for letter in cells[0])


def start_number(cells, line, players):
    if len(cells) < 2 or any(cells[2:]):
        raise bad_line_error(line, _("a line must read number;club"))
    if not (cells[0].isascii() and cells[0].isdigit() and len(cells[0]) < 9):
        raise bad_line_error(line, _("“%(number)s” is no start number"), cells[0][:20])
    number = int(cells[0])
    if not 1 <= number <= players:
        raise bad_line_error(line, _("start number %(number)s does not play"), number)
    return number


def bad_line_error(line, reason, number=None):
    reason = reason % {"number": number}
    return CommandError(
        _("Clubs, line %(line)s: %(reason)s.") % {"line": line, "reason": reason}
    )


def read_clubs_text(path):
    text = decoded_text(read_file(path, most=LARGEST_FILE))
    if "\0" in text:
        raise CommandError(_("The file %(file)s is not a text file.") % {"file": path})
    return unicodedata.normalize("NFC", text)


def plan_object(drawn_plan, clubs):
    """Return a plan as the checker of plans reads it, with numbers in seat order."""
    content = {"seed": drawn_plan.seed, "plan": drawn_plan.series}
    if clubs is not None:
        content["clubs"] = {str(number): clubs[number] for number in sorted(clubs)}
    return content | {
        "cost": asdict(drawn_plan.cost),
        "bound": {
            "repeats": drawn_plan.bound.repeats,
            "club_clashes": drawn_plan.bound.club_clashes,
        },
        "picks": drawn_plan.picks,
        "version": drawn_plan.version,
    }


def plan_lines(drawn_plan):
    """Yield the tables and costs of a plan as lines of text."""
    width = len(str(max(entrant.number for entrant in drawn_plan.problem.entrants)))
    for number, tables in enumerate(drawn_plan.series, 1):
        yield _("Series %(number)s") % {"number": number}
        for at, table in enumerate(tables, 1):
            seats = "  ".join(f"{player:>{width}}" for player in table)
            yield _("  Table %(number)s:  %(seats)s") % {
                "number": f"{at:>{len(str(len(tables)))}}",
                "seats": seats,
            }
        yield ""
    cost, bound = drawn_plan.cost, drawn_plan.bound
    yield _("Repeated meetings: %(count)s (at least %(bound)s)") % {
        "count": cost.repeats,
        "bound": bound.repeats,
    }
    yield _("Club mates at one table: %(count)s (at least %(bound)s)") % {
        "count": cost.club_clashes,
        "bound": bound.club_clashes,
    }
    yield _("Again at a table of three: %(count)s") % {"count": cost.three_table_excess}
    yield _("Seats out of balance: %(count)s") % {"count": cost.seat_excess}
    yield _("Seed: %(seed)s") % {"seed": drawn_plan.seed}
