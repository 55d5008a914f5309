"""What a draw refuses, each with a code that a page can translate."""


class SeatingError(ValueError):
    """A draw or a swap that cannot be done.

    ``code`` never changes and names the reason; ``params`` hold the numbers that
    belong into a sentence about it; the text is English, for the command line.
    """

    def __init__(self, code: str, message: str, **params: int | str) -> None:
        super().__init__(message)
        self.code = code
        self.params = params
