"""The test tournament of docs/conformance, and how a program scores it.

Six lists full of rare games, with every value, total and place worked out by hand from
the rules. Answers are tables like the expected ones; they come from the folder of
another program or from ``scoring`` itself.
"""

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import count
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from scoring.game.codes import Problem
from scoring.game.games import Result
from scoring.game.seats import dealer_of
from scoring.game.written_games import PASSED_IN, WrittenGame
from scoring.house.rules import OFFICIAL, HouseRules
from scoring.lists.sheets import ListTotals, StintTotal, close_stints
from scoring.notation.errors import NotationError
from scoring.notation.lists import ListItem, Strike, Substitution, read_list
from scoring.notation.reading import NotedLine
from scoring.notation.writing import write_line
from scoring.playing.paper import check_value, paper_score
from scoring.playing.play import HouseLine, play
from scoring.proof.detective.search import suspects
from scoring.proof.detective.slips.kinds import Correction, Remedy, Suspect
from scoring.proof.paper import FootField, PaperFoot, PaperSeat, TypedLine
from scoring.ranking.standings import rank, tie_chain
from tournaments.words.games import (
    check_text,
    notation_error_text,
    problem_text,
    refusal_text,
)
from tournaments.words.slips import slips_text


@dataclass(frozen=True, slots=True)
class LineFault:
    """A problem of a line or a question about it, as the output shows it."""

    line: int
    code: str
    message: str


@dataclass(slots=True, kw_only=True)
class ScoredGame:
    """A line of the list; without ``line`` it does not count.

    ``played`` is the line as it was played out, even one with problems; None if it
    could not be read.
    """

    number: int
    dealer: int
    item: ListItem
    entry: WrittenGame | None = None
    played: HouseLine | None = None
    line: HouseLine | None = None
    running: int | None = None
    faults: list[LineFault] = field(default_factory=list)

    @property
    def result(self) -> Result | None:
        return self.line.result if self.line else None

    @property
    def score(self) -> int | None:
        """The number written on paper; None for a Ramsch that writes several."""
        return paper_score(self.line) if self.line else None

    @property
    def questions(self) -> list[LineFault]:
        """The questions about a game that counts."""
        questions = self.line.questions if self.line else ()
        return [LineFault(self.item.line, q.value, problem_text(q)) for q in questions]

    def add_fault(self, code: str, message: str) -> None:
        self.faults.append(LineFault(self.item.line, code, message))


def scored_games(
    items: tuple[ListItem, ...], rules: HouseRules, players: int
) -> list[ScoredGame]:
    """Return every line of the list, each game with its result or its faults."""
    games = read_games(items, players)
    list_games = [game for game in games if is_game(game)]
    # An unreadable line keeps its place in the round.
    entries = [game.entry or PASSED_IN for game in list_games]
    points: Counter[int] = Counter()
    for game, line in zip(
        list_games, play(entries, rules, players=players), strict=True
    ):
        if game.entry is None:
            continue
        game.played = line
        for problem in line.problems:
            game.add_fault(problem.value, refusal_text(problem, game.entry))
        if not line.problems:
            game.line = line
            check_against_paper(game, points)
    return games


def read_games(items: tuple[ListItem, ...], players: int) -> list[ScoredGame]:
    """Return every line with its number and dealer, or the reason it is unreadable."""
    games: list[ScoredGame] = []
    count = 1
    is_struck = False
    for item in items:
        game = ScoredGame(number=count, dealer=dealer_of(count, players), item=item)
        games.append(game)
        content = item.content
        if isinstance(content, Strike):
            is_struck = True
        elif isinstance(content, Substitution):
            if content.place > players:
                unknown = Problem.DECLARER_NOT_AT_TABLE
                game.add_fault(unknown.value, problem_text(unknown))
        else:
            count += 1
            if is_struck:
                game.add_fault("struck", _("Time was up before this game."))
            elif isinstance(content, NotationError):
                code = f"unreadable-{content.code}"
                game.add_fault(code, notation_error_text(content))
            else:
                game.entry = content.entry
    return games


def is_game(game: ScoredGame) -> bool:
    """Tell whether a line is a game of the list; a struck one is not."""
    is_struck = any(fault.code == "struck" for fault in game.faults)
    return isinstance(game.item.content, NotedLine | NotationError) and not is_struck


PASSED_IN_COLUMN = 0
"""The key of the last column, in which passed-in games are counted (rules 4.1)."""


def check_against_paper(game: ScoredGame, points: Counter[int]) -> None:
    """Add the scores of a line to ``points`` and compare them with the paper."""
    content = game.item.content
    assert game.line is not None
    assert isinstance(content, NotedLine)
    for score in game.line.scores:
        points[score.place] += score.points
    writers = [score.place for score in game.line.scores]
    declarer = game.line.entry.declarer
    if declarer is None and len(writers) == 1:
        declarer = writers[0]
    game.running = None if declarer is None else points[declarer]
    kind, count = "running-total", game.running
    if not writers:
        points[PASSED_IN_COLUMN] += 1
        kind, count = "passed-in", points[PASSED_IN_COLUMN]
    checks = (
        ("check-value", check_value(game.line, content.check_value), game.score),
        (kind, content.check_running, count),
    )
    for code, paper, computed in checks:
        if paper is not None and computed is not None and paper != computed:
            game.add_fault(code, check_text(code, paper, computed))


FOLDER = settings.BASE_DIR / "docs" / "conformance"

Row = Mapping[str, str]
Tables = Mapping[str, Sequence[Row]]

KEYS: Mapping[str, tuple[str, ...]] = {
    "games": ("list", "game"),
    "totals": ("list", "player"),
    "standings": ("player",),
}
"""The key columns of each table."""

ANSWERS: Mapping[str, tuple[str, ...]] = {
    "games": ("value", "score", "running"),
    "totals": ("game_points", "won", "lost", "others_lost", "total"),
    "standings": ("place", "won", "lost", "total"),
}
"""The columns that are compared. An answer may lack columns, but no rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A cell that is not as expected; ``found`` is None where the row is missing.

    ``why`` explains the expected value, where the table does.
    """

    row: str
    column: str
    expected: str
    answer: str | None
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The number of cells of a table that were compared, and the differences."""

    table: str
    cells: int
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """The result of a player after all series; ranked by the tie chain (rules 5.6)."""

    player: str
    total: int
    won: int
    lost: int


def read_tables(folder: Path) -> dict[str, list[Row]]:
    """Return the tables in ``folder`` by name; missing ones are left out.

    Raises OSError, UnicodeDecodeError, or csv.Error.
    """
    tables: dict[str, list[Row]] = {}
    for name in KEYS:
        path = folder / f"{name}.csv"
        if path.exists():
            with path.open(encoding="utf-8-sig", newline="") as file:
                tables[name] = [clean_row(row) for row in csv.DictReader(file)]
    return tables


def clean_row(row: Mapping[str | None, str | list[str] | None]) -> Row:
    """Return a row with its cells stripped, without cells beyond the last column.

    >>> clean_row({"score": " −44 ", "won": None, None: ["x"]})
    {'score': '-44', 'won': ''}
    """
    return {
        name.strip(): (value or "").strip().replace("−", "-")
        for name, value in row.items()
        if name is not None and not isinstance(value, list)
    }


def comparisons_of(expected: Tables, answers: Tables) -> Iterator[Comparison]:
    """Compare every answered table cell by cell."""
    for table, rows in answers.items():
        keys = KEYS[table]
        answered_rows = {row_key(row, keys): row for row in rows}
        columns = [
            column
            for column in ANSWERS[table]
            if any(column in answer for answer in answered_rows.values())
        ]
        cells = [
            cell_difference(row, answered_rows.get(row_key(row, keys)), column, keys)
            for row in expected[table]
            for column in columns
        ]
        yield Comparison(
            table=table,
            cells=len(cells),
            differences=tuple(filter(None, cells)),
        )


def row_key(row: Row, keys: Iterable[str]) -> tuple[str, ...]:
    return tuple(row.get(key, "") for key in keys)


def cell_difference(
    row: Row, answered_row: Row | None, column: str, keys: Iterable[str]
) -> Difference | None:
    """Return how the answer differs in a column, if it does; an empty cell is 0."""
    answer = answered_row.get(column, "") if answered_row is not None else None
    if answer is not None and (answer or "0") == (row[column] or "0"):
        return None
    why = [row.get("calculation", ""), row.get("note", "")]
    return Difference(
        row=" ".join(row_key(row, keys)),
        column=column,
        expected=row[column],
        answer=answer,
        why="; ".join(filter(None, why)),
    )


def skatclub_answers(folder: Path, expected: Tables) -> dict[str, list[Row]]:
    """Score the lists in ``folder`` and return Skatclub's tables.

    Only the seats and the referee's decisions are taken from the expected ones.
    """
    games: list[Row] = []
    totals: list[Row] = []
    for name in dict.fromkeys(row["list"] for row in expected["totals"]):
        people = [row for row in expected["totals"] if row["list"] == name]
        scored, stints = score_list(folder / f"list-{name}.txt", people)
        games += game_rows(name, scored)
        totals += total_rows(name, people, stints)
    standings = standing_rows(totals, expected["standings"])
    return {"games": games, "totals": totals, "standings": standings}


def score_list(
    path: Path, people: Sequence[Row]
) -> tuple[list[ScoredGame], tuple[StintTotal, ...]]:
    """Return the games of a list and the totals of everyone who played in it."""
    players = len({row["place"] for row in people})
    items = scored_games(read_list(path.read_text("utf-8")), OFFICIAL, players)
    changes = [
        (item.item.content.place, item.number)
        for item in items
        if isinstance(item.item.content, Substitution)
    ]
    games = [item for item in items if item.line]
    lines = [game.line for game in games if game.line]
    return games, close_stints(lines, players=players, changes=changes)


def game_rows(name: str, games: Iterable[ScoredGame]) -> Iterator[Row]:
    for number, game in zip(count(1), games, strict=False):
        yield {
            "list": name,
            "game": str(number),
            "value": str(game.result.value or 0) if game.result else "",
            "score": str(game.score or 0),
            "running": str(game.running or 0),
        }


def total_rows(
    name: str, people: Iterable[Row], stints: Iterable[StintTotal]
) -> Iterator[Row]:
    for person, stint in zip(people, stints, strict=True):
        totals = {name: str(getattr(stint.total, name)) for name in ANSWERS["totals"]}
        yield {"list": name, "player": person["player"], **totals}


def standing_rows(totals: Sequence[Row], expected: Iterable[Row]) -> list[Row]:
    """Rank the sums of the lists, including the referee's adjustments."""
    sums = [
        player_sum(
            row["player"],
            [total for total in totals if total["player"] == row["player"]],
            int(row["adjustment"]),
        )
        for row in expected
    ]
    return [
        {
            "place": str(placed.place),
            "player": placed.entry.player,
            "won": str(placed.entry.won),
            "lost": str(placed.entry.lost),
            "total": str(placed.entry.total),
        }
        for placed in rank(sums, by=tie_chain)
    ]


def player_sum(player: str, rows: Sequence[Row], adjustment: int) -> Sum:
    total, won, lost = (
        sum(int(row[column]) for row in rows) for column in ("total", "won", "lost")
    )
    return Sum(player=player, total=adjustment + total, won=won, lost=lost)


SEAT_CELLS = tuple(cell.name for cell in fields(PaperSeat) if cell.name != "place")
PARTS = ("foot", "games", "passed_in", "values", "running")
MAY_PLAY = {Problem.DECLARER_IS_DEALER, Problem.DECLARER_IS_PAUSING}
"""Where a game was left out, players of later games seem to deal or to pause."""

Object = Mapping[str, object]


class UnreadablePaper(ValueError):
    """A part of the paper is malformed; the argument is the name of the part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """The numbers of a paper list; those left out are not on the paper."""

    foot: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    games: int | None = None
    passed_in: int | None = None
    values: Mapping[int, int] = field(default_factory=dict)
    running: Mapping[int, int] = field(default_factory=dict)


def paper_in(content: object) -> Paper:
    """Return the paper that a JSON object describes; all its parts are optional.

    >>> paper_in({"values": {"3": 48}}).values
    {3: 48}
    """
    parts = paper_object(content, "paper")
    for name in parts:
        if name not in PARTS:
            raise UnreadablePaper(name)
    foot = paper_object(parts.get("foot"), "foot")
    return Paper(
        foot={
            line_or_place(place, "foot"): foot_cells(cells)
            for place, cells in foot.items()
        },
        games=paper_number(parts.get("games"), "games"),
        passed_in=paper_number(parts.get("passed_in"), "passed_in"),
        values=numbers_by_line(parts.get("values"), "values"),
        running=numbers_by_line(parts.get("running"), "running"),
    )


def paper_object(content: object, name: str) -> Object:
    """Return an object of the file; an empty one where it is left out."""
    if content is None:
        return {}
    if not isinstance(content, dict):
        raise UnreadablePaper(name)
    return content


def foot_cells(content: object) -> dict[str, int]:
    """Return the cells of the foot at one place."""
    cells = paper_object(content, "foot")
    numbers = {name: paper_number(cell, f"foot.{name}") for name, cell in cells.items()}
    for name in numbers:
        if name not in SEAT_CELLS:
            raise UnreadablePaper(f"foot.{name}")
    return {name: cell for name, cell in numbers.items() if cell is not None}


def numbers_by_line(content: object, name: str) -> dict[int, int]:
    """Return the numbers beside the list, by line."""
    numbers = {
        line_or_place(line, name): paper_number(number, name)
        for line, number in paper_object(content, name).items()
    }
    return {line: number for line, number in numbers.items() if number is not None}


def paper_number(content: object, name: str) -> int | None:
    """Return a whole number of the file, or None."""
    if content is None or (isinstance(content, int) and not isinstance(content, bool)):
        return content
    raise UnreadablePaper(name)


def line_or_place(text: str, name: str) -> int:
    """Return the number of a line or a place from a key of the file."""
    if not (text.isascii() and text.isdigit()):
        raise UnreadablePaper(name)
    return int(text)


def typed_lines(games: Sequence[ScoredGame], paper: Paper) -> list[TypedLine]:
    """Return the playable games with the numbers that the paper has beside them."""
    return [
        typed_line(game, paper)
        for game in games
        if game.played is not None and MAY_PLAY.issuperset(game.played.problems)
    ]


def typed_line(game: ScoredGame, paper: Paper) -> TypedLine:
    """Return one game; the checks typed in its line fill the gaps of the paper."""
    line, noted = game.played, game.item.content
    assert line is not None
    assert isinstance(noted, NotedLine)
    value = paper.values.get(game.number, noted.check_value)
    running = None if line.entry.declarer is None else noted.check_running
    return TypedLine(
        number=game.number,
        entry=line.entry,
        value=check_value(line, value),
        running=paper.running.get(game.number, running),
        turn=line.turn,
    )


def foot_in(paper: Paper, totals: ListTotals, rules: HouseRules) -> PaperFoot:
    """Return the foot of the paper. A place that the table lacks is an error."""
    places = range(1, totals.players + 1)
    for place in paper.foot:
        if place not in places:
            raise UnreadablePaper(f"foot.{place}")
    return PaperFoot(
        players=totals.players,
        games=paper.games,
        passed_in=paper.passed_in,
        seats=tuple(
            PaperSeat(place=place, **paper.foot.get(place, {})) for place in places
        ),
        system=totals.system,
        ramsch=totals.ramsch,
        rules=rules,
    )


def suspect_objects(
    games: Sequence[ScoredGame], paper: Paper, totals: ListTotals, rules: HouseRules
) -> list[dict[str, object]]:
    """Return the explanations of all differences for the output, likeliest first."""
    names = {
        place: _("place %(place)s") % {"place": place}
        for place in range(1, totals.players + 1)
    }
    explanations = suspects(typed_lines(games, paper), foot_in(paper, totals, rules))
    return [suspect_object(suspect, names, rules) for suspect in explanations]


def suspect_object(
    suspect: Suspect, names: Mapping[int, str], rules: HouseRules
) -> dict[str, object]:
    """Return one explanation, which consists of one or two slips."""
    return {
        "share": round(suspect.share, 4),
        "sentence": slips_text(suspect.corrections, names, rules),
        "slips": [slip_object(correction) for correction in suspect.corrections],
    }


def slip_object(correction: Correction) -> dict[str, object]:
    """Return one slip.

    If it has both ``reads`` and ``on_paper``, no number tells whether the line or the
    paper is wrong.
    """
    is_written = correction.remedy in (Remedy.REPLACE, Remedy.INSERT)
    corrected = correction.after if is_written else None
    return {
        "line": correction.line,
        "reads": write_line(NotedLine(entry=corrected)) if corrected else None,
        "on_paper": correction.remedy is Remedy.PAPER or correction.or_paper,
        "cell": foot_cell(correction),
    }


def foot_cell(correction: Correction) -> str | None:
    """Return the wrong cell of the foot, or the one in which a wrong sum ended."""
    if correction.remedy is not Remedy.PAPER or correction.line is not None:
        return None
    if correction.span is not None:
        return f"{correction.place}.{FootField.GAME_POINTS}"
    if correction.place is not None:
        return f"{correction.place}.{correction.field}"
    is_whole = correction.field in (FootField.GAMES, FootField.PASSED_IN)
    return str(correction.field) if is_whole else None
