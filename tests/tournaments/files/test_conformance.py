"""The test tournament: its tables by plain arithmetic, our commands and our site."""

import csv
import io
import re
import shutil
from collections import Counter, defaultdict
from itertools import pairwise

import pytest
from django.core.management import CommandError, call_command
from django.utils.translation import override

from scoring.notation.lists import Strike, Substitution, read_list
from tests.factories import make_evening, make_player, make_secretary
from tournaments.events.flow.services import adjust
from tournaments.events.seats.services import open_table
from tournaments.events.standings.selectors import standings_of
from tournaments.files.conformance import (
    ANSWERS,
    FOLDER,
    read_tables,
    skatclub_answers,
)
from tournaments.people.models import Player
from tournaments.people.names.names import Audience, shown_to
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import Result
from tournaments.sheets.seats import add_substitute
from tournaments.sheets.typing.services import append_lines

TABLES = read_tables(FOLDER)
GAMES, TOTALS, STANDINGS = TABLES["games"], TABLES["totals"], TABLES["standings"]
NULL_VALUE = {
    ("Null", "no"): 23,
    ("Null", "yes"): 35,
    ("Null ouvert", "no"): 46,
    ("Null ouvert", "yes"): 59,
}
DEFENCE = {3: 40, 4: 30, 5: 30}  # rules 3.1 and 11.8


def players_of(name):
    return len({row["place"] for row in TOTALS if row["list"] == name})


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
        for game in GAMES
        if game["list"] == row["list"]
        and int(row["first_game"]) <= int(game["game"]) <= int(row["last_game"])
    ]
    own = [game for game in games if game["declarer"] == row["place"]]
    won = sum(game["result"] == "won" for game in own)
    lost = sum(game["result"] == "lost" for game in own)
    others = sum(game["result"] == "lost" for game in games) - lost
    points = sum(int(game["score"]) for game in own)
    total = points + 50 * (won - lost) + DEFENCE[players_of(row["list"])] * others
    answer = (points, won, lost, others, total)
    assert [row[column] for column in ANSWERS["totals"]] == [*map(str, answer)]


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


def conformance(*arguments):
    out = io.StringIO()
    status = 0
    with override("en"):
        try:
            call_command("conformance", *map(str, arguments), stdout=out)
        except SystemExit as end:
            status = end.code
    return out.getvalue(), status


def test_skatclub_answers_everything_right():
    output, status = conformance()
    assert status == 0
    cells = {name: len(rows) * len(ANSWERS[name]) for name, rows in TABLES.items()}
    assert output.splitlines() == [
        f"{name}.csv: {number} of {number} numbers are right"
        for name, number in cells.items()
    ]


def write_table(folder, name, rows):
    with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(rows[0]))
        table.writeheader()
        table.writerows(rows)


def test_a_wrong_answer_is_named_with_the_reason(tmp_path):
    rows = [dict(row) for row in GAMES]
    wrong = next(row for row in rows if row["note"].startswith("Grand overbid: 4 x 24"))
    wrong["score"] = "-96"
    write_table(tmp_path, "games", rows)
    output, status = conformance(tmp_path)
    assert status == 1
    place = f"{wrong['list']} {wrong['game']}, score"
    assert f"{place}: -192 is right, found -96 (4 x 24; Grand overbid" in output
    assert f"{3 * len(GAMES) - 1} of {3 * len(GAMES)} numbers" in output


def test_a_missing_row_is_wrong_but_a_missing_column_is_ignored(tmp_path):
    rows = [{"player": row["player"], "total": row["total"]} for row in STANDINGS]
    write_table(tmp_path, "standings", rows[1:])
    output, status = conformance(tmp_path)
    assert status == 1
    assert f"{len(rows) - 1} of {len(rows)} numbers are right" in output
    assert (
        f"{rows[0]['player']}, total: {rows[0]['total']} is right, found nothing"
        in output
    )


def test_a_real_minus_and_a_byte_order_mark_are_read(tmp_path):
    text = (FOLDER / "totals.csv").read_text("utf-8").replace("-", "−")
    text = re.sub(r"^(\d)−(\d),", r"\1-\2,", text, flags=re.MULTILINE)
    (tmp_path / "totals.csv").write_text(text, "utf-8-sig")
    assert conformance(tmp_path)[1] == 0


def test_an_empty_folder_is_refused(tmp_path):
    with pytest.raises(CommandError, match=r"games\.csv, totals\.csv, standings\.csv"):
        conformance(tmp_path)


def test_our_answers_come_from_the_lists(tmp_path):
    for path in FOLDER.glob("list-*.txt"):
        shutil.copy(path, tmp_path)
    path = tmp_path / "list-1-1.txt"
    path.write_text(path.read_text("utf-8").replace("1h7r18@95", "1h6r18@95"), "utf-8")
    totals = skatclub_answers(tmp_path, TABLES)["totals"]
    assert [row for row in totals if row["list"] != "1-1"] == [
        {name: row[name] for name in totals[0]}
        for row in TOTALS
        if row["list"] != "1-1"
    ]
    assert int(totals[0]["total"]) == int(TOTALS[0]["total"]) - 10


@pytest.fixture
def tournament(db):
    """Return the event as a secretary types it."""
    by = make_secretary()
    event = make_evening("Prüfturnier", series=2, rounds=3)
    people = {row["player"]: make_player(row["player"]) for row in STANDINGS}
    for name in dict.fromkeys(row["list"] for row in TOTALS):
        type_list(event, name, people, by)
    for row in STANDINGS:
        if row["adjustment"] != "0":
            adjust(
                series=event.series.get(number=1),
                player=people[row["player"]],
                points=int(row["adjustment"]),
                reason="Strafe",
                decided_by="Schiedsrichter",
                by=by,
            )
    return event


def type_list(event, name, people, by):
    seated = [row for row in TOTALS if row["list"] == name and row["first_game"] == "1"]
    sheet = open_table(
        series=event.series.get(number=int(name[0])),
        players=[people[row["player"]] for row in seated],
    )
    is_cut = False
    for item in read_list((FOLDER / f"list-{name}.txt").read_text("utf-8")):
        if isinstance(item.content, Substitution):
            place, player = item.content.place, people[item.content.name]
            add_substitute(sheet=sheet, place=place, player=player, by=by)
        elif isinstance(item.content, Strike):
            is_cut = True
        else:
            append_lines(sheet=sheet, lines=[item.content], by=by)
    finish_sheet(sheet=sheet, by=by, cut_short=is_cut)


def test_the_site_agrees_list_by_list(tournament):
    results = Counter(
        (result.player.full_name, result.game_points, result.won, result.total)
        for result in Result.objects.select_related("player")
    )
    assert results == Counter(
        (row["player"], int(row["game_points"]), int(row["won"]), int(row["total"]))
        for row in TOTALS
    )


@shown_to(Audience.PUBLIC)
def test_the_site_agrees_on_every_place(tournament):
    people = Player.objects.in_bulk()
    results = {
        people[line.entry.player_id].full_name: (line.place, line.entry.total)
        for line in standings_of(tournament).places
    }
    assert results == {
        row["player"]: (int(row["place"]), int(row["total"])) for row in STANDINGS
    }
