"""Whether the file of an event is the one that was written: its seal, its check codes.

Without a database. Whoever can write a whole file anew can seal it anew: what it has to
agree with are the codes on the paper of the players.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from scoring.lists.check_codes import (
    ListFacts,
    Taken,
    canonical_text,
    changed_lines,
    check_code,
)
from scoring.notation.grammar import Spelling
from scoring.notation.reading import NotedLine
from scoring.notation.writing import write_line
from tournaments.files.event.columns import Row
from tournaments.files.event.lines import read_game
from tournaments.files.event.shape import SEAL
from tournaments.files.event.writing import file_text, seal_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvedList:
    """A list of a file: its code, and in what it is not what the code says."""

    name: str
    code: str = ""
    is_sound: bool = True
    changes: list[tuple[str, str]] = field(default_factory=list)


def is_as_written(content: bytes) -> bool:
    """Tell whether not one byte of a sealed file was changed since."""
    try:
        document = json.loads(content)
        seal = document.pop(SEAL)
        sealed = file_text({**document, SEAL: seal}).encode()
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        return False
    return bool(sealed == content and seal == seal_of(document))


def proved_lists(document: Row) -> Iterator[ProvedList]:
    """Compare each finished list of a read file with the versions that it carries."""
    for series in document.get("series", ()):
        for table in series.get("tables", ()):
            if table.get("results"):
                yield proved_list(document, series, table)


def proved_list(document: Row, series: Row, table: Row) -> ProvedList:
    """Compare one list with its last version, and that with the ones before."""
    name = f"{table['code']} ({series['number']}/{table['table_number']})"
    versions = sorted(table.get("versions", ()), key=lambda each: each["number"])
    if not versions:
        return ProvedList(name=name)
    former, is_sound = "", True
    for version in versions:
        is_sound &= version["code"] == check_code(version["text"])
        is_sound &= version["text"].endswith(f"\nreplaces {former}\n")
        former = version["code"]
    here = canonical_text(facts_of(document, series, table))
    changes = changed_lines(versions[-1]["text"], here)
    return ProvedList(
        name=name,
        code=versions[-1]["code"],
        is_sound=is_sound and not changes,
        changes=changes,
    )


def facts_of(document: Row, series: Row, table: Row) -> ListFacts:
    """Return what the check code of a list in a file stands for."""
    games = (read_game(item).noted.entry for item in table.get("games", ()))
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
        lines=[write_line(NotedLine(entry=each), Spelling.LETTERS) for each in games],
        taken=[
            Taken(
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
