from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scoring.game.games import result_of
from scoring.game.written_games import (
    BASE_VALUE,
    PASSED_IN,
    POSSIBLE_VALUES,
    Contract,
    WrittenGame,
    with_implied_levels,
)
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
from tests.examples import examples
from tests.sampling import sample_list
from tournaments.sheets.typing.forms import EXAMPLES, HOUSE_EXAMPLES, NO_GAMES, RARE


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

    assert all(with_implied_levels(entry) == entry for entry in EVERY_GAME)
    assert len(lines) == len(set(lines)) == 7712
    assert max(map(len, lines)) == longest
    # Which spelling it is nobody says: so no line means something else in the other.
    assert [read_line(line).entry for line in lines] == list(EVERY_GAME)


def test_every_line_of_the_number_pad_splits_in_exactly_one_way():
    at_one_place = EVERY_GAME[: 7712 // 4]
    lines = {
        write_line(NotedLine(entry=entry), Spelling.NUMPAD) for entry in at_one_place
    }

    assert {splittings(line) for line in lines} == {1}


@pytest.mark.parametrize(("letters", "pad"), examples("notation", "both"))
def test_both_spellings_mean_the_same(letters, pad):
    noted = read_line(letters)

    assert read_line(pad) == noted
    assert write_line(noted) == letters
    assert write_line(noted, Spelling.NUMPAD) == pad


@pytest.mark.parametrize(("text", "canonical"), examples("notation", "same"))
def test_irrelevant_differences_are_ignored(text, canonical):
    assert write_line(read_line(text)) == canonical


@pytest.mark.parametrize(("text", "score"), examples("notation", "check"))
def test_a_check_value_is_signed_like_the_score(text, score):
    noted = read_line(text)

    assert noted.check_value == int(score)
    assert read_line(write_line(noted)) == noted


@pytest.mark.parametrize(("text", "canonical"), examples("notation", "values"))
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
        *examples("notation", "error"),
        ("2k2\0", 4, "level", "\0"),
        ("2" * 5000, 1001, "too-long", "2"),
        (f"2k2{'-' * 5000}", 1001, "too-long", "-"),
    ],
)
def test_an_error_names_its_column(text, column, code, found):
    with pytest.raises(NotationError) as error:
        read_line(text)

    refused = (error.value.column, error.value.code, error.value.found)
    assert refused == (int(column), code, found)
    assert error.value.expected


@pytest.mark.parametrize(
    ("text", "column", "code"), examples("notation", "values-error")
)
def test_an_error_in_a_list_of_values_names_its_column(text, column, code):
    with pytest.raises(NotationError) as error:
        read_line(text, values_only=True)

    assert (error.value.column, error.value.code) == (int(column), code)


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
    "{}{}/{}/{}".format, st.sampled_from(("r", "0/")), *[st.integers(0, 130)] * 3
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
