"""What is stored about a table: what it brought in, to take it back, and the answers.

What somebody has written to since stays.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import BooleanField, F, Model, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.events.entries.places import move_up
from tournaments.events.log import locked_event
from tournaments.events.models import Entry, Event, Series, Team, TeamMember
from tournaments.files.columns.layout import Layout
from tournaments.files.imports.rows import BETWEEN, FilePerson
from tournaments.files.models import KnownHeads
from tournaments.files.tables.cells import Meaning
from tournaments.people.models import Club, Import, ImportedRow, Player, Spelling
from tournaments.people.names.names import PersonName
from tournaments.people.services import remember_spellings
from tournaments.scope.models import update_many
from tournaments.sheets.models import (
    Change,
    ListTally,
    ListVersion,
    Result,
    ScoreSheet,
    Seat,
)
from tournaments.sheets.seats import delete_lists
from tournaments.sheets.tallies import untally_events, untally_sheets
from tournaments.words.choices import Action, Proof, SheetState

BATCH = 500
MOST_NAMED = 8
LONGEST_SOURCE = 100
FOOT = "foot"  # stands for the totals of a list that was there before
CHANGED = _("was changed since")
IN_USE = _("is in use by now")
HELD = _("“%(source)s” came in later")
EMPTY_FOOT = dict.fromkeys(("paper_points", "paper_won", "paper_lost", "paper_total"))
EMPTY_LIST = {
    "state": SheetState.EMPTY,
    "proof": Proof.NONE,
    "totals_only": False,
    "finished_at": None,
    "finished_by": None,
    "paper_games": None,
    "paper_passed_in": None,
}
OF_LIST = frozenset({Seat, Result, ListTally, ListVersion, Change})
# What goes, in this order, each with the tables of which rows go with it.
OWN: dict[type[Model], frozenset[type[Model]]] = {
    Event: frozenset({Series}),
    ScoreSheet: OF_LIST,
    Entry: frozenset({TeamMember}),
    Team: frozenset(),
    Player: frozenset({Spelling}),
    Club: frozenset(),
}
UNNAMED = {Team, Club}
# The columns that people write; of other tables all.
WRITTEN: dict[type[Model], tuple[str, ...]] = {
    Event: ("name", "kind", "date", "place", "organiser", "remarks"),
    ScoreSheet: ("revision", "state", "finished_at"),
    Player: (
        *("first_name", "last_name", "club", "is_guest", "is_active", "group"),
        *("member_number", "gender", "birth_date", "privacy", "joined_into"),
    ),
}


@dataclass(frozen=True, slots=True)
class Made:
    """What an import made, and (row, column, what stood there) that it changed."""

    rows: list[Model] = field(default_factory=list)
    changes: list[tuple[Model, str, str]] = field(default_factory=list)


def gone_text(what: type[Model] | str, count: int) -> str:
    if isinstance(what, str):
        changed: Any = Player._meta.get_field(what)
        return f"{count} × {changed.verbose_name}"
    names = what._meta
    return f"{count} {names.verbose_name if count == 1 else names.verbose_name_plural}"


@transaction.atomic
def record_import(
    *,
    purpose: str,
    source: str,
    event: Event | None,
    made: Made,
    counts: Mapping[str, int],
) -> Import:
    """Store what an import made and changed. Few queries."""
    run = Import(
        purpose=purpose,
        source=source[:120],
        event=event.pk if event else None,
        **counts,
    ).check_and_save(force_insert=True)
    parts: dict[tuple[type[Model], str], dict[int, str]] = defaultdict(dict)
    for row, column, before in (*((row, "", "") for row in made.rows), *made.changes):
        parts[type(row), column][row.pk] = before
    ImportedRow.objects.bulk_create(
        (
            ImportedRow(
                origin=run,
                table=model.__name__,
                row=key,
                column=column,
                before=before[key],
                state=state,
            )
            for (model, column), before in parts.items()
            for key, state in states_of(model, column, before).items()
        ),
        batch_size=BATCH,
    )
    return run


@transaction.atomic
def remember_meanings(*, layout: Layout) -> None:
    """Store the meanings of the columns under these heads."""
    if layout.head is not None:
        KnownHeads.objects.update_or_create(
            digest=layout.digest, defaults={"meanings": ",".join(layout.meanings)}
        )


def remembered_meanings(layout: Layout) -> tuple[Meaning, ...] | None:
    """Return the meanings stored for these heads; None for new heads. One query."""
    if layout.head is None:
        return None
    stored = KnownHeads.objects.filter(digest=layout.digest).first()
    words = stored.meanings.split(",") if stored else []
    is_fit = len(words) == len(layout.meanings) and set(words) <= set(Meaning)
    return tuple(Meaning(word) for word in words) if is_fit else None


def remember_names(asked: Iterable[FilePerson]) -> None:
    """Store which player a name stands for, as it was read, if it is that of one."""
    people = {}
    for person in asked:
        last, first = person.read.split(BETWEEN)[:2]
        if not person.distinction:
            people[PersonName(first=first, last=last).key] = person.player
    remember_spellings(people=people)


@transaction.atomic
def take_back_import(*, run: Import) -> list[str]:
    """Undo what an import made and changed; say what has gone, and what stays and why.

    What was written to since stays. The import is kept while something stays only
    because it is in use, or because a later import changed it. Columns that are as
    before are counted beside the rows.
    """
    run = Import.objects.select_for_update().get(pk=run.pk)
    gone: Counter[type[Model] | str] = Counter()
    stays, may_go = [], []
    rows: dict[tuple[str, str], dict[int, ImportedRow]] = defaultdict(dict)
    for row in run.rows.order_by("column"):
        rows[row.table, row.column][row.row] = row
    models = {model.__name__: model for model in OWN}
    for table, column in sorted(rows, key=lambda each: [*models].index(each[0])):
        model, stored = models[table], rows[table, column]
        now = states_of(model, column, stored)
        reasons, in_need = reasons_to_stay(run, model, column, stored, now)
        may_go += [stored[key].pk for key in in_need]
        go = [key for key in now if key not in reasons]
        for batch in in_batches(go):
            undo(model, column, {key: stored[key].before for key in batch})
        if model not in UNNAMED:
            gone[model if column in ("", FOOT) else column] += len(go)
            for batch in in_batches(reasons):
                staying = model._base_manager.filter(pk__in=batch)
                stays += [f"{row} ({reasons[row.pk]})" for row in staying]
    run.rows.exclude(pk__in=may_go).delete()
    if not may_go:
        run.delete()
    what = ", ".join(gone_text(*each) for each in (+gone).items())
    texts = [gettext("Taken back: %(what)s.") % {"what": what or "–"}]
    if stays:
        texts.append(gettext("What stays: %(what)s.") % {"what": first_of(stays)})
    return texts


def reasons_to_stay(
    run: Import,
    model: type[Model],
    column: str,
    stored: Mapping[int, ImportedRow],
    now: Mapping[int, str],
) -> tuple[dict[int, str | Promise], set[int]]:
    """Return why rows stay, and which of them may go once they are in use no more."""
    changed = {key for key, state in now.items() if state != stored[key].state}
    needed = set() if column and column != FOOT else in_use(model, now)
    later = changed_later(run, model, column, changed)
    reasons: dict[int, str | Promise] = {
        **dict.fromkeys(needed, IN_USE),
        **dict.fromkeys(changed, CHANGED),
        **used_later(model, needed - changed),
        **later,
    }
    return reasons, needed - changed | later.keys()


def changed_later(
    run: Import, model: type[Model], column: str, keys: Collection[int]
) -> dict[int, str]:
    """Return the rows that a later import changed, and says so with its source.

    What somebody has written over that stays as it is.
    """
    later = ImportedRow.objects.filter(table=model.__name__, origin__gt=run.pk)
    later = later.filter(column=column) if column else later.exclude(column="")
    return {
        row.row: held_text(row.origin.source)
        for batch in in_batches(keys)
        for row in later.filter(row__in=batch).select_related("origin")
        if states_of(model, row.column, [row.row]).get(row.row) == row.state
    }


def used_later(model: type[Model], keys: Collection[int]) -> dict[int, str]:
    """Return the people who have results of former years, with where these are from."""
    seats = Seat.objects.exclude(series__event__source="").order_by()
    return {
        key: held_text(source)
        for batch in in_batches(keys if model is Player else ())
        for key, source in seats.filter(player__in=batch).values_list(
            "player", "series__event__source"
        )
    }


def held_text(source: str) -> str:
    return str(HELD) % {"source": source or gettext("pasted text")}


def states_of(model: type[Model], column: str, keys: Collection[int]) -> dict[int, str]:
    """Return a digest of what each row says, by key; rows that are gone have none."""
    columns: Iterable[str] = (column,)
    if column in ("", FOOT):
        every = (each.attname for each in model._meta.concrete_fields)
        columns = WRITTEN.get(model) or every
    cells_of = model._base_manager.values_list("pk", *columns)
    states = {}
    for batch in in_batches(keys):
        for key, *cells in cells_of.filter(pk__in=batch):
            text = repr([str(cell) for cell in cells])
            states[key] = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
    return states


def unchanged_since_import(people: Collection[int]) -> set[int]:
    """Return the people whom an import made and nobody has written to since."""
    now = states_of(Player, "", people)
    made = ImportedRow.objects.filter(table=Player.__name__, column="")
    return {
        row.row
        for batch in in_batches(people)
        for row in made.filter(row__in=batch)
        if row.state == now.get(row.row)
    }


def in_use(model: type[Model], keys: Collection[int]) -> set[int]:
    """Return the rows to which something else refers. A query for each column."""
    return {
        key
        for batch in in_batches(keys)
        for lookup, rows in references_to(model)
        for key in rows.filter(**{f"{lookup}__in": batch})
        .order_by()
        .values_list(lookup, flat=True)
    }


def references_to(model: type[Model]) -> Iterator[tuple[str, QuerySet]]:
    """Yield what keeps rows of a model: lookups, and the rows that refer by them."""
    yield from links_to(model, apart=OWN[model])
    if model is Event:
        yield "series__event", ScoreSheet.objects.filter(revision__gt=0)
        for name, rows in links_to(Series, apart=OF_LIST | {ScoreSheet}):
            yield f"{name}__event", rows
    elif model is ScoreSheet:
        yield "pk", ScoreSheet.objects.filter(series__closed_at__isnull=False)
    elif model is Entry:
        yield "pk", Entry.objects.filter(player__seats__series__event=F("event"))


def links_to(
    model: type[Model], apart: Collection[type[Model]]
) -> Iterator[tuple[str, QuerySet]]:
    """Yield the columns that refer to rows of a model, with their tables."""
    for link in model._meta.related_objects:
        if not link.many_to_many and link.related_model not in apart:
            yield link.field.name, link.related_model._base_manager.all()


def undo(model: type[Model], column: str, before: Mapping[int, str]) -> None:
    """Delete rows with what nothing else takes along, or write what stood before."""
    keys = before.keys()
    if column == FOOT:
        empty_lists(keys)
    elif column:
        restore(column, before)
    else:
        if model is Event:
            untally_events(keys)
            delete_lists(ScoreSheet.objects.filter(series__event__in=keys))
        elif model is ScoreSheet:
            untally_sheets(ScoreSheet.objects.filter(pk__in=keys))
            delete_lists(ScoreSheet.objects.filter(pk__in=keys))
        entries = Entry.objects.filter(pk__in=keys if model is Entry else ())
        left = set(entries.values_list("event", flat=True))
        model._base_manager.filter(pk__in=keys).delete()
        for event in left:
            move_up(locked_event(event))


def restore(column: str, before: Mapping[int, str]) -> None:
    """Write again what stood in a column of people before."""
    people = list(Player.objects.filter(pk__in=before))
    field = Player._meta.get_field(column)
    is_truth = isinstance(field, BooleanField)
    empty = None if field.null else ""
    for person in people:
        text = before[person.pk]
        setattr(person, column, text == str(True) if is_truth else text or empty)
    update_many(people, [column])


def empty_lists(keys: Collection[int]) -> None:
    """Take the totals from lists that were seated before."""
    sheets = ScoreSheet.objects.filter(pk__in=keys)
    untally_sheets(sheets)
    Result.objects.filter(sheet__in=keys).delete()
    ListVersion.objects.filter(sheet__in=keys).delete()
    Change.objects.filter(sheet__in=keys).exclude(action=Action.SEATS).delete()
    Seat.objects.filter(sheet__in=keys).update(**EMPTY_FOOT)
    sheets.update(**EMPTY_LIST)


def in_batches(keys: Iterable[int]) -> Iterator[list[int]]:
    ordered = sorted(keys)
    for start in range(0, len(ordered), BATCH):
        yield ordered[start : start + BATCH]


def first_of(names: Collection[str]) -> str:
    """Return the first names, and how many more there are."""
    first = list(names)[:MOST_NAMED]
    if more := len(names) - len(first):
        first.append(gettext("%(count)s more") % {"count": more})
    return ", ".join(first)
