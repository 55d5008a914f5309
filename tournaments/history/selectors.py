"""Reading the lines of the history, from all its sources in one order."""

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
    NAMED_WITH,
    SUBJECTS,
    HistoryKind,
    Shelf,
    Source,
    Subject,
    Walk,
    history_of,
)
from tournaments.history.sources import SOURCES
from tournaments.history.words import (
    Sentence,
    act_sentence,
    change_sentences,
    display_name,
    joined_sentences,
    tracked_fields,
)
from tournaments.organisations.models import Organisation
from tournaments.people.names.names import fold
from tournaments.scope.models import way_to_organisation
from tournaments.scope.scope import organisation_in_scope
from tournaments.sheets.models import Change

RowReference = tuple[int, int, datetime]
"""A row of the history: the number of its source, its key, its moment."""
WORDS = {subject.model: subject.word for subject in SUBJECTS}
MODELS = {subject.word: subject.model for subject in SUBJECTS}


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryFilter:
    """What the lines to show have in common; without a value, all are shown.

    ``about`` has the keys of subjects by their words, as a list or a query.
    """

    about: Mapping[str, Any] | None = None
    kind: str = ""
    by: int | None = None
    is_command: bool = False
    since: date | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectLink:
    """The subject of a line; without a word its history has no page."""

    name: str
    word: str
    key: int

    @property
    def url(self) -> str:
        return reverse(f"history:of-{self.word}", args=[self.key]) if self.word else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryLine:
    """One line of the history: when, by whom, about what, and what was done."""

    at: datetime
    by: str
    subject: SubjectLink | None
    sentences: Sequence[Sentence]
    sheet: int | None = None

    @property
    def texts(self) -> list[str]:
        return list(joined_sentences(self.sentences))


def matching_rows(wanted: HistoryFilter) -> QuerySet[Any, RowReference]:
    """Return the rows that match, the latest first, as one query over all tables."""
    queries = [
        rows.order_by().values_list("line_source", "line_key", "line_at")
        for number, source in enumerate(SOURCES)
        if not wanted.kind or source.kind == wanted.kind
        if (rows := source_rows(number, source, wanted)) is not None
    ]
    if not queries:
        return in_scope(SOURCES[0]).none()
    return queries[0].union(*queries[1:], all=True).order_by("-line_at", "-line_key")


def source_rows(
    number: int, source: Source, wanted: HistoryFilter
) -> QuerySet[Any, Any] | None:
    """Return the matching rows of one table; None if it cannot have any."""
    condition = subject_condition(source, wanted.about)
    if condition is None or (wanted.is_command and source.nobody is not BY_ITSELF):
        return None
    at, by = source.at, source.by
    if source.has_history:
        at, by = "history_date", "history_user"
    rows = in_scope(source).filter(condition & source.condition)
    if wanted.is_command:
        rows = rows.filter(**{f"{by}__isnull": True})
    if wanted.by:
        rows = rows.filter(**{by: wanted.by})
    if wanted.since:
        rows = rows.filter(**{f"{at}__date__gte": wanted.since})
    if wanted.until:
        rows = rows.filter(**{f"{at}__date__lte": wanted.until})
    return rows.annotate(
        line_source=Value(number, output_field=IntegerField()),
        line_key=F("pk"),
        line_at=F(at),
    )


def in_scope(source: Source) -> QuerySet[Any, Any]:
    """Return all rows of a source that belong to the organisation in scope."""
    if not source.has_history:
        return source.model.objects.all()  # type: ignore[attr-defined]
    return history_in_scope(source.model)


def history_in_scope(model: type[Model]) -> QuerySet[Any, Any]:
    """Return the history rows of ``model`` in scope, also those of deleted rows."""
    organisation = [organisation_in_scope()]
    if model is Organisation:
        return model_history(model).filter(id__in=organisation)
    way = way_to_organisation(model)
    return model_history(model).filter(way_condition(model, way, organisation))


def model_history(model: type[Model]) -> QuerySet[Any, Any]:
    """Return the history rows of ``model`` in all organisations."""
    rows: QuerySet[Any, Any] = history_of(model).objects.all()
    return rows


def way_condition(model: type[Model], way: str, keys: Any) -> Q:
    """Return the condition that ``way`` leads from a history row to ``keys``.

    The way may pass through deleted rows, of which only the history is left.
    """
    name, _dots, rest = way.partition("__")
    if not rest:
        return Q(**{f"{name}__in": keys})
    parent: Any = model._meta.get_field(name).related_model
    existing = parent._base_manager.filter(**{f"{rest}__in": keys}).values("pk")
    past = model_history(parent).filter(way_condition(parent, rest, keys)).values("id")
    return Q(**{f"{name}__in": existing}) | Q(**{f"{name}__in": past})


def subject_condition(source: Source, about: Mapping[str, Any] | None) -> Q | None:
    """Return the condition on rows about these subjects; None if there can be none."""
    if about is None:
        return Q()
    condition = None
    for word in about.keys() & source.ways.keys():
        way, keys = source.ways[word], about[word]
        if source.has_history and way != ITSELF:
            leads_there = way_condition(source.model, way, keys)
        else:
            leads_there = Q(**{f"{way}__in": keys})
        condition = leads_there if condition is None else condition | leads_there
    return condition


def subjects_named(text: str) -> dict[str, Any]:
    """Return the keys of subjects with ``text`` in a name past or present. No query."""
    return {subject.word: subject_keys(subject, text) for subject in SUBJECTS}


def subject_keys(subject: Subject, text: str) -> QuerySet[Any, Any]:
    """Return the keys of the matching subjects of one kind, as a query."""
    rows = history_in_scope(subject.model)
    if subject.search_field == "search_key":
        for word in fold(text).split():
            rows = rows.filter(search_key__contains=f" {word}")
    else:
        rows = rows.filter(**{f"{subject.search_field}__icontains": text})
    return rows.values("id")


def history_lines(page: Sequence[RowReference]) -> list[HistoryLine]:
    """Return the lines of one page, in the order of its rows.

    A few queries per table on the page, however many rows.
    """
    keys = defaultdict(list)
    for number, key, _at in page:
        keys[number].append(key)
    shelf, lines = Shelf(), {}
    for number, row_keys in keys.items():
        source = SOURCES[number]
        read_lines = change_lines if source.has_history else act_lines
        for key, line in read_lines(source, row_keys, shelf):
            lines[number, key] = line
    ordered = (lines[number, key] for number, key, _at in page)
    return list(merged_lines(line for line in ordered if line.sentences))


def merged_lines(lines: Iterable[HistoryLine]) -> Iterator[HistoryLine]:
    """Merge neighbouring lines of the same minute, account and subject into one."""
    for _key, group in groupby(lines, key=merge_key):
        neighbours = list(group)
        sentences = tuple(chain.from_iterable(line.sentences for line in neighbours))
        yield replace(neighbours[0], sentences=sentences)


def merge_key(line: HistoryLine) -> tuple[Any, ...]:
    """Return what lines have in common that are shown as one."""
    minute = line.at.replace(second=0, microsecond=0)
    return minute, line.by, line.subject, line.sheet


def act_lines(
    source: Source, keys: Sequence[int], shelf: Shelf
) -> Iterator[tuple[int, HistoryLine]]:
    """Yield the lines of acts. One query, and one for each step of their details."""
    query = in_scope(source).filter(pk__in=keys).select_related(source.by)
    rows = list(query.prefetch_related(*source.prefetch))
    shelf.fetch(way_to_subject(source, row) for row in rows)
    for row in rows:
        yield (
            row.pk,
            HistoryLine(
                at=getattr(row, source.at),
                by=str(getattr(row, source.by) or source.nobody),
                subject=subject_at_end(shelf, way_to_subject(source, row)),
                sheet=row.sheet_id if isinstance(row, Change) else None,
                sentences=(act_sentence(source, row),),
            ),
        )


def change_lines(
    source: Source, keys: Sequence[int], shelf: Shelf
) -> Iterator[tuple[int, HistoryLine]]:
    """Yield the lines of changes. Two queries, and those for the rows they name."""
    history = model_history(source.model)
    earlier = history.filter(id=OuterRef("id"), history_id__lt=OuterRef("history_id"))
    last = Subquery(earlier.order_by("-history_id").values("history_id")[:1])
    query = history.filter(pk__in=keys).select_related("history_user")
    rows = list(query.annotate(previous_key=last))
    versions = history.in_bulk([row.previous_key for row in rows])
    shelf.fetch(walks_of(source, [*rows, *versions.values()]))
    for row in rows:
        previous = versions.get(row.previous_key)
        yield (
            row.pk,
            HistoryLine(
                at=row.history_date,
                by=str(row.history_user or source.nobody),
                subject=subject_at_end(shelf, way_to_subject(source, row)),
                sentences=tuple(change_sentences(source, row, previous, shelf)),
            ),
        )


def walks_of(source: Source, rows: Iterable[Any]) -> Iterator[Walk]:
    """Yield the ways to all rows that the lines of ``rows`` may name."""
    model = source.model
    ways = ["", *filter(None, [NAMED_WITH.get(model)])]
    ways += [column.name for column in tracked_fields(source) if column.is_relation]
    for row in rows:
        yield way_to_subject(source, row)
        yield from ((model, row, way) for way in ways)


def way_to_subject(source: Source, row: Any) -> Walk:
    """Return the way to the subject of a row; a download names it by its key only."""
    word, way = next(iter(source.ways.items()), ("", ""))
    if source.kind == HistoryKind.FILES and word:
        return MODELS[word], SimpleNamespace(id=row.number), ITSELF
    return source.model, row, way


def subject_at_end(shelf: Shelf, walk: Walk) -> SubjectLink | None:
    """Return the subject at the end of a way, with a page if it still exists."""
    row = shelf.at_end(*walk) if walk[2] else None
    if row is None:
        return None
    word = "" if row._state.adding else WORDS.get(type(row), "")
    return SubjectLink(name=display_name(row), word=word, key=row.pk)
