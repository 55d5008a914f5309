"""Reading the log: the entries of a page, and the lines that are made of them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain, groupby
from typing import Any

from django.db.models import Model, Q
from django.urls import reverse

from tournaments.events.models import Event
from tournaments.history.words import (
    ACTS,
    NOBODY,
    Key,
    Names,
    Sentence,
    act_sentence,
    change_sentences,
    deed_sentence,
    joined_sentences,
    model_of,
)
from tournaments.leagues.models import League, LeagueTeam
from tournaments.people.models import Player, User
from tournaments.people.names.names import fold
from tournaments.programme.models import RuleSet
from tournaments.scope.log import SUBJECTS, LogEntry, logged_columns
from tournaments.seasons.models import Season
from tournaments.sheets.models import Change
from tournaments.words.rights import Right


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A kind of row with a history page, open to accounts with ``right``."""

    word: str
    model: type[Model]
    search_field: str = "name"
    right: Right = Right.READ


PAGES = (
    Subject(word="event", model=Event),
    Subject(word="person", model=Player, search_field="search_key", right=Right.PEOPLE),
    Subject(word="season", model=Season),
    Subject(word="league", model=League),
    Subject(word="team", model=LeagueTeam),
    Subject(word="rules", model=RuleSet),
    Subject(word="account", model=User, search_field="username", right=Right.CLUB),
)
MODELS = {page.word: page.model for page in PAGES}
WORDS = {page.model: page.word for page in PAGES}


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectLink:
    """The subject of a line; without a word its history has no page."""

    name: str
    word: str
    key: int | None

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


def about(word: str, keys: Any) -> Q:
    """Return the condition on entries about subjects of one kind."""
    if word in SUBJECTS:
        return Q(**{f"{word}__in": keys})
    return Q(table=MODELS[word]._meta.model_name, row__in=keys)


def about_anything_named(text: str) -> Q:
    """Return the condition on entries about subjects with ``text`` in their name.

    Those that were called so in the past are found as well. No query.
    """
    condition = Q()
    for page in PAGES:
        rows: Any = page.model._default_manager
        named = Q(**{f"{page.search_field}__icontains": text})
        if page.search_field == "search_key":
            words = [f" {word}" for word in fold(text).split()]
            named = Q(*(Q(search_key__contains=word) for word in words))
        former = LogEntry.objects.filter(
            table=page.model._meta.model_name, label__icontains=text
        )
        condition |= about(page.word, rows.filter(named).order_by().values("pk"))
        condition |= about(page.word, former.order_by().values("row"))
    return condition


def history_lines(entries: Iterable[LogEntry]) -> list[HistoryLine]:
    """Return the lines of one page, in the order of its entries.

    A few queries per table on the page, however many entries.
    """
    page = list(entries)
    acts = rows_of_acts(page)
    names = Names(chain.from_iterable(map(named_rows, page)))
    lines = (line_of(entry, names, acts) for entry in page)
    return list(merged_lines(line for line in lines if line.sentences))


def rows_of_acts(page: Sequence[LogEntry]) -> dict[str, dict[int, Any]]:
    """Return the rows of the acts on a page, by table and key."""
    keys = defaultdict(set)
    for entry in page:
        if (entry.table, entry.action) in ACTS:
            keys[entry.table, entry.action].add(entry.row)
    rows: dict[str, dict[int, Any]] = defaultdict(dict)
    for (table, action), pks in keys.items():
        found = model_of(table)._base_manager.filter(pk__in=pks)
        found = found.prefetch_related(*ACTS[table, action].prefetch)
        rows[table] |= {row.pk: row for row in found}
    return rows


def named_rows(entry: LogEntry) -> Iterator[Key]:
    """Yield the rows that the line of an entry may name."""
    if subject := subject_of(entry):
        yield subject
    if entry.person:
        yield Player, entry.person
    for name, values in entry.before_and_after.items():
        column = logged_columns(model_of(entry.table)).get(name)
        if column is not None and column.is_relation:
            model: Any = column.related_model
            yield from ((model, key) for key in values if key)


def subject_of(entry: LogEntry) -> Key | None:
    """Return the subject beside the line of an entry."""
    for word in SUBJECTS:
        if key := getattr(entry, word):
            return MODELS[word], key
    if entry.row is None or (entry.table, entry.action) in ACTS:
        return None
    return model_of(entry.table), entry.row


def line_of(
    entry: LogEntry, names: Names, acts: dict[str, dict[int, Any]]
) -> HistoryLine:
    """Return the line of one entry. No query."""
    subject = subject_of(entry)
    row = acts[entry.table].get(entry.row or 0)
    nobody = NOBODY.get(entry.table) or NOBODY.get(entry.action) or NOBODY[""]
    return HistoryLine(
        at=entry.at,
        by=str(entry.by or nobody),
        subject=subject and link_to(subject, names),
        sheet=row.sheet_id if isinstance(row, Change) else None,
        sentences=tuple(sentences_of(entry, names, row, subject)),
    )


def link_to(subject: Key, names: Names) -> SubjectLink:
    """Return the subject of a line, with a page if it still exists."""
    word = WORDS.get(subject[0], "") if names.is_here(subject) else ""
    return SubjectLink(name=names[subject], word=word, key=subject[1])


def sentences_of(
    entry: LogEntry, names: Names, row: Any, subject: Key | None
) -> Iterator[Sentence]:
    """Yield what was done; nothing if an act was removed since."""
    if act := ACTS.get((entry.table, entry.action)):
        if row is not None:
            yield act_sentence(act, row)
    elif entry.action not in "+~-":
        yield deed_sentence(entry)
    else:
        is_named_beside = subject == (model_of(entry.table), entry.row)
        yield from change_sentences(entry, names, is_named_beside=is_named_beside)


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
