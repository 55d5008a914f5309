"""The shorthand as data: words and signs of both spellings, and their patterns.

Every game begins with a place; what follows it tells the spelling. A contract
written as a number is never the beginning of another one, and a count ends where no
digit follows: so each line splits in exactly one way.
"""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType

from scoring.game.written_games import (
    BASE_VALUE,
    NULL_VALUE,
    TICKS,
    Contract,
    ResultKind,
)


class NotationError(ValueError):
    """A line that cannot be read: where, what is there, and what should be.

    ``column`` counts the characters of the line from 1; past its end ``found`` is
    empty. ``code`` names what could not be read, ``expected`` what may be there.
    """

    def __init__(
        self, column: int, expected: tuple[str, ...], found: str, code: str
    ) -> None:
        super().__init__(
            f"column {column}: {' or '.join(expected)} expected, found {found!r}"
        )
        self.column = column
        self.expected = expected
        self.found = found
        self.code = code


class Unreadable(Exception):
    """An error inside a line without spaces; ``index`` counts from 0 there."""

    def __init__(self, index: int, *expected: str, code: str = "") -> None:
        super().__init__(index)
        self.index = index
        self.expected = expected
        self.code = code or expected[0]


class Spelling(StrEnum):
    LETTERS = "letters"
    NUMPAD = "numpad"


LETTER: Mapping[Contract, str] = MappingProxyType(
    {
        Contract.DIAMONDS: "a",
        Contract.HEARTS: "h",
        Contract.SPADES: "p",
        Contract.CLUBS: "k",
        Contract.GRAND: "g",
    }
)

TRUMP_BY_WORD: Mapping[str, Contract] = MappingProxyType(
    {letter: contract for contract, letter in LETTER.items()}
    | {
        "ka": Contract.DIAMONDS,
        "sc": Contract.DIAMONDS,
        "he": Contract.HEARTS,
        "ro": Contract.HEARTS,
        "pi": Contract.SPADES,
        "gn": Contract.SPADES,
        "kr": Contract.CLUBS,
        "ei": Contract.CLUBS,
        "gr": Contract.GRAND,
    }
)
"""Letters, the aliases kr pi he ka gr, and the German suits ei gn ro sc."""

TRUMP_BY_NUMBER: Mapping[str, Contract] = MappingProxyType(
    {str(base): contract for contract, base in BASE_VALUE.items()}
)

NULL_WORD: Mapping[tuple[bool, bool], str] = MappingProxyType(
    {(False, False): "", (True, False): "h", (False, True): "o", (True, True): "ho"}
)
"""What follows the n of a Null, by (Hand, ouvert)."""

NULL_BY_NUMBER: Mapping[str, tuple[bool, bool]] = MappingProxyType(
    {str(value): marks for marks, value in NULL_VALUE.items()}
)

LEVELS: tuple[tuple[str, str, frozenset[str]], ...] = (
    ("", "", frozenset()),
    ("s", "+", frozenset({"schneider"})),
    ("w", "++", frozenset({"schneider", "schwarz"})),
    ("h", "*", frozenset({"hand"})),
    ("hs", "*+", frozenset({"hand", "schneider"})),
    ("hw", "*++", frozenset({"hand", "schneider", "schwarz"})),
    ("sa", "+,", frozenset(TICKS[:3])),
    ("saw", "+,++", frozenset(TICKS[:4])),
    ("wa", "++,", frozenset(TICKS[:5])),
    ("o", "++,,", frozenset(TICKS)),
)
"""The ten kinds of suit and Grand games: letters, number pad, what they tick.

What a level implies is ticked with it (rules 1.10).
"""

PAD_LEVEL: Mapping[str, str] = MappingProxyType(
    {
        "+": "s",
        "+,": "sa",
        "++": "w",
        "+++": "w",
        "+,++": "saw",
        "++,": "wa",
        "+,++,": "wa",
        "++,,": "o",
        "+,++,,": "o",
    }
)
"""Schneider, Schwarz and ouvert on the number pad, as letters."""

KIND_MARK: Mapping[str, ResultKind] = MappingProxyType(
    {"a": ResultKind.CONCEDED, "r": ResultKind.RULE_BREAK, "s": ResultKind.REFEREE}
)


def any_of(words: Iterable[str]) -> str:
    """Return a pattern for any of ``words``, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


TRUMP = {
    Spelling.LETTERS: any_of(TRUMP_BY_WORD),
    Spelling.NUMPAD: any_of(TRUMP_BY_NUMBER),
}
NULL = {
    # Null with a written covering value is n, ue: not the alias nu.
    Spelling.LETTERS: "(?:nu(?!e)|n)(?:oh|h?o?)",
    Spelling.NUMPAD: any_of(NULL_BY_NUMBER),
}
WITHOUT = {Spelling.LETTERS: "o", Spelling.NUMPAD: "/"}
LEVEL = {
    Spelling.LETTERS: "h?(?:sa?)?(?:wa?)?o?",
    # A star with a digit is a mark of house rules, one alone is Hand.
    Spelling.NUMPAD: rf"(?:\*(?![0-25-7]))?(?:{any_of(PAD_LEVEL)})?",
}
# The referee may decide a value where contract or tops are no longer known.
REFEREE = "(?=-?!s[0-9])"
# A target score asks for card points and not for tops (rules 7.6).
CARD_POINTS_AHEAD = {
    spelling: rf"(?={level}-?@[0-9])" for spelling, level in LEVEL.items()
}


MOST_DIGITS = 4
"""No value of a game has more than three."""


def digits(most: int, sign: str = "") -> str:
    """Return a pattern for a number with no further digit after it."""
    return rf"({sign}[0-9]{{1,{most}}})(?![0-9])"


GAME = {
    spelling: re.compile(
        rf"(?P<seat>[1-5])(?:(?P<trump>{TRUMP[spelling]})"
        rf"(?:(?P<without>{WITHOUT[spelling]}?)(?P<matadors>[0-9]{{1,2}})"
        rf"|{REFEREE}|{CARD_POINTS_AHEAD[spelling]})"
        rf"(?P<level>{LEVEL[spelling]})|(?P<null>{NULL[spelling]}))"
    )
    for spelling in Spelling
}
"""One game up to its levels; what follows are marks."""

CONTRACT = {
    spelling: re.compile(
        rf"[1-5](?:(?:{TRUMP[spelling]}){WITHOUT[spelling]}?|{NULL[spelling]})"
    )
    for spelling in Spelling
}
"""Place and contract, matched only to find the column of an error."""

SIGNED_VALUE = re.compile(
    rf"(?P<seat>[1-5])(?:(?P<value>{digits(MOST_DIGITS, '[+-]')})|{REFEREE})"
)
"""Value only, in a list of games: the sign tells it from a contract."""

VALUE_ONLY = re.compile(
    rf"(?P<seat>[1-5])(?:(?P<value>{digits(MOST_DIGITS, '[+-]?')})|{REFEREE})"
)
"""Value only, in a list of nothing else: the sign may follow as in ``2 96-``."""

COUNT = re.compile(r"([0-9]{1,2})(?![0-9])")
PLACE = re.compile(r"([1-5])(?![0-9])")
NO_ARGUMENT = re.compile("()")

HOUSE_MARKS: Mapping[str, tuple[str, str, re.Pattern[str]]] = MappingProxyType(
    {
        "kontra": ("k", "*1", NO_ARGUMENT),
        "re": ("re", "*2", NO_ARGUMENT),
        "bock": ("b", "*0", COUNT),
        "pushes": ("p", "*5", COUNT),
        "virgin": ("j", "*6", PLACE),
        "march": ("d", "*7", PLACE),
    }
)
"""Each mark: letters, number pad, and its argument."""

HOUSE_MARK = r"\*[0-25-7]|re|[kbpjd]"
"""What begins one of these marks."""

MARK = re.compile(rf"///|//|/|=|:|{HOUSE_MARK}|r|ue|ü|@|!|>|-")
"""What may begin a mark after the game."""

BID = ("bid", re.compile(digits(MOST_DIGITS)))
OVERBID = ("overbid", re.compile(digits(MOST_DIGITS)))
CHECK = ("check", re.compile(digits(MOST_DIGITS, "[+-]?")))
RUNNING = ("running", re.compile(digits(5, "[+-]?")))

MARKS: Mapping[str, tuple[str, re.Pattern[str]]] = MappingProxyType(
    {
        "-": ("lost", re.compile("()")),
        "r": BID,
        "/": BID,
        "ü": OVERBID,
        "ue": OVERBID,
        "@": ("card-points", re.compile(digits(3))),
        "!": ("kind", re.compile(rf"(?:(a|r)|s(?:{digits(MOST_DIGITS)})?)(?![0-9])")),
        ">": (
            "picked",
            re.compile(
                rf"(?:({TRUMP[Spelling.LETTERS]})(o?)|({TRUMP[Spelling.NUMPAD]})(/?))"
                + digits(2)
            ),
        ),
        "=": CHECK,
        "//": CHECK,
        ":": RUNNING,
        "///": RUNNING,
    }
    | {letters: (name, rest) for name, (letters, _, rest) in HOUSE_MARKS.items()}
    | {pad: (name, rest) for name, (_, pad, rest) in HOUSE_MARKS.items()}
)
"""Each mark: its name, which is also the code of its errors, and its argument."""

PASSED_IN_MARKS = frozenset({"check", "running"})

CHECKS_AT_END = re.compile(
    r"(?:(?:=|(?<!/)//)([+-]?[0-9]{1,4}))?(?:(?::|///)([+-]?[0-9]{1,5}))?\Z"
)
"""What differs from list to list although the game is the same."""
