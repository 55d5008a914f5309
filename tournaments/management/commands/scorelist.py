"""``manage.py scorelist``: score a list of shorthand lines from the shell.

Every line that is not empty is one entry of the output. A line that is unreadable or an
impossible game keeps its number, so that the dealers of the others stay right, but does
not count in any total. ``x`` and ``s2=Name`` are not games: their entries have the
number of the next game. ``--paper`` names a file with the numbers of the paper list,
as ``EXAMPLE`` shows them; in the foot may stand ``others_lost``, too. The
explanations of all differences are printed, likeliest first. A slip with both ``reads``
and ``on_paper`` has two causes: either the line is wrong, or the paper is.
``--rules kontra,bock-split`` scores by house rules; their options have the names of
scoring/house/rules.py.
"""

import codecs
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.game.written_games import PASSED_IN
from scoring.house.contradictions import contradictions
from scoring.house.options import UnknownOption, read_options
from scoring.house.rules import HouseRules, is_official
from scoring.lists.sheets import ListTotals, SeatTotal
from scoring.lists.systems import System
from scoring.notation.lists import Strike, Substitution, read_list
from scoring.playing.play import HouseLine, closing
from tournaments.files.conformance import (
    LineFault,
    ScoredGame,
    UnreadablePaper,
    paper_in,
    scored_games,
    suspect_objects,
)
from tournaments.web.texts import decoded_text
from tournaments.words.formats import number, signed
from tournaments.words.games import line_text
from tournaments.words.house.lines import (
    house_text,
    round_text,
    triggers_text,
    turn_text,
)
from tournaments.words.house.options import contradiction_text, house_rules_text

EXAMPLE = {
    "foot": {"1": {"game_points": 48, "won": 2, "lost": 0, "total": 148}},
    "games": 36,
    "passed_in": 1,
    "values": {"3": 48},
    "running": {"3": 120},
}
WITH_PROBLEMS = 1
UNREADABLE_FILE = 2


class Command(BaseCommand):
    help = "Score a list: one game a line in the shorthand."
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("file", metavar="FILE", help="a text file, or - for stdin")
        parser.add_argument("--players", type=int, choices=(3, 4, 5), default=4)
        parser.add_argument(
            "--system",
            choices=[system.value for system in System],
            default=System.SEEGER_FABIAN.value,
        )
        parser.add_argument(
            "--rules",
            default="",
            metavar="OPTIONS",
            help="house rules: kontra,bock-split,bock-value=120,ramsch=most-pays …",
        )
        parser.add_argument(
            "--paper",
            metavar="PAPER.json",
            help="the numbers of the paper list, all parts optional: "
            + json.dumps(EXAMPLE),
        )
        parser.add_argument("--json", action="store_true", help="print one object")

    def handle(self, *, file, players, system, **options):
        rules = replace(house_rules_in(options["rules"]), system=System(system))
        games = scored_games(read_list(read_text(file)), rules, players)
        counted_lines = [game.line for game in games if game.line]
        totals = closing(counted_lines, rules, players=players)
        suspects = None
        if options["paper"]:
            suspects = suspects_in(options["paper"], games, totals, rules)
        if options["json"]:
            asked = {} if suspects is None else {"suspects": suspects}
            self.print_json(list_object(games, totals, rules) | asked)
        else:
            lines = [*list_lines(games, totals, rules), *suspect_lines(suspects or [])]
            self.print_text("\n".join(lines))
        if any(game.faults for game in games):
            sys.exit(WITH_PROBLEMS)

    def print_json(self, content):
        is_unicode = is_utf8(self.stdout)
        self.stdout.write(json.dumps(content, ensure_ascii=not is_unicode))

    def print_text(self, text):
        if not is_utf8(self.stdout):
            # A real minus or a name must not crash the program on an old console.
            encoding = self.stdout.encoding
            text = text.encode(encoding, "replace").decode(encoding)
        self.stdout.write(text)


def house_rules_in(options: str) -> HouseRules:
    """Return the house rules for the options; without any, official Skat."""
    try:
        rules = read_options(options)
    except UnknownOption as unknown:
        message = _("House rules know no option “%(option)s”.") % {
            "option": unknown.option
        }
        if unknown.expected:
            expected = ", ".join(unknown.expected)
            message = " ".join([message, _("Possible are:"), expected])
        raise CommandError(message, returncode=UNREADABLE_FILE) from None
    if reasons := " ".join(map(contradiction_text, contradictions(rules))):
        raise CommandError(reasons, returncode=UNREADABLE_FILE)
    return rules


def suspects_in(
    file: str, games: list[ScoredGame], totals: ListTotals, rules: HouseRules
) -> list[dict[str, object]]:
    """Return the explanations of how the list differs from the paper in a file."""
    try:
        paper = paper_in(json.loads(read_text(file)))
        return suspect_objects(games, paper, totals, rules)
    except json.JSONDecodeError as problem:
        part = _("It is no JSON (line %(line)s).") % {"line": problem.lineno}
    except UnreadablePaper as problem:
        part = _(
            "The paper has no part “%(part)s”, or it is not made as --help says."
        ) % {"part": problem}
    raise CommandError(
        _("%(file)s cannot be read: %(problem)s") % {"file": file, "problem": part},
        returncode=UNREADABLE_FILE,
    )


def suspect_lines(suspects: list[dict[str, object]]) -> list[str]:
    lines = [f"{suspect['share']:.0%}  {suspect['sentence']}" for suspect in suspects]
    return ["", *lines] if lines else []


def is_utf8(stream) -> bool:
    """Tell whether a stream can print every letter; one in memory can."""
    encoding = getattr(stream, "encoding", None)
    return encoding is None or codecs.lookup(encoding).name == "utf-8"


def read_text(file: str) -> str:
    """Return the text of a file or of standard input, in any usual encoding."""
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as problem:
        raise CommandError(
            _("%(file)s cannot be read: %(problem)s")
            % {"file": file, "problem": getattr(problem, "strerror", None) or problem},
            returncode=UNREADABLE_FILE,
        ) from problem
    return decoded_text(content)


def list_object(
    games: list[ScoredGame], totals: ListTotals, rules: HouseRules
) -> dict[str, object]:
    """Return the whole list as an object for JSON."""
    is_house = not is_official(rules)
    return {
        "players": totals.players,
        "system": totals.system.value,
        **({"rules": house_rules_text(rules)} if is_house else {}),
        "games": [
            game_object(game) | (house_object(game) if is_house else {})
            for game in games
        ],
        "passed_in": totals.passed_in,
        "seats": [seat_object(seat) for seat in totals.seats],
        "problems": [fault_object(fault) for game in games for fault in game.faults],
        "questions": [
            fault_object(question) for game in games for question in game.questions
        ],
    }


def game_object(game: ScoredGame) -> dict[str, object]:
    """Return one game as an object; an unreadable or impossible one has no result."""
    result = game.result
    return {
        "number": game.number,
        "text": game.item.text,
        "dealer": game.dealer,
        "declarer": game.entry.declarer if game.entry else None,
        "value": result.value if result else None,
        "score": game.score,
        "won": result.won if result else None,
        "overbid": bool(result and result.overbid),
        "passed_in": is_passed_in(game),
        "explanation": explanation_of(game),
        "problems": [fault_object(fault) for fault in game.faults],
        "questions": [fault_object(question) for question in game.questions],
    }


def house_object(game: ScoredGame) -> dict[str, object]:
    """Return what house rules add to a game: round, factor and scores by place."""
    line = game.line
    scores = line.scores if line else ()
    return {
        "turn": turn_text(line.turn) if line else "",
        "factor": line.factor if line else None,
        "scores": [{"place": score.place, "points": score.points} for score in scores],
    }


def is_passed_in(game: ScoredGame) -> bool:
    """Tell whether a game was passed in; a line without a result was not."""
    return game.line is not None and game.line.entry == PASSED_IN


def explanation_of(game: ScoredGame) -> str:
    """Explain the value of a game, or say what a line that is not a game means."""
    content = game.item.content
    if isinstance(content, Strike):
        return _("time was up, the rest is struck")
    if isinstance(content, Substitution):
        fields = {"name": content.name, "place": content.place}
        return _("%(name)s takes over place %(place)s") % fields
    return ", ".join(explanation_parts(game.line)) if game.line else ""


def explanation_parts(line: HouseLine) -> Iterator[str]:
    """Yield round, value and consequences of a line."""
    if turn := round_text(line):
        yield turn
    yield house_text(line) or line_text(line.entry)
    if line.triggers:
        yield triggers_text(line)


def seat_object(seat: SeatTotal) -> dict[str, int]:
    """Return the totals of one place as an object."""
    return {
        "place": seat.place,
        "game_points": seat.game_points,
        "won": seat.won,
        "lost": seat.lost,
        "others_lost": seat.others_lost,
        "total": seat.total,
    }


def fault_object(fault: LineFault) -> dict[str, object]:
    """Return one problem or question as an object."""
    return {"line": fault.line, "code": fault.code, "message": fault.message}


def list_lines(
    games: list[ScoredGame], totals: ListTotals, rules: HouseRules
) -> list[str]:
    """Return the list, its totals, problems and questions as lines of text."""
    passed_in = _("passed in: %(count)s") % {"count": totals.passed_in}
    remarks = [remark for game in games for remark in (*game.faults, *game.questions)]
    return [
        *aligned_lines([game_heading(), *(game_cells(game) for game in games)], left=2),
        "",
        *aligned_lines([seat_heading(), *(seat_cells(seat) for seat in totals.seats)]),
        "",
        passed_in,
        *filter(None, [house_rules_text(rules)]),
        *([""] if remarks else []),
        *(
            _("Line %(line)s: %(message)s")
            % {"line": remark.line, "message": remark.message}
            for remark in remarks
        ),
    ]


def game_heading() -> list[str]:
    return [
        "",
        pgettext("game", "No."),
        _("Dealer"),
        _("Declarer"),
        pgettext("game", "Value"),
        pgettext("game", "Score"),
        pgettext("list", "Running total"),
        _("Typed"),
        _("Explanation"),
    ]


def game_cells(game: ScoredGame) -> list[str]:
    """Return the cells of a game; the first marks one with a problem or question."""
    result = game.result
    return [
        "!" if game.faults else "?" if game.questions else "",
        number(game.number),
        number(game.dealer),
        number(game.entry.declarer) if game.entry else "",
        number(result.value) if result else "",
        "" if game.score is None else signed(game.score),
        number(game.running),
        terminal_text(game.item.text),
        terminal_text(explanation_of(game), most=200),
    ]


def seat_heading() -> list[str]:
    return [
        pgettext("seat", "Place"),
        _("Game points"),
        _("won"),
        _("lost"),
        _("lost by others"),
        _("Total points"),
    ]


def seat_cells(seat: SeatTotal) -> list[str]:
    return [number(value) for value in seat_object(seat).values()]


def terminal_text(text: str, most: int = 40) -> str:
    """Return a typed line without unprintable characters, and not too long."""
    text_shown = "".join(letter if letter.isprintable() else "?" for letter in text)
    return text_shown if len(text_shown) <= most else f"{text_shown[: most - 1]}…"


def aligned_lines(rows: list[list[str]], *, left: int = 0) -> list[str]:
    """Return rows as lines with aligned columns, the last ``left`` ones to the left.

    >>> aligned_lines([["No.", "Points"], ["1", "48"]])
    ['No.  Points', '  1      48']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    first_left = len(widths) - left
    return [
        "  ".join(
            cell.ljust(width) if index >= first_left else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
