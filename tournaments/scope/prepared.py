"""Querysets that are compiled to SQL once and executed with different values.

Django compiles a queryset each time, which takes several times as long as SQLite needs
to answer. Queries made with every typed line are compiled once; values are bound as
usual, and the organisation is the one in scope at the time of execution.
"""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models.sql.compiler import SQLCompiler

from tournaments.scope.scope import organisation_in_scope, scope
from tournaments.scope.withheld import is_for_visitors, read_by_visitors

Row = TypeVar("Row", bound=models.Model)
Value = int | str
# Values that no row has, which mark the places of parameters during compilation.
ORGANISATION, FIRST_NUMBER, WORD = -(10**15), -(10**14), "\x1a"


@dataclass(frozen=True, slots=True)
class PreparedQuery:
    """The SQL of a queryset, with the compiler that interprets its columns."""

    compiler: SQLCompiler
    sql: str
    params: tuple[Any, ...]
    marks: tuple[Value, ...]

    def with_values(self, values: tuple[Value, ...]) -> "PreparedQuery":
        """Return a copy with values in place of the marks."""
        bound: dict[Any, Value] = dict(zip(self.marks, values, strict=True))
        if ORGANISATION in self.params:
            bound[ORGANISATION] = organisation_in_scope()
        params = tuple([bound.get(param, param) for param in self.params])
        compiler = copy(self.compiler)
        compiler.connection = connections[DEFAULT_DB_ALIAS]
        compiler.as_sql = lambda *_args, **_named: (self.sql, params)  # type: ignore[method-assign]
        return replace(self, compiler=compiler)

    def get_compiler(self, *_args: object, **_named: object) -> SQLCompiler:
        """Return the compiler, as a queryset expects of its query."""
        return self.compiler


class Prepared(Generic[Row]):
    """A queryset of whole rows, given as a function of its values.

    Values are numbers and texts, never None, lists or times, which lead to other SQL.
    For visitors, whose rows are filtered, and for locks outside a transaction Django
    compiles and checks the queryset as usual.
    """

    def __init__(self, queryset: Callable[..., models.QuerySet[Row]]):
        self.queryset = queryset
        self.written: dict[tuple[object, ...], PreparedQuery] = {}

    def rows(self, *values: Value) -> list[Row]:
        """Return the rows for ``values``. One query."""
        kinds = tuple(map(type, values))
        written = self.written.get(kinds)
        if written is None:
            written = self.written[kinds] = self.write(kinds)
        asked: Any = written.compiler.query
        is_unlocked = (
            asked.select_for_update and connections[DEFAULT_DB_ALIAS].get_autocommit()
        )
        if is_unlocked or is_for_visitors():
            return list(self.queryset(*values))
        query: Any = written.with_values(values)
        return list(models.QuerySet(asked.model, query=query))

    def first(self, *values: Value) -> Row | None:
        """Return the first row for ``values``, if there is one. One query."""
        return next(iter(self.rows(*values)), None)

    def get(self, *values: Value) -> Row:
        """Return the row for ``values``. Raises ``DoesNotExist``. One query."""
        row = self.first(*values)
        if row is None:
            model: Any = self.queryset(*values).model
            raise model.DoesNotExist
        return row

    def write(self, kinds: tuple[type, ...]) -> PreparedQuery:
        """Compile the SQL with marks for values of these types."""
        marks = tuple(map(mark, range(len(kinds)), kinds))
        with scope(ORGANISATION), read_by_visitors(None):
            query = self.queryset(*marks).query
            compiler = query.get_compiler(using=DEFAULT_DB_ALIAS)
            sql, params = compiler.as_sql()
        if missing := set(marks) - set(params):
            raise TypeError(f"{missing} did not come into {sql}")
        columns = [column for column, *_alias in compiler.select[: compiler.col_count]]
        converters = compiler.get_converters(columns)
        # Asked for again with each execution, and always the same.
        compiler.get_converters = lambda _columns: converters
        return PreparedQuery(compiler, sql, tuple(params), marks)


def mark(place: int, kind: type) -> Value:
    """Return the mark for the place of a value of this type."""
    if kind is int:
        return FIRST_NUMBER - place
    if kind is str:
        return f"{WORD}{place}"
    raise TypeError(f"{kind} does not stand for itself")
