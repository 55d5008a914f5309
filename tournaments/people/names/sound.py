"""The sound of a name in German: Cologne phonetics."""

import re

from tournaments.people.names.names import fold

VOWELS = frozenset("aeijouy")
CODES = {
    **dict.fromkeys("bp", "1"),
    **dict.fromkeys("dt", "2"),
    **dict.fromkeys("fvw", "3"),
    **dict.fromkeys("gkq", "4"),
    "l": "5",
    **dict.fromkeys("mn", "6"),
    "r": "7",
    **dict.fromkeys("sz", "8"),
}
HARD_FIRST = frozenset("ahkloqrux")
HARD = frozenset("ahkoqux")


def sound_of(name: str) -> str:
    """Return the sound of a name as digits, the same for names that sound alike.

    >>> sound_of("Kirchhof") == sound_of("Kirchhoff")
    True
    >>> [sound_of(name) for name in ("Müller-Lüdenscheidt", "Meyer", "Maier", "Xaver")]
    ['65752682', '67', '67', '4837']
    >>> sound_of("Schmidt") == sound_of("Schmitt") == sound_of("Schmied")
    True
    """
    letters = re.sub("[^a-z]", "", fold(name))
    codes = "".join(
        letter_code(letters, at) for at, letter in enumerate(letters) if letter != "h"
    )
    shortened = re.sub(r"(\d)\1+", r"\1", codes)
    return shortened[:1] + shortened[1:].replace("0", "")


def is_same_first(name: str, other: str) -> bool:
    """Return whether two first names may be the same by beginning or sound.

    >>> is_same_first("H.", "Hans"), is_same_first("Günther", "Günter")
    (True, True)
    >>> is_same_first("Ida", "Uwe")
    False
    """
    short, long = sorted((fold(name).rstrip("."), fold(other).rstrip(".")), key=len)
    return long.startswith(short) or sound_of(short) == sound_of(long)


def letter_code(letters: str, at: int) -> str:
    """Return the digits of one letter, which depend on its neighbours."""
    letter = letters[at]
    before, after = letters[at - 1 : at], letters[at + 1 : at + 2]
    if letter in VOWELS:
        return "0"
    if letter == "p" and after == "h":
        return "3"
    if letter in "dt" and after in tuple("csz"):
        return "8"
    if letter == "x":
        return "8" if before in tuple("ckq") else "48"
    if letter == "c":
        return c_code(before, after)
    return CODES[letter]


def c_code(before: str, after: str) -> str:
    """Return the digit of a C between two letters."""
    if before in tuple("sz"):
        return "8"
    hard = HARD if before else HARD_FIRST
    return "4" if after in hard and after else "8"
