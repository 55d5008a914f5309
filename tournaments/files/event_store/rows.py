"""Storing the lists of an event from its file, in bulk."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Model

from scoring.lists.takeovers import with_key
from scoring.notation.reading import NotedLine
from tournaments.events.models import (
    Adjustment,
    ApartPair,
    Entry,
    Event,
    LotTicket,
    Payment,
    Team,
)
from tournaments.files.event.lines import FileGame, read_game
from tournaments.files.event.reading import FileRefused
from tournaments.files.event.sections import (
    EVENT_SECTIONS,
    NAME_COLUMNS,
    Row,
    Section,
    Sections,
    all_sections,
    links_of,
    parent_links,
    read_row,
)
from tournaments.files.event.shape import FEWEST_SEATS
from tournaments.leagues.models import LeagueTeam
from tournaments.people.models import Player
from tournaments.scope.log import Logged, log_all
from tournaments.sheets.models import (
    ENTRY_FIELDS,
    Change,
    Game,
    ScoreSheet,
    column_value,
)
from tournaments.sheets.seats import delete_lists
from tournaments.sheets.tallies import tally_sheets, untally_sheets
from tournaments.words.choices import TAKEOVERS

M = TypeVar("M", bound=Model)
BATCH = 1000
Pairs = Sequence[tuple[Any, Any]]
MoreColumns = Callable[[Any, Row], Row]


@dataclass(frozen=True, slots=True)
class Stored:
    """Stored rows with their rows in the file, and the sections below them."""

    pairs: Pairs
    parts: Sections


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


@dataclass(slots=True, kw_only=True)
class Store:
    """Rows being stored, by the names under which a file refers to them.

    ``columns`` says of a table what else its rows have, by their parents and what the
    file says of them.
    """

    rows_by_name: dict[type[Model], Any]
    columns: Mapping[type[Model], MoreColumns] = field(default_factory=dict)
    save: Callable[[type[Model], Iterable[Model]], list[Model]] = save_all

    def store_below(self, root: Stored) -> None:
        """Store everything below some rows; each waits for those it refers to."""
        missing = {section.model for _name, section in all_sections(root.parts)}
        waiting = [(root, name) for name in root.parts]
        while waiting:
            parents, name = next(
                (parents, name)
                for parents, name in waiting
                if not missing & tables_named_by(parents.parts[name].model)
            )
            waiting.remove((parents, name))
            stored = self.store_section(parents, name)
            missing.remove(parents.parts[name].model)
            waiting += [(stored, part) for part in stored.parts]

    def store_section(self, parents: Stored, name: str) -> Stored:
        """Store a section; from then on other rows can refer to its rows by name."""
        section = parents.parts[name]
        pairs = [
            (parent, row)
            for parent, parent_row in parents.pairs
            for row in rows_in(section, parent_row.get(name, ()))
        ]
        make = MAKERS.get(section.model)
        rows = make(pairs, self) if make else self.read_rows(section.model, pairs)
        saved = self.save(section.model, rows)
        if name_of := NAMES.get(section.model):
            self.rows_by_name[section.model] = {name_of(row): row for row in saved}
        file_rows = [row for _parent, row in pairs]
        if "reverts" in links_of(section.model):
            link_reversals(saved, file_rows)
        return Stored(list(zip(saved, file_rows, strict=True)), section.parts)

    def read_rows(self, model: type[Model], pairs: Pairs) -> Iterator[Model]:
        """Give the rows of a section, unsaved."""
        more = self.columns.get(model)
        for parent, row in pairs:
            links = parent_links(model, parent)
            columns = more(parent, row) if more else {}
            yield read_row(model, row, self.rows_by_name, **links, **columns)


def rows_in(section: Section, rows: Any) -> Any:
    """Return the rows of a section; one that is a row itself has only this."""
    return [rows] if section.is_single and rows else rows


def tables_named_by(model: type[Model]) -> set[type[Model]]:
    """Return the tables that rows of another one refer to."""
    return {link.related_model for link in links_of(model).values()} - {model}


def link_reversals(saved: Sequence[Any], file_rows: Sequence[Row]) -> None:
    """Link the rows of a section that take an earlier one back, by its position."""
    reverting = []
    for row, file_row in zip(saved, file_rows, strict=True):
        if "reverts" in file_row:
            row.reverts = saved[file_row["reverts"] - 1]
            reverting.append(row)
    if reverting:
        rows = type(reverting[0])._default_manager
        rows.bulk_update(reverting, ["reverts"], batch_size=BATCH)


def unsaved_games(pairs: Pairs, _store: Store) -> Iterator[Game]:
    """Give the games of all lists, unsaved. Each shorthand is read only once."""
    columns_by_text: dict[str, Row] = {}
    numbers: Counter[int] = Counter()
    for sheet, item in pairs:
        numbers[sheet.pk] += 1
        text = item if isinstance(item, str) else item["line"]
        if text not in columns_by_text:
            columns_by_text[text] = game_columns(read_game(text).noted)
        game = Game(sheet=sheet, number=numbers[sheet.pk], **columns_by_text[text])
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


def unsaved_pairs(pairs: Pairs, store: Store) -> Iterator[ApartPair]:
    """Give the pairs of people to sit apart, unsaved."""
    entries = store.rows_by_name[Entry]
    for event, numbers in pairs:
        first, second = sorted(
            (entries[number] for number in numbers), key=lambda entry: entry.pk
        )
        yield ApartPair(event=event, first=first, second=second)


# How rows are made of which the file has no columns.
MAKERS: Mapping[type[Model], Callable[[Pairs, Store], Iterator[Model]]] = {
    ApartPair: unsaved_pairs,
    Game: unsaved_games,
}
# What names the rows to which others refer. Teams of two rankings or divisions may
# have the same name.
NAMES: Mapping[type[Model], Callable[[Any], Any]] = {
    **{model: attrgetter(column) for model, column in NAME_COLUMNS.items()},
    Team: lambda team: (team.contest.number, team.name),
    LeagueTeam: lambda team: (team.division_id, team.name),
}


def store_event(
    event: Event,
    document: Row,
    rows_by_name: dict[type[Model], Any],
    *,
    sheet_pks: Mapping[str, int],
) -> None:
    """Store everything that belongs to the event.

    ``sheet_pks`` are the keys that its lists had here before, by their codes.
    """

    def team_of(contest: int | None, row: Row) -> Row:
        return {"team": rows_by_name[Team].get((contest, row.get("team")))}

    store = Store(
        rows_by_name=rows_by_name,
        columns={
            Change: lambda _sheet, row: local_takeover(row, rows_by_name[Player]),
            LotTicket: lambda draw, row: team_of(
                draw.contest and draw.contest.number, row
            ),
            Payment: lambda _event, row: team_of(row.get("contest"), row),
            ScoreSheet: lambda _series, row: {
                "pk": sheet_pks.get(row["code"]),
                "table_size": max(len(row["seats"]), FEWEST_SEATS),
            },
        },
    )
    store.store_below(Stored([(event, document)], EVENT_SECTIONS))
    tally_sheets(list(rows_by_name[ScoreSheet].values()))


def local_takeover(row: Row, people: Mapping[str, Player]) -> Row:
    """Return the texts of a change that seats a person, by their primary key."""
    if row["action"] not in TAKEOVERS:
        return {}
    return {
        key: with_key(
            row.get(key, ""),
            lambda person: str(people[person].pk) if person else "0",
        )
        for key in ("before", "after")
    }


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
