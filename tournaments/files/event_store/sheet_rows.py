"""Storing the lists of an event from its file, in bulk."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import Model

from scoring.lists.takeovers import with_other_key
from scoring.notation.reading import NotedLine
from tournaments.events.models import Event
from tournaments.files.event.columns import Row
from tournaments.files.event.lines import FileGame, read_game
from tournaments.files.event.links import NAME_COLUMNS, parent_links, read_row
from tournaments.files.event.shape import FEWEST_SEATS
from tournaments.people.models import Player
from tournaments.sheets.models import (
    ENTRY_FIELDS,
    Change,
    Confirmation,
    Game,
    ListVersion,
    Result,
    ScoreSheet,
    Seat,
    SecondList,
    Substitution,
    Verdict,
    column_value,
)
from tournaments.sheets.tallies import tally_sheets
from tournaments.words.choices import TAKEOVERS

M = TypeVar("M", bound=Model)
BATCH = 1000
Nested = Sequence[tuple[Model, Row]]  # stored rows with their rows in the file


def save_all(model: type[M], rows: Iterable[M]) -> list[M]:
    """Store many rows at once."""
    return model._default_manager.bulk_create(list(rows), batch_size=BATCH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """An event being stored, with the rows that its file refers to by name."""

    event: Event
    document: Row
    rows_by_name: dict[type[Model], dict[Any, Any]]

    def store_section(
        self, parents: Nested, section: str, model: type[M]
    ) -> list[tuple[M, Row]]:
        """Store the rows of a section of each parent; return them with their file rows.

        From then on other rows can refer to them by name.
        """
        pairs = [
            (parent, row)
            for parent, parent_row in parents
            for row in parent_row.get(section, ())
        ]
        saved = save_all(
            model,
            (
                read_row(model, row, self.rows_by_name, **parent_links(model, parent))
                for parent, row in pairs
            ),
        )
        if model in NAME_COLUMNS:
            self.rows_by_name[model] = {
                getattr(row, NAME_COLUMNS[model]): row for row in saved
            }
        return list(zip(saved, (row for _parent, row in pairs), strict=True))


def store_sheets(store: Store, series: Nested, pks: Mapping[str, int]) -> None:
    """Store the lists of all series with their parts."""
    rows = [
        (parent, table)
        for parent, series_row in series
        for table in series_row.get("tables", ())
    ]
    sheets = save_all(
        ScoreSheet,
        (
            read_row(
                ScoreSheet,
                row,
                store.rows_by_name,
                pk=pks.get(row["code"]),
                table_size=max(len(row["seats"]), FEWEST_SEATS),
                series=parent,
            )
            for parent, row in rows
        ),
    )
    store.rows_by_name[ScoreSheet] = {sheet.code: sheet for sheet in sheets}
    tables = [
        with_local_people(table, store.rows_by_name[Player]) for _parent, table in rows
    ]
    lists = list(zip(sheets, tables, strict=True))
    for section, model in ON_A_LIST.items():
        store.store_section(lists, section, model)
    save_all(Game, unsaved_games(lists))
    tally_sheets(sheets)


ON_A_LIST: Mapping[str, type[Model]] = {
    "seats": Seat,
    "results": Result,
    "substitutions": Substitution,
    "changes": Change,
    "verdicts": Verdict,
    "confirmations": Confirmation,
    "versions": ListVersion,
    "second_list": SecondList,
}


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
        key: with_other_key(
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
