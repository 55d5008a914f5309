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
        pairs = [(on, row) for on, whole in parents for row in whole.get(section, ())]
        saved = save_all(
            model,
            (
                read_row(model, row, self.rows_by_name, **parent_links(model, on))
                for on, row in pairs
            ),
        )
        if model in NAME_COLUMNS:
            self.rows_by_name[model] = {
                getattr(each, NAME_COLUMNS[model]): each for each in saved
            }
        return list(zip(saved, (row for _on, row in pairs), strict=True))


def store_sheets(store: Store, series: Nested, pks: Mapping[str, int]) -> None:
    """Store the lists of all series with their parts."""
    rows = [(on, table) for on, row in series for table in row.get("tables", ())]
    sheets = save_all(
        ScoreSheet,
        (
            read_row(
                ScoreSheet,
                row,
                store.rows_by_name,
                pk=pks.get(row["code"]),
                table_size=max(len(row["seats"]), FEWEST_SEATS),
                series=on,
            )
            for on, row in rows
        ),
    )
    store.rows_by_name[ScoreSheet] = {sheet.code: sheet for sheet in sheets}
    tables = [
        with_local_people(table, store.rows_by_name[Player]) for _on, table in rows
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
    here = {
        key: with_other_key(
            row.get(key, ""),
            lambda person: str(people[person].pk) if person else "0",
        )
        for key in ("before", "after")
    }
    return row | here


def unsaved_games(lists: Iterable[tuple[ScoreSheet, Row]]) -> Iterator[Game]:
    """Give the games of all lists, unsaved. Each shorthand is read only once."""
    known: dict[str, Row] = {}
    for sheet, table in lists:
        for number, item in enumerate(table.get("games", ()), 1):
            text = item if isinstance(item, str) else item["line"]
            if text not in known:
                known[text] = game_columns(read_game(text).noted)
            game = Game(sheet=sheet, number=number, **known[text])
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


def add_marks(game: Game, read: FileGame) -> None:
    """Set the marks that shorthand has no sign for."""
    game.paper_wrong = read.paper_wrong
    game.skat_taken = read.skat_taken
