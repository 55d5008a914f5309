"""The card with the shorthand: examples are read, so that they cannot be wrong."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from scoring.notation import NotedLine, read_line
from tournaments.labels import line_text
from tournaments.sheets.ledger import scored

# Place, contract, count, levels, lost: what every game has. Both spellings.
EXAMPLES = (
    ("2k2h", "2122*"),
    ("3g2", "3242"),
    ("2ao3", "29/3"),
    ("4p1s-", "4111+-"),
    ("1h2sa", "1102+,"),
    ("3g4wa", "3244++,"),
    ("2g4o", "2244++,,"),
    ("1n", "123"),
    ("1nho", "159"),
    ("3p1r30", "3111/30"),
    ("2k2h=48:318", "2122*//48///318"),
    ("e", "0"),
)
# What is rare, and the same in both spellings unless two are given.
RARE = (
    ("2+48", "2+48", _("only the value stands on the paper")),
    ("2-96", "2-96", _("the same for a lost game")),
    ("2k2@72", "2122@72", _("72 card points of the declarer")),
    ("2k2-!a", "2122-!a", _("conceded; !r a rule break, !s the referee decided")),
    ("2nr27>h1", "223/27>101", _("Null below the bid: hearts with 1 was picked")),
    ("2k2h # late", "2122* # late", _("a remark")),
)
NO_GAMES = (
    ("x", _("time was up, the rest of the list is struck")),
    ("s2=Meier", _("from here on Meier sits on place 2")),
)
PARTS = (
    (_("place"), "1 … 5", "1 … 5"),
    (_("diamonds, hearts, spades, clubs, Grand"), "a h p k g", "9 10 11 12 24"),
    (_("Null, Hand, ouvert, ouvert Hand"), "n nh no nho", "23 35 46 59"),
    (_("with 2, without 2"), "2 o2", "2 /2"),
    (_("Hand"), "h", "*"),
    (_("Schneider, announced"), "s sa", "+ +,"),
    (_("Schwarz, announced"), "w wa", "++ ++,"),
    (_("ouvert"), "o", "++,,"),
    (_("lost"), "-", "-"),
    (_("bid 30"), "r30", "/30"),
    (_("value and running total on the paper"), "=48 :318", "//48 ///318"),
    (_("passed in"), "e", "0"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A line in both spellings, what it means and what it counts."""

    letters: str
    pad: str
    words: str
    score: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """Everything on the card."""

    parts: Iterable[tuple[object, str, str]]
    examples: tuple[Example, ...]
    rare: tuple[Example, ...]
    no_games: Iterable[tuple[str, object]]


def cards() -> Cards:
    """Return the card in the reader's language. No query."""
    return Cards(
        parts=PARTS,
        examples=tuple(example_of(*pair) for pair in EXAMPLES),
        rare=tuple(
            Example(letters=letters, pad=pad, words=str(words))
            for letters, pad, words in RARE
        ),
        no_games=NO_GAMES,
    )


def example_of(letters: str, pad: str) -> Example:
    """Return an example with what it really means."""
    noted: NotedLine = read_line(letters)
    return Example(
        letters=letters,
        pad=pad,
        words=line_text(noted.entry),
        score=scored(noted.entry).score,
    )
