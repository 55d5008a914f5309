"""The test tournament of docs/conformance, and how a program scores it.

Six lists full of rare games, with every value, total and place worked out by hand from
the rules. Answers are tables like the expected ones; they come from the folder of
another program or from ``scoring`` itself.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from django.conf import settings

from scoring.house.rules import OFFICIAL
from scoring.lists.sheets import StintTotal, close_stints
from scoring.notation.lists import Substitution, read_list
from scoring.ranking.standings import rank, tie_chain
from tournaments.files.conformance.scored_lists import ScoredGame, scored_games

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
