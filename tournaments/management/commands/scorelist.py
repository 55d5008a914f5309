"""``manage.py scorelist``: score a list of shorthand lines from the shell.

Every line that says something is one entry of the output. A line that cannot be read
or cannot be a game keeps its number, so that the dealers of the others stay right, and
is left out of all totals. ``x`` and ``s2=Name`` are no games: their entries have the
number of the game that comes next.
"""

import codecs
import json
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.games import Entry, Problem, Result, problems_in, result_of
from scoring.notation import (
    ListItem,
    NotationError,
    NotedLine,
    Strike,
    Substitution,
    read_list,
)
from scoring.sheets import Line, ListTotals, SeatTotal, close, dealer_of
from scoring.systems import System
from tournaments.formats import number, signed
from tournaments.labels import (
    check_text,
    explanation_text,
    line_text,
    notation_error_text,
    problem_text,
)

WITH_PROBLEMS = 1
UNREADABLE_FILE = 2


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a line, as the output shows it."""

    line: int
    code: str
    message: str


@dataclass(slots=True, kw_only=True)
class ScoredGame:
    """A line of the list; without a result it does not count."""

    number: int
    dealer: int
    item: ListItem
    entry: Entry | None = None
    result: Result | None = None
    running: int | None = None
    faults: list[Fault] = field(default_factory=list)

    def add_fault(self, code: str, message: str) -> None:
        self.faults.append(Fault(self.item.line, code, message))


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
        parser.add_argument("--json", action="store_true", help="print one object")

    def handle(self, *, file, players, system, **options):
        items = read_list(text_of(file))
        games = scored_games(items, players)
        totals = close(lines_of(games), players=players, system=System(system))
        faults = [fault for game in games for fault in game.faults]
        if options["json"]:
            self.print_json(as_object(games, totals, faults))
        else:
            self.print_text("\n".join(as_table(games, totals, faults)))
        if faults:
            sys.exit(WITH_PROBLEMS)

    def print_json(self, found):
        is_unicode = is_utf8(self.stdout)
        self.stdout.write(json.dumps(found, ensure_ascii=not is_unicode))

    def print_text(self, text):
        if not is_utf8(self.stdout):
            # A real minus or a name must not end the program on an old console.
            encoding = self.stdout.encoding
            text = text.encode(encoding, "replace").decode(encoding)
        self.stdout.write(text)


def is_utf8(stream) -> bool:
    """Tell whether a stream can print everything; one in memory can."""
    encoding = getattr(stream, "encoding", None)
    return encoding is None or codecs.lookup(encoding).name == "utf-8"


def text_of(file: str) -> str:
    """Return the text of a file or of the standard input, whatever wrote it."""
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as problem:
        raise CommandError(
            _("%(file)s cannot be read: %(problem)s")
            % {"file": file, "problem": getattr(problem, "strerror", None) or problem},
            returncode=UNREADABLE_FILE,
        ) from problem
    return decoded(content)


def decoded(content: bytes) -> str:
    """Decode UTF-8, what Notepad calls Unicode, and else what Windows wrote before."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def scored_games(items: tuple[ListItem, ...], players: int) -> list[ScoredGame]:
    """Return an entry for every line, each game with its result or its faults."""
    games: list[ScoredGame] = []
    points: Counter[int | None] = Counter()
    count = 1
    is_struck = False
    for item in items:
        game = ScoredGame(number=count, dealer=dealer_of(count, players), item=item)
        games.append(game)
        if isinstance(item.content, Strike):
            is_struck = True
        elif isinstance(item.content, Substitution):
            if item.content.place > players:
                unknown = Problem.DECLARER_NOT_AT_TABLE
                game.add_fault(unknown.value, problem_text(unknown))
        else:
            count += 1
            if is_struck:
                game.add_fault("struck", _("Time was up before this game."))
            else:
                score(game, players, points)
    return games


def score(game: ScoredGame, players: int, points: Counter[int | None]) -> None:
    """Put the result of a line into ``game``, or what keeps it from counting."""
    content = game.item.content
    if isinstance(content, NotationError):
        code = f"unreadable-{content.code}"
        game.add_fault(code, notation_error_text(content))
        return
    assert isinstance(content, NotedLine)
    game.entry = content.entry
    problems = problems_in(content.entry, players=players, number=game.number)
    for problem in problems:
        game.add_fault(problem.value, problem_text(problem))
    if problems:
        return
    game.result = result_of(content.entry)
    declarer = content.entry.declarer
    points[declarer] += game.result.score
    game.running = None if declarer is None else points[declarer]
    checks = (
        ("check-value", content.check_value, game.result.score),
        ("running-total", content.check_running, game.running),
    )
    for code, paper, computed in checks:
        if paper is not None and computed is not None and paper != computed:
            game.add_fault(code, check_text(code, paper, computed))


def lines_of(games: list[ScoredGame]) -> list[Line]:
    """Return the games that count, as a closing needs them."""
    return [
        Line(
            number=game.number,
            declarer=game.entry.declarer,
            score=game.result.score,
            won=game.result.won,
        )
        for game in games
        if game.entry and game.result
    ]


def as_object(
    games: list[ScoredGame], totals: ListTotals, faults: list[Fault]
) -> dict[str, object]:
    """Return the whole list as it is printed in JSON."""
    return {
        "players": totals.players,
        "system": totals.system.value,
        "games": [game_object(game) for game in games],
        "passed_in": totals.passed_in,
        "seats": [seat_object(seat) for seat in totals.seats],
        "problems": [fault_object(fault) for fault in faults],
    }


def game_object(game: ScoredGame) -> dict[str, object]:
    """Return one game; an unreadable or impossible one has no result."""
    result = game.result
    return {
        "number": game.number,
        "text": game.item.text,
        "dealer": game.dealer,
        "declarer": game.entry.declarer if game.entry else None,
        "value": result.value if result else None,
        "score": result.score if result else None,
        "won": result.won if result else None,
        "overbid": bool(result and result.overbid),
        "passed_in": is_passed_in(game),
        "explanation": explanation_of(game),
        "problems": [fault_object(fault) for fault in game.faults],
    }


def is_passed_in(game: ScoredGame) -> bool:
    """Tell whether nobody played; a line without a result is no such game."""
    return bool(game.result and game.entry and game.entry.declarer is None)


def explanation_of(game: ScoredGame) -> str:
    """Return where the value comes from, or the words of a line without levels."""
    content = game.item.content
    if isinstance(content, Strike):
        return _("time was up, the rest is struck")
    if isinstance(content, Substitution):
        fields = {"name": content.name, "place": content.place}
        return _("%(name)s takes over place %(place)s") % fields
    if game.entry is None or game.result is None:
        return ""
    return explanation_text(game.result.explanation) or line_text(game.entry)


def seat_object(seat: SeatTotal) -> dict[str, int]:
    """Return the closing of one place."""
    return {
        "place": seat.place,
        "game_points": seat.game_points,
        "won": seat.won,
        "lost": seat.lost,
        "others_lost": seat.others_lost,
        "total": seat.total,
    }


def fault_object(fault: Fault) -> dict[str, object]:
    """Return one problem."""
    return {"line": fault.line, "code": fault.code, "message": fault.message}


def as_table(
    games: list[ScoredGame], totals: ListTotals, faults: list[Fault]
) -> list[str]:
    """Return the list, its closing and its problems as lines of text."""
    counted = _("passed in: %(count)s") % {"count": totals.passed_in}
    return [
        *aligned([game_heading(), *(game_cells(game) for game in games)], left=2),
        "",
        *aligned([seat_heading(), *(seat_cells(seat) for seat in totals.seats)]),
        "",
        counted,
        *([""] if faults else []),
        *(
            _("Line %(line)s: %(message)s")
            % {"line": fault.line, "message": fault.message}
            for fault in faults
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
    """Return a row; a mark at its beginning says that it has a problem."""
    result = game.result
    return [
        "!" if game.faults else "",
        number(game.number),
        number(game.dealer),
        number(game.entry.declarer) if game.entry else "",
        number(result.value) if result else "",
        signed(result.score) if result else "",
        number(game.running),
        printable(game.item.text),
        printable(explanation_of(game), most=200),
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


def printable(text: str, most: int = 40) -> str:
    """Return a typed line without what would upset a terminal, and not too long."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in text)
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


def aligned(rows: list[list[str]], *, left: int = 0) -> list[str]:
    """Return rows as lines of equal columns, the last ``left`` of them to the left.

    >>> aligned([["No.", "Points"], ["1", "48"]])
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
