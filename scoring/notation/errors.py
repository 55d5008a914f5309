"""Errors of lines that cannot be read."""


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
