"""Walking through the document of a file."""

from collections.abc import Iterator

from tournaments.files.event.columns import Json, Row


def lists_in(document: Row) -> Iterator[tuple[Row, Row]]:
    """Give every list of a document, with its series in front."""
    for series in document.get("series", ()):
        for table in series.get("tables", ()):
            yield series, table


def full_name_in(person: Row) -> str:
    """Return the full name of a person of a document."""
    return f"{person.get('first_name', '')} {person['last_name']}".strip()


def without_key(value: Json, key: str) -> Json:
    """Return a part of a document without everything under ``key``."""
    if isinstance(value, dict):
        return {k: without_key(inner, key) for k, inner in value.items() if k != key}
    if isinstance(value, list):
        return [without_key(item, key) for item in value]
    return value
