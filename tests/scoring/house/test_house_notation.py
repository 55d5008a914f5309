"""The shorthand of house rules is never ambiguous."""

from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game.written_games import (
    BIDS,
    HouseMarks,
    Kontra,
    Ramsch,
    ResultKind,
    WrittenGame,
)
from scoring.notation.documents import write_line
from scoring.notation.grammar import CHECKS_AT_END, Spelling
from scoring.notation.reading import NotedLine, read_item, read_line, read_list
from tests.scoring.notation.test_notation import ANY_TEXT, EVERY_GAME, splittings
from tests.scoring.playing.test_house_properties import HOUSE

ONE_PLACE = EVERY_GAME[:1928]

MARKS_OF_GAMES = tuple(
    HouseMarks(kontra=kontra, bock=bock)
    for kontra, bock in product(Kontra, (None, 0, 1))
)[1:]

EVERY_RAMSCH = tuple(
    Ramsch(points=(first, second, 120 - first - second))
    for first in range(121)
    for second in range(121 - first)
)

MARKS_OF_RAMSCH = tuple(
    product(
        Kontra,
        (None, 0, 1),
        ((), *combinations(range(1, 5), 1), *combinations(range(1, 5), 2)),
        (None, 1, 4),
        (0, 1, 3),
    )
)


def ramsch_entry(ramsch, kontra=Kontra.NONE, bock=None, **marks):
    return WrittenGame(
        house=HouseMarks(ramsch=replace(ramsch, **marks), kontra=kontra, bock=bock)
    )


@pytest.mark.parametrize("spelling", Spelling)
def test_no_two_games_with_house_marks_share_a_line(spelling):
    entries = [
        replace(entry, house=marks)
        for entry in ONE_PLACE[::9]
        for marks in MARKS_OF_GAMES
    ]
    lines = [write_line(NotedLine(entry=entry), spelling) for entry in entries]

    assert len(entries) == len(set(lines)) == 215 * 8
    assert all(
        read_line(line).entry == entry
        for line, entry in zip(lines, entries, strict=True)
    )


@pytest.mark.parametrize("spelling", Spelling)
def test_every_ramsch_has_a_line_of_its_own(spelling):
    one, names = EVERY_RAMSCH[4000], ("kontra", "bock", "virgins", "march", "pushes")
    entries = [
        *(ramsch_entry(ramsch) for ramsch in EVERY_RAMSCH),
        *(
            ramsch_entry(one, **dict(zip(names, marks, strict=True)))
            for marks in MARKS_OF_RAMSCH[1:]
        ),
    ]
    lines = [write_line(NotedLine(entry=entry), spelling) for entry in entries]

    assert len(set(lines)) == len(entries) == 7381 + 890
    assert [read_line(line).entry for line in lines] == entries


def ways_to_split(line):
    """Every way to cut a line of the number pad into a game and house marks."""
    tails = {
        f"{kontra}{bock}"
        for kontra, bock in product(("", "*1", "*2"), ("", "*00", "*01"))
    }
    return sum(
        splittings(line[:end]) for end in range(2, len(line) + 1) if line[end:] in tails
    )


def test_every_line_of_the_number_pad_splits_in_exactly_one_way():
    lines = {
        write_line(NotedLine(entry=replace(entry, house=marks)), Spelling.NUMPAD)
        for entry in ONE_PLACE[::60]
        for marks in MARKS_OF_GAMES[::5]
    }

    assert {ways_to_split(line) for line in lines} == {1}


def test_a_ramsch_has_no_declarer_and_is_not_passed_in():
    entry = read_line("r48/42/30").entry

    assert entry.declarer is None
    assert entry.house == HouseMarks(ramsch=Ramsch(points=(48, 42, 30)))
    assert read_line("e").entry.house is None


def test_lines_of_values_may_have_house_marks():
    noted = read_line("2 96 k", values_only=True)

    assert (noted.entry.written_value, write_line(noted)) == (96, "2+96k")
    assert write_line(read_line("0/48/42", values_only=True)) == "r48/42/30"


def test_a_list_may_hold_every_kind_of_line():
    items = read_list("2k2k\nr48/42\nx\ns2=Meier\n2k2b1")

    assert [type(item.content).__name__ for item in items] == [
        "NotedLine",
        "NotedLine",
        "Strike",
        "Substitution",
        "NotedLine",
    ]
    assert read_item("r48/42") == read_line("0/48/42/30")


def test_checks_after_a_ramsch_are_not_its_card_points():
    assert CHECKS_AT_END.search("0/48/42/30")[0] == ""
    assert read_line("0/48/42//48").check_value == 48
    assert read_line("0/48/42///48").check_running == 48


@given(
    entry=st.sampled_from(EVERY_GAME),
    marks=HOUSE,
    bid=st.none() | st.sampled_from(BIDS),
    overbid=st.none() | st.integers(0, 9999),
    points=st.none() | st.integers(0, 120),
    kind=st.sampled_from(ResultKind),
    value=st.none() | st.integers(-9999, 9999),
    running=st.none() | st.integers(-99999, 99999),
    remark=ANY_TEXT.map(str.strip),
    spelling=st.sampled_from(Spelling),
)
def test_nothing_is_lost_between_text_and_line(
    entry, marks, bid, overbid, points, kind, value, running, remark, spelling
):
    if marks.ramsch is not None:
        entry = WrittenGame(house=marks)
    else:
        entry = replace(
            entry,
            bid=bid,
            overbid_value=overbid,
            card_points=points,
            kind=kind,
            house=None if marks == HouseMarks() else marks,
        )
    noted = NotedLine(
        entry=entry, check_value=value, check_running=running, remark=remark
    )

    assert read_line(write_line(noted, spelling)) == noted
