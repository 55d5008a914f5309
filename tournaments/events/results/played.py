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


def lists_in_all(*, lists: int, undrawn: int, drawn: int) -> int:
    """Return how many lists there are and will be.

    A series without tables counts as long as the others are on average.

    >>> lists_in_all(lists=16, undrawn=1, drawn=2)
    24
    """
    return lists + (lists * undrawn // drawn if drawn else 0)


def share_played(*, finished: int, lists: int) -> int:
    """Return how much is finished, in percent.

    >>> share_played(finished=8, lists=24)
    33
    """
    return 100 * finished // max(1, lists)
