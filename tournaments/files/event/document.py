"""Walking through the document of a file."""

from collections.abc import Iterator

from tournaments.files.event.columns import Row


def lists_in(document: Row) -> Iterator[tuple[Row, Row]]:
    """Give every list of a document, with its series in front."""
    for series in document.get("series", ()):
        for table in series.get("tables", ()):
            yield series, table


def full_name_in(person: Row) -> str:
    """Return the full name of a person of a document."""
    return f"{person.get('first_name', '')} {person['last_name']}".strip()
