"""The canonical form of a document that may be written in several ways."""

from collections.abc import Callable, Iterable, Mapping

from tournaments.files.event.checking import rule_set_in
from tournaments.files.event.columns import (
    Json,
    Row,
    file_row,
    moment_text,
    read_moment,
    without_empty,
)
from tournaments.files.event.lines import canonical_game
from tournaments.files.event.sections import (
    CLUB_SECTIONS,
    EVENT_SECTIONS,
    all_sections,
)
from tournaments.people.names.names import PersonName
from tournaments.people.selectors import name_key
from tournaments.scope.models import EXTENSIONS, canonical_json


def by_columns(*names: str) -> Callable[[Row], list[Json]]:
    """Return a sort key made of some columns of a row; numbers may be missing."""
    return lambda row: [row.get(name, 0) for name in names]


def by_name(person: Row) -> list[Json]:
    """Return the sort key of a person: the folded name, then the id."""
    name = PersonName(first=person.get("first_name", ""), last=person["last_name"])
    return [name_key(name), person["id"]]


SortKey = Callable[[Json], list[Json]]
SORT_KEYS: Mapping[str, SortKey] = {
    "clubs": by_columns("name"),
    "people": by_name,
    "apart": sorted,
    "rule_sets": by_columns("name"),
    "events": by_columns("slug"),
    "joins": by_columns("at", "gone"),
    "arrived_lists": by_columns("at", "event", "document"),
    **{
        name: by_columns(*section.order.split())
        for name, section in all_sections({**EVENT_SECTIONS, **CLUB_SECTIONS})
        if section.order
    },
}


def sorted_section(section: str, rows: Iterable[Row]) -> list[Row]:
    """Return the rows of a section in its order; some sections keep the given one."""
    return sorted(rows, key=SORT_KEYS[section]) if section in SORT_KEYS else list(rows)


def canonical_document(document: Row) -> Row:
    """Return a checked document as this program would have written it."""
    row = {key: canonical_value(key, value) for key, value in document.items()}
    return without_empty(row)


def canonical_value(key: str, value: Json) -> Json:
    """Return the value under ``key`` as this program would have written it."""
    if key in CANONICAL:
        return CANONICAL[key](value)
    if isinstance(value, dict):
        return canonical_document(value)
    if key == "at" or key.endswith("_at"):
        return moment_text(read_moment(value))
    if isinstance(value, list) and all(isinstance(item, dict) for item in value):
        return sorted_section(key, [canonical_document(item) for item in value])
    return value


def canonical_rules(row: Row) -> Row:
    """Return house rules without the options of the ISkO, in the usual order."""
    return file_row(rule_set_in(row), club=row.get("club"))


CANONICAL: Mapping[str, Callable[[Json], Json]] = {
    "house_rules": canonical_rules,
    "rule_sets": lambda rows: sorted_section("rule_sets", map(canonical_rules, rows)),
    "games": lambda games: [canonical_game(item) for item in games],
    "apart": lambda pairs: sorted(sorted(pair) for pair in pairs),
    # Text from here on, so that searches for names do not look into extensions.
    EXTENSIONS: canonical_json,
}
