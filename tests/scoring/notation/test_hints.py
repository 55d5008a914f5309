"""What may come next in a line, according to the grammar."""

import pytest

from scoring.notation.documents import write_line
from scoring.notation.grammar import Spelling
from scoring.notation.hints import Expected, expected_next, is_beginning
from scoring.notation.reading import NotedLine
from tests.sampling import sample_list
from tournaments.sheets.typing.grammar_card import (
    EXAMPLES,
    HOUSE_EXAMPLES,
    NO_GAMES,
    RARE,
)

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
