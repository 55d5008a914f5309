"""Recognising the entries of one person in the books of several clubs."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from tournaments.words.choices import Privacy


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubEntry:
    """What identifies an entry in the books of a club; none of it is shown."""

    key: int
    organisation: int
    public_id: UUID
    member_number: str
    name_key: str
    privacy: str
    first_entry: int | None = None

    @property
    def is_first(self) -> bool:
        """Whether its results are its own, rather than those of a joined entry."""
        return self.first_entry is None

    @property
    def marks(self) -> Iterator[tuple[Any, ...]]:
        """The marks that entries of the same person share.

        A mistyped member number is another person's: it counts only with the name.
        """
        yield ("id", self.public_id)
        yield ("entry", self.first_entry or self.key)
        if self.member_number:
            yield ("number", self.member_number.upper(), self.name_key)


def people_among(entries: Iterable[ClubEntry]) -> list[list[ClubEntry]]:
    """Return the entries grouped by person, in the order of their public ids.

    Two entries are one person if they share a public id, or a member number and the
    name, or if both are the same person as a third.
    """
    by_mark: dict[tuple[Any, ...], list[ClubEntry]] = defaultdict(list)
    ordered = sorted(entries, key=lambda entry: (str(entry.public_id), entry.key))
    for entry in ordered:
        for mark in entry.marks:
            by_mark[mark].append(entry)
    people, seen_keys = [], set[int]()
    for entry in ordered:
        if entry.key not in seen_keys:
            people.append(entries_of_person(entry, by_mark, seen_keys))
    return people


def entries_of_person(
    first: ClubEntry,
    by_mark: dict[tuple[Any, ...], list[ClubEntry]],
    seen_keys: set[int],
) -> list[ClubEntry]:
    """Return all entries of the person ``first`` belongs to, and mark them as seen."""
    seen_keys.add(first.key)
    person = [first]
    for entry in person:
        for mark in entry.marks:
            # Each mark needs to be followed only once.
            for other in by_mark.pop(mark, ()):
                if other.key not in seen_keys:
                    seen_keys.add(other.key)
                    person.append(other)
    return person


def is_public_everywhere(person: Iterable[ClubEntry]) -> bool:
    """Tell whether one page may show a person's results at several clubs.

    A person without a full public name at one club would be exposed through another.
    """
    return all(entry.privacy == Privacy.FULL for entry in person if entry.is_first)
