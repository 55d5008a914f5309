"""What counts as played: one answer for rankings, lists of events, path and release."""


def all_is_played(
    *, lists: int, finished: int, undrawn: int, is_released: bool = False
) -> bool:
    """Return whether nothing is left to play or to type.

    A series without tables counts as not played, unless the results were released
    without it.

    >>> all_is_played(lists=4, finished=4, undrawn=1)
    False
    >>> all_is_played(lists=4, finished=4, undrawn=1, is_released=True)
    True
    """
    return 0 < lists == finished and (not undrawn or is_released)


def share_played(*, lists: int, finished: int, undrawn: int, drawn: int) -> int:
    """Return how much is finished, in percent.

    A series without tables counts as long as the others are on average.

    >>> share_played(lists=4, finished=4, undrawn=1, drawn=1)
    50
    """
    to_come = lists * undrawn // drawn if drawn else 0
    return 100 * finished // max(1, lists + to_come)
