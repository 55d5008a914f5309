from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scoring.game.contracts import BASE_VALUE, POSSIBLE_VALUES, Contract
from scoring.game.games import result_of
from scoring.game.written_games import PASSED_IN, WrittenGame, with_implied_levels
from scoring.house.rules import HouseRules
from scoring.notation.documents import (
    ListText,
    NoDocument,
    is_document,
    read_document,
    write_document,
    write_line,
)
from scoring.notation.grammar import (
    GAME,
    LEVELS,
    NULL_BY_NUMBER,
    PAD_LEVEL,
    TRUMP_BY_NUMBER,
    NotationError,
    Spelling,
)
from scoring.notation.hints import Expected, expected_next, is_beginning
from scoring.notation.reading import (
    ListItem,
    NotedLine,
    Strike,
    Substitution,
    read_item,
    read_line,
    read_list,
)
from scoring.playing.play import play
from tests.sampling import sample_list
from tournaments.sheets.typing.echo import EXAMPLES, HOUSE_EXAMPLES, NO_GAMES, RARE


def every_game():
    """All 7,712 combinations of place, contract, level and lost (product 5.3)."""
    for seat, won in product(range(1, 5), (True, False)):
        for contract, (_, _, ticks) in product(BASE_VALUE, LEVELS):
            most = 4 if contract is Contract.GRAND else 11
            for without, matadors in product((False, True), range(1, most + 1)):
                yield WrittenGame(
                    declarer=seat,
                    contract=contract,
                    matadors=matadors,
                    without=without,
                    won=won,
                    **dict.fromkeys(ticks, True),
                )
        for hand, ouvert in product((False, True), repeat=2):
            yield WrittenGame(
                declarer=seat, contract=Contract.NULL, hand=hand, ouvert=ouvert, won=won
            )


EVERY_GAME = tuple(every_game())
# With halves of letters, too; and sooner made than what UTF-8 can write.
ANY_TEXT = st.text(st.characters())


def splittings(line):
    """Every way to cut a line of the number pad into its parts, by brute force."""
    found = 0
    for contract in (*TRUMP_BY_NUMBER, *NULL_BY_NUMBER):
        if not line[1:].startswith(contract):
            continue
        rest = line[1 + len(contract) :].removesuffix("-")
        if contract in NULL_BY_NUMBER:
            found += rest == ""
            continue
        counts = [f"{o}{n}" for o in ("", "/") for n in range(1, 12)]
        levels = [f"{hand}{sign}" for hand in ("", "*") for sign in ("", *PAD_LEVEL)]
        found += sum(rest == count + level for count in counts for level in levels)
    return found


@pytest.mark.parametrize(
    ("spelling", "longest"), [(Spelling.LETTERS, 9), (Spelling.NUMPAD, 11)]
)
def test_all_7712_games_can_be_written_and_read_in_one_way(spelling, longest):
    lines = [write_line(NotedLine(entry=entry), spelling) for entry in EVERY_GAME]

    assert len(lines) == len(set(lines)) == 7712
    assert max(map(len, lines)) == longest
    assert [read_line(line).entry for line in lines] == list(EVERY_GAME)


def test_no_line_is_the_same_in_both_spellings():
    written = [
        {write_line(NotedLine(entry=entry), spelling) for entry in EVERY_GAME}
        for spelling in Spelling
    ]

    assert not written[0] & written[1]


def test_every_line_of_the_number_pad_splits_in_exactly_one_way():
    at_one_place = EVERY_GAME[: 7712 // 4]
    lines = {
        write_line(NotedLine(entry=entry), Spelling.NUMPAD) for entry in at_one_place
    }

    assert {splittings(line) for line in lines} == {1}


def test_everything_read_has_its_implied_levels_ticked():
    assert all(with_implied_levels(entry) == entry for entry in EVERY_GAME)


@pytest.mark.parametrize(
    ("letters", "pad"),
    [
        ("2k2h", "2122*"),
        ("3g2", "3242"),
        ("1n", "123"),
        ("1nho", "159"),
        ("4p1s-", "4111+-"),
        ("2ao3", "29/3"),
        ("3p1r30", "3111/30"),
        ("1h2sa", "1102+,"),
        ("e", "0"),
        ("1nh", "135"),
        ("1no", "146"),
        ("2ko11", "212/11"),
        ("1h1", "1101"),
        ("1p10", "11110"),
        ("1p1wa", "1111++,"),
        ("1p1w", "1111++"),
        ("1p1o", "1111++,,"),
        ("1p1saw", "1111+,++"),
        ("1n-r24", "123-/24"),
        ("5a1", "591"),
        ("2k2h=48:318", "2122*//48///318"),
        ("1nr30>h1", "123/30>101"),
        ("1nr30>ho1", "123/30>10/1"),
        ("1nhr40>g2", "135/40>242"),
        ("3p1ü33", "3111ü33"),
        ("2k2-@59!a", "2122-@59!a"),
        ("2k2!r", "2122!r"),
        ("2k2!s", "2122!s"),
        ("2k2!s60", "2122!s60"),
        ("2k!s60", "212!s60"),
        ("2!s48", "2!s48"),
        ("2-!s48", "2-!s48"),
        ("2+48", "2+48"),
        ("2-96", "2-96"),
        ("2k2 # so steht es da", "2122 # so steht es da"),
        # House marks and Ramsch.
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
        ("2 K2 H", "2k2h"),
        ("2,k2,h", "2k2h"),
        ("2kr2", "2k2"),
        ("2pi2", "2p2"),
        ("2he2", "2h2"),
        ("2ka2", "2a2"),
        ("2gr2", "2g2"),
        ("2nu", "2n"),
        ("2nuho", "2nho"),
        ("2noh", "2nho"),
        ("2ei2", "2k2"),
        ("2gn2", "2p2"),
        ("2ro2", "2h2"),
        ("2roo2", "2ho2"),
        ("2sc2", "2a2"),
        ("2k2hsa", "2k2sa"),
        ("2k2sw", "2k2w"),
        ("2k2sawa", "2k2wa"),
        ("2k2hsawao", "2k2o"),
        ("1 10 2 + ,", "1h2sa"),
        ("1102+.", "1h2sa"),
        ("1,102,*", "1h2h"),
        ("1102*+++", "1h2hw"),
        ("1102++,, /30", "1h2or30"),
        ("3p1ue33", "3p1ü33"),
        ("3p1u\u030833", "3p1ü33"),
        ("3P1Ü33", "3p1ü33"),
        ("1nue30", "1nü30"),
        ("3p1r30-", "3p1-r30"),
        ("3p1:12=22", "3p1=22:12"),
        ("3111///12//22", "3p1=22:12"),
        ("3p1//22", "3p1=22"),
        ("4p1−", "4p1-"),
        ("2+48!s", "2!s48"),
        ("E", "e"),
        ("0//0", "e=0"),
        # House marks and Ramsch.
        ("2 K 2 H K", "2k2hk"),
        ("2k2h, k, b 1", "2k2hkb1"),
        ("2122 * *1", "2k2hk"),
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
    assert write_line(read_line(text)) == canonical


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("2k2h=48", 48),
        ("2k2h=+48", 48),
        ("2k2h=-48", -48),
        ("4p1s-=66", -66),
        ("4p1s-=-66", -66),
        ("4p1s-=+66", 66),
        ("3p1r30=66", -66),
        ("3p1r22=22", 22),
        ("3p1ü33=66", -66),
        ("3p1r17=22", 22),
        ("2-96=96", -96),
        ("e=0", 0),
        # House marks and Ramsch.
        ("2k2-kb1=288", -288),
        ("3p1r30k=132", -132),
        ("r48/42=-48", -48),
        ("r48/42=48", 48),
    ],
)
def test_a_check_value_is_signed_like_the_score(text, score):
    noted = read_line(text)

    assert noted.check_value == score
    assert read_line(write_line(noted)) == noted


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("2 48", "2+48"),
        ("2 -96", "2-96"),
        ("2 96-", "2-96"),
        ("296-", "2-96"),
        ("4 528-", "4-528"),
        ("2 96-=96:-12", "2-96=-96:-12"),
        ("2 96-!s", "2-96!s"),
        ("2 96!s-", "2-96!s"),
        ("2+48", "2+48"),
        ("248:318", "2+48:318"),
        ("2 48 //48 ///318", "2+48=48:318"),
        ("0", "e"),
        ("e", "e"),
        ("2!s48", "2!s48"),
    ],
)
def test_a_list_of_values_only_needs_no_sign(text, canonical):
    assert write_line(read_line(text, values_only=True)) == canonical


def test_every_number_of_the_minus_column_is_what_the_list_writes():
    for doubled in (2 * value for value in POSSIBLE_VALUES):
        behind = read_line(f"4 {doubled}-", values_only=True).entry
        before = read_line(f"4-{doubled}").entry

        assert behind == before
        assert result_of(behind).score == -doubled
        (line,) = play([behind], HouseRules(kontra=True), players=4)
        assert line.result.score == -doubled


@pytest.mark.parametrize(
    ("text", "column", "code", "found"),
    [
        ("", 1, "seat", ""),
        ("   ", 1, "seat", ""),
        ("x", 1, "seat", "x"),
        ("6k2", 1, "seat", "6"),
        ("k2", 1, "seat", "k"),
        ("2", 2, "contract", ""),
        ("2 ", 2, "contract", ""),
        ("2q", 2, "contract", "q"),
        ("2  q", 4, "contract", "q"),
        ("28", 2, "contract", "8"),
        ("21", 2, "contract", "1"),
        ("2k", 3, "matadors", ""),
        ("2 k z", 5, "matadors", "z"),
        ("2 k # z", 4, "matadors", ""),
        ("2ko", 4, "matadors", ""),
        ("2ka", 4, "matadors", ""),
        ("29/", 4, "matadors", ""),
        ("2kh", 3, "matadors", "h"),
        ("2k =48", 4, "matadors", "="),
        ("2k2q", 4, "level", "q"),
        ("2k123", 5, "level", "3"),
        ("2k2ss", 5, "level", "s"),
        ("2k2-q", 5, "end", "q"),
        ("2n2", 3, "level", "2"),
        ("2nns", 3, "level", "n"),
        ("1235", 4, "level", "5"),
        ("2k2r", 5, "bid", ""),
        ("2k2rx", 5, "bid", "x"),
        ("2k2r30000", 5, "bid", "3"),
        ("2k2ü", 5, "overbid", ""),
        ("2k2=", 5, "check", ""),
        ("2k2=x", 5, "check", "x"),
        ("2122//", 7, "check", ""),
        ("2k2:", 5, "running", ""),
        ("2k2:123456", 5, "running", "1"),
        ("2122/", 6, "bid", ""),
        ("2k2@", 5, "card-points", ""),
        ("2k2!", 5, "kind", ""),
        ("2k2!z", 5, "kind", "z"),
        ("1nr30>", 7, "picked", ""),
        ("1nr30>n", 7, "picked", "n"),
        ("2k2>h1", 4, "level", ">"),
        ("2k2=48=48", 7, "twice", "="),
        ("2k2--", 5, "twice", "-"),
        ("2+48!s48", 5, "twice", "!"),
        ("2+96-", 5, "twice", "-"),
        ("2-96-", 5, "twice", "-"),
        ("er18", 2, "end", "r"),
        ("e2k2", 2, "end", "2"),
        ("2+", 3, "value", ""),
        ("2+48000", 7, "value", "0"),
        ("2k2\0", 4, "level", "\0"),
        ("2" * 5000, 1001, "too-long", "2"),
        (f"2k2{'-' * 5000}", 1001, "too-long", "-"),
        # House marks and Ramsch.
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


@pytest.mark.parametrize(
    ("text", "column", "code"),
    [("2", 2, "value"), ("2k2", 2, "value"), ("2 -", 4, "value"), ("7 48", 1, "seat")],
)
def test_an_error_in_a_list_of_values_names_its_column(text, column, code):
    with pytest.raises(NotationError) as error:
        read_line(text, values_only=True)

    assert (error.value.column, error.value.code) == (column, code)


def test_impossible_games_can_be_read_for_the_rule_book_to_refuse():
    assert read_line("2g5").entry.matadors == 5
    assert read_line("2k0").entry.matadors == 0
    assert read_line("2k2r32").entry.bid == 32


@given(ANY_TEXT, st.booleans())
@example("İ2k2", False)
@example("2k２", False)
@example("\ud800", False)
@example("2" + "," * 10_000 + "k2h", False)
@example("9" * 10_000, True)
def test_any_text_is_read_or_refused_with_its_column(text, values_only):
    error = None
    try:
        noted = read_line(text, values_only=values_only)
    except NotationError as raised:
        error = raised

    if error is None:
        assert read_line(write_line(noted)) == noted
    else:
        body = text.partition("#")[0]
        assert 1 <= error.column <= len(body) + 1
        assert error.found in (body[error.column - 1 : error.column], "")


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
WITH_MARKS = st.builds(
    "{}{}{}".format,
    HEADS,
    MARK_TEXTS,
    st.sampled_from(("", "r30", "/30", "@72", "=48", "///12")),
)
PLAIN = st.text(alphabet="0123459khapgnoeswru=:/+-*,.@!> ", max_size=14)


@given(PLAIN | WITH_MARKS, st.booleans())
@settings(max_examples=500)
def test_what_can_be_read_can_be_written_in_both_spellings(text, values_only):
    try:
        noted = read_line(text, values_only=values_only)
    except NotationError:
        return

    for spelling in Spelling:
        assert read_line(write_line(noted, spelling)) == noted


def test_a_passed_in_game_may_have_a_remark_and_checks():
    assert read_line("e=0:318 # keiner") == NotedLine(
        entry=PASSED_IN, check_value=0, check_running=318, remark="keiner"
    )


def test_a_remark_may_hold_anything():
    assert read_line("2k2#2k2=48 # x").remark == "2k2=48 # x"


def test_a_list_is_read_line_by_line():
    items = read_list(
        "\ufeff2k2h\r\n\n# Serie 2\r  e # keiner\nzz\ns2=Meier # 20 Uhr\nx"
    )

    assert [(item.line, item.text) for item in items] == [
        (1, "2k2h"),
        (4, "e # keiner"),
        (5, "zz"),
        (6, "s2=Meier # 20 Uhr"),
        (7, "x"),
    ]
    assert items[0] == ListItem(line=1, text="2k2h", content=read_line("2k2h"))
    assert isinstance(items[2].content, NotationError)
    assert items[3].content == Substitution(2, "Meier")
    assert items[4].content == Strike()


@pytest.mark.parametrize(
    ("text", "column", "code"),
    [("s", 2, "seat"), ("s9=A", 2, "seat"), ("s2", 3, "equals"), ("s2=  ", 6, "name")],
)
def test_a_substitution_needs_a_place_and_a_name(text, column, code):
    with pytest.raises(NotationError) as error:
        read_item(text)

    assert (error.value.column, error.value.code) == (column, code)


def test_names_and_strikes_may_be_written_freely():
    assert read_item(" S 2 = Anna  von der Au ") == Substitution(2, "Anna von der Au")
    assert read_item(" X # 23 Uhr") == Strike()
    assert read_item("2k2") == read_line("2k2")


@pytest.mark.parametrize("spelling", Spelling)
def test_the_pattern_of_a_game_takes_the_whole_game(spelling):
    for entry in EVERY_GAME[:1928]:
        line = write_line(NotedLine(entry=entry), spelling).removesuffix("-")
        assert GAME[spelling].fullmatch(line)


WHOLE = ListText(
    code="K7M2PQ",
    series=2,
    table=17,
    lines=("2k2", "3g1-", "e"),
    is_struck=True,
    foot={0: (3, 1), 1: (None, None, None, -12), 2: (24, 1, 0, 74)},
)


def test_a_list_is_read_as_it_was_written():
    assert read_document(write_document(WHOLE)) == WHOLE


def test_capitals_blanks_and_other_line_ends_do_not_matter():
    text = "\ufeff  SKAT 1 k7m2pq  2/17 \r\n2k2\r\n\r\n# Anna deals\r\ne\r\n"

    assert is_document(text)
    assert read_document(text).lines == ("2k2", "e")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("2k2\ne", 1),
        ("skat 2 K7M2PQ 1/1", 1),
        ("skat 1 K7M2PQ 1/1\n2k2\nwhat", 3),
        ("skat 1 K7M2PQ 1/1\ns2=Meier", 2),
        ("skat 1 K7M2PQ 1/1\nx\n2k2", 3),
        ("skat 1 K7M2PQ 1/1\n=1 48/1", 2),
        ("skat 1 K7M2PQ 1/1\n=1 4-8/1/0/", 2),
        ("skat 1 K7M2PQ 1/1\n=7 48/1/0/", 2),
        ("skat 1 K7M2PQ 1/1\n=1 48/1/0/\n=0 1/0\n=1 18/1/0/", 4),
    ],
)
def test_the_first_line_that_cannot_be_read_is_named(text, line):
    with pytest.raises(NoDocument) as refused:
        read_document(text)

    assert refused.value.line == line


LETTERS, NUMPAD = Spelling


def lines():
    """Yield every kind of line in both spellings."""
    for spelling in Spelling:
        for entry in sample_list(7, games=48):
            yield write_line(NotedLine(entry=entry), spelling)
    for each in (*EXAMPLES, *RARE, *HOUSE_EXAMPLES):
        yield from each[:2]
    yield from (text for text, _ in NO_GAMES)


def test_every_prefix_of_a_line_is_a_beginning():
    cut = [text[:end] for text in lines() for end in range(len(text) + 1)]

    assert [text for text in cut if not is_beginning(text)] == []


@pytest.mark.parametrize("text", ["7", "3z", "3k2z", "e5", "3g2j", "3n5", "*", "3kk"])
def test_other_texts_are_no_beginning(text):
    assert not is_beginning(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Expected(("seat", "passed-in"))),
        ("3", Expected(("contract",))),
        ("31", Expected(("contract",), NUMPAD)),
        ("3k", Expected(("tops", "without"), LETTERS)),
        ("3ko", Expected(("tops",), LETTERS)),
        ("3g", Expected(("tops-of-grand", "without"), LETTERS)),
        ("324/", Expected(("tops-of-grand",), NUMPAD)),
        ("3k2-", Expected(("end", "bid", "check", "running"), LETTERS)),
        ("3k2-r", Expected(("bid",), LETTERS)),
        ("e", Expected(("end", "check", "running"))),
        ("x", Expected(("end",))),
        ("3k2 # hm", Expected(("end",))),
    ],
)
def test_the_next_key_follows_from_the_grammar(text, expected):
    assert expected_next(text) == expected


LEVEL_CODES = {"hand", "schneider", "schwarz", "announcement", "ouvert"}


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("3k2", ("hand", "schneider", "schwarz", "ouvert")),
        ("3k2s", ("schwarz", "announcement", "ouvert")),
        ("3122*", ("schneider", "schwarz")),
        ("3n", ("hand", "ouvert")),
        ("3no", ("hand",)),
    ],
)
def test_only_levels_that_can_follow_are_named(text, levels):
    named = expected_next(text).codes

    assert tuple(code for code in named if code in LEVEL_CODES) == levels


def test_where_only_values_are_typed_the_value_comes_next():
    assert expected_next("2", values_only=True) == Expected(("value",))
    assert expected_next("2k", values_only=True).codes == ("tops", "without")
    assert is_beginning("296-", values_only=True)
    assert not is_beginning("2z", values_only=True)
