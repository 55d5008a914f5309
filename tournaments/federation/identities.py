"""Which entries in the books of several clubs are one person."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from tournaments.words.choices import Privacy


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubEntry:
    """What tells an entry in the books of a club from others; none of it is shown."""

    key: int
    organisation: int
    public_id: UUID
    member_number: str
    name_key: str
    privacy: str
    first_entry: int | None = None

    @property
    def is_first(self) -> bool:
        """Whether results stand under it, and not under one it was joined with."""
        return self.first_entry is None

    @property
    def marks(self) -> Iterator[tuple[Any, ...]]:
        """What the same person has elsewhere, too.

        A number that somebody mistyped is somebody else's: it counts with the name.
        """
        yield ("id", self.public_id)
        yield ("entry", self.first_entry or self.key)
        if self.member_number:
            yield ("number", self.member_number.upper(), self.name_key)


def one_person_each(entries: Iterable[ClubEntry]) -> list[list[ClubEntry]]:
    """Return the entries of each person together, in the order of their public ids.

    Two are one person if they share a public id, or a member number and the name, or
    if a third one is one with both.
    """
    by_mark: dict[tuple[Any, ...], list[ClubEntry]] = defaultdict(list)
    ordered = sorted(entries, key=lambda each: (str(each.public_id), each.key))
    for each in ordered:
        for mark in each.marks:
            by_mark[mark].append(each)
    found, seen = [], set[int]()
    for each in ordered:
        if each.key not in seen:
            found.append(one_with(each, by_mark, seen))
    return found


def one_with(
    first: ClubEntry,
    by_mark: dict[tuple[Any, ...], list[ClubEntry]],
    seen: set[int],
) -> list[ClubEntry]:
    """Return all entries of the person of ``first``, and note them as seen."""
    seen.add(first.key)
    person = [first]
    for each in person:
        for mark in each.marks:
            # Nobody comes back to a mark that was followed.
            for other in by_mark.pop(mark, ()):
                if other.key not in seen:
                    seen.add(other.key)
                    person.append(other)
    return person


def has_agreed(person: Iterable[ClubEntry]) -> bool:
    """Tell whether one page may show what several clubs know of a person.

    Who is called by less than the full name in one club would be found out through
    another.
    """
    return all(each.privacy == Privacy.FULL for each in person if each.is_first)
