"""Deciding what counts as played, for rankings, lists of events, path and release."""


def all_is_played(
    *, lists: int, finished: int, undrawn: int, is_released: bool = False
) -> bool:
    """Return whether nothing is left to play or to type.

    A series without tables is still to be played, unless the results were released
    without it.

    >>> all_is_played(lists=4, finished=4, undrawn=1)
    False
    >>> all_is_played(lists=4, finished=4, undrawn=1, is_released=True)
    True
    """
    return 0 < lists == finished and (not undrawn or is_released)


def lists_in_all(*, lists: int, undrawn: int, drawn: int) -> int:
    """Return the number of lists once every series has its tables.

    A series without tables is expected to have as many lists as the average of the
    others.

    >>> lists_in_all(lists=16, undrawn=1, drawn=2)
    24
    """
    return lists + (lists * undrawn // drawn if drawn else 0)


def share_played(*, finished: int, lists: int) -> int:
    """Return the share of finished lists in percent.

    >>> share_played(finished=8, lists=24)
    33
    """
    return 100 * finished // max(1, lists)
