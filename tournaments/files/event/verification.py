"""Verifying the file of an event by its seal and its check codes, without a database.

Anybody can write a whole file and seal it anew. What cannot be forged are the codes on
the players' paper, and the file has to agree with them.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import itemgetter

from scoring.lists.check_codes import (
    ListFacts,
    PlaceResult,
    canonical_text,
    changed_lines,
    check_code,
)
from scoring.notation.grammar import Spelling
from scoring.notation.reading import NotedLine
from scoring.notation.writing import write_line
from tournaments.files.event.columns import Row, lists_in
from tournaments.files.event.lines import read_game
from tournaments.files.event.shape import SEAL
from tournaments.files.event.writing import file_text, seal_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvedList:
    """A list of a file: its check code, and the changes since that was issued."""

    name: str
    code: str = ""
    is_sound: bool = True
    changes: list[tuple[str, str]] = field(default_factory=list)


def is_unaltered(content: bytes) -> bool:
    """Return whether every byte of a sealed file is as it was written."""
    try:
        document = json.loads(content)
        seal = document.pop(SEAL)
        sealed = file_text({**document, SEAL: seal}).encode()
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        return False
    return bool(sealed == content and seal == seal_of(document))


def proved_lists(document: Row) -> Iterator[ProvedList]:
    """Compare each finished list of a checked file with its recorded versions."""
    for series, table in lists_in(document):
        if table.get("results"):
            yield proved_list(document, series, table)


def proved_list(document: Row, series: Row, table: Row) -> ProvedList:
    """Compare a list with its last version, and check the chain of versions."""
    name = f"{table['code']} ({series['number']}/{table['table_number']})"
    versions = sorted(table.get("versions", ()), key=itemgetter("number"))
    if not versions:
        return ProvedList(name=name)
    previous, is_sound = "", True
    for version in versions:
        is_sound &= version["code"] == check_code(version["text"])
        is_sound &= version["text"].endswith(f"\nreplaces {previous}\n")
        previous = version["code"]
    text = canonical_text(list_facts_in(document, series, table))
    changes = changed_lines(versions[-1]["text"], text, joined_in(document))
    return ProvedList(
        name=name,
        code=versions[-1]["code"],
        is_sound=is_sound and not changes,
        changes=changes,
    )


def joined_in(document: Row) -> dict[str, str]:
    """Return the ids of people by those they had before entries were joined."""
    return {
        former: row["id"]
        for row in document.get("people", ())
        for former in row.get("joined", ())
    }


def list_facts_in(document: Row, series: Row, table: Row) -> ListFacts:
    """Return the facts from which the check code of a list is made."""
    entries = (read_game(item).noted.entry for item in table.get("games", ()))
    return ListFacts(
        event=document["event"]["id"],
        series=series["number"],
        table=table["table_number"],
        code=table["code"],
        players=len(table["seats"]),
        rounds=table["rounds"],
        system=table["system"],
        rules=(document.get("house_rules") or {}).get("options", ""),
        is_struck=table.get("cut_short", False),
        lines=[
            write_line(NotedLine(entry=entry), Spelling.LETTERS) for entry in entries
        ],
        results=[
            PlaceResult(
                place=row["place"],
                first=row["first_game"],
                last=row["last_game"],
                person=row["person"],
                points=row["game_points"],
                won=row["won"],
                lost=row["lost"],
                others_lost=row["others_lost"],
                total=row["total"],
            )
            for row in table["results"]
        ],
    )
