"""The next key of a line that is being typed, as card players say it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.game.contracts import BASE_VALUE, NULL_VALUE, Contract
from scoring.notation.grammar import LETTER, Spelling
from scoring.notation.hints import LEVELS, Expected
from tournaments.words.decks import Deck, contract_name, deck_name, suit_sign
from tournaments.words.proof.problems import EXPECTED_TEXT

KEYS: dict[str, tuple[tuple[str, str], Promise]] = {
    "passed-in": (("e", "0"), gettext_lazy("passed in")),
    "ramsch": (("r48/42/30", "0/48/42/30"), gettext_lazy("Ramsch")),
    "tops": (("1–11", "1–11"), pgettext_lazy("tops", "with so many")),
    "tops-of-grand": (("1–4", "1–4"), pgettext_lazy("tops", "with so many")),
    "without": (("o", "/"), pgettext_lazy("level", "without")),
    "lost": (("-", "-"), gettext_lazy("lost")),
    "bid": (("r", "/"), gettext_lazy("bid value")),
    "check": (("=", "//"), gettext_lazy("value on the paper")),
    "running": ((":", "///"), gettext_lazy("running total")),
    "end": (("Enter", "Enter"), pgettext_lazy("key", "done")),
}
LEVEL_WORDS: dict[str, Promise] = {
    "hand": pgettext_lazy("level", "Hand"),
    "schneider": pgettext_lazy("level", "Schneider"),
    "schwarz": pgettext_lazy("level", "Schwarz"),
    "announcement": pgettext_lazy("level", "announced"),
    "ouvert": pgettext_lazy("level", "ouvert"),
}
MARKS = frozenset({"bid", "check", "running"})


@dataclass(frozen=True, slots=True)
class Hint:
    """Keys and what they mean; without keys the words alone."""

    keys: str
    words: str


def hints_of(
    expected: Expected,
    places: Sequence[int],
    contracts: Sequence[Contract] = tuple(Contract),
) -> Iterator[Hint]:
    """Yield what may be typed next; only ``places`` play, and only ``contracts``."""
    is_whole = "end" in expected.codes
    at = 1 if expected.spelling is Spelling.NUMPAD else 0
    for code in expected.codes:
        if code == "seat":
            yield Hint(" ".join(map(str, places)), _("declarer"))
        elif code == "contract":
            yield from contract_hints(expected.spelling, contracts)
        elif code in LEVEL_WORDS:
            yield Hint(LEVELS[code][at], str(LEVEL_WORDS[code]))
        elif code in KEYS and (is_whole or code not in MARKS):
            keys, words = KEYS[code]
            yield Hint(keys[at], str(words))
        else:
            yield Hint("", str(EXPECTED_TEXT[code]))


def contract_hints(
    spelling: Spelling | None, contracts: Sequence[Contract]
) -> Iterator[Hint]:
    """Yield the contracts, the highest first, with their letters or numbers."""
    for contract in reversed([each for each in BASE_VALUE if each in contracts]):
        yield Hint(contract_key(contract, spelling), contract_name(contract))
    if Contract.NULL in contracts:
        null = str(NULL_VALUE[False, False]) if spelling is Spelling.NUMPAD else "n"
        yield Hint(null, contract_name(Contract.NULL))


def contract_key(contract: Contract, spelling: Spelling | None) -> str:
    """Return the key for a suit or Grand, with the reader's deck."""
    if spelling is Spelling.NUMPAD:
        return str(BASE_VALUE[contract])
    is_german = deck_name() == Deck.GERMAN
    return (is_german and suit_sign(contract).lower()) or LETTER[contract]
