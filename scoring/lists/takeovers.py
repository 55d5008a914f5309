"""The takeover of a place during a list, as the history of the list stores it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

LONGEST_NAME = 380  # so that a history has room for it, whatever the key
TEXT = re.compile("([0-9]{1,3}):([^:]*):(.*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Takeover:
    """A person has a place from a game on; from game 1, nobody had it before.

    ``person`` is the key of the person where the text is stored, empty if they were
    removed. ``str`` writes what ``read_takeover`` reads.

    >>> str(Takeover(game=13, person="5", name="Bernd"))
    '13:5:Bernd'
    """

    game: int
    person: str
    name: str

    def __str__(self) -> str:
        return f"{self.game}:{self.person}:{self.name[:LONGEST_NAME]}"

    @property
    def number(self) -> int:
        """The person's key as a number; 0 for nobody."""
        return int(self.person or 0)


def read_takeover(text: str) -> Takeover | None:
    """Return the takeover in ``text``; None for an empty text. Raises ``ValueError``.

    >>> read_takeover("13:5:Bernd")
    Takeover(game=13, person='5', name='Bernd')
    """
    if not text:
        return None
    match = TEXT.fullmatch(text)
    if match is None:
        raise ValueError(text)
    game, person, name = match.groups()
    return Takeover(game=int(game), person=person, name=name)


def with_key(text: str, key_of: Callable[[str], str]) -> str:
    """Return ``text`` with the key that the person has elsewhere.

    >>> with_key("13:5:Bernd", {"5": "c0ffee"}.__getitem__)
    '13:c0ffee:Bernd'
    """
    takeover = read_takeover(text)
    if takeover is None:
        return text
    return str(replace(takeover, person=key_of(takeover.person)))
