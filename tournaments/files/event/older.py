"""Files of an older version, as the newest one says the same. No query.

Version 1 knew one team for everybody: its size was a setting of the event.
"""

from typing import Any

from tournaments.files.event.columns import Json, Row

SMALLEST, USUAL, LARGEST = 2, 4, 16
NAMES = {SMALLEST: "Paare"}
USUAL_NAME = "Mannschaften"


def upgraded(document: Row) -> Row:
    """Return a document of version 1 as version 2; others as they are.

    What has not the shape it should have stays, and is refused with a sentence.
    """
    version = document.get("version")
    if type(version) is not int or version != 1:
        return document
    newer = {**document, "version": 2}
    event = document.get("event")
    if isinstance(event, dict):
        newer["event"] = without(event, "team_size")
    teams = rows_of(newer.pop("teams", ()))
    names = {team.get("name") for team in teams if isinstance(team.get("name"), str)}
    if "entries" in document:
        newer["entries"] = [
            without(entry, "team") if entry.get("team") in names else entry
            for entry in rows_of(document["entries"])
        ]
    if "prizes" in document:
        newer["prizes"] = [newer_prize(row) for row in rows_of(document["prizes"])]
    has_prizes = any(row.get("contest") for row in rows_of(newer.get("prizes", ())))
    size = size_of(event)
    if size or teams or has_prizes:
        newer["contests"] = [contest_of(document, size, teams)]
    return newer


def contest_of(document: Row, size: int, teams: list[Row]) -> Row:
    """Return the one team ranking of a file of version 1."""
    entries = rows_of(document.get("entries", ()))
    chain = rows_of([document.get("event")])
    return {
        "number": 1,
        "name": NAMES.get(size, USUAL_NAME),
        "size": min(max(size or USUAL, SMALLEST), LARGEST),
        "kind": "any",
        "counting": 0,
        "scale_short": False,
        "tie_chain": chain[0].get("tie_chain") if chain else None,
        "teams": [
            {
                **team,
                "lot": 0,
                "members": [
                    {"entry": entry.get("start_number"), "from_series": 1}
                    for entry in entries
                    if entry.get("team") == team.get("name")
                ],
            }
            for team in teams
        ],
    }


def newer_prize(row: Row) -> Row:
    """Return a prize that names its team ranking; it said only whether it had one."""
    if not isinstance(row.get("for_teams"), bool):
        return row
    ranking = {"contest": 1} if row["for_teams"] else {}
    return {**without(row, "for_teams"), **ranking}


def size_of(event: Any) -> int:
    """Return how many played in a team; 0 for no teams."""
    size = event.get("team_size") if isinstance(event, dict) else 0
    return size if type(size) is int else 0


def rows_of(rows: Json) -> list[Row]:
    """Return the objects of a list; nothing of what is no list."""
    if not isinstance(rows, list):
        return []
    return [row for row in rows if isinstance(row, dict)]


def without(row: Row, key: str) -> Row:
    """Return a row without one of its keys."""
    return {name: value for name, value in row.items() if name != key}
