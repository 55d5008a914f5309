"""Storing the lists of an event from its file, in bulk."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Model

from scoring.lists.takeovers import with_key
from scoring.notation.reading import NotedLine
from tournaments.events.models import Adjustment, ApartPair, Entry, Event, Payment, Team
from tournaments.files.event.lines import FileGame, read_game
from tournaments.files.event.reading import FileRefused
from tournaments.files.event.sections import (
    EVENT_SECTIONS,
    NAME_COLUMNS,
    WITHOUT_COLUMNS,
    Row,
    RowsByName,
    Sections,
    parent_links,
    read_row,
)
from tournaments.files.event.shape import FEWEST_SEATS
from tournaments.people.models import Player
from tournaments.scope.log import Logged, log_all
from tournaments.sheets.models import ENTRY_FIELDS, Game, ScoreSheet, column_value
from tournaments.sheets.seats import delete_lists
from tournaments.sheets.tallies import tally_sheets, untally_sheets
from tournaments.words.choices import TAKEOVERS

M = TypeVar("M", bound=Model)
BATCH = 1000
MoreColumns = Callable[[Any, Row], Row]


@dataclass(frozen=True, slots=True)
class Stored:
    """Stored rows with their rows in the file, and the sections below them."""

    pairs: Sequence[tuple[Any, Row]]
    parts: Sections

    def __iter__(self) -> Iterator[tuple[Any, Row]]:
        return iter(self.pairs)


def save_all(model: type[M], rows: Iterable[M]) -> list[M]:
    """Store many rows at once; those that are acts themselves appear in the log."""
    saved: list[Any] = model._default_manager.bulk_create(list(rows), batch_size=BATCH)
    if issubclass(model, Logged) and model.logs.stamps:
        log_all(saved, created=True)
    return saved


@contextmanager
def all_or_nothing(sentence: str) -> Iterator[None]:
    """Store a file in one transaction; refuse it with the database's reason."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as refusal:
        raise FileRefused(sentence % {"why": refusal}, code="database") from refusal


def no_columns(_parent: Any, _row: Row) -> Row:
    return {}


def store_section(
    parents: Stored,
    name: str,
    rows_by_name: RowsByName,
    *,
    save: Callable[[type[Model], Iterable[Model]], list[Model]] = save_all,
    columns: MoreColumns = no_columns,
) -> Stored:
    """Store the rows of a section of each parent.

    ``columns`` returns what else to set, from a parent and a row in the file.
    """
    section = parents.parts[name]
    pairs = [
        (parent, row)
        for parent, parent_row in parents
        for row in parent_row.get(name, ())
    ]
    rows = (
        read_row(
            section.model,
            row,
            rows_by_name,
            **parent_links(section.model, parent),
            **columns(parent, row),
        )
        for parent, row in pairs
    )
    saved = save(section.model, rows)
    file_rows = (row for _parent, row in pairs)
    return Stored(list(zip(saved, file_rows, strict=True)), section.parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """An event being stored, with the rows that its file refers to by name."""

    event: Event
    document: Row
    rows_by_name: dict[type[Model], dict[Any, Any]]

    def store_section(
        self, parents: Stored, name: str, columns: MoreColumns = no_columns
    ) -> Stored:
        """Store a section; from then on other rows can refer to its rows by name."""
        model = parents.parts[name].model
        stored = store_section(parents, name, self.rows_by_name, columns=columns)
        if model in NAME_COLUMNS:
            self.rows_by_name[model] = {
                getattr(row, NAME_COLUMNS[model]): row for row, _file_row in stored
            }
        return stored


def store_sheets(store: Store, series: Stored, pks: Mapping[str, int]) -> None:
    """Store the lists of all series with their parts."""
    tables = store.store_section(
        series,
        "tables",
        columns=lambda _series, row: {
            "pk": pks.get(row["code"]),
            "table_size": max(len(row["seats"]), FEWEST_SEATS),
        },
    )
    people = store.rows_by_name[Player]
    lists = [(sheet, with_local_people(row, people)) for sheet, row in tables]
    for name, section in tables.parts.items():
        if section.model not in WITHOUT_COLUMNS:
            store.store_section(Stored(lists, tables.parts), name)
    save_all(Game, unsaved_games(lists))
    tally_sheets([sheet for sheet, _row in lists])


def with_local_people(table: Row, people: Mapping[str, Player]) -> Row:
    """Return a list of the file with the keys of people here in its history."""
    second = [table["second_list"]] if "second_list" in table else []
    changes = [
        change_with_local_people(row, people) for row in table.get("changes", ())
    ]
    return {**table, "second_list": second, "changes": changes}


def change_with_local_people(row: Row, people: Mapping[str, Player]) -> Row:
    """Return a change; the person it seats is named by primary key."""
    if row["action"] not in TAKEOVERS:
        return row
    texts = {
        key: with_key(
            row.get(key, ""),
            lambda person: str(people[person].pk) if person else "0",
        )
        for key in ("before", "after")
    }
    return row | texts


def unsaved_games(lists: Iterable[tuple[ScoreSheet, Row]]) -> Iterator[Game]:
    """Give the games of all lists, unsaved. Each shorthand is read only once."""
    columns_by_text: dict[str, Row] = {}
    for sheet, table in lists:
        for number, item in enumerate(table.get("games", ()), 1):
            text = item if isinstance(item, str) else item["line"]
            if text not in columns_by_text:
                columns_by_text[text] = game_columns(read_game(text).noted)
            game = Game(sheet=sheet, number=number, **columns_by_text[text])
            if not isinstance(item, str):
                add_marks(game, read_game(item))
            yield game


def game_columns(noted: NotedLine) -> Row:
    """Return the columns of a game that its shorthand holds."""
    columns = {
        name: column_value(name, getattr(noted.entry, name)) for name in ENTRY_FIELDS
    }
    return columns | {
        "paper_value": noted.check_value,
        "paper_running": noted.check_running,
        "remark": noted.remark,
    }


def add_marks(game: Game, file_game: FileGame) -> None:
    """Set the marks that shorthand has no sign for."""
    game.paper_wrong = file_game.paper_wrong
    game.skat_taken = file_game.skat_taken


# By the number of the ranking and the name.
TeamsByName = Mapping[tuple[int | None, str | None], Team]


def store_event(store: Store, *, sheet_pks: Mapping[str, int]) -> None:
    """Store everything that belongs to the event.

    ``sheet_pks`` are the keys that its lists had here before, by their codes.
    """
    root = Stored([(store.event, store.document)], EVENT_SECTIONS)
    store.store_section(root, "loss_steps")
    store.store_section(root, "entries")
    store_apart_pairs(store)
    teams = store_teams(store, root)
    draws = store.store_section(root, "draws")
    series = store.store_section(root, "series")
    store.store_section(draws, "exchanges")
    reopenings = store.store_section(series, "reopenings")
    store.store_section(reopenings, "places")
    store.store_section(series, "log")
    store_sheets(store, series, sheet_pks)
    store_payments(store, root, teams)
    store.store_section(root, "cash_counts")
    store.rows_by_name[Adjustment] = {}
    store_reversals(store.store_section(root, "adjustments"))


def store_apart_pairs(store: Store) -> None:
    """Store the pairs of people to sit apart."""
    numbers = store.rows_by_name[Entry]
    pairs = (
        sorted((numbers[number] for number in pair), key=lambda entry: entry.pk)
        for pair in store.document.get("apart", ())
    )
    save_all(
        ApartPair,
        (
            ApartPair(event=store.event, first=first, second=second)
            for first, second in pairs
        ),
    )


def store_teams(store: Store, root: Stored) -> TeamsByName:
    """Store the team rankings with their teams, prizes and lots; return the teams.

    Teams of two rankings may have the same name.
    """
    contests = store.store_section(root, "contests")
    teams = store.store_section(contests, "teams")
    store.store_section(teams, "members")
    store.store_section(root, "prizes")
    by_name: TeamsByName = {
        (team.contest.number, team.name): team for team, _row in teams
    }
    lots = store.store_section(root, "lots")
    store.store_section(
        lots,
        "tickets",
        columns=lambda draw, ticket: {
            "team": by_name.get(
                (draw.contest and draw.contest.number, ticket.get("team"))
            )
        },
    )
    return by_name


def store_payments(store: Store, root: Stored, teams: TeamsByName) -> None:
    """Store the payments, each linked to the one it takes back, if any."""
    store.rows_by_name[Payment] = {}
    rows = store.store_section(
        root,
        "payments",
        columns=lambda _event, payment: {
            "team": teams.get((payment.get("contest"), payment.get("team")))
        },
    )
    store_reversals(rows)


def store_reversals(stored: Stored) -> None:
    """Link the rows of a section that take an earlier one back."""
    reverting = []
    for row, file_row in stored.pairs:
        if "reverts" in file_row:
            row.reverts, _row = stored.pairs[file_row["reverts"] - 1]
            reverting.append(row)
    if reverting:
        rows = type(reverting[0])._default_manager
        rows.bulk_update(reverting, ["reverts"], batch_size=BATCH)


def clear_event(event: Event) -> dict[str, int]:
    """Delete everything in the event; return the keys of its lists by code.

    This is the one deletion that takes along what is never removed otherwise:
    payments, decisions, the histories and versions of lists. The file that
    replaces them brings its own.
    """
    event.payments.update(reverts=None)
    event.payments.all().delete()
    event.cash_counts.all().delete()
    of_event = {"series__event": event}
    adjustments = Adjustment.objects.filter(**of_event)
    adjustments.update(reverts=None)
    adjustments.delete()
    sheets = ScoreSheet.objects.filter(**of_event)
    pks = dict(sheets.values_list("code", "pk"))
    untally_sheets(sheets)
    delete_lists(sheets)
    for rows in (
        event.series,
        event.apart,
        event.prizes,
        event.lots,
        event.contests,
        event.entries,
        event.draws,
        event.loss_steps,
    ):
        rows.all().delete()
    return pks
