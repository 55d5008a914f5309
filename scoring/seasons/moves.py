"""How people rise and fall between two tables of a season: the trend, the lab (M13)."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.seasons.table import SeasonRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """What a change does to one person.

    ``before`` or ``after`` is None if the person is in one table only.
    """

    person: int
    before: SeasonRow | None
    after: SeasonRow | None

    @property
    def up(self) -> int | None:
        """The places won, negative for places lost; None without two places."""
        if self.before is None or self.after is None:
            return None
        if self.before.place is None or self.after.place is None:
            return None
        return self.before.place - self.after.place


def moves(before: Iterable[SeasonRow], after: Iterable[SeasonRow]) -> tuple[Move, ...]:
    """Return everybody's move between two tables, in the order of the second.

    For the trend since the last evening, pass the table without that evening. People
    who are only in the first table follow at the end.

    >>> moves((), ())
    ()
    """
    earlier = {row.person: row for row in before}
    later = {row.person: row for row in after}
    only_before = [person for person in earlier if person not in later]
    return tuple(
        Move(person=person, before=earlier.get(person), after=later.get(person))
        for person in (*later, *only_before)
    )
