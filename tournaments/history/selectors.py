"""Reading who changed what, and when: all tables of the history in one order."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import chain, groupby
from types import SimpleNamespace
from typing import Any

from django.db.models import F, Model, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.fields import IntegerField
from django.urls import reverse

from tournaments.history.shapes import (
    BY_ITSELF,
    ITSELF,
    THINGS,
    Kind,
    Source,
    Thing,
    history_of,
)
from tournaments.history.shelf import WITHIN, Shelf, Walk
from tournaments.history.sources import SOURCES
from tournaments.history.words import (
    Sentence,
    act_sentence,
    change_sentences,
    name_of,
    told_fields,
    told_together,
)
from tournaments.organisations.models import Organisation
from tournaments.people.names.names import fold
from tournaments.scope.models import way_to_organisation
from tournaments.scope.scope import organisation_in_scope
from tournaments.sheets.models import Change

Moment = tuple[int, int, datetime]
"""A row of the history: which source, which key, when."""
WORDS = {thing.model: thing.word for thing in THINGS}
MODELS = {thing.word: thing.model for thing in THINGS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What somebody asks the history for; nothing asks for all.

    ``about`` has keys of things by their words, as a list or a query.
    """

    about: Mapping[str, Any] | None = None
    kind: str = ""
    by: int | None = None
    is_command: bool = False
    since: date | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """The thing that a line is about; without a word its history has no page."""

    name: str
    word: str
    key: int

    @property
    def url(self) -> str:
        return reverse(f"history:of-{self.word}", args=[self.key]) if self.word else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the history: when, who, about what, and what became of it."""

    at: datetime
    by: str
    thing: Beside | None
    sentences: Sequence[Sentence]
    sheet: int | None = None

    @property
    def texts(self) -> list[str]:
        """What became of it, as one reads it."""
        return list(told_together(self.sentences))


def moments(wanted: Wanted) -> QuerySet[Any, Moment]:
    """Return what is asked for, the latest first, as one query over all tables."""
    found = [
        rows.order_by().values_list("told_source", "told_row", "told_at")
        for number, source in enumerate(SOURCES)
        if not wanted.kind or source.kind == wanted.kind
        if (rows := rows_of(number, source, wanted)) is not None
    ]
    if not found:
        return in_scope(SOURCES[0]).none()
    return found[0].union(*found[1:], all=True).order_by("-told_at", "-told_row")


def rows_of(number: int, source: Source, wanted: Wanted) -> QuerySet[Any, Any] | None:
    """Return the rows of one table that are asked for; None where none can be."""
    asked = asked_about(source, wanted.about)
    if asked is None or (wanted.is_command and source.nobody is not BY_ITSELF):
        return None
    at, by = (
        ("history_date", "history_user") if source.is_kept else (source.at, source.by)
    )
    rows = in_scope(source).filter(asked & source.only)
    if wanted.is_command:
        rows = rows.filter(**{f"{by}__isnull": True})
    if wanted.by:
        rows = rows.filter(**{by: wanted.by})
    if wanted.since:
        rows = rows.filter(**{f"{at}__date__gte": wanted.since})
    if wanted.until:
        rows = rows.filter(**{f"{at}__date__lte": wanted.until})
    return rows.annotate(
        told_source=Value(number, output_field=IntegerField()),
        told_row=F("pk"),
        told_at=F(at),
    )


def in_scope(source: Source) -> QuerySet[Any, Any]:
    """Return all rows of a table that the organisation in scope may be told of."""
    if not source.is_kept:
        return source.model.objects.all()  # type: ignore[attr-defined]
    return kept_in_scope(source.model)


def kept_in_scope(model: type[Model]) -> QuerySet[Any, Any]:
    """Return the rows of the history of ``model``, also those of what was deleted."""
    organisation = [organisation_in_scope()]
    if model is Organisation:
        return kept_rows(model).filter(id__in=organisation)
    way = way_to_organisation(model)
    return kept_rows(model).filter(reaching(model, way, organisation))


def kept_rows(model: type[Model]) -> QuerySet[Any, Any]:
    """Return the rows of the history of ``model``, of all organisations."""
    found: QuerySet[Any, Any] = history_of(model).objects.all()
    return found


def reaching(model: type[Model], way: str, keys: Any) -> Q:
    """Return the condition on rows of a history from which ``way`` leads to ``keys``.

    Also over rows that were deleted, of which only their own history knows.
    """
    name, _dots, rest = way.partition("__")
    if not rest:
        return Q(**{f"{name}__in": keys})
    parent: Any = model._meta.get_field(name).related_model
    there = parent._base_manager.filter(**{f"{rest}__in": keys})
    gone = kept_rows(parent).filter(reaching(parent, rest, keys))
    either = {f"{name}__in": there.values("pk")}, {f"{name}__in": gone.values("id")}
    return Q(**either[0]) | Q(**either[1])


def asked_about(source: Source, about: Mapping[str, Any] | None) -> Q | None:
    """Return the condition on rows about these things; None where none can be."""
    if about is None:
        return Q()
    found = None
    for word in about.keys() & source.ways.keys():
        way, keys = source.ways[word], about[word]
        if source.is_kept and way != ITSELF:
            one = reaching(source.model, way, keys)
        else:
            one = Q(**{f"{way}__in": keys})
        found = one if found is None else found | one
    return found


def things_called(text: str) -> dict[str, Any]:
    """Return the keys of what has, or had, a name with ``text`` in it. No query."""
    return {thing.word: keys_called(thing, text) for thing in THINGS}


def keys_called(thing: Thing, text: str) -> QuerySet[Any, Any]:
    """Return the keys of the things of one kind that are called so, as a query."""
    found = kept_in_scope(thing.model)
    if thing.sought == "search_key":
        for word in fold(text).split():
            found = found.filter(search_key__contains=f" {word}")
    else:
        found = found.filter(**{f"{thing.sought}__icontains": text})
    return found.values("id")


def lines_of(page: Sequence[Moment]) -> list[Line]:
    """Return the lines of one page, as they follow each other.

    A few queries for each table on it, however many rows.
    """
    keys = defaultdict(list)
    for number, key, _at in page:
        keys[number].append(key)
    shelf = Shelf()
    lines = {
        (number, key): line
        for number, wanted in keys.items()
        for key, line in lines_from(SOURCES[number], wanted, shelf)
    }
    found = (lines[number, key] for number, key, _at in page)
    return list(together(line for line in found if line.sentences))


def together(lines: Iterable[Line]) -> Iterator[Line]:
    """Give neighbours of one minute, one account and one thing as one line."""
    for _same, neighbours in groupby(lines, key=minute_of):
        each = list(neighbours)
        sentences = tuple(chain.from_iterable(line.sentences for line in each))
        yield replace(each[0], sentences=sentences)


def minute_of(line: Line) -> tuple[datetime, str, Beside | None, int | None]:
    """Return what lines have in common that are read as one."""
    return line.at.replace(second=0, microsecond=0), line.by, line.thing, line.sheet


def lines_from(
    source: Source, keys: Sequence[int], shelf: Shelf
) -> Iterator[tuple[int, Line]]:
    """Give the lines of one table by the keys of their rows."""
    return (kept_lines if source.is_kept else act_lines)(source, keys, shelf)


def act_lines(
    source: Source, keys: Sequence[int], shelf: Shelf
) -> Iterator[tuple[int, Line]]:
    """Give the lines of acts. A query, and one for each step of what they name."""
    found = in_scope(source).filter(pk__in=keys).select_related(source.by)
    rows = list(found.prefetch_related(*source.fetch))
    shelf.fetch(way_to_thing(source, row) for row in rows)
    for row in rows:
        yield (
            row.pk,
            Line(
                at=getattr(row, source.at),
                by=str(getattr(row, source.by) or source.nobody),
                thing=thing_on(shelf, way_to_thing(source, row)),
                sheet=row.sheet_id if isinstance(row, Change) else None,
                sentences=(act_sentence(source, row),),
            ),
        )


def kept_lines(
    source: Source, keys: Sequence[int], shelf: Shelf
) -> Iterator[tuple[int, Line]]:
    """Give the lines of changes. Two queries, and those of what they name."""
    every = kept_rows(source.model)
    before = every.filter(id=OuterRef("id"), history_id__lt=OuterRef("history_id"))
    last = Subquery(before.order_by("-history_id").values("history_id")[:1])
    found = every.filter(pk__in=keys).select_related("history_user")
    rows = list(found.annotate(told_before=last))
    earlier = every.in_bulk([row.told_before for row in rows])
    shelf.fetch(walks_of(source, [*rows, *earlier.values()]))
    for row in rows:
        then = earlier.get(row.told_before)
        yield (
            row.pk,
            Line(
                at=row.history_date,
                by=str(row.history_user or source.nobody),
                thing=thing_on(shelf, way_to_thing(source, row)),
                sentences=tuple(change_sentences(source, row, then, shelf)),
            ),
        )


def walks_of(source: Source, rows: Iterable[Any]) -> Iterator[Walk]:
    """Give the ways to all that the lines of these rows may name."""
    model = source.model
    ways = ["", *filter(None, [WITHIN.get(model)])]
    ways += [each.name for each in told_fields(source) if each.is_relation]
    for row in rows:
        yield way_to_thing(source, row)
        yield from ((model, row, way) for way in ways)


def way_to_thing(source: Source, row: Any) -> Walk:
    """Return the way to what a row tells of; a file names it by its key only."""
    word, way = next(iter(source.ways.items()), ("", ""))
    if source.kind == Kind.FILES and word:
        return MODELS[word], SimpleNamespace(id=row.number), ITSELF
    return source.model, row, way


def thing_on(shelf: Shelf, walk: Walk) -> Beside | None:
    """Return what stands at the end of a way, with a page where it is still there."""
    row = shelf.at_end(*walk) if walk[2] else None
    if row is None:
        return None
    word = "" if row._state.adding else WORDS.get(type(row), "")
    return Beside(name=name_of(row), word=word, key=row.pk)
