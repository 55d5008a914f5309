"""The lists of an event, built from its file and stored in bulk."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Model

from scoring.lists.takeovers import with_other_key
from scoring.notation.reading import NotedLine
from tournaments.events.models import Event, Series
from tournaments.files.event.columns import Row, read_columns
from tournaments.files.event.lines import FileGame, read_game
from tournaments.people.models import Player, User
from tournaments.sheets.models import (
    ENTRY_FIELDS,
    Change,
    Game,
    Result,
    ScoreSheet,
    Seat,
    SecondList,
    Substitution,
    Verdict,
    plain,
)
from tournaments.sheets.tallies import tally_sheets
from tournaments.words.choices import TAKEOVERS

M = TypeVar("M", bound=Model)
BATCH = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """An event being stored, with the people and accounts its file names."""

    event: Event
    document: Row
    people: Mapping[str, Player]
    accounts: Mapping[str, User]

    def rows(self, section: str) -> list[Row]:
        """Return the rows of a section of the file."""
        found: list[Row] = self.document.get(section, [])
        return found


def save_all(model: type[M], rows: Iterable[M]) -> list[M]:
    """Store many rows at once."""
    return model._default_manager.bulk_create(list(rows), batch_size=BATCH)


def store_sheets(
    store: Store, series: Iterable[Series], pks: Mapping[str, int]
) -> list[ScoreSheet]:
    """Store the lists of all series with everything that lies on them."""
    by_number = {each.number: each for each in series}
    rows = [
        (by_number[row["number"]], table)
        for row in store.rows("series")
        for table in row.get("tables", ())
    ]
    sheets = save_all(ScoreSheet, (sheet_of(store, *pair, pks) for pair in rows))
    lists = [(sheet, table) for sheet, (_, table) in zip(sheets, rows, strict=True)]
    for kind in (Seat, Result):
        save_all(kind, rows_of_people(store, kind, rows_on(lists, LIES_UNDER[kind])))
    save_all(
        Substitution,
        (
            Substitution(
                sheet=sheet,
                player=store.people[row["person"]],
                **read_columns(Substitution, row),
            )
            for sheet, row in rows_on(lists, "substitutions")
        ),
    )
    save_all(Game, games_of(lists))
    for model in (Change, Verdict):
        save_all(model, signed_rows(store, model, rows_on(lists, LIES_UNDER[model])))
    second = ((s, table["second_list"]) for s, table in lists if "second_list" in table)
    save_all(SecondList, signed_rows(store, SecondList, second))
    tally_sheets(sheets)
    return sheets


LIES_UNDER: Mapping[type[Model], str] = {
    Seat: "seats",
    Result: "results",
    Change: "changes",
    Verdict: "verdicts",
}


def sheet_of(
    store: Store, series: Series, row: Row, pks: Mapping[str, int]
) -> ScoreSheet:
    """Return one list, unsaved; it keeps the number it had here before."""
    return ScoreSheet(
        pk=pks.get(row["code"]),
        series=series,
        table_size=len(row["seats"]),
        typed_by=store.accounts.get(row.get("typed_by", "")),
        finished_by=store.accounts.get(row.get("finished_by", "")),
        **read_columns(ScoreSheet, row),
    )


def rows_on(
    lists: Iterable[tuple[ScoreSheet, Row]], section: str
) -> Iterator[tuple[ScoreSheet, Row]]:
    """Give the rows of a section of every list, with their list."""
    for sheet, table in lists:
        for row in table.get(section, ()):
            yield sheet, row


def rows_of_people(
    store: Store, model: type[M], rows: Iterable[tuple[ScoreSheet, Row]]
) -> Iterator[M]:
    """Give rows of people on lists, unsaved."""
    for sheet, row in rows:
        yield model(
            sheet=sheet,
            series_id=sheet.series_id,
            player=store.people[row["person"]],
            **read_columns(model, row),
        )


def games_of(lists: Iterable[tuple[ScoreSheet, Row]]) -> Iterator[Game]:
    """Give the games of all lists, unsaved. The same game is worked out once."""
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
    """Return the columns of a game that its shorthand says."""
    columns = {name: plain(name, getattr(noted.entry, name)) for name in ENTRY_FIELDS}
    return columns | {
        "paper_value": noted.check_value,
        "paper_running": noted.check_running,
        "remark": noted.remark,
    }


def add_marks(game: Game, read: FileGame) -> None:
    """Write what the shorthand has no sign for."""
    game.paper_wrong = read.paper_wrong
    game.skat_taken = read.skat_taken


def signed_rows(
    store: Store, model: type[M], rows: Iterable[tuple[ScoreSheet, Row]]
) -> Iterator[M]:
    """Give rows of lists that an account has signed, unsaved."""
    for sheet, row in rows:
        columns = read_columns(model, row)
        if row.get("action") in TAKEOVERS:
            for key in ("before", "after"):
                columns[key] = with_other_key(
                    columns[key],
                    lambda person: str(store.people[person].pk) if person else "0",
                )
        yield model(sheet=sheet, by=store.accounts[row["by"]], **columns)
