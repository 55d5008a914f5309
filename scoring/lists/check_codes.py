"""The check code of a finished list: sixteen characters that stand for all of it.

The code is the beginning of a hash of the list's canonical text. Anyone who has it, on
paper or on a screen, can tell later whether a list is the same. It does not prove who
wrote the list, and someone with a big machine and time could find another list with the
same code.
"""

import hashlib
from collections.abc import Mapping
from itertools import combinations
from operator import itemgetter
from types import MappingProxyType
from typing import Any

GRAMMAR = 1
"""The version of the canonical text; another way of writing it gets another number."""

SIGNS = "245679JKRUVWXYZ8"
"""Sixteen characters that sound and look different from each other in German."""

LENGTH, GROUP = 16, 4
NO_JOINS: Mapping[str, str] = MappingProxyType({})
# How many words say what a line is about, where it is more than the first.
SUBJECT_WORDS = {"took": 3}


def canonical_text(facts: Mapping[str, Any], *, former: str = "") -> str:
    """Return the text that is hashed: head, lines, everybody's result.

    ``facts`` are the columns of a list and, of each of its ``results``, the columns and
    the random id of the ``person``; further its ``event``, ``series``, ``players``,
    ``rules``, and its games in shorthand as ``lines``. It has no names: a person is a
    mark made of their random id, so a name can be removed and the code still holds.
    ``former`` is the code of the version that this one replaces.
    """
    by_place = sorted(facts["results"], key=itemgetter("place", "first_game"))
    return "\n".join(
        [
            f"skat-list {GRAMMAR}",
            "event {event}".format_map(facts),
            "list {code} series {series} table {table_number}".format_map(facts),
            "players {players} rounds {rounds} system {system}".format_map(facts),
            "rules {rules}".format_map(facts),
            f"struck {int(facts.get('cut_short', False))}",
            *(f"{number} {line}" for number, line in enumerate(facts["lines"], 1)),
            *(
                "took {place} {first_game}-{last_game} {mark}"
                " {game_points} {won} {lost} {others_lost} {total}".format(
                    **row, mark=person_mark(row["person"])
                )
                for row in by_place
            ),
            f"replaces {former}",
            "",
        ]
    )


def former_code_in(text: str) -> str:
    """Return the code of the version that a canonical text replaces.

    >>> former_code_in("skat-list 1\\nreplaces R5KW-YKKU-67RJ-XYV9\\n")
    'R5KW-YKKU-67RJ-XYV9'
    """
    return text.splitlines()[-1].removeprefix("replaces").strip()


def person_mark(person: str) -> str:
    """Return what stands for a person in a canonical text."""
    return hashlib.sha256(f"skat-person {person}".encode()).hexdigest()[:16]


def check_code(text: str) -> str:
    """Return the code of a canonical text, in groups.

    >>> check_code("skat-list 1")
    'R5KW-YKKU-67RJ-XYV9'
    """
    digest = hashlib.sha256(text.encode()).hexdigest()[:LENGTH]
    signs = "".join(SIGNS[int(digit, 16)] for digit in digest)
    return in_groups(signs)


def in_groups(signs: str) -> str:
    return "-".join(signs[at : at + GROUP] for at in range(0, len(signs), GROUP))


def code_in(typed: str) -> str:
    """Return a typed code in the form in which it is stored.

    >>> code_in("r5kw ykku 67rj xyv9")
    'R5KW-YKKU-67RJ-XYV9'
    """
    return in_groups("".join(sign for sign in typed.upper() if sign in SIGNS))


def changed_lines(
    old: str, new: str, joined: Mapping[str, str] = NO_JOINS
) -> list[tuple[str, str]]:
    """Return the lines in which two canonical texts differ, in pairs.

    ``joined`` has the id of a person by every id that was theirs before entries were
    joined, so that a join changes no line.

    >>> changed_lines("1 e\\n2 2k2\\n", "1 e\\n2 2k3\\n")
    [('2 2k2', '2 2k3')]
    """
    for former, person in joined.items():
        old = old.replace(person_mark(former), person_mark(person))
    old_lines, new_lines = lines_by_subject(old), lines_by_subject(new)
    return [
        (old_lines.get(name, ""), new_lines.get(name, ""))
        for name in {**old_lines, **new_lines}
        if old_lines.get(name) != new_lines.get(name) and name != "replaces"
    ]


def lines_by_subject(text: str) -> dict[str, str]:
    by_subject = {}
    for line in text.splitlines():
        words = line.split(" ")
        by_subject[" ".join(words[: SUBJECT_WORDS.get(words[0], 1)])] = line
    return by_subject


def exchanged_places(
    old: Mapping[int, str], new: Mapping[int, str]
) -> list[tuple[int, int]]:
    """Return the pairs of places whose players changed places with each other.

    >>> exchanged_places({1: "a", 2: "b", 3: "c"}, {1: "c", 2: "b", 3: "a"})
    [(1, 3)]
    """
    return [
        (first, second)
        for first, second in combinations(sorted(old), 2)
        if old[first] != old[second]
        and (old[first], old[second]) == (new.get(second), new.get(first))
    ]
