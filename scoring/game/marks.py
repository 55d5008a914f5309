"""What a line of a list says about house rules, beside the official game."""

from dataclasses import dataclass
from enum import IntEnum


class Kontra(IntEnum):
    """What was said against the declarer, and the answer (rules 7.1)."""

    NONE = 0
    KONTRA = 1
    RE = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Ramsch:
    """A hand without a declarer: whoever has most card points loses (rules 7.4, 7.5).

    ``points`` are the card points of the three players, in the order of their places.
    ``virgins`` are the places without a trick, ``march`` the place that took every
    trick, ``pushes`` how often the skat was passed on unseen.
    """

    points: tuple[int, int, int]
    virgins: tuple[int, ...] = ()
    march: int | None = None
    pushes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseMarks:
    """The marks of one line; a line of official Skat has none at all.

    ``bock`` is how often the writer doubles the game whatever the rules propose
    (None: as they propose). A ``ramsch`` line has no declarer.
    """

    kontra: Kontra = Kontra.NONE
    bock: int | None = None
    ramsch: Ramsch | None = None


def is_malformed(marks: HouseMarks) -> bool:
    """Tell whether a mark holds something of the wrong type, as forms may send it.

    >>> is_malformed(HouseMarks()), is_malformed(HouseMarks(bock="1"))
    (False, True)
    """
    ramsch = marks.ramsch
    if type(marks.kontra) is not Kontra:
        return True
    numbers: list[object] = []
    optional: list[object] = [marks.bock]
    if ramsch is not None:
        if type(ramsch) is not Ramsch:
            return True
        tuples = (ramsch.points, ramsch.virgins)
        if any(type(field) is not tuple for field in tuples) or len(ramsch.points) != 3:
            return True
        numbers += [*ramsch.points, *ramsch.virgins, ramsch.pushes]
        optional.append(ramsch.march)
    numbers += [number for number in optional if number is not None]
    return any(type(number) is not int for number in numbers)
