"""The shorthand of house rules changes no old line and is never ambiguous."""

import re
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.game.contracts import BIDS, ResultKind
from scoring.game.written_games import HouseMarks, Kontra, Ramsch, WrittenGame
from scoring.notation.documents import write_line
from scoring.notation.grammar import (
    CHECKS_AT_END,
    HOUSE_MARKS,
    MARKS,
    NULL,
    PAD_LEVEL,
    TRUMP,
    WITHOUT,
    NotationError,
    Spelling,
    any_of,
)
from scoring.notation.reading import NotedLine, read_item, read_line, read_list
from tests.scoring.notation.test_notation import ANY_TEXT, EVERY_GAME, splittings
from tests.scoring.playing.test_house_checks import HOUSE

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
    (kontra, bock, virgins, march, pushes)
    for kontra, bock, virgins, march, pushes in product(
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


# The grammar as it was before there were house rules.
OLD_LEVEL = {
    Spelling.LETTERS: "h?(?:sa?)?(?:wa?)?o?",
    Spelling.NUMPAD: rf"\*?(?:{any_of(PAD_LEVEL)})?",
}


def old_tail(*names):
    """Return a pattern for the official marks, or those of the given names."""
    return "|".join(
        f"{re.escape(sign)}{argument.pattern}"
        for sign, (name, argument) in MARKS.items()
        if name not in HOUSE_MARKS and (not names or name in names)
    )


OLD_LINE = {
    spelling: re.compile(
        rf"(?:[1-5](?:(?:{TRUMP[spelling]}){WITHOUT[spelling]}?[0-9]{{1,2}}"
        rf"{OLD_LEVEL[spelling]}|{NULL[spelling]})|[1-5][+-][0-9]{{1,4}}"
        rf"|[1-5](?=-?!s))(?:{old_tail()})*"
        rf"|[e0](?:{old_tail('check', 'running')})*"
    )
    for spelling in Spelling
}


@pytest.mark.parametrize("spelling", Spelling)
def test_house_marks_take_no_line_from_official_skat(spelling):
    for entry in ONE_PLACE[::3]:
        official = write_line(NotedLine(entry=entry), spelling)
        assert OLD_LINE[spelling].fullmatch(official)
        for letters, pad, _ in HOUSE_MARKS.values():
            for mark in (letters, pad):
                for argument in ("", "1", "12"):
                    assert not OLD_LINE[spelling].fullmatch(official + mark + argument)
    for line in ("r48/42/30", "r48/42", "0/48/42/30", "0/48/42", "2k@80", "212@80"):
        assert not OLD_LINE[spelling].fullmatch(line)


def test_no_game_of_official_skat_has_house_marks():
    for spelling in Spelling:
        lines = [write_line(NotedLine(entry=entry), spelling) for entry in EVERY_GAME]
        assert {read_line(line).entry.house for line in lines} == {None}


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
    entries = [
        *(ramsch_entry(ramsch) for ramsch in EVERY_RAMSCH),
        *(
            ramsch_entry(
                EVERY_RAMSCH[4000],
                kontra,
                bock,
                virgins=virgins,
                march=march,
                pushes=pushes,
            )
            for kontra, bock, virgins, march, pushes in MARKS_OF_RAMSCH[1:]
        ),
    ]
    lines = [write_line(NotedLine(entry=entry), spelling) for entry in entries]

    assert len(set(lines)) == len(entries) == 7381 + 890
    assert [read_line(line).entry for line in lines] == entries


def test_no_line_is_the_same_in_both_spellings():
    written = [
        {
            write_line(NotedLine(entry=replace(entry, house=marks)), spelling)
            for entry in ONE_PLACE[::40]
            for marks in MARKS_OF_GAMES
        }
        | {
            write_line(NotedLine(entry=ramsch_entry(each)), spelling)
            for each in EVERY_RAMSCH
        }
        for spelling in Spelling
    ]

    assert not written[0] & written[1]


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


@pytest.mark.parametrize(
    ("letters", "pad"),
    [
        ("2k2k", "2122*1"),
        ("2k2hk", "2122**1"),
        ("2k2hre", "2122**2"),
        ("4p1s-re", "4111+-*2"),
        ("3g2b1", "3242*01"),
        ("3g2b0", "3242*00"),
        ("1n-k", "123-*1"),
        ("3p1r30kb1=-132", "3111/30*1*01//-132"),
        ("2k2r36@59!akb1=-144:-44", "2122/36@59!a*1*01//-144///-44"),
        ("2+96k", "2+96*1"),
        ("2!s48k", "2!s48*1"),
        ("1nr30>h1k", "123/30>101*1"),
        ("2k@80", "212@80"),
        ("2k-@50r72", "212-@50/72"),
        ("2khs@95", "212*+@95"),
        ("2ao@120k", "29++,,@120*1"),
        ("2k@80!s60", "212@80!s60"),
        ("r48/42/30", "0/48/42/30"),
        ("r48/42/30p2", "0/48/42/30*52"),
        ("r62/58/0j3", "0/62/58/0*63"),
        ("r62/58/0p1j3k", "0/62/58/0*51*63*1"),
        ("r120/0/0d1", "0/120/0/0*71"),
        ("r48/42/30reb1=-48:270", "0/48/42/30*2*01//-48///270"),
        ("r48/42/30 # drei Mal geschoben", "0/48/42/30 # drei Mal geschoben"),
    ],
)
def test_both_spellings_mean_the_same(letters, pad):
    noted = read_line(letters)

    assert read_line(pad) == noted
    assert write_line(noted) == letters
    assert write_line(noted, Spelling.NUMPAD) == pad


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("2 K 2 H K", "2k2hk"),
        ("2k2h, k, b 1", "2k2hkb1"),
        ("2122 * *1", "2122**1"),
        ("2k2kre", "2k2re"),
        ("2k2rek", "2k2re"),
        ("2k2kr36", "2k2r36k"),
        ("2k2=72k", "2k2k=72"),
        ("2k2k-", "2k2-k"),
        ("R 48 / 42 / 30", "r48/42/30"),
        ("r48/42", "r48/42/30"),
        ("r48-42-30", "r48/42/30"),
        ("0/48/42", "r48/42/30"),
        ("r48/42k", "r48/42/30k"),
        ("r48/42//-48", "r48/42/30=-48"),
        ("r0/60/60j1p1", "r0/60/60p1j1"),
        ("r60/0/60j3j1", "r60/0/60j1j3"),
        ("r40/40/20", "r40/40/20"),
    ],
)
def test_irrelevant_differences_are_ignored(text, canonical):
    spelling = Spelling.NUMPAD if canonical[:2] == "21" else Spelling.LETTERS

    assert write_line(read_line(text), spelling) == canonical


def test_a_star_alone_is_hand():
    assert read_line("2122*").entry.hand
    assert not read_line("2122*1").entry.hand
    assert read_line("2122**1").entry == replace(
        read_line("2k2h").entry, house=HouseMarks(kontra=Kontra.KONTRA)
    )


@pytest.mark.parametrize(
    ("text", "column", "code", "found"),
    [
        ("2k2b", 5, "bock", ""),
        ("2k2 b q", 7, "bock", "q"),
        ("2122*0", 7, "bock", ""),
        ("2k2k1", 5, "end", "1"),
        ("2122*12", 7, "end", "2"),
        ("2122*9", 6, "level", "9"),
        ("2122**", 6, "level", "*"),
        ("2k2kk", 5, "twice", "k"),
        ("2k2b1b2", 6, "twice", "b"),
        ("2k2p1", 4, "level", "p"),
        ("2k2j1", 4, "level", "j"),
        ("2k2d1", 4, "level", "d"),
        ("ek", 2, "end", "k"),
        ("eb1", 2, "end", "b"),
        ("r", 2, "ramsch-points", ""),
        ("r k", 3, "ramsch-points", "k"),
        ("0/", 3, "ramsch-points", ""),
        ("r48", 4, "ramsch-points", ""),
        ("r48 42", 2, "ramsch-points", "4"),
        ("r48/", 5, "ramsch-points", ""),
        ("r48/42/", 8, "ramsch-points", ""),
        ("r48/x", 5, "ramsch-points", "x"),
        ("r1200/0/0", 2, "ramsch-points", "1"),
        ("r80/60", 7, "ramsch-points", ""),
        ("r1/2/3/4", 7, "end", "/"),
        ("r48/42r18", 7, "end", "r"),
        ("r48/42v", 7, "end", "v"),
        ("r48/42p", 8, "pushes", ""),
        ("r48/42j", 8, "virgin", ""),
        ("r48/42j6", 8, "virgin", "6"),
        ("r48/42d0", 8, "march", "0"),
        ("r48/42j1j1", 9, "twice", "j"),
        ("re", 1, "seat", "r"),
        ("2k@", 3, "matadors", "@"),
        ("2kk", 3, "matadors", "k"),
    ],
)
def test_an_error_names_its_column(text, column, code, found):
    with pytest.raises(NotationError) as error:
        read_line(text)

    assert (error.value.column, error.value.code, error.value.found) == (
        column,
        code,
        found,
    )
    assert error.value.expected


def test_a_ramsch_has_no_declarer_and_is_not_passed_in():
    entry = read_line("r48/42/30").entry

    assert entry.declarer is None
    assert entry.house == HouseMarks(ramsch=Ramsch(points=(48, 42, 30)))
    assert read_line("e").entry.house is None


def test_lines_of_values_may_have_house_marks():
    noted = read_line("2 96 k", values_only=True)

    assert (noted.entry.written_value, write_line(noted)) == (96, "2+96k")
    assert write_line(read_line("0/48/42", values_only=True)) == "r48/42/30"


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("2k2-kb1=288", -288),
        ("3p1r30k=132", -132),
        ("r48/42=-48", -48),
        ("r48/42=48", 48),
    ],
)
def test_a_check_value_is_signed_like_the_score(text, score):
    assert read_line(text).check_value == score


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


MARK_TEXTS = st.lists(
    st.sampled_from(("k", "re", "b0", "b1", "p2", "j1", "d2"))
    | st.sampled_from(("*1", "*2", "*00", "*01", "*52", "*61", "*72")),
    max_size=4,
).map("".join)
HEADS = st.sampled_from(
    (
        *("2k2", "2k2h", "2122*", "2122", "4111+-", "1n", "1nho-", "2+48", "e", "0"),
        *("2k@80", "2khsa@95", "212*@80", "2ho@120", "2kr@61"),
    )
) | st.builds(
    "{}{}/{}/{}".format,
    st.sampled_from(("r", "0/")),
    *[st.integers(0, 130)] * 3,
)


@given(HEADS, MARK_TEXTS, st.sampled_from(("", "r30", "/30", "@72", "=48", "///12")))
@settings(max_examples=500)
def test_what_can_be_read_can_be_written_in_both_spellings(head, marks, tail):
    try:
        noted = read_line(f"{head}{marks}{tail}")
    except NotationError:
        return

    for spelling in Spelling:
        assert read_line(write_line(noted, spelling)) == noted


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
@settings(max_examples=300)
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
