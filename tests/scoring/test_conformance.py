"""The test tournament of docs/conformance: by plain arithmetic, and by our scoring."""

import csv
import re
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from scoring.house.rules import OFFICIAL
from scoring.lists.sheets import close_stints
from scoring.notation.reading import Strike, Substitution, read_list
from scoring.playing.play import play
from scoring.ranking.standings import rank, tie_chain

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "conformance"


def rows_of(name):
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


GAMES, TOTALS, STANDINGS = map(rows_of, ("games", "totals", "standings"))
LISTS = tuple(dict.fromkeys(row["list"] for row in TOTALS))
CLOSING = ("game_points", "won", "lost", "others_lost", "total")
DEFENCE = {3: 40, 4: 30, 5: 30}  # rules 3.1 and 11.8


def of_list(rows, name):
    return [row for row in rows if row["list"] == name]


def players_of(name):
    return len({row["place"] for row in of_list(TOTALS, name)})


def items_of(name):
    return read_list((FOLDER / f"list-{name}.txt").read_text("utf-8"))


@pytest.mark.parametrize("row", GAMES, ids=lambda row: f"{row['list']}/{row['game']}")
def test_expected_value_is_its_own_calculation(row):
    if row["result"] == "passed in":
        assert (row["value"], row["score"]) == ("", "0")
        return
    product = re.search(r"(\d+) x (\d+)", row["calculation"])
    value = (
        int(product[1]) * int(product[2])
        if product
        else {
            "no": {"Null": 23, "Null ouvert": 46},
            "yes": {"Null": 35, "Null ouvert": 59},
        }[row["hand"]][row["contract"]]
    )
    assert int(row["value"]) == value
    assert int(row["score"]) == (value if row["result"] == "won" else -2 * value)


def test_expected_running_totals_add_up():
    columns = Counter()
    for row in GAMES:
        if row["declarer"]:
            columns[row["list"], row["declarer"]] += int(row["score"])
            assert int(row["running"]) == columns[row["list"], row["declarer"]]
            assert row["declarer"] != row["dealer"] or players_of(row["list"]) == 3


@pytest.mark.parametrize(
    "row", TOTALS, ids=lambda row: f"{row['list']}/{row['player']}"
)
def test_expected_totals_add_up(row):
    games = [
        game
        for game in of_list(GAMES, row["list"])
        if int(row["first_game"]) <= int(game["game"]) <= int(row["last_game"])
    ]
    own = [game for game in games if game["declarer"] == row["place"]]
    won = sum(game["result"] == "won" for game in own)
    lost = sum(game["result"] == "lost" for game in own)
    others = sum(game["result"] == "lost" for game in games) - lost
    points = sum(int(game["score"]) for game in own)
    total = points + 50 * (won - lost) + DEFENCE[players_of(row["list"])] * others
    answer = (points, won, lost, others, total)
    assert [row[column] for column in CLOSING] == [*map(str, answer)]


def test_expected_standings_add_up_and_hold_a_tie_of_every_kind():
    sums = defaultdict(Counter)
    for row in TOTALS:
        for name in ("won", "lost", "total"):
            sums[row["player"]][name] += int(row[name])
    keys = []
    for row in STANDINGS:
        own = sums[row["player"]]
        assert int(row["total"]) == own["total"] + int(row["adjustment"])
        assert (int(row["won"]), int(row["lost"])) == (own["won"], own["lost"])
        keys.append((int(row["total"]), own["won"], -own["lost"]))
    assert keys == sorted(keys, reverse=True)
    assert [row["place"] for row in STANDINGS] == [
        str(1 + sum(other > key for other in keys)) for key in keys
    ]
    pairs = list(pairwise(keys))
    assert any(a[0] == b[0] and a[1] > b[1] for a, b in pairs)
    assert any(a[:2] == b[:2] and a[2] > b[2] for a, b in pairs)
    assert any(a == b for a, b in pairs)


def played(name):
    """Return the lines of a list, and where a substitute takes a place over."""
    entries, changes = [], []
    for item in items_of(name):
        if isinstance(item.content, Substitution):
            changes.append((item.content.place, len(entries) + 1))
        elif not isinstance(item.content, Strike):
            entries.append(item.content.entry)
    return play(entries, OFFICIAL, players=players_of(name)), changes


@pytest.mark.parametrize("name", LISTS)
def test_our_scoring_answers_every_list(name):
    lines, changes = played(name)
    points = Counter()
    answers = []
    for line in lines:
        assert not line.problems
        for score in line.scores:
            points[score.place] += score.points
        declarer = line.entry.declarer
        answers.append(
            (line.result.value or 0, line.result.score, points[declarer])
            if declarer
            else (0, 0, 0)
        )
    expected = [
        tuple(int(row[column] or 0) for column in ("value", "score", "running"))
        for row in of_list(GAMES, name)
    ]
    assert answers == expected

    stints = close_stints(lines, players=players_of(name), changes=changes)
    assert [
        [str(getattr(stint.total, column)) for column in CLOSING] for stint in stints
    ] == [[row[column] for column in CLOSING] for row in of_list(TOTALS, name)]


class Sum(NamedTuple):
    player: str
    total: int
    won: int
    lost: int


def test_our_ranking_answers_every_place():
    sums = [
        Sum(row["player"], *(int(row[name]) for name in ("total", "won", "lost")))
        for row in reversed(STANDINGS)
    ]
    assert {
        placed.entry.player: placed.place for placed in rank(sums, by=tie_chain)
    } == {row["player"]: int(row["place"]) for row in STANDINGS}
