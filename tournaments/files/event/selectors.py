"""Comparing an event file with this site: known people, new ones, differences."""

import datetime
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any

from django.apps import apps
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from scoring.lists.sheets import with_key
from tournaments.events.models import Event
from tournaments.files.event.reading import first_sentences
from tournaments.files.event.schema import Path
from tournaments.files.event.sections import (
    Json,
    Row,
    full_name_in,
    keys_linking_to,
    lists_in,
    read_columns,
    with_values,
)
from tournaments.files.event.writing import contradictions, event_document
from tournaments.people.models import Club, Player, User
from tournaments.people.names.names import PersonName, fold
from tournaments.people.selectors import home_club
from tournaments.words.choices import TAKEOVERS

EVENT = "event"
ROW_TEXTS: dict[str | int, Promise] = {
    "series": gettext_lazy("Series %(number)s"),
    "tables": gettext_lazy("Table %(number)s"),
    "seats": gettext_lazy("Place %(number)s"),
    "games": gettext_lazy("Game %(number)s"),
    "draws": gettext_lazy("Draw %(number)s"),
    "people": gettext_lazy("Person %(number)s"),
    "entries": gettext_lazy("Entry %(number)s"),
    "teams": gettext_lazy("Team %(number)s"),
    "prizes": gettext_lazy("Prize %(number)s"),
}

PARTS: dict[str | int, Promise] = {
    "by": pgettext_lazy("part of a file", "by whom"),
    "log": gettext_lazy("History"),
    "payments": pgettext_lazy("part of a file", "payments"),
    "typed_by": pgettext_lazy("part of a file", "typed by"),
    "finished_by": pgettext_lazy("part of a file", "finished by"),
    "changes": pgettext_lazy("part of a file", "changes"),
    "versions": pgettext_lazy("part of a file", "versions"),
    "contests": gettext_lazy("Team rankings"),
    "cash_counts": pgettext_lazy("part of a file", "cash counts"),
    "adjustments": gettext_lazy("Decisions of the referee"),
    "options": gettext_lazy("House rules"),
    "accounts": gettext_lazy("Accounts"),
}
"""Parts of a file that are no column, or one that no page shows."""


def path_in_words(path: Path) -> str:
    """Return a place inside a file in words, counted from one."""
    words = []
    labels: dict[Any, object] = {**column_labels(path[0] if path else ""), **PARTS}
    steps = list(path)
    while steps:
        step = steps.pop(0)
        if steps and step in ROW_TEXTS and isinstance(steps[0], int):
            words.append(str(ROW_TEXTS[step]) % {"number": int(steps.pop(0)) + 1})
        elif isinstance(step, int):
            words.append(str(step + 1))
        else:
            words.append(capfirst(str(labels.get(step, step))))
    return ", ".join(words)


def column_labels(section: str | int) -> dict[str, str]:
    """Return the labels of the event and of all columns by their names in a file.

    A column that no page shows has no label. Two tables may have a column of the same
    name; in the section of the event its own labels win.
    """
    models = list(apps.get_app_config("tournaments").get_models())
    if section == EVENT:
        models.append(Event)
    return {EVENT: str(Event._meta.verbose_name)} | {
        column.name: str(column.verbose_name)
        for model in models
        for column in model._meta.concrete_fields
        if isinstance(column.verbose_name, Promise)
    }


# People and clubs may have changed since; as they are here now is right.
NOT_COMPARED = frozenset({"people", "clubs", "home_club"})
MOST_DIFFERENCES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Matches:
    """The people, clubs and accounts here that match a file, by id or name there.

    Its other people, clubs and accounts would be new; the members of a club from
    elsewhere are guests here.
    """

    people: Mapping[str, Player]
    clubs: Mapping[str, Club]
    accounts: Mapping[str, User]
    home: Club | None
    is_from_elsewhere: bool
    new_people: tuple[str, ...]
    new_clubs: tuple[str, ...]
    new_accounts: tuple[str, ...]


@dataclass(slots=True, kw_only=True)
class EventImport:
    """What the import of a file would do, or did.

    ``existing`` is the event if it is here already; ``differences`` are the places
    where the file differs from it. ``event`` is what was stored.
    """

    document: Row
    matches: Matches
    existing: Event | None
    differences: tuple[str, ...]
    event: Event = field(init=False)

    @property
    def lists(self) -> int:
        return sum(1 for _list in lists_in(self.document))

    @property
    def games(self) -> int:
        lists = lists_in(self.document)
        return sum(len(table.get("games", ())) for _series, table in lists)

    @property
    def date(self) -> datetime.date:
        return datetime.date.fromisoformat(self.document["event"]["date"])

    @property
    def name(self) -> str:
        return str(Event(**read_columns(Event, self.document["event"])).name)

    @property
    def contradictions(self) -> list[str]:
        """Return the first contradictions between games and numbers of the file."""
        return first_sentences(contradictions(self.document), MOST_DIFFERENCES)

    @property
    def figures(self) -> list[tuple[str, int]]:
        return [
            (_("People"), len(self.document.get("people", ()))),
            (pgettext("several", "Series"), len(self.document.get("series", ()))),
            (_("Lists"), self.lists),
            (_("Games"), self.games),
        ]

    @property
    def is_changed(self) -> bool:
        """Whether it changes anything here."""
        return self.existing is None or bool(self.differences)


def preview_of(document: Row) -> EventImport:
    """Compare a checked event with this site, without changing anything."""
    matches = matches_of(document)
    differences: tuple[str, ...] = ()
    existing = Event.objects.filter(public_id=document["event"]["id"]).first()
    if existing:
        there = comparable(with_local_names(document, matches))
        differences = first_differences(there, comparable(event_document(existing)))
    return EventImport(
        document=document, matches=matches, existing=existing, differences=differences
    )


def signing_accounts(value: Json) -> Iterator[str]:
    """Give the account of every act in a part of a file."""
    rows = value.values() if isinstance(value, dict) else value
    if isinstance(value, dict):
        yield from (value[key] for key in keys_linking_to(User) & value.keys())
    for inner in rows:
        if isinstance(inner, dict | list):
            yield from signing_accounts(inner)


def matches_of(document: Row) -> Matches:
    """Return what in a file matches something here. Five queries."""
    folded = {fold(club.name): club for club in Club.objects.all()}
    by_name = {user.username.casefold(): user for user in User.objects.all()}
    rows, home = document.get("people", ()), home_club()
    clubs = [club["name"] for club in document.get("clubs", ())]
    accounts = sorted(set(signing_accounts(document)))
    people = matching_people(rows)
    other = document.get("home_club")
    return Matches(
        people=people,
        clubs={name: folded[fold(name)] for name in clubs if fold(name) in folded},
        accounts={
            name: by_name[name.casefold()]
            for name in accounts
            if name.casefold() in by_name
        },
        home=home,
        is_from_elsewhere=bool(home and other and fold(other) != fold(home.name)),
        new_people=tuple(full_name_in(row) for row in rows if row["id"] not in people),
        new_clubs=tuple(name for name in clubs if fold(name) not in folded),
        new_accounts=tuple(name for name in accounts if name.casefold() not in by_name),
    )


def matching_people(people: Iterable[Row]) -> dict[str, Player]:
    """Return the people here by id, else by name, club and date of birth. Two queries.

    A name that several people have, here or in the file, matches nobody.
    """
    rows = list(people)
    ids = [row["id"] for row in rows]
    matches: dict[str, Player] = {}
    known = Player.every.filter(public_id__in=ids)
    for player in known.select_related("joined_into__joined_into"):
        kept = player
        while kept.joined_into:
            kept = kept.joined_into
        matches[str(player.public_id)] = kept
    unmatched = [row for row in rows if row["id"] not in matches]
    candidates = namesakes_by_identity(
        unmatched, excluded={player.pk for player in matches.values()}
    )
    keys = Counter(identity_of(row) for row in unmatched)
    for row in unmatched:
        matching = [
            player
            for player in candidates.get(identity_of(row), ())
            if not (player.birth_date and "birth_date" in row)
            or player.birth_date.isoformat() == row["birth_date"]
        ]
        if len(matching) == 1 and keys[identity_of(row)] == 1:
            matches[row["id"]] = matching[0]
    return matches


def namesakes_by_identity(
    rows: Iterable[Row], *, excluded: set[int]
) -> dict[tuple[str, str], list[Player]]:
    """Return the people here with a name and a club as in ``rows``. One query."""
    keys = {identity_of(row)[0] for row in rows}
    namesakes: dict[tuple[str, str], list[Player]] = {}
    for player in Player.objects.filter(name_key__in=keys).select_related("club"):
        if player.pk not in excluded:
            club = fold(player.club.name) if player.club else ""
            namesakes.setdefault((player.name_key, club), []).append(player)
    return namesakes


def identity_of(row: Row) -> tuple[str, str]:
    """Return the name and club by which a person without a known id is recognised."""
    name = PersonName(first=row.get("first_name", ""), last=row["last_name"])
    return name.key, fold(row.get("club", ""))


def first_differences(first: Json, second: Json) -> tuple[str, ...]:
    """Return the first places where two documents differ, in words."""
    paths = islice(differing_paths(first, second), MOST_DIFFERENCES)
    return tuple(path_in_words(path) for path in paths)


def comparable(document: Row) -> Row:
    row = {key: value for key, value in document.items() if key not in NOT_COMPARED}
    # Another event here may have the same slug.
    row["event"] = {**row["event"], "slug": ""}
    return row


def with_local_names(document: Row, matches: Matches) -> Row:
    """Return a document with the local names of people, clubs and accounts."""
    return dict(with_values(document, partial(local_value, matches=matches)))


def local_value(key: str, value: Json, row: Row, *, matches: Matches) -> Json:
    """Return the value under ``key`` in ``row``, if it is a name as it is here."""
    if key in keys_linking_to(User) and value in matches.accounts:
        return matches.accounts[value].username
    if key == "club" and value in matches.clubs:
        return matches.clubs[value].name
    if key in keys_linking_to(Player):
        return local_id(value, matches.people)
    if key in ("before", "after") and row.get("action") in TAKEOVERS:
        return with_key(value, lambda person: local_id(person, matches.people))
    return value


def local_id(person: str, people: Mapping[str, Player]) -> str:
    """Return the id here of a person of a file; the given one if they are new."""
    return str(people[person].public_id) if person in people else person


def differing_paths(left: Json, right: Json, path: Path = ()) -> Iterator[Path]:
    """Give the innermost places where two documents differ."""
    if left == right:
        return
    if isinstance(left, dict) and isinstance(right, dict):
        for key in sorted(left.keys() | right.keys()):
            yield from differing_paths(left.get(key), right.get(key), (*path, key))
    elif isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        for index, pair in enumerate(zip(left, right, strict=True)):
            yield from differing_paths(*pair, (*path, index))
    else:
        yield path
